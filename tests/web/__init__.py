"""Tests of the pages: what a browser gets, and what it can do with it."""
