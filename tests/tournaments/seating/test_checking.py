"""The validator of every result, the seed of a round, and the examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from typing import Any

import pytest

from tournaments import seating
from tournaments.seating import SeatingError, check_seating, round_seed


@pytest.mark.parametrize(
    ("rounds", "sit_outs", "code", "player"),
    [
        ([[["A", "B"], ["C", "A"]]], [], "duplicate_player", "A"),
        ([[["A", "A"], ["B", "C"]]], [], "duplicate_player", "A"),
        ([[["A", "B", "C"]]], [["C"]], "duplicate_player", "C"),
        ([[["A", "B", "C", "D"]]], [], "unknown_player", "D"),
        ([[["A", "B", "C"]], [["A", "B"]]], [], "bad_input", "C"),
    ],
)
def test_a_seating_that_is_none_is_refused_by_name(
    rounds: Any, sit_outs: Any, code: str, player: str
) -> None:
    with pytest.raises(SeatingError) as refusal:
        check_seating("ABC", rounds, sit_outs)
    assert refusal.value.code == code
    assert refusal.value.fields["players"] == [player]
    assert refusal.value.fields["round"] == len(rounds)


def test_a_full_seating_passes_with_and_without_sit_outs() -> None:
    check_seating("ABC", [[["A", "B", "C"]], [["C", "A"], ["B"]]])
    check_seating("ABCD", [[["A", "B", "C"], []]], [["D"]])


def test_rounds_of_one_tournament_have_seeds_of_their_own() -> None:
    seeds = {round_seed(tournament, number) for tournament in range(20) for number in range(20)}
    assert len(seeds) == 400
    assert round_seed(1, 2) == round_seed(1, 2)
    assert all(0 <= seed < 2**48 for seed in seeds)


def test_the_examples_in_docstrings_hold() -> None:
    n_examples = 0
    for module in pkgutil.iter_modules(seating.__path__):
        if module.name != "__main__":
            found = doctest.testmod(importlib.import_module(f"tournaments.seating.{module.name}"))
            assert found.failed == 0, module.name
            n_examples += found.attempted
    assert n_examples >= 5
