"""The parts of a table's page that are strings of many small ones, each drawn once for all who are shown its values.

A loop in a template costs more than what it draws. The parts with forms carry a mark where the reader's own token
goes (`with_token`), so that they can be kept too.
"""

from __future__ import annotations

import secrets
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.models import HostedTable
from games.templatetags.drawn import drawn
from games.views.hosted.scene import Scene
from games.views.hosted.shapes import Held

MARK: Final = secrets.token_hex(16)
"""Where a token goes; another one in every process, so that nobody can write it into a name."""
N_HANDS: Final = 1024


def parts_of(table: HostedTable, scene: Scene | None, *, is_paused: bool) -> dict[str, Any]:
    """What the templates put in place as it is."""
    found: dict[str, Any] = {"csrf_token": MARK} | _addresses(table.key)
    if scene is not None:
        slots, lines = scene.slots, scene.lines
        found |= {
            "trick": _joined("games/play/_slot.html", "slot", slots, is_full=scene.is_full),
            "calls": _joined("games/play/_call.html", "line", (one for one in lines if not one.is_out)),
            "pad_lines": _joined("games/play/_pad_line.html", "line", lines),
            "hand": _hand(tuple(scene.held), scene.says_not_now, is_paused, get_language()),
        }
    return found


def with_token(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The page with the reader's own token in its forms; a page without forms takes none."""
    mark = MARK.encode()
    if mark in response.content:
        response.content = response.content.replace(mark, get_token(request).encode())
    return response


def _joined(name: str, each: str, values: Iterable[Hashable], **more: Hashable) -> SafeString:
    return mark_safe("".join([drawn(name, **{each: value}, **more) for value in values]))


@lru_cache(maxsize=N_HANDS)
def _hand(held: tuple[Held, ...], says_not_now: bool, is_paused: bool, _language: str | None) -> SafeString:
    return _joined("games/play/_held.html", "one", held, says_not_now=says_not_now, is_paused=is_paused)


@lru_cache(maxsize=N_HANDS)
def _addresses(key: str) -> dict[str, str]:
    return {
        "here": reverse("play_table", args=[key]),
        "act_address": reverse("play_act", args=[key]),
        "own_address": reverse("play_seat", args=[key]),
    }
