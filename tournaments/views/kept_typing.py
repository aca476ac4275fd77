"""What somebody sent whose sign-in had expired: it stands on the page again once he is signed in."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

MOST_KEPT = 20_000
MOST_PAGES = 5
KEPT_UNDER = "typed"


def keep_typed(request: HttpRequest) -> None:
    """Keep the form in the session that the sign-in goes on with; nobody else's browser has it.

    By its address alone: what is kept of a page that is hidden, or never was, tells nothing about it.
    """
    typed = request.POST.dict()
    if typed and sum(map(len, map(str, typed.values()))) <= MOST_KEPT:
        others = {path: kept for path, kept in _kept(request).items() if path != request.path}
        newest = list(others.items())[-(MOST_PAGES - 1) :]
        request.session[KEPT_UNDER] = {**dict(newest), request.path: typed}


def take_kept(request: HttpRequest) -> dict[str, Any] | None:
    """The form that was kept, once; None where none was."""
    kept = _kept(request)
    typed = kept.pop(request.path, None)
    if typed is not None:
        request.session[KEPT_UNDER] = kept
    return typed


def _kept(request: HttpRequest) -> dict[str, dict[str, Any]]:
    return dict(request.session.get(KEPT_UNDER, {}))
