"""Pages in production. Threads share a process because most of a page's time is the database's."""

import multiprocessing
import os

bind = "0.0.0.0:8000"
workers = int(os.environ.get("WEB_WORKERS", str(multiprocessing.cpu_count() + 1)))
threads = int(os.environ.get("WEB_THREADS", "4"))
worker_class = "gthread"
timeout = 60
graceful_timeout = 20
keepalive = 75
max_requests = 5000
max_requests_jitter = 500
# A worker that writes its heartbeat to a disk that stalls looks dead; this one is in memory.
worker_tmp_dir = "/dev/shm"
accesslog = "-"
forwarded_allow_ips = "*"  # only the proxy reaches this port
