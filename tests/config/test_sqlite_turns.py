"""Writers of one process on SQLite take turns in the order of asking."""

from __future__ import annotations

import gc
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, transaction

from config.settings.base import database
from config.sqlite.base import DatabaseWrapper
from config.sqlite.turns import Turn, Turns

PATIENT = 10.0


def test_turns_come_in_the_order_of_asking() -> None:
    turns = Turns()
    first = turns.take(PATIENT)
    assert first is not None
    order: list[int] = []

    def wait(number: int) -> None:
        turn = turns.take(PATIENT)
        order.append(number)
        assert turn is not None
        turn.end()

    threads = []
    for number in range(8):
        threads.append(threading.Thread(target=wait, args=(number,)))
        threads[-1].start()
        while len(turns._waiting) <= number:
            time.sleep(0.001)
    first.end()
    for thread in threads:
        thread.join(PATIENT)
    assert order == list(range(8))


def test_a_turn_that_does_not_come_is_given_up_and_passes_nobody_by() -> None:
    turns = Turns()
    held = turns.take(PATIENT)
    assert held is not None
    assert turns.take(0.01) is None
    held.end()
    assert isinstance(turns.take(0.01), Turn)


def test_a_turn_ends_with_whoever_held_it() -> None:
    turns = Turns()
    held = turns.take(PATIENT)
    assert held is not None
    del held
    gc.collect()
    assert turns.take(0.01) is not None


def test_ending_twice_lets_one_write() -> None:
    turns = Turns()
    held = turns.take(PATIENT)
    assert held is not None
    held.end()
    other = turns.take(0.01)
    held.end()
    assert other is not None
    assert turns.take(0.01) is None


def connect(path: Path, **options: Any) -> DatabaseWrapper:
    settings = database(f"sqlite:///{path}")
    settings |= {"TIME_ZONE": None, "CONN_HEALTH_CHECKS": False, "AUTOCOMMIT": True, "TEST": {}}
    settings["OPTIONS"] = {**settings["OPTIONS"], **options}
    return DatabaseWrapper(settings, "default")


def begin(connection: DatabaseWrapper) -> None:
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


@pytest.mark.django_db
@pytest.mark.parametrize("ending", ["commit", "rollback", "close"])
def test_a_transaction_holds_its_turn_to_its_end(tmp_path: Path, ending: str) -> None:
    first, second = (connect(tmp_path / "db.sqlite3", timeout=0.05) for _ in range(2))
    begin(first)
    with pytest.raises(OperationalError, match="locked"):
        begin(second)
    getattr(first, ending)()
    begin(second)
    second.rollback()
    second.close()
    first.close()


@pytest.mark.django_db
def test_a_writer_of_another_process_is_waited_for_and_costs_nobody_the_turn(tmp_path: Path) -> None:
    import sqlite3

    ours = connect(tmp_path / "db.sqlite3", timeout=0.05)
    theirs = sqlite3.connect(tmp_path / "db.sqlite3", isolation_level=None)
    theirs.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"):
        begin(ours)
    theirs.execute("ROLLBACK")
    begin(ours)
    ours.rollback()
    ours.close()
    theirs.close()


@pytest.mark.django_db(transaction=True)
def test_nobody_starves_while_another_writes_without_pause() -> None:
    """Twenty threads of twenty transactions each: everybody is served as often as everybody else, all along."""
    served: list[int] = []

    def write(number: int) -> None:
        from django.db import connection

        for _ in range(20):
            with transaction.atomic():
                served.append(number)
                time.sleep(0.0005)
        connection.close()

    from django.db import connection

    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL queues its writers itself")
    threads = [threading.Thread(target=write, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(served) == 400
    middle = served[100:300]
    assert len(set(middle[:60])) == 20
    assert max(middle.count(number) for number in range(20)) <= 14
