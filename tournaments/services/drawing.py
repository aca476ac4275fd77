"""From facts to a seating problem, and from its solution back to entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from tournaments.errors import DrawRefused
from tournaments.models import Entry, Presence, Round, RoundSeat, Tournament
from tournaments.seating import Plan as SeatingPlan
from tournaments.seating import SeatingError, SeatingProblem, next_round, plan
from tournaments.services.entries import statuses

_SEATED = frozenset({Presence.Status.PRESENT, Presence.Status.VOLUNTEER})


@dataclass(frozen=True, slots=True)
class Draw:
    """A solved round: entry ids by table in seat order, and all that defends it later."""

    tables: tuple[tuple[int, ...], ...]
    sit_outs: tuple[int, ...]
    seed: int
    algorithm: str
    input_hash: str
    seating_input: dict[str, Any]
    report: dict[str, Any]


def draw_seats(
    tournament: Tournament, number: int, *, sizes: Sequence[int] | None = None, seed: int | None = None
) -> Draw:
    """Seat the players present in round `number`; nothing is stored. Raises `DrawRefused` with the reason."""
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    known = statuses(tournament, number)
    present = sorted(pk for pk in entries if known.get(pk) in _SEATED)
    if not present:
        raise DrawRefused(_("Nobody is present: call the roll before you draw."), code="nobody_present")
    played = list(tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number"))
    document: dict[str, Any] = {
        "players": [id_of(entries[pk]) for pk in present],
        "sizes": list(sizes or tournament.table_sizes),
        "seed": round_seed(tournament.seed, number) if seed is None else seed,
        "history": _history(tournament, entries),
    }
    if tournament.draw == Tournament.Draw.PLAN:
        document["rounds"] = max(1, tournament.n_rounds - number + 1)
        previous = _rest_of_plan(played, document)
        if previous:
            document["previous"] = previous[: document["rounds"]]
    else:
        document["scores"] = _scores(tournament, entries)
        document["effort"] = "quick"
    try:
        problem = SeatingProblem.from_json(document)
        solved = plan(problem) if tournament.draw == Tournament.Draw.PLAN else next_round(problem)
    except SeatingError as error:
        raise DrawRefused(error.message, code=error.code) from error
    report = solved.to_json()
    tables = report["rounds"][0] if isinstance(solved, SeatingPlan) else report["tables"]
    ids = {id_of(entry): pk for pk, entry in entries.items()}
    seated = tuple(tuple(ids[player] for player in table) for table in tables if table)
    at_tables = [pk for table in seated for pk in table]
    sit_outs = tuple(pk for pk in present if pk not in at_tables)
    _check(seated, at_tables, present, problem.sizes)
    return Draw(
        tables=seated,
        sit_outs=sit_outs,
        seed=problem.seed,
        algorithm=str(report["algorithm"]),
        input_hash=problem.input_hash,
        seating_input=problem.to_json(),
        report=report,
    )


def _check(
    seated: Sequence[Sequence[int]], at_tables: list[int], present: Sequence[int], sizes: Sequence[int]
) -> None:
    """Nothing is stored that seats somebody twice, a stranger, or a table of a size that is not allowed."""
    if len(set(at_tables)) < len(at_tables) or not set(at_tables) <= set(present):
        raise RuntimeError(f"The seating seats a player twice or a stranger: {seated}.")
    if not {len(table) for table in seated} <= set(sizes):
        raise RuntimeError(f"The seating has tables of sizes outside {list(sizes)}: {seated}.")


def round_seed(tournament_seed: int, number: int) -> int:
    """A seed per round: the same seed in every round would give the same tables."""
    return (tournament_seed * 1_000_003 + number) % (2**31)


def id_of(entry: Entry) -> str:
    """The id of an entry in the pure rooms: its number in fixed width, so that ties keep one order everywhere."""
    return f"{entry.number:05d}"


def _history(tournament: Tournament, entries: dict[int, Entry]) -> list[list[list[str]]]:
    rows = (
        RoundSeat.objects.filter(round__tournament=tournament, table__isnull=False)
        .exclude(round__state=Round.State.DRAFT)
        .order_by("round__number", "table__number", "seat")
        .values_list("round__number", "table__number", "entry_id")
    )
    rounds: dict[int, dict[int, list[str]]] = {}
    for number, table, entry_id in rows:
        rounds.setdefault(number, {}).setdefault(table, []).append(id_of(entries[entry_id]))
    return [list(tables.values()) for _number, tables in sorted(rounds.items())]


def _scores(tournament: Tournament, entries: dict[int, Entry]) -> dict[str, int | float]:
    last = tournament.standings.order_by("-after_round").values_list("after_round", flat=True).first()
    totals = tournament.standings.filter(after_round=last or 0).values_list("entry_id", "total")
    return {id_of(entries[entry_id]): _number(total) for entry_id, total in totals}


def _number(text: str) -> int | float:
    value = Decimal(text)
    return int(value) if value == int(value) else float(value)


def _rest_of_plan(played: Sequence[Round], document: Mapping[str, Any]) -> list[list[list[str]]] | None:
    """The open rounds of the plan the last round came from, while the same people play at the same sizes."""
    if not played:
        return None
    last = played[-1]
    people = {key: last.seating_input.get(key) for key in ("players", "sizes")}
    rounds = last.seating_report.get("rounds") or []
    if len(rounds) < 2 or people != {key: document[key] for key in people}:
        return None
    return [[list(table) for table in tables] for tables in rounds[1:]]
