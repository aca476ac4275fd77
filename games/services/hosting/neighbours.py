"""Namesakes at card tables: those of one table, and those who sit elsewhere the same evening."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from clubs.models import Player
from clubs.namesakes import tell_apart
from games.models import HostedSeat, HostedTable

Asker: TypeAlias = Callable[[HostedTable], list[Player]]

KEPT_SECONDS: Final = 60
N_KEPT: Final = 256
_askers: list[Asker] = []
_kept: dict[str, tuple[float, list[Player]]] = {}


def ask_for_people(asker: Asker) -> None:
    """Let a floor above say who else is there when its tables are played; called once when its app is ready."""
    if asker not in _askers:
        _askers.append(asker)


def tell_seats_apart(table: HostedTable, seats: Iterable[HostedSeat]) -> None:
    """Give namesakes their `apart`, also where the other one sits at another table of the evening.

    No query while the people of the evening are kept: a table is asked for after every act.
    """
    people = [seat.player for seat in seats if seat.player is not None]
    tell_apart([*people, *_others(table)], club=table.club)


def tell_tables_apart(tables: Sequence[HostedTable]) -> None:
    """The same for a list of tables with their seats, over all tables of a club. A query a club with namesakes."""
    by_club: dict[int | None, list[HostedTable]] = {}
    for table in tables:
        by_club.setdefault(table.club_id, []).append(table)
    for group in by_club.values():
        seats = (seat for table in group for seat in table.seats.all())
        tell_apart((seat.player for seat in seats if seat.player is not None), club=group[0].club)


def _others(table: HostedTable) -> list[Player]:
    if not table.is_directed or not _askers:
        return []
    now = time.monotonic()
    kept = _kept.get(table.key)
    if kept is None or kept[0] < now:
        if len(_kept) >= N_KEPT:
            _kept.clear()
        kept = _kept[table.key] = (now + KEPT_SECONDS, [person for ask in _askers for person in ask(table)])
    return kept[1]
