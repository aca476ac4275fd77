"""Requests nobody would send on purpose, over every route of the site by each role; a seed makes them again.

A shot goes to a route with its own arguments or hostile ones, by any method, with a body made of the fields its forms
and its schema name. It misses its mark when the answer is a 500, or when somebody who may not do what the route and
method stand for (`tests/config/rights_table.py`) changed a row that is a fact or follows from one.
"""

from __future__ import annotations

import json
import random
import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from unittest import mock
from urllib.parse import quote, urlencode

from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from clubs.rights import ALLOWED, As
from tests.config.rights_scene import Scene
from tests.config.rights_table import OUTSIDE, ROADS, Road

ROLES = (As.VISITOR, As.USER, As.MEMBER, As.SCOREKEEPER, As.DIRECTOR, As.OWNER, As.ADMIN)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PURGE")
TEXTS = (
    "", " ", "0", "1", "2", "-1", "1e9", "9" * 30, "٣", "½", "１２", "NaN", "Infinity", "1,5", "-0", "0x1", "true",
    "null", "[]", "{}", "\x00", "a\x00b", "\u202eabc", "\u200b", "\ud83d", "<b>x</b>", '"><img src=x>', "{{ 7 }}",
    "%s",    "'; DROP TABLE clubs_user; --", "../../etc/passwd", "𝕏" * 300, "a" * 5000, "2026-13-45", "0001-01-01",
    "9999-12-31T23:59", "2026-03-06T18:30", "a,b", "0.bids.1=1", "\r\nX: y", "👨‍👩‍👧‍👦", "x\ty;z\n\nx", "1" * 19,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    *TEXTS, None, True, False, 0, 1, -1, 7, 2**31, 2**63, 10**30, 0.5, 1e300, [], {}, [[]], [None], [1, 2], {"a": 1},
    {"": ""}, [{"player": None}], ["Ada"], {"Ada": None}, [0, 0, 0, 0], "00000000-0000-0000-0000-000000000000",
)  # fmt: skip
IN_PATH: Mapping[str, Sequence[str]] = {
    "int": ("0", "1", "2", "99", str(2**31), str(2**63 - 1), str(2**63), "1" * 40),
    "slug": ("x", "-", "new", "a" * 300, "spring"),
    "uuid": ("00000000-0000-0000-0000-000000000000",),
    "str": ("x", "a" * 3000, "%00", "..", "é", "a.b", "\u202e", "<b>"),
}
PARAMETERS = (
    "page", "after", "before", "q", "player", "club", "size", "activity", "cursor", "page_size", "topic", "next",
    "hand", "bid", "place", "mode", "client_key", "seen", "act", "cell", "result", "n", "table", "at", "order",
)  # fmt: skip
_PART = re.compile(r"<(?:(\w+):)?(\w+)>")


@dataclass(frozen=True, slots=True)
class Shot:
    """One request, and what was wrong about its answer: nothing, `500` or `beyond`."""

    role: As
    method: str
    path: str
    query: str
    body: bytes
    kind: str
    status: int
    fault: str = ""
    told: str = ""

    def __str__(self) -> str:
        sent = f" {self.kind} {self.body[:300]!r}" if self.body else ""
        return f"{self.fault or self.status}: {self.role} {self.method} {self.path}?{self.query}{sent}\n{self.told}"


@dataclass(frozen=True, slots=True)
class Target:
    """A route: its name, its pattern, and the roads of the table of rights, by method."""

    name: str
    pattern: str
    roads: Mapping[str, Road]

    @property
    def is_outside(self) -> bool:
        return self.pattern.startswith(OUTSIDE)


Form = list[tuple[str, tuple[str, ...]]]
"""Names of fields, each with the values its page offers."""


