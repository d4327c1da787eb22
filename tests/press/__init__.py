"""Tests of press."""
