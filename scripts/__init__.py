"""The commands of the README and what they run; no part of the site."""