class FormReader(HTMLParser):
    """The forms of a page, by where they go."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, Form]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((said.get("action", "").partition("?")[0], []))
        if not self.forms:
            return
        form = self.forms[-1][1]
        if said.get("name") == "csrfmiddlewaretoken":  # another one in every page; these clients need none
            return
        if tag in ("input", "textarea", "select", "button") and "name" in said:
            value = (
                (said.get("value", "on" if said.get("type") == "checkbox" else ""),)
                if tag != "select"
                else ()
            )
            form.append((said["name"], value))
        elif tag == "option" and form:
            form[-1] = (form[-1][0], (*form[-1][1], said.get("value", "")))


@dataclass
class Fuzzer:
    """Fires at the scene; nothing of a shot stays."""

    scene: Scene
    rng: random.Random
    targets: list[Target] = field(default_factory=lambda: list(_targets(get_resolver())))
    clients: dict[As, Client] = field(default_factory=dict)
    forms: dict[str, list[Form]] = field(default_factory=dict)
    properties: dict[str, list[str]] = field(default_factory=dict)
    fired: int = 0

    def __post_init__(self) -> None:
        for role in ROLES:
            self.clients[role] = Client(raise_request_exception=True)
            if (user := self.scene.users[role]) is not None:
                self.clients[role].force_login(user)
        self._read_forms()
        self._read_schema()

    def fire(self) -> Shot:
        """One shot, at a route and by a role that the seed chooses."""
        rng = self.rng
        inside = rng.random() < 0.9
        target = rng.choice([one for one in self.targets if one.is_outside != inside] or self.targets)
        role = rng.choice((*ROLES, As.OWNER, As.OWNER, As.DIRECTOR))
        method = (
            rng.choice(list(target.roads)) if target.roads and rng.random() < 0.8 else rng.choice(METHODS)
        )
        path = self._path(target, target.roads.get(method))
        query = "" if rng.random() < 0.5 else urlencode(self._pairs(PARAMETERS), errors="surrogatepass")
        body, kind = self._body(target, method, path)
        if self.fired % 40 == 0:
            cache.clear()
        self.fired += 1
        may_change = target.is_outside or self._may(target, method, role)
        return self._send(role, method, path, query, body, kind, may_change=may_change)

    def _may(self, target: Target, method: str, role: As) -> bool:
        road = target.roads.get(method)
        return road is not None and role in ALLOWED[road.act]

    def _send(
        self, role: As, method: str, path: str, query: str, body: bytes, kind: str, *, may_change: bool
    ) -> Shot:
        status, fault, told = 0, "", ""
        # The stream gives its connection back, which would end the transaction that all of this happens in.
        with transaction.atomic(), _writes() as written, mock.patch.object(connection, "close"):
            try:
                response = self.clients[role].generic(
                    method, path, body, content_type=kind, headers=self._headers(), QUERY_STRING=query
                )
                status = response.status_code
                response.close()
            except Exception:
                status, told = 500, traceback.format_exc(limit=-6)
            if status >= 500:
                fault = "500"
            elif written and not may_change:
                fault, told = "beyond", f"wrote {', '.join(sorted(set(written)))}"
            transaction.set_rollback(True)
        return Shot(role, method, path, query, body, kind, status, fault, told)

    def _path(self, target: Target, road: Road | None) -> str:
        """The route's address in the scene; a part of it now and then replaced by what fits its converter."""
        road = road or next(iter(target.roads.values()), None)
        if road is not None and self.rng.random() < 0.75:
            return self.scene.path(road)
        known = {name: self.scene.filled(value) for name, value in road.kwargs.items()} if road else {}

        def part(found: re.Match[str]) -> str:
            if found[2] in known and self.rng.random() < 0.5:
                return quote(str(known[found[2]]), safe="")
            return quote(self.rng.choice(IN_PATH.get(found[1] or "str", IN_PATH["str"])), safe="%")

        return "/" + _PART.sub(part, re.sub(r"[\^$?]|\\Z|\(\?P<\w+>[^)]*\)", "", target.pattern))

    def _body(self, target: Target, method: str, path: str) -> tuple[bytes, str]:
        rng = self.rng
        if method in ("GET", "HEAD", "OPTIONS"):
            return b"", "text/plain"
        if rng.random() < 0.04:
            return rng.choice((b"\xff\xfe", b"{", b"[" * 2000, b"a=%00&b=%ff")), rng.choice(
                (
                    "application/json",
                    "application/x-www-form-urlencoded",
                    "multipart/form-data",
                    "text/xml",
                    "x",
                )
            )
        road = target.roads.get(method)
        filled = self.scene.filled(road.body) if road is not None else {}
        if path.startswith("/api/"):
            return self._json(filled, self.properties.get(f"{method} {path}", ())), "application/json"
        return urlencode(self._typed(path, filled), errors="surrogatepass").encode(), (
            "application/x-www-form-urlencoded"
        )

    def _typed(self, path: str, filled: Mapping[str, Any]) -> list[tuple[str, str]]:
        """A form of the page as it stands, but for a field or two."""
        rng = self.rng
        pairs = [(name, str(value)) for name, value in filled.items()]
        if forms := self.forms.get(path):
            form = rng.choice(forms)
            buttons = [name for name, _values in form]
            pairs += [
                (name, rng.choice(values or ("",)))
                for name, values in form
                if buttons.count(name) == 1 or rng.random() < 0.5
            ]
        n_odd = rng.choice((0, 1, 1, 2, len(pairs)))
        odd = set(rng.sample(range(len(pairs)), min(n_odd, len(pairs))))
        return [(name, self._text() if i in odd else value) for i, (name, value) in enumerate(pairs)]

    def _json(self, filled: Mapping[str, Any], names: Sequence[str]) -> bytes:
        body: Any = {name: value for name, value in filled.items() if self.rng.random() < 0.95}
        for name in sorted({*names, *filled}):
            if self.rng.random() < 0.25:
                body[name] = self._odd(body[name]) if name in body else self._value()
        if self.rng.random() < 0.05:
            body = self._value()
        return json.dumps(body).encode()

    def _odd(self, value: Any) -> Any:
        """Another value in its place, or in the place of one of its parts."""
        if isinstance(value, dict) and value and self.rng.random() < 0.8:
            name = self.rng.choice(sorted(value))
            return {**value, name: self._odd(value[name])}
        if isinstance(value, list) and value and self.rng.random() < 0.8:
            i = self.rng.randrange(len(value))
            return [*value[:i], self._odd(value[i]), *value[i + 1 :]]
        return self._value()

    def _value(self, depth: int = 0) -> Any:
        if depth < 2 and self.rng.random() < 0.15:
            return self.rng.choice(([self._value(depth + 1)], {"player": self._value(depth + 1)}))
        if self.rng.random() < 0.15:
            return self.rng.choice(list(self.scene.words.values()))
        return self.rng.choice(VALUES)

    def _pairs(self, names: Sequence[str]) -> list[tuple[str, str]]:
        chosen = [name for name in names if self.rng.random() < min(0.6, 4 / max(1, len(names)))]
        return [(name, self._text()) for name in chosen]

    def _text(self) -> str:
        if self.rng.random() < 0.25:
            return str(self.rng.choice(list(self.scene.words.values())))
        return self.rng.choice(TEXTS)

    def _headers(self) -> dict[str, str]:
        headers = {"HX-Request": "true"} if self.rng.random() < 0.2 else {}
        if self.rng.random() < 0.1:
            name = self.rng.choice(("If-Match", "Accept", "Accept-Language", "HX-Current-URL"))
            headers[name] = self.rng.choice(
                ('"1"', "*", "x", "application/json", "xx-YY;q=2", "http://[", "é")
            )
        return headers

    def _read_forms(self) -> None:
        """Every form of the pages as the owner sees them, by the address it goes to."""
        for road in ROADS:
            if road.method != "GET" or road.is_api or road.name == "live_stream":
                continue
            path = self.scene.path(road)
            response = self.clients[As.OWNER].get(path)
            if response.streaming or not response.headers.get("Content-Type", "").startswith("text/html"):
                continue
            for action, form in FormReader(response.content.decode()).forms:
                known = self.forms.setdefault(action or path, [])
                if form not in known:
                    known.append(form)

    def _read_schema(self) -> None:
        """The names of the properties of bodies, by method and address."""
        schema = self.clients[As.VISITOR].get("/api/v1/schema/").json()
        bodies: dict[tuple[str, str], list[str]] = {}
        for pattern, acts in schema["paths"].items():
            for method, act in acts.items():
                content = act.get("requestBody", {}).get("content", {}) if isinstance(act, dict) else {}
                reference = content.get("application/json", {}).get("schema", {}).get("$ref", "")
                component = schema["components"]["schemas"].get(reference.rpartition("/")[2], {})
                bodies[method.upper(), re.sub(r"\{\w+\}", "[^/]+", pattern)] = list(
                    component.get("properties", ())
                )
        for road in ROADS:
            if road.is_api:
                path = self.scene.path(road)
                for (method, pattern), names in bodies.items():
                    if method == road.method and re.fullmatch(pattern, path):
                        self.properties[f"{method} {path}"] = names


def _targets(resolver: URLResolver, prefix: str = "", space: str = "") -> Iterator[Target]:
    for found in resolver.url_patterns:
        pattern = prefix + str(found.pattern)
        if isinstance(found, URLPattern):
            name = f"{space}{found.name}"
            yield Target(name, pattern, {road.method: road for road in ROADS if road.name == name})
        else:
            inner = f"{space}{found.namespace}:" if found.namespace else space
            yield from _targets(found, pattern, inner)


_WRITE = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)', re.IGNORECASE)
_OF_THE_READER = ("django_session", "account_", "clubs_user", "authtoken_")


@contextmanager
def _writes() -> Iterator[list[str]]:
    """The tables of the club's life that are written to; what belongs to a session or a sign-in is not."""
    written: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        found = _WRITE.match(sql)
        if found and not found[1].startswith(_OF_THE_READER):
            written.append(found[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield written
