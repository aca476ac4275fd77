"""Games as plain values: everything that was noted of them, nothing that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Prefetch, QuerySet

from clubs.shapes import write_moment
from games.models import Game, GameEvent, HostedSeat, HostedTable, Seat, SheetDecision, SheetRevision
from games.services.transfer.hosted import hosted_value, who_said

Value = dict[str, Any]


def read_games(games: QuerySet[Game]) -> Iterator[tuple[Game, Value]]:
    """Each game with its value, in the order of the queryset; six queries for every 200 games.

    Rules are named by their hash; `rules_of` has them whole.
    """
    for game in with_facts(games).iterator(chunk_size=200):
        yield game, game_value(game)


def with_facts(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games with everything their values need.

    People are joined to the rows that name them: looked up, SQLite would take a thousand of them at most.
    """
    return games.select_related("hosted__opened_by").prefetch_related(
        Prefetch("seats", Seat.objects.select_related("player")),
        Prefetch("revisions", SheetRevision.objects.select_related("by")),
        Prefetch("decisions", SheetDecision.objects.select_related("by")),
        Prefetch("events", GameEvent.objects.select_related("by")),
        Prefetch("hosted__seats", HostedSeat.objects.select_related("player")),
    )


def rules_of(games: QuerySet[Game]) -> dict[str, Any]:
    """Every rule set these games were played by, whole, by its hash."""
    rows = games.order_by("rules_hash", "pk").values_list("rules_hash", "pk")
    first: dict[str, int] = {}
    for digest, pk in rows:
        first.setdefault(digest, pk)
    found = Game.objects.filter(pk__in=list(first.values()))
    return {game.rules_hash: game.rules for game in found}


def game_value(game: Game) -> Value:
    """One game; its related rows should be prefetched. Seats stand in it only before the first revision."""
    table: HostedTable | None = getattr(game, "hosted", None)
    return {
        "uid": str(game.uid),
        "rules": game.rules_hash,
        "source": game.source,
        "count": game.count,
        "first_dealer": game.first_dealer,
        "casual": game.casual,
        "bots": game.bots,
        "verify": game.verify,
        "played_at": write_moment(game.played_at),
        "import_key": game.import_key,
        "seats": [] if game.revision else [_seat_value(seat) for seat in _in_order(game.seats.all())],
        "revisions": [revision_value(row) for row in game.revisions.all()],
        "decisions": [decision_value(row) for row in game.decisions.all()],
        "hosted": None if table is None else hosted_value(table, game.events.all()),
    }


def _in_order(seats: Iterable[Seat]) -> list[Seat]:
    return sorted(seats, key=lambda seat: (seat.number, seat.from_deal))


def _seat_value(seat: Seat) -> Value:
    return {
        "number": seat.number,
        "player": str(seat.player.uid) if seat.player else None,
        "from": seat.from_deal,
        "to": seat.to_deal,
    }


def revision_value(row: SheetRevision) -> Value:
    return {
        "sheet": row.sheet,
        "void": row.void,
        "reason": row.reason,
        "client_key": row.client_key,
        "typed_by": row.typed_by,
    } | who_said(row)


def decision_value(row: SheetDecision) -> Value:
    return {
        "revision": row.revision,
        "kind": row.kind,
        "reading": row.reading,
        "reason": row.reason,
    } | who_said(row)
