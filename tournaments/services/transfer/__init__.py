"""Tournaments and whole clubs out of the site and into another one (`docs/decisions/0016-in-and-out.md`)."""
