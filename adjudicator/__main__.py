"""`python -m adjudicator`: the command line; see `cli`."""

from adjudicator.cli import main

raise SystemExit(main())
