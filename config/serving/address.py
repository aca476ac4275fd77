"""Where the site listens: HOST and PORT of the environment, as an open socket and as addresses for people."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass

from config.serving.errors import CannotServe

WAITING = 2048
"""Connections the kernel holds while the site is still starting."""


@dataclass(frozen=True, slots=True)
class Address:
    host: str
    port: int

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Address:
        """HOST (default 127.0.0.1) and PORT (default 8000)."""
        text = environ.get("PORT", "").strip() or "8000"
        port = int(text) if text.isascii() and text.isdigit() else 0
        if not 1 <= port <= 65535:
            raise CannotServe(f"PORT is {text!r}: give a whole number from 1 to 65535.")
        return cls(environ.get("HOST", "").strip() or "127.0.0.1", port)

    @property
    def is_wildcard(self) -> bool:
        """Whether it binds every network of this machine."""
        return self.host in {"0.0.0.0", "::"}

    @property
    def local_url(self) -> str:
        return _url("127.0.0.1" if self.is_wildcard else self.host, self.port)

    @property
    def network_url(self) -> str | None:
        """What a phone in the same network opens, or None where the site is only for this machine."""
        if not self.is_wildcard:
            return None if _is_loopback(self.host) else self.local_url
        found = _network_ip()
        return _url(found, self.port) if found else None

    def open(self) -> socket.socket:
        """A listening socket, so that nobody else takes the port between this check and the first answer."""
        try:
            family, kind, protocol, _, where = socket.getaddrinfo(
                self.host, self.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
        except OSError:
            raise CannotServe(self._unknown_host()) from None
        opened = socket.socket(family, kind, protocol)
        try:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind(where)
            opened.listen(WAITING)
        except OSError as error:
            opened.close()
            raise CannotServe(self._refusal(error)) from None
        return opened

    def _refusal(self, error: OSError) -> str:
        if error.errno == errno.EADDRINUSE:
            return (
                f"Port {self.port} is in use: stop what listens there, "
                f"or choose another one with PORT={_next(self.port)} make run."
            )
        if error.errno == errno.EACCES:
            return (
                f"Port {self.port} needs an administrator: choose one above 1023, such as PORT=8000 make run."
            )
        return self._unknown_host()

    def _unknown_host(self) -> str:
        return (
            f"HOST is {self.host!r}, which is no address of this machine: "
            "use 127.0.0.1, or 0.0.0.0 for the whole network."
        )


def address_for_phones(environ: Mapping[str, str]) -> str:
    """What a phone in the same network opens; empty where only this machine is served, or nothing can be."""
    try:
        return Address.from_environment(environ).network_url or ""
    except CannotServe:
        return ""


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _network_ip() -> str | None:
    """The address this machine has in its network. Asks the routing table; no packet leaves."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return _named_ip()
    return found if not _is_loopback(found) else _named_ip()


def _named_ip() -> str | None:
    """Without a default route (a hotspot without internet) the host's own name may still know an address."""
    try:
        rows = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return None
    return next((str(row[4][0]) for row in rows if not _is_loopback(str(row[4][0]))), None)


def _next(port: int) -> int:
    return port + 1 if port < 65535 else 8000
