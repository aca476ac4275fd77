"""Single rows of a tournament as a file has them: settings, rounds with tables and seats, facts in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from clubs.shapes import read_moment
from games.engine import RuleSet
from games.models import Game
from games.services.transfer.fates import Fate, Row
from games.services.transfer.storing import Known
from tournaments.models import (
    ClockAct,
    Cut,
    Decider,
    Penalty,
    Presence,
    Round,
    RoundSeat,
    SeatingWish,
    Table,
    Tournament,
)
from tournaments.services.transfer.plans import RoundPlan

Value = Mapping[str, Any]


def settle(tournament: Tournament, value: Value, ruleset: RuleSet) -> None:
    """Write the settings of the file on a tournament; its address and season stay."""
    for name in (
        "name",
        "table_sizes",
        "n_rounds",
        "draw",
        "table_points",
        "tie_breaks",
        "best_of",
        "absent",
        "seed",
        "lot_seed",
        "on_leaving",
        "visibility",
        "frozen_after",
        "revealed",
    ):
        setattr(tournament, name, value[name])
    tournament.season_weight = Decimal(value["season_weight"])
    tournament.rules, tournament.rules_hash = ruleset.to_json(), ruleset.hash
    tournament.starts_at = read_moment(value["starts_at"])
    tournament.closed_at = read_moment(value["closed_at"]) if value["closed_at"] else None


def store_round(
    tournament: Tournament, plan: RoundPlan, entries: Mapping[int, int], games: Mapping[str, Game]
) -> None:
    if plan.fate not in (Fate.NEW, Fate.CHANGED):
        return
    value = plan.value
    played = plan.stored or Round(tournament=tournament, number=value["number"])
    for name in (
        "state",
        "seed",
        "algorithm",
        "input_hash",
        "seating_input",
        "seating_report",
        "moved_by_hand",
    ):
        setattr(played, name, value[name])
    played.weight = Decimal(value["weight"])
    for name in ("drawn_at", "published_at", "started_at", "closed_at"):
        setattr(played, name, read_moment(value[name]) if value[name] else None)
    played.save()
    _store_tables(tournament, played, value, entries, games)


def _store_tables(
    tournament: Tournament,
    played: Round,
    value: Value,
    entries: Mapping[int, int],
    games: Mapping[str, Game],
) -> None:
    """Tables and seats as the file has them; a game that nobody wrote on and the file does not know goes."""
    played.seats.all().delete()
    tables = {table.number: table for table in played.tables.all()}
    for row in value["tables"]:
        table = tables.pop(row["number"], None) or Table(
            tournament=tournament, round=played, number=row["number"]
        )
        table.sheet_number = row["sheet_number"]
        table.game = games[row["game"]["uid"]] if row["game"] else None
        table.save()
        RoundSeat.objects.bulk_create(
            [
                RoundSeat(round=played, table=table, entry_id=entries[seat["entry"]], seat=seat["seat"])
                for seat in row["seats"]
            ]
        )
    for table in tables.values():
        table.delete()
    RoundSeat.objects.bulk_create(
        [RoundSeat(round=played, entry_id=entries[number]) for number in value["sit_outs"]]
    )


Maker = Callable[[Row, Mapping[int, int]], Any]


def _presence(row: Row, entries: Mapping[int, int]) -> Presence:
    return Presence(entry_id=entries[row["entry"]], from_round=row["from_round"], status=row["status"])


def _cut(row: Row, entries: Mapping[int, int]) -> Cut:
    return Cut(
        after_round=row["after_round"],
        n_rounds=row["n_rounds"],
        entries=[entries[number] for number in row["entries"]],
        level=[entries[number] for number in row["level"]],
        how=row["how"],
        carry=row["carry"],
        lot_seed=row["lot_seed"],
        reason=row["reason"],
    )


def _wish(row: Row, entries: Mapping[int, int]) -> SeatingWish:
    return SeatingWish(
        kind=row["kind"],
        entry_id=entries[row["entry"]] if row["entry"] is not None else None,
        other_id=entries[row["other"]] if row["other"] is not None else None,
        table=row["table"],
    )


def _clock_act(row: Row, entries: Mapping[int, int]) -> ClockAct:
    return ClockAct(
        round_number=row["round"], kind=row["kind"], seconds=row["seconds"], table_number=row["table"]
    )


def _penalty(row: Row, entries: Mapping[int, int]) -> Penalty:
    return Penalty(entry_id=entries[row["entry"]], points=Decimal(row["points"]), reason=row["reason"])


def _decider(row: Row, entries: Mapping[int, int]) -> Decider:
    return Decider(
        kind=row["kind"],
        points=[[entries[number], points] for number, points in row["points"]],
        reason=row["reason"],
    )


MAKERS: dict[str, Maker] = {
    "presence": _presence,
    "cuts": _cut,
    "wishes": _wish,
    "clock": _clock_act,
    "penalties": _penalty,
    "deciders": _decider,
}


def store_rows(
    tournament: Tournament,
    rows: Sequence[Row],
    make: Maker,
    entries: Mapping[int, int],
    known: Known,
) -> None:
    """Append facts in their order; `cancels` is the place of an earlier line, stored or just appended."""
    if not rows:
        return
    made = []
    for row in rows:
        fact = make(row, entries)
        fact.tournament = tournament
        fact.by_id, fact.via, fact.at = known.user_id(row["by"]), row["via"], read_moment(row["at"])
        made.append(fact)
    model = type(made[0])
    if "cancels" not in rows[0]:
        model.objects.bulk_create(made, batch_size=500)
        return
    pks = list(model.objects.filter(tournament=tournament).order_by("pk").values_list("pk", flat=True))
    for fact, row in zip(made, rows, strict=True):
        fact.cancels_id = pks[row["cancels"]] if row["cancels"] is not None else None
        fact.save(force_insert=True)
        pks.append(fact.pk)
