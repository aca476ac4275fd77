"""What a table writer does through the link: type, deal a hand anew, send the sheet. The link is asked each time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import log
from games.errors import SheetConflict
from games.models import Game
from games.services.drafts import Typed, Value, is_contested
from games.services.merging import pruned, standing_of
from games.services.paper_modes import with_made
from games.services.sheets import Recorded
from tournaments.models import Table, TableLink
from tournaments.rights import by_link
from tournaments.services import results
from tournaments.services.links import open_table

COLUMNS = ("bids", "tricks", "made", "plus_fives", "minus_fives")


def type_by_link(link: TableLink, *, changes: Mapping[str, Value], seen: int, client_key: str) -> Typed:
    """Keep what was tapped at the table; `LinkEnded` once the sheet is final or the round over."""
    with transaction.atomic():
        table = open_table(link)
        return results.type_on_sheet(
            table, changes=changes, seen=seen, by=by_link(table), client_key=client_key
        )


def deal_again(link: TableLink, *, hand: int, seen: int, client_key: str) -> Typed:
    """A misdeal: what was written of hand `hand` (from 0) is wiped, the same dealer deals again, the log knows."""
    with transaction.atomic():
        table = open_table(link)
        game, by = _game(table), by_link(table)
        deals = standing_of(game, results.blank_sheet(table)).sheet["deals"]
        wiped: dict[str, Value] = {
            f"{hand}.{column}.{seat}": None
            for column in COLUMNS
            for seat, value in enumerate(deals[hand].get(column) or ())
            if value is not None
        }
        typed = results.type_on_sheet(table, changes=wiped, seen=seen, by=by, client_key=client_key)
        note_again(link, hand=hand + 1)
        return typed


def note_again(link: TableLink, *, hand: int) -> None:
    """The log's line about hand `hand` (from 1), for a writer that wiped it himself."""
    with transaction.atomic():
        table = open_table(link)
        tournament = table.tournament
        log(
            "deal.again",
            f"game:{table.game_id}",
            by=by_link(table),
            club_id=tournament.club_id,
            scope=tournament.scope,
            number=hand,
        )


def send_sheet(
    link: TableLink,
    *,
    seen: int,
    revision: int,
    mode: str,
    client_key: str,
    reason: str = "",
    ended_early: bool = False,
) -> Recorded:
    """Store the sheet as it stands typed, the same way as the desk does; sending it twice stores it once.

    `seen` is the version of the draft and `revision` the stored one that the writer had before him; whatever came
    in since is a `SheetConflict`, so that nothing is sent that he has not seen.
    """
    with transaction.atomic():
        table = open_table(link)
        game = _game(table)
        if sent := game.revisions.filter(client_key=client_key).first():
            return Recorded(game, sent, created=False)
        standing = standing_of(game, results.blank_sheet(table))
        if standing.version != seen or game.revision != revision:
            raise SheetConflict(_("Somebody else typed on this sheet meanwhile: look at it, then send it."))
        if is_contested(standing.cells):
            raise SheetConflict(
                _("Two people typed different values: say which is right, then send the sheet.")
            )
        sheet = sheet_to_send(game, standing.sheet, mode, ended_early=ended_early)
        return results.enter_sheet(
            table,
            sheet=sheet,
            by=by_link(table),
            reason=reason,
            client_key=client_key or None,
            expected_revision=revision,
        )


def sheet_to_send(
    game: Game, sheet: Mapping[str, Any], mode: str, *, ended_early: bool = False
) -> dict[str, Any]:
    """The typed sheet as it is stored."""
    found = pruned(with_made(sheet, game.ruleset, mode))
    found.pop("ended_early", None)
    return {**found, "ended_early": True} if ended_early else found


def _game(table: Table) -> Game:
    assert table.game is not None  # `open_table` lets no other through
    return Game.objects.select_for_update().get(pk=table.game.pk)
