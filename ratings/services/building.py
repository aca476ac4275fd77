"""Fill an epoch nobody reads yet, in batches that commit one by one (`ratings.md` 8)."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import OperationalError, connection, transaction

from ratings.models import LadderEpoch
from ratings.services import partitions
from ratings.services.ladders import Scope, system_of
from ratings.services.locks import only_builder
from ratings.services.reading import count_games, plan_plainly
from ratings.services.reading_ahead import ReadAhead
from ratings.services.replaying import State, rate_games
from ratings.services.rounds import advance_epoch, store_board
from ratings.services.rows import EVENTS, insert_events, states_from_events

FILLED_AT_ONCE = {"postgresql": 20_000, "sqlite": 5_000}
"""Games per transaction; SQLite makes every other writer wait that long."""

ATTEMPTS = 30

BIG = 20_000
"""From so many games on an epoch gets a table of its own."""


def build(epoch_id: int, *, now: datetime) -> bool:
    """Bring a building epoch up to the facts. False if another process is at it, or it is building no more.

    May be killed at any point: the next call goes on behind the last batch that committed.
    """
    with only_builder(epoch_id) as mine:
        if not mine:
            return False
        filling = _Filling(epoch_id)
        with _no_cycles(), _games_of(epoch_id) as ahead:
            while not filling.is_full:
                filling.fill_some(ahead)
        return filling.is_building and _finish(filling, now) and _drain(epoch_id, now)


def _games_of(epoch_id: int) -> ReadAhead:
    epoch = LadderEpoch.objects.select_related("ladder").get(pk=epoch_id)
    return ReadAhead(Scope.of(epoch.ladder), limit=FILLED_AT_ONCE[connection.vendor])


@contextmanager
def _no_cycles() -> Iterator[None]:
    """Keep the collector of cycles from walking millions of tuples again and again: none of them is in a cycle."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Filling:
    """The bulk load. States stay in memory from batch to batch and are written once, at its end.

    Touches are left alone meanwhile: what changed behind the cursor is rewound and redone when all is in.
    """

    def __init__(self, epoch_id: int) -> None:
        self._epoch_id = epoch_id
        self._is_seen = not connection.in_atomic_block  # by other connections, batch for batch
        self._cursor_key: str | None = None  # where the states in memory stand; None = not loaded
        self._states: dict[int, State] = {}
        self.is_full = False
        self.is_building = True

    def fill_some(self, ahead: ReadAhead) -> None:
        """The next batch."""
        with transaction.atomic():
            epoch = self._locked()
            if epoch is None or epoch.built_at is not None:
                self.is_full = True
                return
            table = self._table(epoch)
            self._load_states(epoch, table)
            plan_plainly()
            games = ahead.games(after=epoch.cursor_key)
            if games:
                insert_events(epoch.pk, rate_games(games, self._states, system_of(epoch)), table=table)
                epoch.cursor_key = games[-1].order_key
                epoch.save(update_fields=["cursor_key"])
        self._cursor_key = epoch.cursor_key
        self.is_full = len(games) < ahead.limit

    def finish(self, now: datetime) -> None:
        """Write the states and let the events be seen; from here on the epoch takes the ordinary rounds."""
        with transaction.atomic():
            epoch = self._locked()
            if epoch is None or epoch.built_at is not None:
                return
            table = partitions.table_of(epoch.pk)
            self._load_states(epoch, table)
            if table == EVENTS:
                store_board(epoch.ladder, epoch, self._states, now)
            else:
                with partitions.indexing_own_table(epoch.pk, beside=self._is_seen):
                    store_board(epoch.ladder, epoch, self._states, now)
                partitions.attach_own_table(epoch.pk)  # last: readers of other epochs wait from here on
            epoch.built_at = now
            epoch.save(update_fields=["built_at"])

    def _locked(self) -> LadderEpoch | None:
        epoch = _lock(self._epoch_id)
        self.is_building = epoch is not None
        return epoch

    def _load_states(self, epoch: LadderEpoch, table: str) -> None:
        if self._cursor_key != epoch.cursor_key:
            self._states = states_from_events(epoch.pk, table=table)
            self._cursor_key = epoch.cursor_key

    def _table(self, epoch: LadderEpoch) -> str:
        if connection.vendor == "postgresql" and not epoch.cursor_key:
            wants_own = count_games(Scope.of(epoch.ladder), most=BIG) >= BIG
            if wants_own and not partitions.has_own_table(epoch.pk):
                partitions.make_own_table(epoch.pk)
        return partitions.table_of(epoch.pk)


def _finish(filling: _Filling, now: datetime) -> bool:
    """False if somebody read the shared events so long that there was no moment to attach: the sweep comes back."""
    for _attempt in range(ATTEMPTS):
        try:
            filling.finish(now)
        except OperationalError as error:
            if not partitions.is_busy(error):
                raise
            time.sleep(1)
        else:
            return filling.is_building
    return False


def _drain(epoch_id: int, now: datetime) -> bool:
    """The ordinary rounds of the writer on the full epoch: what came, or changed, while it was filled."""
    while True:
        with transaction.atomic():
            epoch = _lock(epoch_id)
            if epoch is None:
                return False
            if advance_epoch(epoch.ladder, epoch, now=now, most_rewound=None, log=False).is_idle:
                return True


def _lock(epoch_id: int) -> LadderEpoch | None:
    """The epoch if it is still being built, alone until the end of the transaction; facts need not wait for it."""
    LadderEpoch.objects.select_for_update(no_key=True).filter(pk=epoch_id).first()
    return (
        LadderEpoch.objects.select_related("ladder", "system")
        .filter(pk=epoch_id, status=LadderEpoch.Status.BUILDING)
        .first()
    )
