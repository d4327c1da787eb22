"""Games in and out of the site: archives, saved games of the `diplomacy` package, judges' reports."""
