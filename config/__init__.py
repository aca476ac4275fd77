"""Settings, addresses, servers and the job queue: the floor that knows everything."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
