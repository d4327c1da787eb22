"""Bringing new phases to browsers: sockets, pokes, sweep, embedded server. Decides nothing about games."""
