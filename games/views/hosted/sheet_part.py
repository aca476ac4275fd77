"""The whole sheet under the felt: the same for all readers of a language, so it is drawn once a hand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.models import Player
from games.engine import GameState, game_sheet, score_sheet
from games.views.sheet_table import sheet_table

KEPT_SECONDS = 600


def sheet_drawn(state: GameState, holders: Sequence[tuple[str, Player | None]]) -> str:
    """The sheet of the hands that are over, in the reader's language; empty before the first is.

    `holders`: who sits at each seat, by name and, for a member, with the profile.
    """
    if not state.records:
        return ""
    key = _key(state, holders)
    kept: str | None = cache.get(key)
    if kept is None:
        sheet = game_sheet(state)
        shown = sheet_table(
            sheet, score_sheet(sheet, with_suspects=False), [[_Holder(*holder)] for holder in holders]
        )
        caption = _("Bids, points and running totals, a row per hand, two columns per player in seat order")
        kept = render_to_string("games/_sheet.html", {"sheet": shown, "caption": caption})
        cache.set(key, kept, KEPT_SECONDS)
    return mark_safe(kept)


def _key(state: GameState, holders: Sequence[tuple[str, Player | None]]) -> str:
    """All that the drawn sheet depends on: what is over, who is called how, the language."""
    people = [(name, player and player.pk) for name, player in holders]
    shown = repr((state.commitment, state.records, state.adjustments, people, get_language()))
    return f"hosted-sheet:{hashlib.sha256(shown.encode()).hexdigest()}"


class _Holder:
    """A seat as the sheet's heading wants it."""

    from_deal = 0

    def __init__(self, name: str, player: Player | None) -> None:
        self.player = player
        self.name = "" if player else name
