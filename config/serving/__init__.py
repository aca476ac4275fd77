"""The embedded way of running: one process that serves the site and does its jobs (`manage.py serve`)."""
