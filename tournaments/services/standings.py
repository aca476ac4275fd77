"""Standings from facts: read, rank in the pure room, store a snapshot after every round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.live import announce
from games.models import Game, Seat, SheetDecision, SheetState
from tournaments.models import Cut, Entry, Penalty, Round, RoundSeat, Standing, Tournament
from tournaments.services import marks
from tournaments.services.cutting import cuts_of, deciders_of
from tournaments.services.drawing import id_of
from tournaments.services.reasons import reason_json
from tournaments.standings import DEFAULT_CHAINS, before_cut
from tournaments.standings.stages import Stage, ranked_in_stages

COLUMNS = ("position", "place", "total", "columns", "decided_by", "why")


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

    @property
    def values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, column) for column in COLUMNS)


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
        store(tournament, derive(tournament), version=wanted)
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
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    if not entries:
        return []
    ids = {id_of(entry): pk for pk, entry in entries.items()}
    rounds = _rounds(tournament, entries)
    base = _document(tournament, entries.values())
    cuts = cuts_of(tournament)
    by_cut = {cut.pk: _stage(cut, entries) for cut in cuts}
    lines: list[Line] = []
    for last in sorted(rounds) or [0]:
        request = {**base, "rounds": [rounds[number] for number in sorted(rounds) if number <= last]}
        stages = [by_cut[cut.pk] for cut in cuts if cut.after_round < last]
        for position, staged in enumerate(ranked_in_stages(request, stages)):
            row = staged.row
            columns = {**row.columns, "stage": staged.stage} if stages else dict(row.columns)
            lines.append(
                Line(
                    after_round=last,
                    entry_id=ids[row.player],
                    position=position,
                    place=row.place,
                    total=row.total_text,
                    columns=columns,
                    decided_by=row.decided_by,
                    why=reason_json(staged.why),
                )
            )
    return lines


def _stage(cut: Cut, entries: Mapping[int, Entry]) -> Stage:
    """A cut as the pure room reads it. From zero every round counts, and of the penalties those given since."""
    own: dict[str, Any] = {}
    if not cut.carry:
        own = {"best_of": None, "absent": {}, "penalties": _penalties(cut.tournament, since=cut.at)}
        if cut.n_rounds == 1:
            own["tie_breaks"] = list(DEFAULT_CHAINS["final-table"])
    players = tuple(id_of(entries[pk]) for pk in cut.entries if pk in entries)
    return Stage(cut.after_round, players, cut.carry, own)


def store(tournament: Tournament, lines: Iterable[Line], *, version: int) -> None:
    """Replace the snapshots that changed; those that did not keep the version of their facts."""
    wanted: dict[int, list[Line]] = {}
    for line in lines:
        wanted.setdefault(line.after_round, []).append(line)
    stored: dict[int, dict[int, tuple[Any, ...]]] = {}
    for row in tournament.standings.all():
        values = tuple(getattr(row, column) for column in COLUMNS)
        stored.setdefault(row.after_round, {})[row.entry_id] = values
    for after_round in set(stored) - set(wanted):
        tournament.standings.filter(after_round=after_round).delete()
    for after_round, snapshot in wanted.items():
        if stored.get(after_round) == {line.entry_id: line.values for line in snapshot}:
            continue
        tournament.standings.filter(after_round=after_round).delete()
        Standing.objects.bulk_create(
            [
                Standing(
                    tournament=tournament,
                    after_round=after_round,
                    entry_id=line.entry_id,
                    version=version,
                    **{column: getattr(line, column) for column in COLUMNS},
                )
                for line in snapshot
            ]
        )


def _document(tournament: Tournament, entries: Iterable[Entry]) -> dict[str, Any]:
    """The settings part of the standings command's input (`users.md` 8)."""
    document: dict[str, Any] = {
        "players": [{"id": id_of(entry), "ranked": entry.ranked} for entry in entries],
        "table_points": tournament.table_points,
        "tie_breaks": list(tournament.tie_breaks),
        "penalties": _penalties(tournament),
        "lot_seed": tournament.lot_seed or str(tournament.seed),
    }
    deciders = deciders_of(tournament)
    if deciders:
        by_pk = {entry.pk: id_of(entry) for entry in entries}
        document["tie_breaks"] = list(before_cut(tournament.tie_breaks))
        document["deciders"] = [
            {
                "players": [by_pk[pk] for pk, _points in decider.points],
                "points": [points for _pk, points in decider.points],
            }
            for decider in deciders
        ]
    if tournament.best_of is not None:
        document["best_of"] = tournament.best_of
    if tournament.absent:
        document["absent"] = tournament.absent
    return document


def _penalties(tournament: Tournament, since: datetime | None = None) -> list[dict[str, str]]:
    rows = Penalty.objects.filter(tournament=tournament, cancels=None, cancelled_by=None).select_related(
        "entry"
    )
    if since is not None:
        rows = rows.filter(at__gt=since)
    return [
        {"player": id_of(row.entry), "points": _plain(str(row.points)), "reason": row.reason} for row in rows
    ]


def _plain(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _rounds(tournament: Tournament, entries: Mapping[int, Entry]) -> dict[int, dict[str, Any]]:
    """Rounds with at least one sheet, by number, as the standings command reads them."""
    weights = {
        number: _plain(str(weight))
        for number, weight in tournament.rounds.exclude(state=Round.State.DRAFT).values_list(
            "number", "weight"
        )
    }
    people = (
        RoundSeat.objects.filter(round__tournament=tournament, table__game__in=played_games())
        .exclude(round__state=Round.State.DRAFT)
        .order_by("round__number", "table__number", "seat")
        .values_list("round__number", "table__game_id", "seat", "entry_id")
    )
    tables: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for number, game_id, seat, entry_id in people:
        if game_id is not None and seat is not None:
            tables.setdefault((number, game_id), []).append((seat, entry_id))
    scores = _scores([game_id for _number, game_id in tables])
    rounds: dict[int, dict[str, Any]] = {}
    for (number, game_id), seated in tables.items():
        seats = [(entry_id, scores[game_id, seat]) for seat, entry_id in seated if (game_id, seat) in scores]
        if len(seats) < len(seated) or any(
            score.total is None or score.place is None for _entry, score in seats
        ):
            continue
        rounds.setdefault(number, {"number": number, "weight": weights[number], "tables": []})[
            "tables"
        ].append(
            {
                "seats": [id_of(entries[entry_id]) for entry_id, _score in seats],
                "points": [score.total for _entry, score in seats],
                "places": [score.place for _entry, score in seats],
                "last_deal": [score.last_deal_points for _entry, score in seats],
                "bids_made": [score.bids_made for _entry, score in seats],
                "deals": max(1, max(score.deals for _entry, score in seats)),
            }
        )
    return rounds


def played_games() -> QuerySet[Game]:
    """Games whose sheet is a result: whole, or ended early on purpose; opened again it counts until it changes.

    A sheet with hands still missing is no result yet, and a void one none any more.
    """
    reopened = SheetDecision.objects.filter(
        game=OuterRef("pk"), revision=OuterRef("revision"), kind=SheetDecision.Kind.REOPENED
    )
    whole = Q(state__in=[SheetState.TO_VERIFY, SheetState.FINAL])
    return Game.objects.filter(whole | Q(Exists(reopened), state=SheetState.KEYED))


def _scores(game_ids: list[int]) -> dict[tuple[int, int], Seat]:
    rows = Seat.objects.filter(game_id__in=game_ids).order_by("from_deal")
    return {(seat.game_id, seat.number): seat for seat in rows}
