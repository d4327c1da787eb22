"""The GM's desk: what a game's manager may do and see.

It owns no tables; its acts are written in the games' audit.
"""
