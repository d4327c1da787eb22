"""Telling people what has happened, by mail, push and chat, and taking orders by mail. No rule of a game."""
