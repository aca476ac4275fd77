"""Replaying games: both forms end alike, a replay can be cut anywhere (ratings.md section 4, 8 and 9)."""

from itertools import pairwise
from random import Random

import pytest

from ratings.systems import get_system
from ratings.systems.bench import draw_tables, replay
from ratings.systems.game_lines import BadLine, GameLine
from ratings.systems.ladder import Ladder, State

ELO = get_system("elo-mp", 1)
PLAYERS = [f"p{n}" for n in range(30)]


def season(n_games: int, seed: int) -> list[GameLine]:
    rng = Random(seed)
    lines = []
    for number in range(n_games):
        players = tuple(rng.sample(PLAYERS, rng.randint(2, 7)))
        places = tuple(rng.randint(1, len(players)) for _ in players)
        lines.append(GameLine(f"g{number}", players, places))
    return lines


def play(ladder: Ladder, lines: list[GameLine]) -> dict[str, State]:
    for line in lines:
        ladder.rate(line)
    return {player: ladder.state(player) for player in PLAYERS}


@pytest.mark.parametrize("size", [3, 4, 6])
def test_both_forms_end_a_chain_of_games_alike(size: int) -> None:
    tables = draw_tables(games=6_000, size=size, players=200, seed=8)
    fast = replay(ELO.rate, tables, players=200, start_milli=ELO.start_milli)
    assert fast == replay(ELO.rate_canonical, tables, players=200, start_milli=ELO.start_milli)


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_both_forms_end_a_chain_of_60_000_games_alike(size: int) -> None:
    tables = draw_tables(games=60_000, size=size, players=2_000, seed=9)
    fast = replay(ELO.rate, tables, players=2_000, start_milli=ELO.start_milli)
    assert fast == replay(ELO.rate_canonical, tables, players=2_000, start_milli=ELO.start_milli)


def test_a_second_replay_gives_the_same() -> None:
    lines = season(800, seed=1)
    assert play(Ladder(ELO), lines) == play(Ladder(ELO), lines)


@pytest.mark.parametrize("cut", [0, 1, 37, 400, 799, 800])
def test_a_replay_cut_anywhere_and_continued_from_the_states_gives_the_same(cut: int) -> None:
    lines = season(800, seed=2)
    states = play(Ladder(ELO), lines[:cut])
    assert play(Ladder(ELO, states), lines[cut:]) == play(Ladder(ELO), lines)


def test_games_can_be_undone_from_the_states_kept_before_each() -> None:
    """skillratings#2, elovation#56: a rating that cannot be undone."""
    lines = season(300, seed=3)
    ladder = Ladder(ELO)
    rated = [ladder.rate(line) for line in lines]
    states = {player: ladder.state(player) for player in PLAYERS}
    for line, game in zip(reversed(lines[120:]), reversed(rated[120:]), strict=True):
        states.update(zip(line.players, game.before, strict=True))
    assert states == play(Ladder(ELO), lines[:120])


def test_another_order_of_games_gives_other_ratings() -> None:
    """So the order played matters, and a late sheet needs a replay."""
    lines = season(40, seed=4)
    assert play(Ladder(ELO), lines) != play(Ladder(ELO), lines[::-1])


def test_a_player_back_at_the_start_rating_has_still_played() -> None:
    """humpday#356: back at 1500 was shown as "never played"."""
    ladder = Ladder(ELO)
    ladder.rate(GameLine("g1", ("alice", "bob"), (1, 1)))
    assert ladder.state("alice") == State(1_500_000, 1)
    assert ladder.state("carol") == State(1_500_000, 0)


def test_a_game_given_twice_changes_nothing() -> None:
    ladder = Ladder(ELO)
    ladder.rate(GameLine("g1", ("alice", "bob"), (1, 2)))
    with pytest.raises(BadLine, match="came before"):
        ladder.rate(GameLine("g1", ("alice", "bob"), (2, 1)))
    assert ladder.state("alice") == State(1_550_000, 1)


def test_k_shrinks_the_change_from_game_to_game() -> None:
    ladder = Ladder(ELO)
    games = [ladder.rate(GameLine(f"g{number}", ("alice", f"new{number}"), (1, 2))) for number in range(45)]
    factors = [game.seats[0].k for game in games]
    assert all(earlier >= later for earlier, later in pairwise(factors))
    assert factors[40:] == [20.0] * 5
