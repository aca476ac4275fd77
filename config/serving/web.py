"""The web server of the embedded way of running."""

from __future__ import annotations

import signal
import socket
from types import FrameType

import uvicorn

GRACE_SECONDS = 2
"""How long open streams may finish; without it uvicorn never stops while one is open."""


def serve_until_stopped(opened: socket.socket) -> None:
    """Answer on `opened` until SIGINT or SIGTERM."""
    from config.asgi import application  # whitenoise lists the collected files when this is imported

    server = uvicorn.Server(
        uvicorn.Config(
            application,
            lifespan="off",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
            server_header=False,
        )
    )
    # uvicorn raises the signal once more when it has stopped; the jobs are still to be stopped then.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _ignore)
    server.run(sockets=[opened])


def _ignore(number: int, frame: FrameType | None) -> None:
    """The server has already stopped for this signal."""
