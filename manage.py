#!/usr/bin/env python
"""Eldest Hand's command line: `python manage.py help`."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as refusal:  # a setting a person can mend; the line says how
        sys.exit(f"{refusal}")
