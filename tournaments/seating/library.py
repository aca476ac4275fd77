"""The shipped schedules and starters (seating.md section 5.1)."""

LIBRARY_VERSION = 1
