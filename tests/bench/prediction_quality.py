"""How well ratings foretell places (ratings.md section 10, "Metric")."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log1p, sqrt
from typing import Protocol

from tests.bench.ratings_simulator import PlayedGame


class Predictor(Protocol):
    """A rating system that learns game by game."""

    name: str

    def logit(self, player: str, other: str) -> float:
        """`ln(P / (1 - P))` that the first player ends above the second."""
        ...

    def learn(self, game: PlayedGame) -> None: ...

    def rating(self, player: str) -> float:
        """The number to rank players by."""
        ...


@dataclass(frozen=True, slots=True)
class Quality:
    """Log-loss per pair as it is and after one temperature, over the last half of the games."""

    raw: float
    cal: float
    temperature: float


Pair = tuple[float, float, float]
"""Logit, outcome (1, 0.5, 0) and weight."""


def replay(predictor: Predictor, games: Sequence[PlayedGame]) -> Quality:
    """Foretell each game from the ratings before it, then learn it.

    Every game weighs 1. The temperature is fitted on the second quarter.
    """
    fitted: list[Pair] = []
    judged: list[Pair] = []
    for number, game in enumerate(games):
        if number >= len(games) // 2:
            judged.extend(foretell(predictor, game))
        elif number >= len(games) // 4:
            fitted.extend(foretell(predictor, game))
        predictor.learn(game)
    temperature = fit_temperature(fitted)
    return Quality(mean_loss(judged, 1.0), mean_loss(judged, temperature), temperature)


def foretell(predictor: Predictor, game: PlayedGame) -> Iterable[Pair]:
    """All pairs of one game; their weights sum to 1."""
    size = len(game.players)
    weight = 2.0 / (size * (size - 1))
    for i in range(size - 1):
        for j in range(i + 1, size):
            own, other = game.places[i], game.places[j]
            outcome = 1.0 if own < other else 0.5 if own == other else 0.0
            yield predictor.logit(game.players[i], game.players[j]), outcome, weight


def mean_loss(pairs: Sequence[Pair], temperature: float) -> float:
    """Mean of `-(y ln P + (1-y) ln(1-P))`; a coin gives 0.69315."""
    loss = sum(weight * (_softplus(-temperature * z) + (1.0 - y) * temperature * z) for z, y, weight in pairs)
    return loss / sum(weight for _, _, weight in pairs)


def _softplus(x: float) -> float:
    return x + log1p(exp(-x)) if x > 0 else log1p(exp(x))


def fit_temperature(pairs: Sequence[Pair]) -> float:
    """The t that minimises the loss of `t * logit`: the loss is convex in t, so the slope is halved in."""
    low, high = 0.01, 10.0
    while high - low > 1e-5:
        middle = (low + high) / 2
        slope = sum(weight * z * (_sigmoid(middle * z) - y) for z, y, weight in pairs)
        low, high = (low, middle) if slope > 0 else (middle, high)
    return (low + high) / 2


def _sigmoid(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x > -700 else 0.0


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: the correlation of the ranks, ties sharing their mean rank."""
    a, b = _ranks(one), _ranks(other)
    mean = (len(a) + 1) / 2
    covariance = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    return covariance / sqrt(sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b))


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(values)
    first = {value: rank for rank, value in reversed(list(enumerate(order, start=1)))}
    return [first[value] + (order.count(value) - 1) / 2 for value in values]
