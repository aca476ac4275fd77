"""Is everything derived on the games floor equal to its facts?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from games.engine.snapshot import snapshot
from games.models import Game, HostedTable, Seat
from games.services import facts
from games.services.hosting.folding import follow
from games.services.hosting.reading import events_of

_GAME_COLUMNS = ("state", "rated", "unrated_reason", "n_problems")
_SEAT_COLUMNS = (
    "player",
    "to_deal",
    "total",
    "place",
    "last_deal_points",
    "deals",
    "bids_made",
    "zero_bids",
    "zeros_made",
    "overs",
    "unders",
    "table_size",
    "plays",
)


@dataclass(frozen=True, slots=True)
class Difference:
    """One derived value that does not follow from the facts. `row` names it as the database does."""

    row: str
    column: str
    stored: Any
    computed: Any

    def __str__(self) -> str:
        return f"{self.row} {self.column}: stored {self.stored!r}, computed {self.computed!r}"


def differences() -> Iterator[Difference]:
    """Every derived value of every recorded game that its current revision does not give. Reads only."""
    games = Game.objects.filter(revision__gt=0).order_by("pk")
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    for game in games.prefetch_related(seats, "decisions", "revisions").iterator(chunk_size=200):
        yield from _of_game(game)
    yield from hosted_differences()


def hosted_differences() -> Iterator[Difference]:
    """States of hosted games that are not the fold of their log. What differs is named, never shown: it holds hands."""
    tables = HostedTable.objects.filter(game__hosted_state__isnull=False).select_related("game__hosted_state")
    for table in tables.order_by("pk").iterator(chunk_size=100):
        assert table.game is not None
        stored = table.game.hosted_state
        state, last_trick = follow(events_of(table))
        row = f"games_hostedstate {stored.pk}"
        if state is None or stored.version != state.n_events:
            yield Difference(row, "version", stored.version, state.n_events if state else 0)
            continue
        if stored.snapshot != snapshot(state):
            yield Difference(row, "snapshot", "stored otherwise", "fold of the log")
        if stored.last_trick != last_trick:
            yield Difference(row, "last_trick", "stored otherwise", "fold of the log")


def _of_game(game: Game) -> Iterator[Difference]:
    revisions = {revision.number: revision for revision in game.revisions.all()}
    if game.revision != max(revisions, default=0):
        yield Difference(f"games_game {game.pk}", "revision", game.revision, max(revisions, default=0))
        return
    revision = revisions[game.revision]
    uids = [uid for _seat, uid, _from, _to in facts.seat_holders(revision.sheet) if uid]
    by_uid = {str(seat.player.uid): seat.player for seat in game.seats.all() if seat.player is not None}
    if not set(uids) <= set(by_uid):
        by_uid = facts.players_by_uid(uids)
    derived = facts.derive(game, revision, game.decisions.all(), players=by_uid)
    for column in _GAME_COLUMNS:
        stored, computed = getattr(game, column), getattr(derived, column)
        if stored != computed:
            yield Difference(f"games_game {game.pk}", column, stored, computed)
    yield from _of_seats(game, derived)


def _of_seats(game: Game, derived: facts.Derived) -> Iterator[Difference]:
    stored_rows: dict[tuple[int, int], Seat] = {(s.number, s.from_deal): s for s in game.seats.all()}
    computed_rows = {(row["number"], row["from_deal"]): row for row in derived.seats}
    for key in sorted(set(stored_rows) | set(computed_rows)):
        seat, row = stored_rows.get(key), computed_rows.get(key)
        if seat is None or row is None:
            name = (
                f"games_seat {seat.pk}" if seat is not None else f"games_seat (game {game.pk}, seat {key[0]})"
            )
            yield Difference(
                name, "row", None if seat is None else "present", None if row is None else "present"
            )
            continue
        for column in _SEAT_COLUMNS:
            stored = getattr(seat, column)
            if stored != row[column]:
                yield Difference(f"games_seat {seat.pk}", column, stored, row[column])
