"""Players who leave and come while the event runs (seating.md section 9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.seating.test_planning import check_figures
from tournaments.seating import Plan, SeatingProblem, offers, plan


def evening(players: int, rounds: int, played: int, seed: int = 1) -> tuple[Any, Any, list[str]]:
    """History, open rounds and names of an evening planned without repeats."""
    problem = SeatingProblem.from_json({"players": players, "sizes": [4, 3], "rounds": rounds, "seed": seed})
    tables = [[list(table) for table in tables] for tables in plan(problem).rounds]
    return tables[:played], tables[played:], list(problem.players)


def mended(names: list[str], history: Any, previous: Any, **more: Any) -> Plan:
    document = {
        "players": names,
        "sizes": [4, 3],
        "rounds": len(previous),
        "history": history,
        "previous": previous,
        **more,
    }
    found = plan(SeatingProblem.from_json(document))
    check_figures(found, document)
    return found


@pytest.mark.parametrize(("players", "rounds", "played"), [(24, 6, 2), (32, 8, 3), (20, 5, 2), (16, 5, 1)])
def test_one_drop_from_equal_tables_moves_nobody(players: int, rounds: int, played: int) -> None:
    history, previous, names = evening(players, rounds, played)
    gone = names.pop(4)
    found = mended(names, history, previous)
    assert found.repeats == 0
    assert found.changed_tables == rounds - played
    left = [{frozenset(table) - {gone} for table in tables} for tables in previous]
    assert [{frozenset(table) for table in tables} for tables in found.rounds] == left


def test_three_drops_who_sat_apart_leave_everyone_else_in_place() -> None:
    history, previous, names = evening(36, 6, 2)
    gone = set(history[0][0][:3])
    found = mended([name for name in names if name not in gone], history, previous)
    assert found.repeats == 0
    assert found.changed_tables == 3 * 4


def test_a_plan_that_still_fits_is_kept_whole() -> None:
    history, previous, names = evening(24, 6, 2)
    found = mended(names, history, previous)
    assert found.changed_tables == 0
    assert [[set(table) for table in tables] for tables in found.rounds] == [
        [set(table) for table in tables] for tables in previous
    ]


def test_tables_that_live_on_keep_their_number() -> None:
    history, previous, names = evening(24, 6, 2)
    gone = names.pop(9)
    found = mended(names, history, previous)
    for tables, before in zip(found.rounds, previous, strict=True):
        for table, old in zip(tables, before, strict=True):
            assert set(table) == set(old) - {gone}


@pytest.mark.parametrize("players", [24, 20])
def test_a_late_arrival_is_seated_without_a_repeat(players: int) -> None:
    history, previous, names = evening(players, 5, 2)
    found = mended([*names, "Late"], history, previous)
    assert found.repeats == 0
    assert found.changed_tables is not None
    assert found.changed_tables < sum(map(len, previous))


def test_a_newcomer_joins_a_table_when_it_may_grow() -> None:
    history, previous, names = evening(24, 4, 1)
    document = {
        "players": [*names, "Late"],
        "sizes": [4, 3, 5],
        "rounds": 3,
        "history": history,
        "previous": previous,
    }
    found = plan(SeatingProblem.from_json(document))
    assert found.changed_tables is not None
    assert 3 <= found.changed_tables <= 9
    assert found.repeats == 0


def test_a_returning_player_brings_his_history() -> None:
    history, previous, names = evening(16, 4, 2)
    back = {player for tables in previous for table in tables for player in table} - {"P03"}
    without = [[[p for p in table if p in back] for table in tables] for tables in previous]
    found = mended(names, history, without)
    assert found.repeats <= 1


def test_offers_name_up_to_three_ways_with_the_least_change_first() -> None:
    history, previous, names = evening(24, 6, 2)
    problem = SeatingProblem.from_json(
        {
            "players": names[1:],
            "sizes": [4, 3],
            "rounds": 4,
            "history": history,
            "previous": previous,
            "effort": "quick",
        }
    )
    found = offers(problem)
    assert found[0].kind == "patch"
    assert 1 <= len(found) <= 3
    assert found[0].moved_players == 0
    assert found[0].plan.changed_tables == 4
    assert all((offer.plan.changed_tables or 0) >= 4 for offer in found)
    for offer in found:
        assert offer.to_json()["kind"] == offer.kind
        for change in offer.changes:
            assert set(change.before) != set(change.after)
    first_round = [offer for offer in found if offer.kind == "round"]
    for offer in first_round:
        assert offer.plan.rounds[1:] == found[0].plan.rounds[1:]


def test_offers_need_an_older_plan() -> None:
    with pytest.raises(ValueError, match="previous"):
        offers(SeatingProblem.from_json({"players": 8, "rounds": 2}))


@pytest.mark.parametrize(
    ("sizes", "seed", "gone"), [([4, 3, 5], s, g) for s in (1, 2, 3) for g in (0, 7, 17)]
)
def test_eighteen_then_seventeen_play_three_rounds_without_meeting_twice(
    sizes: list[int], seed: int, gone: int
) -> None:
    names = [f"P{k:02d}" for k in range(1, 19)]
    first = plan(SeatingProblem.from_json({"players": names, "sizes": [4, 3], "rounds": 2, "seed": seed}))
    assert [[len(table) for table in tables] for tables in first.rounds] == [[4, 4, 4, 3, 3]] * 2
    history = [[list(table) for table in tables] for tables in first.rounds]
    del names[gone]
    document = {"players": names, "sizes": sizes, "rounds": 1, "seed": seed, "history": history}
    third = plan(SeatingProblem.from_json(document))
    check_figures(third, document)
    assert [len(table) for table in third.rounds[0]] == [5, 4, 4, 4]
    assert (first.repeats, third.repeats, third.max_meetings) == (0, 0, 1)
