"""Accounts: signing up, in and out, and what strangers can learn about them."""
