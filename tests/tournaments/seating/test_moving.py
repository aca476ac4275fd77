"""What a move by hand costs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.seating.counting import pairs_cost
from tournaments.seating import Draft, SeatingError, move_cost

TABLES = [["A", "B", "C", "D"], ["E", "F", "G", "H"]]
HISTORY = [[["A", "E", "X", "Y"], ["B", "C", "Z"]]]


def test_a_swap_that_parts_two_who_met_saves_a_repeat() -> None:
    cost = move_cost(TABLES, swap=("B", "F"), history=HISTORY)
    assert (cost.repeats, cost.apart, cost.club) == (-1, 0, 0)
    assert [place for place, _, _ in cost.changed] == [0, 1]
    before = cost.changed[0][1]
    assert before.repeats == ((("B", "C"), 1),)


def test_a_move_counts_kept_apart_pairs_clubs_and_scores() -> None:
    cost = move_cost(
        TABLES,
        move=("A", 1),
        history=HISTORY,
        keep_apart=[["A", "F"]],
        groups={"Club": ["A", "G", "D"]},
        scores={"A": 3, "D": 1},
    )
    assert (cost.repeats, cost.apart, cost.club) == (1, 1, 0)
    assert cost.cost == 1 + 1000
    assert cost.spread == (4 * 9) + (1 + 1) - (4 + 9 + 9 + 1 + 1)
    assert cost.to_json()["changed"][1]["table"] == 2


def test_a_player_without_a_seat_may_be_moved_in() -> None:
    assert move_cost(TABLES, move=("X", 0), history=HISTORY).repeats == 1


def test_a_move_to_his_own_table_changes_nothing() -> None:
    assert move_cost(TABLES, move=("A", 0), history=HISTORY).changed == ()
    assert move_cost(TABLES, swap=("A", "B"), history=HISTORY).repeats == 0


def test_an_unknown_player_or_table_is_refused() -> None:
    with pytest.raises(SeatingError) as refusal:
        move_cost(TABLES, swap=("A", "Nemo"))
    assert refusal.value.code == "unknown_player"
    with pytest.raises(SeatingError):
        move_cost(TABLES, move=("A", 2))
    with pytest.raises(TypeError):
        move_cost(TABLES)


@given(
    st.permutations("ABCDEFGH"), st.permutations("ABCDEFGH"), st.sampled_from("ABCD"), st.sampled_from("EFGH")
)
def test_the_cost_of_a_swap_is_the_difference_of_two_counts(
    then: list[str], now: list[str], first: str, second: str
) -> None:
    history = [[then[:4], then[4:]]]
    tables = [now[:4], now[4:]]
    exchange = {first: second, second: first}
    swapped = [[exchange.get(player, player) for player in table] for table in tables]
    cost = Draft(history=history).swap(tables, first, second)
    assert cost.repeats == pairs_cost([swapped], history) - pairs_cost([tables], history)
