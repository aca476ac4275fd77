"""Throw-away PostgreSQL and Redis: on free ports, in a temporary folder, gone afterwards. Installs nothing."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

START_SECONDS = 30


class Missing(Exception):
    """A server program this machine does not have; the text says how to get it."""


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for_port(port: int, seconds: float = START_SECONDS) -> None:
    """Return when something accepts on 127.0.0.1:`port`; TimeoutError after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return
        except OSError:
            if time.monotonic() > end:
                raise TimeoutError(f"nothing answers on port {port} after {seconds} s") from None
            time.sleep(0.05)


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """The address of a new, empty PostgreSQL server, for as long as the context lasts."""
    programs = _postgresql_programs()
    owner = _owner()
    folder = Path(tempfile.mkdtemp(prefix="eldest-hand-pg-"))
    try:
        if owner is not None:
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        cluster, port = folder / "cluster", free_port()
        _as(owner, programs / "initdb", "-D", cluster, "-U", "postgres", "-A", "trust", "-E", "UTF8",
            "--locale=C", "--no-sync")  # fmt: skip
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200"
        _as(owner, programs / "pg_ctl", "-D", cluster, "-w", "-t", str(START_SECONDS), "-l", folder / "log",
            "-o", options, "start")  # fmt: skip
        try:
            yield f"postgres://postgres@127.0.0.1:{port}/postgres"
        finally:
            _as(owner, programs / "pg_ctl", "-D", cluster, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _postgresql_programs() -> Path:
    """The folder of initdb and pg_ctl: on the path, or where Debian keeps the newest version."""
    on_path = shutil.which("initdb")
    if on_path and shutil.which("pg_ctl"):
        return Path(on_path).resolve().parent
    kept = sorted(
        (path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")),
        key=lambda path: float(path.parent.name) if path.parent.name.replace(".", "").isdigit() else 0.0,
    )
    if not kept:
        raise Missing(
            "PostgreSQL's initdb is not here: install it (Debian: apt install postgresql), "
            "or set DATABASE_URL to an empty database of your own."
        )
    return kept[-1]


def _owner() -> pwd.struct_passwd | None:
    """Who runs PostgreSQL: it refuses root. None = whoever runs this."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise Missing(
        "PostgreSQL does not run as root, and there is no user postgres or nobody: run this as another user."
    )


def _as(owner: pwd.struct_passwd | None, *command: str | Path) -> None:
    # Output goes to a file: the server inherits it, and a pipe would stay open as long as the server runs.
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            user=owner.pw_uid if owner else None,
            group=owner.pw_gid if owner else None,
            extra_groups=[] if owner else None,
            check=False,
        )
        if done.returncode != 0:
            output.seek(0)
            raise RuntimeError(f"{Path(command[0]).name} failed:\n{output.read()}")


class RedisServer:
    """A redis-server that can die, come back empty on the same port, and hang."""

    def __init__(self) -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise Missing(
                "redis-server is not here: install it (Debian: apt install redis-server), or set REDIS_URL."
            )
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = tempfile.mkdtemp(prefix="eldest-hand-redis-")
        self.port = free_port()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self._process = subprocess.Popen(
            [self._program, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self._folder,
             "--save", "", "--appendonly", "no"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        wait_for_port(self.port)

    def kill(self) -> None:
        """Gone at once, and everything queued with it."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.kill()
            self._process.wait()
            self._process = None

    def hang(self) -> None:
        """Still accepts connections, answers nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """The address of a new, empty Redis server, for as long as the context lasts."""
    server = RedisServer()
    try:
        server.start()
        yield server.url
    finally:
        server.close()
