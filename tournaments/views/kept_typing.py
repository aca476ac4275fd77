"""What somebody sent whose sign-in had expired: it stands on the page again once he is signed in."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from games.models import Game

MOST_KEPT = 20_000


def keep_typed(request: HttpRequest, game: Game) -> None:
    """Keep the form in the session that the sign-in goes on with; nobody else's browser has it."""
    typed = request.POST.dict()
    if sum(map(len, map(str, typed.values()))) <= MOST_KEPT:
        request.session[_kept_under(game)] = typed


def take_kept(request: HttpRequest, game: Game) -> dict[str, Any] | None:
    """The form that was kept, once; None where none was."""
    kept: dict[str, Any] | None = request.session.pop(_kept_under(game), None)
    return kept


def _kept_under(game: Game) -> str:
    return f"typed:{game.pk}"
