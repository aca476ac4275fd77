"""The web server of the embedded way of running."""

from __future__ import annotations

import faulthandler
import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from config.serving.settling import settle

GRACE_SECONDS = 1
"""How long requests may finish; without it uvicorn never stops while a stream is open."""
LAST_RESORT_SECONDS = 12


class _Server(uvicorn.Server):
    """Tells others that the end has begun, before its own open streams have ended."""

    def __init__(self, config: uvicorn.Config, on_stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_stop = on_stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # The last resort: a thread that will not end (a request in a long query) must not keep the process.
        faulthandler.dump_traceback_later(LAST_RESORT_SECONDS, exit=True)
        # Open streams do not end by themselves: they are cut, and uvicorn would print a traceback for each.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        self._on_stop()
        super().handle_exit(sig, frame)


def serve_until_stopped(opened: socket.socket, on_stop: Callable[[], None]) -> None:
    """Answer on `opened` until SIGINT or SIGTERM; `on_stop` is called when one arrives."""
    from config.serving.threads import Site

    server = _Server(
        uvicorn.Config(
            Site(),  # whitenoise lists the collected files when this is made
            lifespan="off",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
            server_header=False,
        ),
        on_stop,
    )
    # uvicorn raises the signal once more when it has stopped; the jobs are still to be stopped then.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _ignore)
    settle()
    server.run(sockets=[opened])


def _ignore(number: int, frame: FrameType | None) -> None:
    """The server has already stopped for this signal."""
