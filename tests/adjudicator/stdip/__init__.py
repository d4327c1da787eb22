"""Tests of stdip: random games, the oracle, noninterference. The case files lie in `cases/`."""
