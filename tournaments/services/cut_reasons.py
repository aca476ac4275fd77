"""What separates the last who goes on from the first who does not, in the list or at each table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from games.models import SheetRevision
from games.services.facts import score_of
from tournaments.models import Cut, Round, Standing, Tournament
from tournaments.services.cut_lines import (
    Line,
    Placed,
    cuts_of,
    extra_games_of,
    listed,
    placed_at_tables,
)

TOTAL, DECIDER, SHARED = "total", "decider", "shared"


@dataclass(frozen=True, slots=True)
class Parting:
    """Two entries on either side of the line and what put it between them, with what each of them showed.

    `table` None: in the standings. `key` is `total`, a criterion of the list or of the game, or `decider`.
    """

    table: int | None
    last_in: int
    first_out: int
    key: str
    value_in: Any
    value_out: Any


def partings_of(tournament: Tournament, line: Line, *, played: Round, at_tables: bool) -> list[Parting]:
    """The reasons of a line that would be cut now. Five queries at most, whatever the number of tables."""
    if at_tables:
        return _at_tables(tournament, played, line.through, level=line.level)
    rows = listed(tournament, after=played.number)
    return (
        [] if line.level else _in_the_list(rows, line.through, _field_before(tournament, played.number + 1))
    )


def partings_of_cut(tournament: Tournament, cut: Cut) -> list[Parting]:
    """The reasons of a cut that stands; none where level players were decided on, or results have changed since."""
    if cut.how == Cut.How.STANDINGS:
        rows = listed(tournament, after=cut.after_round)
        return _in_the_list(rows, cut.entries, _field_before(tournament, cut.after_round))
    played = tournament.rounds.filter(number=cut.after_round).first()
    if cut.how != Cut.How.TABLES or played is None:
        return []
    return _at_tables(tournament, played, cut.entries)


def tried_on(tournament: Tournament, line: Line, *, at_tables: bool) -> list[str]:
    """The criteria in which those on the line are level, in their order; empty with nobody level."""
    if not line.level:
        return []
    if at_tables:
        return [TOTAL, *(key for key in tournament.ruleset.tie_break if key not in (SHARED, DECIDER))]
    reasons = [row.why.get("behind") for row in listed(tournament) if row.entry_id in line.level]
    passed: list[dict[str, Any]] = next(
        (one["passed"] for one in reasons if one and one["key"] == SHARED), []
    )
    return [TOTAL, *(step["key"] for step in passed if step["reason"] == "level")]


def _field_before(tournament: Tournament, after: int) -> frozenset[int] | None:
    """Who was still in when round `after` was cut."""
    earlier = [cut for cut in cuts_of(tournament) if cut.after_round < after]
    return frozenset(earlier[-1].entries) if earlier else None


def _in_the_list(
    rows: Sequence[Standing], through: Collection[int], field: frozenset[int] | None
) -> list[Parting]:
    inside = [row for row in rows if field is None or row.entry_id in field]
    went = [row.entry_id in through for row in inside]
    n = sum(went)
    if not 0 < n < len(inside) or not all(went[:n]):
        return []
    last, out = inside[n - 1], inside[n]
    behind = out.why.get("behind") or {}
    if last.place == out.place or not behind:
        return []
    return [Parting(None, last.entry_id, out.entry_id, behind["key"], behind["theirs"], behind["mine"])]


def _at_tables(
    tournament: Tournament, played: Round, through: Collection[int], level: Collection[int] = ()
) -> list[Parting]:
    """By number of the table; none of tables where somebody is still `level`."""
    pairs = []
    for people in placed_at_tables(played).values():
        ins = [one for one in people if one.entry_id in through]
        outs = [one for one in people if one.entry_id not in through]
        is_level = any(one.entry_id in level for one in outs)
        if ins and outs and not is_level and ins[-1].place <= outs[0].place:
            pairs.append((ins, outs))
    level_totals = {ins[-1].game_id for ins, outs in pairs if ins[-1].total == outs[0].total}
    ties = _ties_of(level_totals)
    games = extra_games_of(tournament, played)
    found = [_parting(ins, outs, ties, games) for ins, outs in pairs]
    return [one for one in found if one is not None]


def _parting(
    ins: Sequence[Placed],
    outs: Sequence[Placed],
    ties: Mapping[tuple[int, int, int], str],
    games: Iterable[Mapping[int, int]],
) -> Parting | None:
    last, out = ins[-1], outs[0]
    if last.place == out.place:
        return _by_extra_game(
            [one for one in ins if one.place == last.place],
            [one for one in outs if one.place == out.place],
            games,
        )
    key = TOTAL if last.total != out.total else ties.get((last.game_id, last.seat, out.seat), "")
    values: dict[str, tuple[object, object]] = {
        TOTAL: (last.total, out.total),
        "last-deal": (last.last_deal, out.last_deal),
        "bids-made": (last.bids_made, out.bids_made),
    }
    return Parting(last.table, last.entry_id, out.entry_id, key, *values.get(key, (None, None)))


def _by_extra_game(
    ins: Sequence[Placed], outs: Sequence[Placed], games: Iterable[Mapping[int, int]]
) -> Parting | None:
    """The first extra game that separates all who went on from all who did not; None if none does."""
    for game in games:
        known = [one for one in (*ins, *outs) if one.entry_id in game]
        if len(known) < len(ins) + len(outs):
            continue
        last = min(ins, key=lambda one: game[one.entry_id])
        out = max(outs, key=lambda one: game[one.entry_id])
        if game[last.entry_id] > game[out.entry_id]:
            points = game[last.entry_id], game[out.entry_id]
            return Parting(last.table, last.entry_id, out.entry_id, DECIDER, *points)
    return None


def _ties_of(game_ids: Collection[int]) -> dict[tuple[int, int, int], str]:
    """(game, seat, next seat) -> what separated two of equal totals at their table. One query."""
    if not game_ids:
        return {}
    found = {}
    revisions = SheetRevision.objects.filter(game__in=game_ids, number=F("game__revision"))
    for revision in revisions.select_related("game"):
        for tie in score_of(revision.game, revision).decided_by:
            for index, first in enumerate(tie.seats):
                for position in range(index + 1, len(tie.seats)):
                    separators = [by for by in tie.by[index:position] if by != SHARED]
                    if separators:
                        found[revision.game_id, first, tie.seats[position]] = separators[0]
    return found
