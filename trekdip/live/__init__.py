"""Bringing new phases to the browsers: sockets, pokes, sweep, embedded server. Decides nothing about games."""
