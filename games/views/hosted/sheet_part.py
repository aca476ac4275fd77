"""The whole sheet under the felt: the same for all readers of a language, so it is drawn once a hand."""

from __future__ import annotations

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.models import Player
from games.engine import GameState, game_sheet, score_sheet
from games.models import Game
from games.services.hosting.kept import made_once, sheets, text_of
from games.views.sheet_table import sheet_table


def sheet_drawn(game: Game, state: GameState, holders: Sequence[tuple[str, Player | None]]) -> str:
    """The sheet of the hands that are over, in the reader's language; empty before the first is.

    `holders`: who sits at each seat, by name and, for a member, with the profile.
    """
    if not state.records:
        return ""
    # Hands and adjustments are only ever added, one at a time: their number names the sheet.
    kept = sheets.kept(text_of(game), len(state.records) + len(state.adjustments), {})
    key = (*((name, player and player.pk) for name, player in holders), get_language())
    return mark_safe(made_once(kept, key, lambda: _drawn(state, holders)))


def _drawn(state: GameState, holders: Sequence[tuple[str, Player | None]]) -> str:
    sheet = game_sheet(state)
    shown = sheet_table(
        sheet, score_sheet(sheet, with_suspects=False), [[_Holder(*holder)] for holder in holders]
    )
    caption = _("Bids, points and running totals, a row per hand, two columns per player in seat order")
    return render_to_string("games/_sheet.html", {"sheet": shown, "caption": caption})


class _Holder:
    """A seat as the sheet's heading wants it."""

    from_deal = 0

    def __init__(self, name: str, player: Player | None) -> None:
        self.player = player
        self.name = "" if player else name
