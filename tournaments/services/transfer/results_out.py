"""Results as a long table: one row for every player and hand, as the sheets stand now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from clubs.csv_tables import write_table
from games.engine import RuleSet
from games.models import Game, SheetRevision, SheetState
from games.services import facts
from tournaments.models import Table, Tournament
from tournaments.services.namesakes import tell_apart_at

COLUMNS = (
    "tournament",
    "round",
    "table",
    "seat",
    "player",
    "deal",
    "hand_size",
    "dealer",
    "bid",
    "tricks",
    "made",
    "adjustment",
    "points",
    "note",
)
VOID = "void"
_BATCH = 200

Cells = tuple[Any, ...]


def results_csv(tournament: Tournament) -> str:
    """The whole evening; void games are left out, void hands say so in their note, namesakes are told apart."""
    return write_table(COLUMNS, results_rows(tournament))


def results_rows(tournament: Tournament) -> Iterator[Cells]:
    """A handful of queries for every 200 tables."""
    tables = (
        Table.objects.filter(tournament=tournament, game__revision__gt=0)
        .exclude(round__state="draft")
        .exclude(game__state=SheetState.VOID)
        .select_related("game", "round")
        .order_by("round__number", "number")
    )
    sheets = with_sheets(tables.iterator(chunk_size=_BATCH))
    while played := list(islice(sheets, _BATCH)):
        people = facts.players_by_uid(uid for _table, sheet in played for uid in _uids(sheet))
        tell_apart_at(tournament, people.values())
        names = {uid: player.display_name for uid, player in people.items()}
        for table, sheet in played:
            assert table.game is not None
            head = (tournament.name, table.round.number, table.number)
            for row in sheet_rows(table.game, sheet, names):
                yield (*head, *row)


def with_sheets(tables: Iterable[Table]) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Each table with its current sheet."""
    batch: list[Table] = []
    for table in tables:
        batch.append(table)
        if len(batch) == _BATCH:
            yield from _sheets_of(batch)
            batch = []
    yield from _sheets_of(batch)


def _sheets_of(tables: list[Table]) -> Iterator[tuple[Table, dict[str, Any]]]:
    rows = SheetRevision.objects.filter(game__in=[table.game_id for table in tables]).order_by("number")
    newest = {row.game_id: row.sheet for row in rows}
    for table in tables:
        yield table, newest[table.game_id or 0]


def _uids(sheet: Mapping[str, Any]) -> Iterator[str]:
    return (uid for _seat, uid, _from, _to in facts.seat_holders(sheet) if uid)


def sheet_rows(game: Game, sheet: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Cells]:
    """(seat, player, deal, hand_size, dealer, bid, tricks, made, adjustment, points, note), numbered from 1.

    The adjustment is all that bid and tricks do not explain: what was written as one, and Rage's cards of ±5. A note
    on a hand without points is an adjustment of nought, whose cell is empty.
    """
    score = facts.score_of(game, SheetRevision(game=game, sheet=sheet))
    holders = facts.seat_holders(sheet)
    for number, deal in enumerate(sheet["deals"]):
        adjusted = points_of_fives(game.rules, deal)
        notes: dict[int, list[str]] = {}
        for entry in deal.get("adjustments") or ():
            adjusted[entry["seat"]] = adjusted.get(entry["seat"], 0) + entry["points"]
            if entry.get("reason"):
                notes.setdefault(entry["seat"], []).append(entry["reason"])
        for seat in range(len(sheet["players"])):
            if seat in (deal.get("out") or ()):
                continue
            made = _cell(deal, "made", seat)
            tricks, bid = _cell(deal, "tricks", seat), _cell(deal, "bids", seat)
            if made is None and tricks is not None and bid is not None:
                made = tricks == bid
            yield (
                seat + 1,
                _name(holders, seat, number, names),
                number + 1,
                deal["hand_size"],
                int(score.dealers[number] == seat),
                bid,
                tricks,
                None if made is None else int(made),
                adjusted.get(seat) or None,
                None if deal.get("void") else score.points[number][seat],
                VOID if deal.get("void") else "; ".join(notes.get(seat, ())),
            )


def points_of_fives(rules: Mapping[str, Any], deal: Mapping[str, Any]) -> dict[int, int]:
    """What Rage's cards of ±5 of a hand are worth, by seat from 0; seats to which they bring nothing are left out."""
    plus, minus = deal.get("plus_fives") or (), deal.get("minus_fives") or ()
    if deal.get("void") or not (any(plus) or any(minus)):
        return {}
    ruleset = RuleSet.from_value(rules)
    if ruleset.family != "rage":
        return {}
    worth: dict[int, int] = {}
    for value, counts in ((ruleset.scoring.plus_five, plus), (ruleset.scoring.minus_five, minus)):
        for seat, count in enumerate(counts):
            worth[seat] = worth.get(seat, 0) + value * (count or 0)
    return {seat: points for seat, points in worth.items() if points}


def _cell(deal: Mapping[str, Any], column: str, seat: int) -> Any:
    cells = deal.get(column)
    return cells[seat] if cells else None


def _name(
    holders: list[tuple[int, str | None, int, int | None]], seat: int, deal: int, names: Mapping[str, str]
) -> str:
    uid = next(
        (
            uid
            for number, uid, start, end in holders
            if number == seat and start <= deal and (end is None or deal <= end)
        ),
        None,
    )
    return names.get(uid or "", "")
