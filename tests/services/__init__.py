"""Servers the tests bring up for themselves: PostgreSQL, Redis, the processes of the site."""
