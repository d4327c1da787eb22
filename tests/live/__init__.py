"""Sockets, pokes, the sweep, and the site as several processes."""
