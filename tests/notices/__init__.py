"""Tests of notices and of orders by mail."""
