"""Management commands of the notices app."""
