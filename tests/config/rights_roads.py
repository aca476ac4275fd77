"""One road of the site: a method of a route, the act it is, and how it refuses. Words for the lists of roads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from clubs.rights import Act


class Refusal(Enum):
    """How a road refuses: (a visitor who reads, a visitor who acts, somebody else)."""

    PAGE = (302, 403, 403)  # a visitor who reads is asked to sign in
    TO_GAME = (302, 403, 302)  # an account is led to the game, who is signed out to the sign-in
    API = (401, 401, 403)
    DRAFT_PAGE = (404, 404, 404)  # for whoever may not read drafts there never is one
    DRAFT_API = (401, 401, 404)


@dataclass(frozen=True, slots=True)
class Road:
    """One method of one route. `where` names the tournament of the scene it is tried in; `body` is filled from it.

    `ok` are the answers that say the act was let through.
    """

    name: str
    method: str
    act: Act
    refusal: Refusal = Refusal.PAGE
    where: str = ""
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    ok: tuple[int, ...] = (200,)

    @property
    def is_api(self) -> bool:
        return self.name.startswith("api:")


PASSED = (200, 204, 302, 409, 422)  # a page let somebody through; what became of it is its own test


def page(name: str, act: Act = Act.READ_PUBLIC, *, where: str = "", **kwargs: Any) -> Road:
    return Road(name, "GET", act, where=where, kwargs=kwargs, ok=(200,))


def form(
    name: str,
    act: Act,
    *,
    where: str = "",
    refusal: Refusal = Refusal.PAGE,
    body: Mapping[str, Any] | None = None,
    **kwargs: Any,
) -> Road:
    return Road(name, "POST", act, refusal, where, kwargs, body or {}, ok=PASSED)


def read(name: str, act: Act = Act.READ_PUBLIC, *, where: str = "", **kwargs: Any) -> Road:
    return Road(f"api:{name}", "GET", act, Refusal.API, where, kwargs)


def write(
    method: str,
    name: str,
    act: Act,
    *,
    where: str = "",
    body: Mapping[str, Any] | None = None,
    ok: int = 200,
    refusal: Refusal = Refusal.API,
    **kwargs: Any,
) -> Road:
    return Road(f"api:{name}", method, act, refusal, where, kwargs, body or {}, (ok,))


WHY = {"reason": "a try"}
NO_PHOTO = "00000000-0000-0000-0000-000000000000"  # let through, and not there
