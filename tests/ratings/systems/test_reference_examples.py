"""Every figure of the reference file, in every form."""

from typing import Any

import pytest

from ratings.systems import get_system
from ratings.systems.elo_mp import EloMp
from tests.ratings.systems.examples import EXAMPLES, REFERENCE, to_milli

ELO = get_system("elo-mp", 1)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["id"]))
def test_both_forms_give_the_stored_milli_points(example: dict[str, Any]) -> None:
    ratings = to_milli(example["ratings"])
    assert ELO.rate(ratings, example["games"], example["places"]) == example["delta_milli"]
    assert ELO.rate_canonical(ratings, example["games"], example["places"]) == example["delta_milli"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["id"]))
def test_an_explanation_shows_the_figures_behind_the_change(example: dict[str, Any]) -> None:
    seats = ELO.explain(to_milli(example["ratings"]), example["games"], example["places"])
    assert [round(seat.expected, 6) for seat in seats] == example["expected"]
    assert [round(seat.scored, 6) for seat in seats] == example["score"]
    assert [round(seat.k, 6) for seat in seats] == example["k"]
    assert [seat.change for seat in seats] == pytest.approx(example["delta_exact"], abs=6e-7)
    assert [seat.delta_milli for seat in seats] == example["delta_milli"]
    assert sum(seat.change for seat in seats) == pytest.approx(example["sum_delta_exact"], abs=6e-7)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["id"]))
def test_the_ratings_after_the_game_are_exact_in_three_decimals(example: dict[str, Any]) -> None:
    before = to_milli(example["ratings"])
    deltas = ELO.rate(before, example["games"], example["places"])
    after = [rating + delta for rating, delta in zip(before, deltas, strict=True)]
    assert after == to_milli(example["after"])


@pytest.mark.parametrize(("games", "k"), REFERENCE["k_table"].items())
def test_k_falls_from_100_to_20(games: str, k: float) -> None:
    seat = ELO.explain([1_500_000] * 2, [int(games), 0], [1, 2])[0]
    assert round(seat.k, 6) == k


@pytest.mark.parametrize("pair", REFERENCE["expected_pairs"], ids=lambda pair: f"{pair['a']}v{pair['b']}")
def test_the_expected_share_of_a_pair(pair: dict[str, Any]) -> None:
    seats = ELO.explain(to_milli([pair["a"], pair["b"]]), [40, 40], [1, 2])
    assert round(seats[0].expected, 6) == pair["expected_a"]
    assert isinstance(ELO, EloMp)
    assert round(ELO.expected_score(pair["a"] * 1000, pair["b"] * 1000), 6) == pair["expected_a"]


@pytest.mark.parametrize("form", ["rate", "rate_canonical"])
def test_four_games_from_fresh_players_end_as_written(form: str) -> None:
    ratings: dict[str, int] = {}
    games: dict[str, int] = {}
    for line in REFERENCE["sequence"]["games"]:
        players = line["players"]
        before = [ratings.get(player, ELO.start_milli) for player in players]
        counts = [games.get(player, 0) for player in players]
        assert before == to_milli(line["before"])
        deltas = getattr(ELO, form)(before, counts, line["places"])
        assert deltas == to_milli(line["delta"])
        for player, rating, delta, n in zip(players, before, deltas, counts, strict=True):
            ratings[player] = rating + delta
            games[player] = n + 1
    final = {player: {"rating": ratings[player] / 1000, "games": games[player]} for player in sorted(ratings)}
    assert final == REFERENCE["sequence"]["final"]


def test_the_parameters_are_those_of_the_reference() -> None:
    assert (ELO.code, ELO.version) == (REFERENCE["system"]["code"], REFERENCE["system"]["version"])
    assert dict(ELO.params) == REFERENCE["system"]["params"]
