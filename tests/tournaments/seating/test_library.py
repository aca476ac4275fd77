"""Every shipped schedule, counted by an independent counter."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import resources

from tests.tournaments.seating.counting import (
    assert_everyone_sits_once,
    pairs_cost,
    shared_between_rounds,
)
from tournaments.seating.library import all_entries, read_entry, table_key


def test_every_entry_seats_everyone_and_costs_what_it_says() -> None:
    entries = all_entries()
    assert len(entries) > 100
    for entry in entries:
        schedule = entry.schedule()
        n = sum(entry.tables)
        assert len(schedule) == entry.rounds
        assert_everyone_sits_once(schedule, range(n), entry.tables)
        for tables in schedule:
            assert tuple(map(len, tables)) == entry.tables
        assert pairs_cost(schedule) == entry.cost, entry
        if n <= 40:
            assert shared_between_rounds(schedule) == entry.cost


def test_an_entry_survives_its_document() -> None:
    for entry in all_entries():
        assert read_entry(json.loads(json.dumps(entry.to_json()))) == entry


def test_no_case_is_shipped_twice() -> None:
    keys = [(table_key(e.tables), e.rounds, e.starter is None) for e in all_entries()]
    assert len(set(keys)) == len(keys)


def test_the_library_is_small_enough_to_load_in_a_blink() -> None:
    text = resources.files("tournaments.seating").joinpath("schedules.json").read_bytes()
    assert len(text) < 80_000


def test_the_build_script_explains_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tournaments.seating.build_library", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "library" in done.stdout
