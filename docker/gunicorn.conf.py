"""Pages in production. Two threads share a process: while one waits for the database, the other computes. With four
of them on two cores thirty sheets saved at once, and hosted tables at forty acts a second, were answered later."""

from __future__ import annotations

import multiprocessing
import os
from typing import Any

bind = "0.0.0.0:8000"
workers = int(os.environ.get("WEB_WORKERS", str(multiprocessing.cpu_count() + 1)))
threads = int(os.environ.get("WEB_THREADS", "2"))
worker_class = "gthread"
timeout = 60
graceful_timeout = 20
keepalive = 75
# A restart costs seconds of a core; at a hosted evening's two hundred requests a second 5,000 are gone in a minute.
max_requests = 100_000
max_requests_jitter = 20_000
# A worker that writes its heartbeat to a disk that stalls looks dead; this one is in memory.
worker_tmp_dir = "/dev/shm"
accesslog = "-"
forwarded_allow_ips = "*"  # only the proxy reaches this port


def post_worker_init(worker: Any) -> None:
    """In each process, when the site is loaded."""
    from config.serving.settling import settle

    settle()
