"""How well elo-mp foretells, beside constant K and the two libraries, and the bars of ratings.md section 10.

`python -m tests.bench.ratings_prediction [--dense N] [--sparse N] [--seed N] [--real FILE]`

Every set is played afresh from its own seed, a new one on each run unless `--seed` is given; figures are means over
the sets. `--real` takes a file of score sheets (`{"games": [{"date", "players", "totals"}]}`); places follow from
the totals. Exit code 1 if a bar is missed.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from statistics import mean

from tests.bench.prediction_quality import Predictor, Quality, rank_correlation, replay
from tests.bench.ratings_predictors import CONSTANT_KS, PlackettLucePredictor, constant_k, elo_mp, libraries
from tests.bench.ratings_simulator import DENSE, SPARSE, PlayedGame, Setting, Simulation, simulate

ELO = "elo-mp v1"
JUDGED_FROM = 1_000
"""Sets with fewer games are shown and not judged: on a hundred games the noise is 0.004."""

LEAST_RANK_CORRELATION = {DENSE.name: 0.94, SPARSE.name: 0.88}


@dataclass(frozen=True, slots=True)
class Row:
    """One system on one kind of set, means over the sets."""

    raw: float
    cal: float
    temperature: float
    rank_correlation: float | None


Measured = dict[str, Row]


@dataclass(frozen=True, slots=True)
class Bar:
    """One requirement and the figure that meets it or not."""

    claim: str
    figure: float
    is_met: bool


def measure(
    simulations: Sequence[Simulation], makers: Sequence[Callable[[], Predictor]] | None = None
) -> Measured:
    """Replay every simulation with every system; by default with all there are."""
    if makers is None:
        makers = [elo_mp, *constant_ks(), *libraries()]
    measured = {}
    for make in makers:
        qualities: list[Quality] = []
        correlations: list[float] = []
        for simulation in simulations:
            predictor = make()
            qualities.append(replay(predictor, simulation.games))
            if simulation.skills:
                correlations.append(_rank_correlation(predictor, simulation))
        measured[predictor.name] = Row(
            mean(quality.raw for quality in qualities),
            mean(quality.cal for quality in qualities),
            mean(quality.temperature for quality in qualities),
            mean(correlations) if correlations else None,
        )
    return measured


def constant_ks() -> list[Callable[[], Predictor]]:
    """Makers of the constant-K systems."""

    def maker(k: int) -> Callable[[], Predictor]:
        return lambda: constant_k(k)

    return [maker(k) for k in CONSTANT_KS]


def _rank_correlation(predictor: Predictor, simulation: Simulation) -> float:
    """With the true skill, over the players with ten games or more."""
    games = Counter(player for game in simulation.games for player in game.players)
    players = [player for player in simulation.skills if games[player] >= 10]
    return rank_correlation(
        [predictor.rating(player) for player in players],
        [simulation.skills[player] for player in players],
    )


def bars(kind: str, measured: Measured) -> list[Bar]:
    """The bars of section 10 for one kind of set; those on the true skill need a simulated one."""
    elo = measured[ELO]
    best_constant = min(measured[f"constant K {k}"].raw for k in CONSTANT_KS)
    behind = elo.raw - best_constant
    found = [Bar("raw - best constant K (raw) <= 0.0005", behind, behind <= 0.0005)]
    if kind == SPARSE.name:
        found.append(Bar("best constant K (raw) - raw >= 0.003", -behind, -behind >= 0.003))
    if PlackettLucePredictor.name in measured:
        behind = elo.cal - measured[PlackettLucePredictor.name].cal
        found.append(Bar("cal - OpenSkill PL (cal) <= 0.0005", behind, behind <= 0.0005))
    gap = abs(elo.raw - elo.cal)
    found.append(Bar("|raw - cal| <= 0.0015", gap, gap <= 0.0015))
    found.append(Bar("temperature in 0.85-1.15", elo.temperature, 0.85 <= elo.temperature <= 1.15))
    least = LEAST_RANK_CORRELATION.get(kind)
    if least is not None and elo.rank_correlation is not None:
        claim = f"rank correlation with true skill >= {least}"
        found.append(Bar(claim, elo.rank_correlation, elo.rank_correlation >= least))
    return found


def read_real_games(path: Path) -> list[PlayedGame]:
    """Games of a file of score sheets by date; people without a total are left out."""
    games = []
    for game in sorted(json.loads(path.read_text(encoding="utf-8"))["games"], key=lambda game: game["date"]):
        there = [
            (player, total)
            for player, total in zip(game["players"], game["totals"], strict=True)
            if total is not None
        ]
        if len(there) >= 2:
            places = tuple(1 + sum(other > total for _, other in there) for _, total in there)
            games.append(PlayedGame(tuple(player for player, _ in there), places))
    return games


def report(kind: str, n_sets: int, n_games: int, measured: Measured) -> list[Bar]:
    """Print the table of one kind of set and its bars; the bars that were judged."""
    print(f"\n{kind}: {n_sets} x {n_games} games")
    print(f"  {'system':<14} {'raw':>8} {'cal':>8} {'temp.':>6} {'rank corr.':>11}")
    for name, row in measured.items():
        correlation = "" if row.rank_correlation is None else f"{row.rank_correlation:.3f}"
        print(f"  {name:<14} {row.raw:8.5f} {row.cal:8.5f} {row.temperature:6.3f} {correlation:>11}")
    if n_games < JUDGED_FROM:
        print(f"  fewer than {JUDGED_FROM} games: shown, not judged")
        return []
    judged = bars(kind, measured)
    for bar in judged:
        print(f"  {'met   ' if bar.is_met else 'MISSED'} {bar.claim}: {bar.figure:.5f}")
    return judged


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ratings_prediction")
    parser.add_argument("--dense", type=int, default=6, metavar="N", help="dense sets (20,000 games each)")
    parser.add_argument("--sparse", type=int, default=24, metavar="N", help="sparse sets (3,000 games each)")
    parser.add_argument(
        "--seed", type=int, default=SystemRandom().randrange(10**9), help="seed of the first set"
    )
    parser.add_argument("--real", type=Path, metavar="FILE", help="score sheets as JSON")
    options = parser.parse_args(argv)
    print(f"Log-loss per pair over the last half (a coin: 0.69315), seeds from {options.seed}")
    judged: list[Bar] = []
    asked: list[tuple[Setting, int]] = [(DENSE, options.dense), (SPARSE, options.sparse)]
    for setting, n_sets in asked:
        if n_sets > 0:
            simulations = [simulate(setting, options.seed + number) for number in range(n_sets)]
            judged += report(setting.name, n_sets, setting.n_games, measure(simulations))
    if options.real is not None:
        games = read_real_games(options.real)
        judged += report("real", 1, len(games), measure([Simulation(games, {})]))
    n_missed = sum(not bar.is_met for bar in judged)
    print(f"\n{len(judged) - n_missed} of {len(judged)} bars met")
    return 1 if n_missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
