"""Tests of `trekdip.gm`."""
