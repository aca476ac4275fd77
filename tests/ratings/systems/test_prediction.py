"""elo-mp foretells places as well as ratings.md section 10 asks, on simulated club life with fixed seeds."""

from collections import Counter
from math import log

import pytest

from tests.bench.prediction_quality import Pair, fit_temperature, mean_loss, rank_correlation, replay
from tests.bench.ratings_prediction import ELO, Row, bars, constant_ks, measure
from tests.bench.ratings_predictors import elo_mp
from tests.bench.ratings_simulator import DENSE, SPARSE, PlayedGame, Setting, simulate

MAKERS = [elo_mp, *constant_ks()]
SHORT = Setting("short", n_games=2_000, n_players=60, walk_sd=0.10)


def test_a_coin_loses_the_logarithm_of_two() -> None:
    pairs: list[Pair] = [(0.0, 1.0, 1.0), (0.0, 0.5, 0.2), (0.0, 0.0, 0.3)]
    assert mean_loss(pairs, 1.0) == pytest.approx(log(2))


def test_the_loss_weighs_each_pair() -> None:
    pairs: list[Pair] = [(log(3), 1.0, 3.0), (log(3), 0.0, 1.0)]
    assert mean_loss(pairs, 1.0) == pytest.approx(-(3 * log(0.75) + log(0.25)) / 4)


@pytest.mark.parametrize("temperature", [0.3, 1.0, 2.5])
def test_the_temperature_that_made_the_outcomes_is_found(temperature: float) -> None:
    pairs: list[Pair] = []
    for z in (-2.0, -0.4, 0.1, 1.3):
        chance = 1 / (1 + 2.718281828459045 ** (-temperature * z))
        pairs += [(z, 1.0, chance), (z, 0.0, 1 - chance)]
    assert fit_temperature(pairs) == pytest.approx(temperature, abs=1e-4)


def test_rank_correlation_sees_order_only_and_shares_ties() -> None:
    assert rank_correlation([1, 2, 3, 4], [1, 10, 100, 1000]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert rank_correlation([1, 2, 2, 3], [1, 2, 2, 3]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3], [1, 3, 2]) == pytest.approx(0.5)


def test_a_prediction_never_sees_the_game_it_foretells() -> None:
    games = [PlayedGame(("alice", "bob"), (1, 2)), *[PlayedGame(("carol", "dave"), (1, 2))] * 2]
    fourth_is_new = [*games, PlayedGame(("erin", "frank"), (1, 2))]
    expected = (mean_loss([(0.0, 1.0, 1.0)], 1.0) + mean_loss([(log(10) * 100 / 400, 1.0, 1.0)], 1.0)) / 2
    assert replay(elo_mp(), fourth_is_new).raw == pytest.approx(expected)


def test_a_simulation_depends_on_its_seed_alone() -> None:
    assert simulate(SHORT, 1) == simulate(SHORT, 1)
    assert simulate(SHORT, 1) != simulate(SHORT, 2)


def test_simulated_tables_have_the_sizes_and_ties_of_the_recipe() -> None:
    games = simulate(SPARSE, 11).games
    sizes = Counter(len(game.players) for game in games)
    for size, share in ((3, 0.15), (4, 0.45), (5, 0.27), (6, 0.13)):
        assert sizes[size] / len(games) == pytest.approx(share, abs=0.03)
    tied = sum(len(set(game.places)) < len(game.places) for game in games)
    assert tied / len(games) == pytest.approx(0.044, abs=0.015)
    assert all(len(set(game.players)) == len(game.players) for game in games)


def test_three_in_five_players_join_later_and_none_after_85_percent() -> None:
    simulation = simulate(DENSE, 12)
    first_seen: dict[str, int] = {}
    for number, game in enumerate(simulation.games):
        for player in game.players:
            first_seen.setdefault(player, number)
    late = sorted(simulation.skills)[80:]
    joins = [0.85 * 20_000 * nth / 120 for nth in range(1, 121)]
    assert all(
        first_seen[player] >= time for player, time in zip(late, joins, strict=True) if player in first_seen
    )
    assert sum(player in first_seen for player in simulation.skills) >= 195


def test_elo_mp_is_not_behind_constant_k_on_sparse_data() -> None:
    judged = bars("", measure([simulate(SPARSE, seed) for seed in range(3_100, 3_104)], MAKERS))
    assert [bar.claim for bar in judged if not bar.is_met] == []


@pytest.mark.slow
@pytest.mark.parametrize(("setting", "n_sets"), [(SPARSE, 24), (DENSE, 4)], ids=["sparse", "dense"])
def test_every_bar_is_met_on_the_mean_of_many_sets(setting: Setting, n_sets: int) -> None:
    simulations = [simulate(setting, seed) for seed in range(7_000, 7_000 + n_sets)]
    judged = bars(setting.name, measure(simulations, MAKERS))
    assert [(bar.claim, bar.figure) for bar in judged if not bar.is_met] == []
    assert len(judged) >= 4


def test_the_bars_can_be_missed() -> None:
    measured = measure([simulate(SHORT, 5)], MAKERS)
    worse = measured | {ELO: Row(0.7, 0.69, 2.0, 0.1)}
    assert [bar.is_met for bar in bars("sparse", worse)] == [False] * 5
