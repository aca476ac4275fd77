"""SQLite as this site uses it: Django's own backend, where the writers of one process queue in order."""
