"""HTTP as the bench of hosted tables speaks it: connections that stay open, as a browser's, and little to compute."""

from __future__ import annotations

import http.client
import re
import select
import socket
from collections.abc import Generator

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_LAST = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)


class Wire:
    """One connection to the pages, opened when it is needed and again when the server has closed it."""

    def __init__(self, port: int, cookie: str, *, seconds: float = 30.0) -> None:
        self.port, self.seconds = port, seconds
        self._head = f"HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
        self._socket: socket.socket | None = None

    def call(self, method: str, path: str, headers: str, body: str = "") -> tuple[int, str]:
        """Status and text. OSError or HTTPException when no whole answer came; nothing is sent twice."""
        wire = self._open()
        length = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
        try:
            wire.sendall(f"{method} {path} {self._head}{headers}{length}\r\n{body}".encode())
            return self._answer(wire)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _open(self) -> socket.socket:
        if self._socket is not None and select.select([self._socket], [], [], 0)[0]:
            self.close()  # nothing is due: it was closed at the other end
        if self._socket is None:
            self._socket = _connected(self.port, self.seconds)
        return self._socket

    def _answer(self, wire: socket.socket) -> tuple[int, str]:
        found = b""
        while (end := found.find(b"\r\n\r\n")) < 0:
            found += _more(wire)
        head = found[:end]
        length = _LENGTH.search(head)
        if length is None:
            raise http.client.HTTPException(f"no length: {head[:60]!r}")
        parts, missing = [found[end + 4 :]], int(length[1]) - len(found) + end + 4
        while missing > 0:
            parts.append(_more(wire))
            missing -= len(parts[-1])
        if _LAST.search(head):
            self.close()
        return int(head[9:12]), b"".join(parts).decode()


def streamed(port: int, path: str, cookie: str, *, seconds: float) -> Generator[str, None, None]:
    """The lines of a stream as they come, empty ones too; the first is "" when it is open. Ends with the server."""
    wire = _connected(port, seconds)
    try:
        wire.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
        with wire.makefile("rb") as lines:
            status = lines.readline()
            if status[9:12] != b"200":
                raise http.client.HTTPException(f"stream {status!r}")
            while lines.readline().strip():
                pass
            yield ""
            for line in lines:
                yield line.decode().strip()
    finally:
        wire.close()


def _connected(port: int, seconds: float) -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", port), seconds)
    wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return wire


def _more(wire: socket.socket) -> bytes:
    found = wire.recv(65536)
    if not found:
        raise http.client.RemoteDisconnected("closed before the end")
    return found
