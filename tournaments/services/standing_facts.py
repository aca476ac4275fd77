"""The facts of a tournament as the standings room reads them: its settings, its results, its cuts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Seat, SheetDecision, SheetState
from tournaments.models import Decider, Entry, Penalty, Round, RoundSeat, Tournament
from tournaments.services.cut_lines import cuts_of, decisions_of
from tournaments.services.entries import id_of
from tournaments.standings import DEFAULT_CHAINS, before_cut
from tournaments.standings.stages import Stage

_COLUMNS = ("game_id", "number", "total", "place", "last_deal_points", "bids_made", "deals")


@dataclass(frozen=True, slots=True)
class StandingFacts:
    """The document of `users.md` 8 with the stages of its cuts; `entries` are the ids of its players.

    Of an open night only the list as it stands is kept (`only_last`), and while it is frozen the one that everybody
    sees, after the tables up to `frozen_after`; where it `counts_mean`, missed games are made up for by the mean.
    """

    document: dict[str, Any]
    stages: tuple[Stage, ...]
    entries: Mapping[str, int]
    only_last: bool = False
    frozen_after: int | None = None
    counts_mean: bool = False


def standing_facts(tournament: Tournament) -> StandingFacts:
    """All that the standings follow from. Eight queries at most, whatever the size."""
    entries = list(tournament.entries.all())
    names = {entry.pk: id_of(entry) for entry in entries}
    if not entries:
        return StandingFacts({"rounds": []}, (), {})
    document = _settings(tournament, entries, names)
    document["rounds"] = _rounds(tournament, names)
    stages = _stages(tournament, names)
    return StandingFacts(
        document,
        stages,
        {name: pk for pk, name in names.items()},
        only_last=tournament.is_open_night,
        frozen_after=tournament.frozen_after,
        counts_mean=tournament.counts_mean,
    )


def document_after(facts: StandingFacts, number: int) -> dict[str, Any]:
    """The document of one list of an open night, after the tables up to `number`.

    Where the mean counts, each penalty is as many as there are games, so that a total is so many times the mean.
    """
    rounds = [played for played in facts.document["rounds"] if played["number"] <= number]
    document = {**facts.document, "rounds": rounds}
    if facts.counts_mean:
        n_games = max(1, len(rounds))
        document["penalties"] = [
            {**row, "points": str(Decimal(row["points"]) * n_games)} for row in document["penalties"]
        ]
    return document


def played_games() -> QuerySet[Game]:
    """Games whose sheet is a result: whole, or ended early on purpose; opened again it counts until it changes.

    A sheet with hands still missing is no result yet, and a void one none any more.
    """
    reopened = SheetDecision.objects.filter(
        game=OuterRef("pk"), revision=OuterRef("revision"), kind=SheetDecision.Kind.REOPENED
    )
    whole = Q(state__in=[SheetState.TO_VERIFY, SheetState.FINAL])
    return Game.objects.filter(whole | Q(Exists(reopened), state=SheetState.KEYED))


def _settings(tournament: Tournament, entries: Iterable[Entry], names: Mapping[int, str]) -> dict[str, Any]:
    document: dict[str, Any] = {
        "players": [{"id": names[entry.pk], "ranked": entry.ranked} for entry in entries],
        "table_points": tournament.table_points,
        "tie_breaks": list(tournament.tie_breaks),
        "penalties": _penalties(tournament, names),
        "lot_seed": tournament.lot_seed or str(tournament.seed),
    }
    decisions = decisions_of(tournament)
    words = [row for row in decisions if row.kind == Decider.Kind.WORD]
    if words:  # a later word about somebody stands for an earlier one
        document["manual"] = {
            names[pk]: number for word in words for pk, number in word.points if pk in names
        }
    deciders = [row for row in decisions if row.kind == Decider.Kind.GAME]
    if deciders:
        document["tie_breaks"] = list(before_cut(tournament.tie_breaks))
        document["deciders"] = [
            {
                "players": [names[pk] for pk, _points in decider.points],
                "points": [points for _pk, points in decider.points],
            }
            for decider in deciders
        ]
    if tournament.best_of is not None:
        document["best_of"] = tournament.best_of
    if tournament.absent:
        document["absent"] = tournament.absent
    return document


def _stages(tournament: Tournament, names: Mapping[int, str]) -> tuple[Stage, ...]:
    """The cuts as the pure room reads them.

    From zero every round counts, and of the penalties those given since; so it stays where points are carried on.
    """
    stages = []
    own: dict[str, Any] = {}
    for cut in cuts_of(tournament):
        own = {key: value for key, value in own.items() if key != "tie_breaks"}
        if not cut.carry:
            own = {"best_of": None, "absent": {}, "penalties": _penalties(tournament, names, since=cut.at)}
            if cut.n_rounds == 1:
                own["tie_breaks"] = list(DEFAULT_CHAINS["final-table"])
        through = tuple([names[pk] for pk in cut.entries if pk in names])
        stages.append(Stage(cut.after_round, through, cut.carry, own))
    return tuple(stages)


def _penalties(
    tournament: Tournament, names: Mapping[int, str], since: datetime | None = None
) -> list[dict[str, str]]:
    rows = Penalty.objects.filter(tournament=tournament, cancels=None, cancelled_by=None)
    if since is not None:
        rows = rows.filter(at__gt=since)
    return [
        {"player": names[entry], "points": _plain(str(points)), "reason": reason}
        for entry, points, reason in rows.values_list("entry_id", "points", "reason")
    ]


def _plain(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _rounds(tournament: Tournament, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Rounds with at least one result, in order."""
    weights = dict(tournament.rounds.exclude(state=Round.State.DRAFT).values_list("number", "weight"))
    people = (
        RoundSeat.objects.filter(round__tournament=tournament, table__game__in=played_games())
        .exclude(round__state=Round.State.DRAFT)
        .order_by("round__number", "table__number", "seat")
        .values_list("round__number", "table__game_id", "seat", "entry_id")
    )
    tables: dict[tuple[int, int | None], list[tuple[int | None, str]]] = {}
    for number, game, seat, entry_id in people:
        tables.setdefault((number, game), []).append((seat, names[entry_id]))
    scores = _scores(tournament)
    rounds: dict[int, dict[str, Any]] = {}
    for (number, game_id), seated in tables.items():
        seats = [scores.get((game_id, seat)) for seat, _name in seated]
        known = [score for score in seats if score is not None and None not in score[:2]]
        if len(known) < len(seated):
            continue
        total, place, last_deal, bids_made, deals = zip(*known, strict=True)
        played = rounds.setdefault(
            number, {"number": number, "weight": _plain(str(weights[number])), "tables": []}
        )
        played["tables"].append(
            {
                "seats": [name for _seat, name in seated],
                "points": total,
                "places": place,
                "last_deal": last_deal,
                "bids_made": bids_made,
                "deals": max(1, *deals),
            }
        )
    return list(rounds.values())


def _scores(tournament: Tournament) -> dict[tuple[int | None, int | None], tuple[Any, ...]]:
    """What each seat brought, (game, seat) -> total, place, last deal, bids made, deals; of a seat that changed hands
    what stands to the name of the last."""
    rows: QuerySet[Seat, tuple[Any, ...]] = (
        Seat.objects.filter(game__table__tournament=tournament).order_by("from_deal").values_list(*_COLUMNS)
    )
    return {row[:2]: row[2:] for row in rows}
