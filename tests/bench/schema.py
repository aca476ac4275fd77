"""The API against its own document: ``python -m tests.bench.schema [--seconds N] [--examples N] [--only WORD]``.

Every operation of `/api/v1/schema/` by each role, in process, with what the document calls right and with what it
calls wrong, at the addresses of the scene of the rights; nothing of a request stays. Bars: no answer 500, no answer
the document does not declare: its status, its kind of content, its shape. Each kind of fault is printed once with a
request that makes it. Exit code 1 if there was one. Needs schemathesis (requirements-bench.txt).

It ends: what is to be sent is made once for all roles, and every operation has its share of `--seconds`. Making wrong
requests may search for ever where nearly nothing is wrong (any text is a key), so that is cut off at half the share.
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

ADDRESS = "http://testserver"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.schema", description=__doc__)
    parser.add_argument("--seconds", type=float, default=170, help="for all operations together")
    parser.add_argument("--examples", type=int, default=4, help="of each operation by each role")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="operations whose address holds this")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as folder:
        os.environ |= {"ELDEST_HAND_VAR": folder, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/schema.sqlite3"
        import django

        django.setup()
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        call_command("migrate", verbosity=0)
        setup_test_environment()
        logging.disable(logging.CRITICAL)
        return measure(options.examples, options.seed, options.only, options.seconds)


def measure(n_examples: int, seed: int, only: str, seconds: float) -> int:
    from django.conf import settings
    from django.db import transaction

    from tests.config.rights_scene import make_scene

    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 60))
    with transaction.atomic():
        drive = Drive(make_scene(), n_examples, seed)
        found = list(drive.operations(only))
        ends_at = time.monotonic() + seconds
        for number, (operation, road) in enumerate(found):
            drive.try_by_all(operation, road, (ends_at - time.monotonic()) / (len(found) - number))
        transaction.set_rollback(True)
    for kind, told in sorted(drive.faults.items()):
        print(f"{kind}\n    {told}\n")
    answers = ", ".join(f"{n:,} x {status}" for status, n in sorted(drive.statuses.items()))
    print(
        f"{drive.statuses.total():,} requests, {drive.n_operations} operations"
        f" by {len(drive.clients)} roles, seed {seed}"
    )
    print(f"answers: {answers}")
    print(f"declared by `default` alone: {dict(sorted(drive.by_default.items()))}")
    print(f"operations without an address in the scene, tried at made-up ones: {len(drive.homeless)}")
    print(
        f"operations whose making of requests was cut off: {drive.n_cut_off}, requests left out: {drive.n_left}"
    )
    print(f"answers 500: {drive.statuses[500]}")
    print(f"kinds of answer that the schema does not declare: {len(drive.faults)}")
    return 1 if drive.faults else 0


@dataclass
class Drive:
    """Sends what schemathesis makes of the document; keeps one request of each kind of fault."""

    scene: Any
    n_examples: int
    seed: int
    clients: dict[Any, Any] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    by_default: Counter[int] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)
    homeless: list[str] = field(default_factory=list)
    n_operations: int = 0
    n_cut_off: int = 0
    n_left: int = 0

    def __post_init__(self) -> None:
        from django.test import Client

        from tests.fuzzing import ROLES

        for role in ROLES:
            self.clients[role] = Client(raise_request_exception=True)
            if (user := self.scene.users[role]) is not None:
                self.clients[role].force_login(user)

    def operations(self, only: str) -> Iterator[tuple[Any, Any]]:
        """Each operation of the document with a road of the table of rights that leads to it, or None."""
        import schemathesis

        from clubs.rights import As
        from tests.config.rights_table import ROADS

        document = self.clients[As.VISITOR].get("/api/v1/schema/").json()
        paths = [(road, self.scene.path(road)) for road in ROADS if road.is_api]
        schema: Any = schemathesis.openapi.from_dict(document)
        for found in schema.get_all_operations():
            operation = found.ok()
            if only not in operation.path:
                continue
            self.n_operations += 1
            parts = _pattern_of(operation.path)
            n_parts = operation.path.count("{")
            closer = [_pattern_of(path) for path in document["paths"] if path.count("{") < n_parts]
            fits = (
                (road, match.groupdict())
                for road, path in paths
                if road.method == operation.method.upper()
                and (match := parts.fullmatch(path))
                and not any(other.fullmatch(path) for other in closer)
            )
            road = next(fits, None)
            if road is None:
                self.homeless.append(operation.label)
            yield operation, road

    def try_by_all(self, operation: Any, road: Any, seconds: float) -> None:
        """Send each case by every role; one of each role at least, whatever the time."""
        ends_at = time.monotonic() + seconds
        for number, case in enumerate(self.cases(operation, road, seconds / 2)):
            for role in self.clients:
                if number and time.monotonic() > ends_at:
                    self.n_left += 1
                else:
                    self.send(role, case)

    def cases(self, operation: Any, road: Any, seconds: float) -> list[Any]:
        """What the table of rights sends, if it sends something, then right and wrong cases of the document."""
        from schemathesis import GenerationMode

        found: list[Any] = []
        if road is not None and road[0].body:
            body = self.scene.filled(road[0].body)
            found.append(operation.Case(path_parameters=road[1], body=body, media_type="application/json"))
        n_wrong = self.n_examples // 2 if _can_be_wrong(operation) else 0
        for mode, n in (
            (GenerationMode.POSITIVE, self.n_examples - self.n_examples // 2),
            (GenerationMode.NEGATIVE, n_wrong),
        ):
            if n:
                self._make(operation, road, mode, n, seconds / 2, found)
        return found

    def _make(self, operation: Any, road: Any, mode: Any, n: int, seconds: float, found: list[Any]) -> None:
        import hypothesis

        fixed = {"path_parameters": road[1]} if road is not None and road[1] else {}

        @hypothesis.seed(self.seed)
        @hypothesis.settings(
            max_examples=n,
            database=None,
            deadline=None,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        @hypothesis.given(case=operation.as_strategy(mode, **fixed))
        def keep(case: Any) -> None:
            found.append(case)

        try:
            with _at_most(seconds):
                keep()
        except hypothesis.errors.Unsatisfiable:  # nothing of this mode can be made
            return
        except _Enough:
            self.n_cut_off += 1

    def send(self, role: Any, case: Any) -> None:
        """One request and what the document says about its answer."""
        import requests
        from django.db import connection, transaction

        arguments = case.as_transport_kwargs(base_url=ADDRESS)
        prepared = requests.Request(**{k: v for k, v in arguments.items() if k in _SENT}).prepare()
        assert prepared.url is not None
        body = prepared.body or b""
        with transaction.atomic(), mock.patch.object(connection, "close"):
            try:
                response = self.clients[role].generic(
                    prepared.method,
                    prepared.url.removeprefix(ADDRESS),
                    body.encode() if isinstance(body, str) else body,
                    content_type=prepared.headers.get("Content-Type", "application/json"),
                    headers={k: v for k, v in prepared.headers.items() if k not in _OF_THE_LIBRARY},
                )
                content = b"".join(response.streaming_content) if response.streaming else response.content
            except Exception:
                self.statuses[500] += 1
                self._note(case, role, prepared, "500", traceback.format_exc(limit=-3))
                return
            finally:
                transaction.set_rollback(True)
        self.statuses[response.status_code] += 1
        declared = case.operation.definition.raw["responses"]
        if str(response.status_code) not in declared:
            self.by_default[response.status_code] += 1
        self._judge(case, role, prepared, response, content)

    def _judge(self, case: Any, role: Any, prepared: Any, response: Any, content: bytes) -> None:
        import schemathesis
        from schemathesis.core.failures import FailureGroup
        from schemathesis.specs.openapi import checks

        status = response.status_code
        answer = schemathesis.Response(
            status,
            {name: [value] for name, value in response.items()},
            content,
            prepared,
            0.0,
            False,
            encoding="utf-8",
        )
        if 200 <= status < 300 and str(status) not in case.operation.definition.raw["responses"]:
            self._note(
                case, role, prepared, f"{status} is not declared", content[:200].decode(errors="replace")
            )
        try:
            case.validate_response(
                answer,
                checks=[
                    checks.status_code_conformance,
                    checks.content_type_conformance,
                    checks.response_schema_conformance,
                ],
            )
        except FailureGroup as group:
            for failure in group.exceptions:
                self._note(case, role, prepared, f"{status} {failure.title}", f"{failure.message[:600]}")

    def _note(self, case: Any, role: Any, prepared: Any, fault: str, told: str) -> None:
        sent = (
            f"{role} {prepared.method} {prepared.url.removeprefix(ADDRESS)} {(prepared.body or b'')[:300]!r}"
        )
        self.faults.setdefault(
            f"{case.operation.label}: {fault}", f"{sent}\n    {told}".replace("\n", "\n    ")
        )


_SENT = ("method", "url", "headers", "params", "json", "data", "files", "cookies")
# What it adds by itself; a packed answer could not be read.
# Made-up tokens and cookies would be asked before the role's own session, and nearly every answer would be 401.
_OF_THE_LIBRARY = ("Content-Type", "Content-Length", "Accept-Encoding", "Authorization", "Cookie")


def _pattern_of(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))


def _can_be_wrong(operation: Any) -> bool:
    """Addresses alone are tried by `tests.bench.fuzz`."""
    raw = operation.definition.raw
    return bool(raw.get("requestBody") or any(one["in"] != "path" for one in raw.get("parameters", ())))


class _Enough(KeyboardInterrupt):
    """The time for making requests is over; nothing on the way catches it."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def stop(*_signal: Any) -> None:
        raise _Enough

    before = signal.signal(signal.SIGALRM, stop)
    # Again and again until it is heard: what is raised while Python collects its garbage is lost.
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.05), 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


if __name__ == "__main__":
    sys.exit(main())
