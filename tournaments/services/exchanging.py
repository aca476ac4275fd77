"""Two people stand in each other's column of a sheet: one act puts them right, with every hand each of them played."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.live import announce
from clubs.rights import Act
from games.errors import SheetConflict
from games.models import Game, Source
from games.services import facts
from games.services.drafts import draft_of
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import RoundSeat, Table, Tournament
from tournaments.rights import require_in
from tournaments.services import marks, results


def exchange_people(table: Table, *, first: int, second: int, by: By, reason: str, seen: int) -> Game:
    """Whoever stands in column `first` (from 0) stands in `second` afterwards, and the other way round.

    The values stay where they were written, so each gets the hands of the other; who dealt is what the columns say.
    Substitutes go with their column. `seen` is the version of the game that the asker saw: done twice it would be
    undone, so another one is a `SheetConflict`.
    """
    require_in(by, table.tournament, Act.CORRECT_SHEET)
    if not reason.strip():
        raise TournamentError(
            _("Say how it was noticed: people have seen this sheet."), code="reason_missing"
        )
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=table.tournament_id)
        game = Game.objects.select_for_update().get(pk=results.game_of(table).pk)
        table.game = game  # as it is now, not as the asker read it
        if game.source == Source.HOSTED:
            raise RoundConflict(_("This game was played here: everybody played the own cards."))
        if game.version != seen:
            raise SheetConflict(_("The sheet was changed meanwhile: look at it again."))
        seats = {seat.seat: seat for seat in table.seats.select_related("entry__player")}
        if first == second or not {first, second} <= seats.keys():
            raise TournamentError(_("Choose two people of this table."), code="two_people")
        if game.revision:
            sheet = results.sheet_as_typed(table)[1]
            changed = _exchanged(sheet, first, second)
            game = results.enter_sheet(table, sheet=changed, by=by, reason=reason.strip()).game
        else:
            _exchange_seats(game, first, second)
        _exchange_entries(seats[first], seats[second])
        log(
            "seat.exchanged",
            f"game:{game.pk}",
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            reason=reason.strip(),
            first=seats[first].entry_id,
            second=seats[second].entry_id,
        )
        marks.mark_tournament(tournament.pk)
    return game


def _exchanged(sheet: dict[str, Any], first: int, second: int) -> dict[str, Any]:
    other = {first: second, second: first}
    players = [sheet["players"][other.get(seat, seat)] for seat in range(len(sheet["players"]))]
    changed = {**sheet, "players": players}
    if sheet.get("seats"):
        stints = [
            {"seat": other.get(seat, seat), "player": uid, "from": start, "to": end}
            for seat, uid, start, end in facts.seat_holders(sheet)
        ]
        changed["seats"] = sorted(stints, key=lambda row: (row["seat"], row["from"]))
    return changed


def _exchange_seats(game: Game, first: int, second: int) -> None:
    """The same for a sheet of which nothing is stored: its form follows from the seats."""
    rows = list(game.seats.filter(number__in=(first, second)))
    game.seats.filter(number__in=(first, second)).delete()
    for row in rows:
        row.pk, row.number = None, second if row.number == first else first
        row.save(force_insert=True)
    game.version += 1
    game.save(update_fields=["version"])
    announce(results.sheet_topic(game), game.version + draft_of(game)[0])


def _exchange_entries(first: RoundSeat, second: RoundSeat) -> None:
    """The lines in the standings follow their people."""
    RoundSeat.objects.filter(pk__in=(first.pk, second.pk)).delete()
    first.seat, second.seat = second.seat, first.seat
    RoundSeat.objects.bulk_create(
        [
            RoundSeat(round_id=one.round_id, table_id=one.table_id, entry_id=one.entry_id, seat=one.seat)
            for one in (first, second)
        ]
    )
