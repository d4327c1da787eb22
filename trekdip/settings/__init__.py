"""Settings: `base` is shared; `embedded` (default), `production` (environment) and `test` build on it."""
