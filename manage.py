#!/usr/bin/env python3
"""The command line of the site: Django's own, with the embedded settings unless others are named."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run the management command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trekdip.settings.embedded")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
