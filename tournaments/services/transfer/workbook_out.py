"""Results as a spreadsheet: a sheet of people and one sheet a game, rows = hands, two columns a player.

A game's sheet, by rows: what it is (`tournament`, name, `round`, n, `table`, n), the heads (`hand`, `cards`, `dealer`,
a name over two columns for each player: bid and tricks, `note`), the hands, then `adjustment` and `substitute` rows
(their hand under `cards`) and `total`. `made` and `missed` stand where nobody noted tricks, `out` for who was not in
a hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.errors import EldestHandError
from clubs.folding import in_order
from clubs.models import Player
from clubs.namesakes import tell_apart
from clubs.workbooks import MOST_SHEETS, Value, write_workbook
from games.models import Game, SheetState
from games.services import facts
from tournaments.models import Table, Tournament
from tournaments.services.transfer.results_out import VOID, sheet_rows, with_sheets

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PEOPLE = "Players"
MADE, MISSED, OUT = "made", "missed", "out"
HAND, CARDS, DEALER, NOTE = "hand", "cards", "dealer", "note"
ADJUSTMENT, SUBSTITUTE, TOTAL = "adjustment", "substitute", "total"
_BATCH = 200

Row = Sequence[Value]


def results_workbook(tournaments: Collection[Tournament] | QuerySet[Tournament]) -> bytes:
    """Every game of these tournaments, as their sheets stand now; void games are left out."""
    tables = (
        Table.objects.filter(tournament__in=tournaments, game__revision__gt=0)
        .exclude(round__state="draft")
        .exclude(game__state=SheetState.VOID)
        .select_related("game", "round", "tournament__club")
        .order_by("tournament__starts_at", "tournament", "round__number", "number")
    )
    if tables.count() > MOST_SHEETS - 1:
        raise EldestHandError(
            _("More than %(n)d games do not go into one spreadsheet: take single evenings along.")
            % {"n": MOST_SHEETS - 1},
            code="too_many_games",
        )
    played = list(with_sheets(tables.iterator(chunk_size=_BATCH)))
    people = facts.players_by_uid(uid for _table, sheet in played for uid in _uids(sheet))
    clubs = {table.tournament.club_id: table.tournament.club for table, _sheet in played}
    tell_apart(people.values(), club=next(iter(clubs.values())) if len(clubs) == 1 else None)
    taken: set[str] = set()
    games: list[tuple[str, list[Row]]] = []
    for table, sheet in played:
        assert table.game is not None
        names = {uid: people[uid].display_name for uid in _uids(sheet) if uid in people}
        name = sheet_name(table.game.played_at, table.tournament.club.time_zone, taken)
        taken.add(name)
        head = ("tournament", table.tournament.name, "round", table.round.number, "table", table.number)
        games.append((name, [head, *_game_rows(table.game, sheet, names)]))
    return write_workbook([(PEOPLE, _people(people)), *games])


def _uids(sheet: Mapping[str, Any]) -> set[str]:
    return {uid for _seat, uid, _from, _to in facts.seat_holders(sheet) if uid}


def sheet_name(played_at: datetime, zone: str, taken: Collection[str]) -> str:
    """`yy-mm-dd#HH-MM-SS` in the club's zone; the next game of that second has a number behind it."""
    first = played_at.astimezone(ZoneInfo(zone)).strftime("%y-%m-%d#%H-%M-%S")
    name, number = first, 1
    while name in taken:
        number += 1
        name = f"{first}-{number}"
    return name


def _people(people: Mapping[str, Player]) -> Iterator[Row]:
    yield ("player",)
    for name in sorted((player.display_name for player in people.values()), key=in_order):
        yield (name,)


def _game_rows(game: Game, sheet: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Row]:
    n_seats = len(sheet["players"])
    hands: dict[int, dict[int, tuple[Any, ...]]] = {}
    for row in sheet_rows(game, sheet, names):
        hands.setdefault(row[2], {})[row[0]] = row
    holders = facts.seat_holders(sheet)
    first: dict[int, str] = {}
    for seat, uid, _start, _end in holders:
        first.setdefault(seat, names.get(uid or "", ""))
    heads: list[Value] = [HAND, CARDS, DEALER]
    for seat in range(n_seats):
        heads += [first.get(seat, ""), None]
    yield [*heads, NOTE]
    totals = [0] * n_seats
    adjustments: list[Row] = []
    for number, hand in sorted(hands.items()):
        one = next(iter(hand.values()))
        dealer = next((seat for seat, row in hand.items() if row[4]), None)
        cells: list[Value] = []
        is_void = any(row[10] == VOID for row in hand.values())
        for seat in range(1, n_seats + 1):
            cells += _pair(hand.get(seat))
            if seat not in hand:
                continue
            totals[seat - 1] += hand[seat][9] or 0
            if hand[seat][8] or (hand[seat][10] and not is_void):
                adjustments.append(_at(n_seats, ADJUSTMENT, number, seat, hand[seat][8] or 0, hand[seat][10]))
        yield [number, one[3], dealer, *cells, VOID if is_void else None]
    yield from adjustments
    seen: set[int] = set()
    for seat, uid, start, _end in holders:
        if seat in seen:
            yield _at(n_seats, SUBSTITUTE, start + 1, seat + 1, names.get(uid or "", ""))
        seen.add(seat)
    sums: list[Value] = []
    for total in totals:
        sums += [total, None]
    yield [TOTAL, None, None, *sums, None]


def _pair(row: tuple[Any, ...] | None) -> list[Value]:
    if row is None:
        return [OUT, OUT]
    bid, tricks, made = row[5:8]
    return [bid, tricks if tricks is not None or made is None else MADE if made else MISSED]


def _at(n_seats: int, word: str, hand: int, seat: int, value: Value, note: str = "") -> Row:
    cells: list[Value] = [None] * (2 * n_seats)
    cells[2 * seat - 2] = value
    return [word, hand, None, *cells, note or None]
