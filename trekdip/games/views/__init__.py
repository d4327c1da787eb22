"""The pages of games. Thin: they call services and selectors and choose a template."""
