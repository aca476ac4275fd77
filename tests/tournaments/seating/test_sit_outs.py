"""Who sits out when not everyone can play (seating.md section 8b)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.test_planning import check_figures
from tournaments.seating import Plan, SeatingError, SeatingProblem, next_round, plan, split


def planned(**fields: Any) -> Plan:
    document = {"effort": "quick", **fields}
    found = plan(SeatingProblem.from_json(document))
    check_figures(found, document)
    return found


def test_nine_at_fours_let_five_different_people_sit_out() -> None:
    found = planned(players=9, sizes=[4], rounds=5, sit_outs=1)
    assert found.sit_outs is not None
    assert len({player for (player,) in found.sit_outs}) == 5
    assert found.sit_out_spread == 1


def test_nobody_sits_out_unless_the_organiser_says_so() -> None:
    with pytest.raises(SeatingError) as refusal:
        planned(players=9, sizes=[4], rounds=2)
    assert refusal.value.code == "no_split"
    assert refusal.value.fields["sit_outs"] == 1


def test_nobody_sits_out_while_everyone_can_be_seated() -> None:
    for wish in ("fewest", 1):
        found = planned(players=10, sizes=[4, 3], rounds=2, sit_outs=wish)
        assert found.sit_outs == ((), ())


@settings(max_examples=20, deadline=None)
@given(st.integers(5, 15), st.integers(1, 7), st.integers(0, 99))
def test_nobody_sits_out_twice_before_everyone_did_once(players: int, rounds: int, seed: int) -> None:
    found = planned(players=players, sizes=[4], rounds=rounds, sit_outs="fewest", seed=seed)
    counts = Counter(f"P{k:02d}" for k in range(1, players + 1))
    for here in found.sit_outs or ():
        fewest = min(counts.values())
        for player in here:
            counts[player] += 1
        assert max(counts.values()) - min(counts.values()) <= 1
        assert all(counts[player] - 1 <= fewest + 1 for player in here)
    assert found.sit_out_spread == max(counts.values()) - min(counts.values())


@settings(max_examples=20, deadline=None)
@given(st.integers(5, 15), st.integers(2, 6), st.integers(0, 99))
def test_no_more_repeats_are_called_certain_than_a_plan_has(players: int, rounds: int, seed: int) -> None:
    found = planned(players=players, sizes=[4], rounds=rounds, sit_outs="fewest", seed=seed)
    left = players % 4
    for way in split(players - left, (4,), rounds=rounds, sit_outs=left).alternatives:
        assert (way.bound or 0) <= found.bound <= found.pairs_cost
        assert way.forced * rounds * (rounds - 1) // 2 <= found.pairs_cost
    said = {note.code: note.fields for note in found.notes}
    forced = said["repeats_certain"]["per_two_rounds"] if "repeats_certain" in said else 0
    assert forced * rounds * (rounds - 1) // 2 <= found.pairs_cost


def test_who_sits_out_spares_the_others_repeats() -> None:
    """Thirteen at fours: two repeats in two rounds, though twelve at fours cannot have fewer than three."""
    found = planned(players=13, sizes=[4], rounds=2, sit_outs=1)
    assert found.pairs_cost == 2
    assert "repeats_certain" not in {note.code for note in found.notes}
    (way,) = split(12, (4,), rounds=2, sit_outs=1).alternatives
    assert way.bound == 0
    assert split(12, (4,), rounds=2).alternatives[0].bound == 3


def test_a_club_is_not_too_large_when_one_of_it_may_sit_out() -> None:
    club = {"Hearts": ["P01", "P02", "P03", "P04"]}
    found = planned(players=13, sizes=[4], rounds=1, sit_outs=1, groups=club)
    assert "club_too_large" not in {note.code for note in found.notes}
    full = planned(players=12, sizes=[4], rounds=1, groups=club)
    assert "club_too_large" in {note.code for note in full.notes}


def test_volunteers_go_first_and_it_is_not_counted() -> None:
    found = planned(players=9, sizes=[4], rounds=3, sit_outs=1, volunteers=["P06"])
    assert found.sit_outs == (("P06",),) * 3
    assert found.sit_out_spread == 0


def test_who_sat_out_before_plays_now() -> None:
    past = {f"P{k:02d}": 1 for k in range(1, 9)}
    found = planned(players=9, sizes=[4], rounds=1, sit_outs=1, sat_out=past)
    assert found.sit_outs == (("P09",),)
    one = next_round(
        SeatingProblem.from_json(
            {"players": 9, "sizes": [4], "scores": {"P09": 99}, "sit_outs": 1, "sat_out": past}
        )
    )
    assert one.sit_outs == ("P09",)
    assert one.sit_out_spread == 0
    assert one.to_json()["sit_outs"] == ["P09"]


def test_in_a_next_round_they_leave_whose_leaving_saves_rematches() -> None:
    history = [[["P01", "P02", "P03", "P04"]]]
    names = [f"P{k:02d}" for k in range(1, 6)]
    past = {"P05": 1}
    found = next_round(
        SeatingProblem.from_json(
            {"players": names, "sizes": [4], "scores": {}, "history": history, "sit_outs": 1, "sat_out": past}
        )
    )
    assert found.sit_outs != ("P05",)
    assert found.rematches == 3


def test_a_locked_player_does_not_sit_out() -> None:
    table = ["P01", "P02", "P03", "P04"]
    found = planned(
        players=9,
        sizes=[4],
        rounds=1,
        sit_outs=1,
        volunteers=["P01"],
        locked=[{"round": 1, "table": 1, "players": table}],
    )
    assert list(found.rounds[0][0]) == table
    assert found.sit_outs is not None
    assert "P01" not in found.sit_outs[0]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (
            {"players": 9, "sit_outs": 2},
            "9 players with 2 sitting out cannot sit at tables of 4. Possible: 8 or",
        ),
        ({"players": 9, "sit_outs": 9}, "9 players with 9 sitting out cannot sit"),
        (
            {"players": 8, "sit_outs": 3, "volunteers": ["P01"]},
            "8 players with 3 sitting out cannot sit at tables of 4. Possible: nobody sitting out, or 4 or",
        ),
    ],
)
def test_a_number_of_sit_outs_that_leaves_no_full_tables_is_named_as_the_reason(
    fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(SeatingError) as refusal:
        plan(SeatingProblem.from_json({"sizes": [4], "rounds": 2, **fields}))
    assert refusal.value.code == "no_split"
    assert refusal.value.message.startswith(message)
