"""Standings from facts: read, rank in the pure room, store a snapshot after every round.

A snapshot carries the digest of the facts it follows from. A refresh derives those whose digest is not today's, and
leaves the others as they are: a sheet of the last round costs the last list, a correction every list from there on.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from clubs.live import announce
from tournaments.models import Tournament
from tournaments.services import marks
from tournaments.services.reasons import reason_json
from tournaments.services.standing_facts import StandingFacts, document_after, standing_facts
from tournaments.standings.exact import plain_text
from tournaments.standings.snapshots import Lists, digests
from tournaments.standings.stages import StagedRow

COLUMNS = ("position", "place", "total", "columns", "decided_by", "why")
_INSERT = (
    "INSERT INTO tournaments_standing (tournament_id, after_round, entry_id, position, place, total, columns,"
    " decided_by, why, digest, version) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One derived row before it is stored; compared with what is stored by its columns."""

    after_round: int
    entry_id: int
    position: int
    place: int | None
    total: str
    columns: dict[str, Any]
    decided_by: str | None
    why: dict[str, Any]
    digest: str = ""


def refresh(tournament_id: int) -> bool:
    """Compute what the mark asks for and clear it, in one transaction; False if nothing was to be done.

    Safe to call at any time, any number of times, by several workers.
    """
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        mark = marks.lock(tournament.scope)
        if mark is None:
            return False
        wanted = mark.wanted
        _renew(tournament, version=wanted)
        tournament.version = wanted
        tournament.save(update_fields=["version"])
        mark.done = wanted
        mark.save(update_fields=["done"])
        if tournament.season_id is not None:
            marks.mark_season(tournament.season_id)
        announce(tournament.topic, wanted)
    return True


def derive(tournament: Tournament) -> list[Line]:
    """All snapshots of a tournament, from its facts alone. Eight queries, whatever its size."""
    facts = standing_facts(tournament)
    return [line for snapshot in _snapshots(facts, _digests(facts)) for line in snapshot]


def derive_newest(tournament: Tournament) -> list[Line]:
    """The list after the last round with a result, as `derive` ends with it."""
    facts = standing_facts(tournament)
    last = sorted(_digests(facts).items())[-1:]
    return [line for snapshot in _snapshots(facts, dict(last)) for line in snapshot]


def derive_after(tournament: Tournament, number: int) -> list[Line]:
    """The list after this round, of the facts as they are; empty where no such list is."""
    facts = standing_facts(tournament)
    digest = _digests(facts).get(number)
    if digest is None:
        return []
    return [line for snapshot in _snapshots(facts, {number: digest}) for line in snapshot]


def rebuild(tournament: Tournament, *, version: int) -> None:
    """Every snapshot anew, whatever is stored. Call it under the lock of the tournament."""
    tournament.standings.all().delete()
    facts = standing_facts(tournament)
    for snapshot in _snapshots(facts, _digests(facts)):
        _insert(tournament, snapshot, version=version)


def _renew(tournament: Tournament, *, version: int) -> None:
    """Replace the snapshots whose facts changed; the others keep the version of theirs."""
    facts = standing_facts(tournament)
    wanted = _digests(facts)
    stored = dict(tournament.standings.filter(position=0).order_by().values_list("after_round", "digest"))
    changed = {number: digest for number, digest in wanted.items() if stored.get(number) != digest}
    gone = (set(stored) - set(wanted)) | set(changed)
    if gone:
        tournament.standings.filter(after_round__in=gone).delete()
    for snapshot in _snapshots(facts, changed):
        _insert(tournament, snapshot, version=version)


def _digests(facts: StandingFacts) -> dict[int, str]:
    found = digests(facts.document, facts.stages) if facts.entries else {}
    if not facts.only_last or not found:
        return found
    frozen = [number for number in found if facts.frozen_after is not None and number <= facts.frozen_after]
    return {number: found[number] for number in {max(found), *frozen[-1:]}}


def _insert(tournament: Tournament, lines: Iterable[Line], *, version: int) -> None:
    """`bulk_create` prepares each value by its field: a third of the time of a list of 250 went there."""
    with connection.cursor() as cursor:
        cursor.executemany(
            _INSERT,
            [
                (
                    tournament.pk,
                    line.after_round,
                    line.entry_id,
                    line.position,
                    line.place,
                    line.total,
                    json.dumps(line.columns),
                    line.decided_by,
                    json.dumps(line.why),
                    line.digest,
                    version,
                )
                for line in lines
            ],
        )


def _snapshots(facts: StandingFacts, wanted: Mapping[int, str]) -> Iterator[list[Line]]:
    """The rows of these snapshots one after the other, by the digest each of them is to carry."""
    lists = Lists(facts.document, facts.stages)
    for number, digest in sorted(wanted.items()):
        is_cut = any(stage.after < number for stage in facts.stages)
        if facts.only_last:
            lists = Lists(document_after(facts, number), facts.stages)
        with _without_collecting():
            snapshot = _snapshot(facts, number, lists.after(number), is_cut=is_cut, digest=digest)
        yield snapshot


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Rows and reasons are many small values without a circle among them: looking for circles took two fifths of the
    time. Whatever another thread makes meanwhile is looked at afterwards."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _snapshot(
    facts: StandingFacts, number: int, rows: Sequence[StagedRow], *, is_cut: bool, digest: str
) -> list[Line]:
    n_games = _n_games(facts, number)
    return [
        Line(
            after_round=number,
            entry_id=facts.entries[staged.row.player],
            position=position,
            place=staged.row.place,
            total=staged.row.total_text if n_games == 1 else plain_text(staged.row.total / n_games),
            columns=_columns(facts, number, staged, is_cut=is_cut),
            decided_by=staged.row.decided_by,
            why=reason_json(staged.why),
            digest=digest,
        )
        for position, staged in enumerate(rows)
    ]


def _n_games(facts: StandingFacts, last: int) -> int:
    """How many games a total is to be divided by: 1, or where means count those of the night."""
    if not facts.counts_mean:
        return 1
    numbers: list[int] = [played["number"] for played in facts.document["rounds"]]
    return max(1, sum(number <= last for number in numbers))


def _columns(facts: StandingFacts, last: int, staged: StagedRow, *, is_cut: bool) -> dict[str, Any]:
    """The columns as they are kept. Of an open night only the player's own games, with their rounds in `numbers`.

    `made` is what a season counts where that is not the shown total: of all stages, or with more than four decimals.
    """
    columns = {**staged.row.columns, "stage": staged.stage} if is_cut else dict(staged.row.columns)
    made = staged.row.total / _n_games(facts, last) if staged.made is None else staged.made
    if staged.made is not None or 10_000 % made.denominator:
        columns["made"] = str(made)
    if not facts.only_last:
        return columns
    rounds = [played for played in facts.document["rounds"] if played["number"] <= last]
    own = {
        played["number"]
        for played in rounds
        if any(staged.row.player in table["seats"] for table in played["tables"])
    }
    numbers = [played["number"] for played in rounds]
    values = [
        value
        for number, value in zip(numbers, staged.row.columns["rounds"] or (), strict=True)
        if number in own
    ]
    dropped = [number for number in staged.row.columns["dropped"] or () if number in own]
    return {**columns, "rounds": values, "dropped": dropped, "numbers": sorted(own)}
