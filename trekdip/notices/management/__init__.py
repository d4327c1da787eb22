"""Management of the notices app."""
