"""Tests of `trekdip.games`."""
