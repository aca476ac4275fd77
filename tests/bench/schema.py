"""The API against its own OpenAPI document: ``python -m tests.bench.schema [--examples N] [--seed N] [--only WORD]``.

Every operation of `/api/v1/schema/` by each role, in process, with what the document calls right and with what it
calls wrong, at the addresses of the scene of the rights; nothing of a request stays. Bars: no answer 500, no answer
the document does not declare: its status, its kind of content, its shape. Each kind of fault is printed once with a
request that makes it. Exit code 1 if there was one. Needs schemathesis (requirements-bench.txt).
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

ADDRESS = "http://testserver"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.schema", description=__doc__)
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
        return measure(options.examples, options.seed, options.only)


def measure(n_examples: int, seed: int, only: str) -> int:
    from django.conf import settings
    from django.db import transaction

    from tests.config.rights_scene import make_scene

    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 60))
    with transaction.atomic():
        drive = Drive(make_scene(), n_examples, seed)
        for operation, road in drive.operations(only):
            for role in drive.clients:
                drive.try_by(role, operation, road)
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
        for found in schemathesis.openapi.from_dict(document).get_all_operations():
            operation = found.ok()
            if only not in operation.path:
                continue
            self.n_operations += 1
            parts = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", operation.path))
            fits = (
                (road, match.groupdict())
                for road, path in paths
                if road.method == operation.method.upper() and (match := parts.fullmatch(path))
            )
            road = next(fits, None)
            if road is None:
                self.homeless.append(operation.label)
            yield operation, road

    def try_by(self, role: Any, operation: Any, road: Any) -> None:
        import hypothesis
        from schemathesis import GenerationMode

        fixed = {"path_parameters": road[1]} if road is not None and road[1] else {}
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            n = (
                self.n_examples - self.n_examples // 2
                if mode is GenerationMode.POSITIVE
                else self.n_examples // 2
            )
            if not n or (mode is GenerationMode.NEGATIVE and not _can_be_wrong(operation)):
                continue

            @hypothesis.seed(self.seed)
            @hypothesis.settings(
                max_examples=n,
                database=None,
                deadline=None,
                phases=[hypothesis.Phase.generate],
                suppress_health_check=list(hypothesis.HealthCheck),
            )
            @hypothesis.given(case=operation.as_strategy(mode, **fixed))
            def send(case: Any) -> None:
                self.send(role, case)

            try:
                send()
            except hypothesis.errors.Unsatisfiable:  # nothing of this mode can be made
                continue
        if road is not None and road[0].body:
            body = self.scene.filled(road[0].body)
            self.send(role, operation.Case(path_parameters=road[1], body=body, media_type="application/json"))

    def send(self, role: Any, case: Any) -> None:
        """One request and what the document says about its answer."""
        import requests
        from django.db import connection, transaction

        arguments = case.as_transport_kwargs(base_url=ADDRESS)
        prepared = requests.Request(**{k: v for k, v in arguments.items() if k in _SENT}).prepare()
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
_OF_THE_LIBRARY = ("Content-Type", "Content-Length", "Accept-Encoding")


def _can_be_wrong(operation: Any) -> bool:
    raw = operation.definition.raw
    return bool(raw.get("requestBody") or raw.get("parameters"))


if __name__ == "__main__":
    sys.exit(main())
