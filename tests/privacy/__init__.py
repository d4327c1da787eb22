"""Tests of one's own data."""
