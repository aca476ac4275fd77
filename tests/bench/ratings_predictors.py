"""The systems compared: elo-mp, constant K, and the two libraries where they are installed.

The libraries are a matter of benchmarks only; the site does not use them.
"""

from collections.abc import Callable
from importlib.util import find_spec
from math import erfc, log, sqrt
from typing import Any

from ratings.systems import System, get_system
from ratings.systems.elo_mp import EloMp
from tests.bench.prediction_quality import Predictor
from tests.bench.ratings_simulator import PlayedGame

CONSTANT_KS = (16, 24, 32)
_LOGIT_PER_MILLI = log(10.0) / 400_000


class EloPredictor:
    """Any version of elo-mp; its expectation is the logistic of the difference."""

    def __init__(self, name: str, system: System) -> None:
        self.name = name
        self._system = system
        self._ratings: dict[str, int] = {}
        self._games: dict[str, int] = {}

    def logit(self, player: str, other: str) -> float:
        start = self._system.start_milli
        return (self._ratings.get(player, start) - self._ratings.get(other, start)) * _LOGIT_PER_MILLI

    def learn(self, game: PlayedGame) -> None:
        ratings = [self._ratings.get(player, self._system.start_milli) for player in game.players]
        games = [self._games.get(player, 0) for player in game.players]
        deltas = self._system.rate(ratings, games, game.places)
        for player, rating, delta, n in zip(game.players, ratings, deltas, games, strict=True):
            self._ratings[player] = rating + delta
            self._games[player] = n + 1

    def rating(self, player: str) -> float:
        return self._ratings.get(player, self._system.start_milli)


class _Gaussian:
    """What the two libraries share: a mean and a deviation per player, P by the normal distribution."""

    name: str

    def __init__(self, beta: float, fresh: Callable[[], Any]) -> None:
        self._beta = beta
        self._fresh = fresh
        self._ratings: dict[str, Any] = {}

    def _of(self, player: str) -> Any:
        if player not in self._ratings:
            self._ratings[player] = self._fresh()
        return self._ratings[player]

    def logit(self, player: str, other: str) -> float:
        a, b = self._of(player), self._of(other)
        x = (a.mu - b.mu) / sqrt(2 * self._beta**2 + a.sigma**2 + b.sigma**2)
        return log(max(erfc(-x / sqrt(2)), 1e-300)) - log(max(erfc(x / sqrt(2)), 1e-300))

    def rating(self, player: str) -> float:
        return float(self._of(player).mu)


class PlackettLucePredictor(_Gaussian):
    """openskill's Plackett-Luce with its defaults."""

    name = "OpenSkill PL"

    def __init__(self) -> None:
        from openskill.models import PlackettLuce

        self._model = PlackettLuce()
        super().__init__(self._model.beta, self._model.rating)

    def learn(self, game: PlayedGame) -> None:
        teams = [[self._of(player)] for player in game.players]
        rated = self._model.rate(teams, ranks=[float(place) for place in game.places])
        for player, (rating,) in zip(game.players, rated, strict=True):
            self._ratings[player] = rating


class TrueSkillPredictor(_Gaussian):
    """trueskill with its defaults."""

    name = "TrueSkill"

    def __init__(self) -> None:
        from trueskill import TrueSkill

        self._environment = TrueSkill()
        super().__init__(self._environment.beta, self._environment.create_rating)

    def learn(self, game: PlayedGame) -> None:
        groups = [(self._of(player),) for player in game.players]
        for player, (rating,) in zip(
            game.players, self._environment.rate(groups, ranks=game.places), strict=True
        ):
            self._ratings[player] = rating


def elo_mp() -> EloPredictor:
    return EloPredictor("elo-mp v1", get_system("elo-mp", 1))


def constant_k(k: int) -> EloPredictor:
    """The same formula with K the same for everybody."""
    params = {**get_system("elo-mp", 1).params, "k_min": k, "k_num": 0}
    return EloPredictor(f"constant K {k}", EloMp.from_params(version=0, params=params))


def libraries() -> list[Callable[[], Predictor]]:
    """Makers of the libraries' predictors, as far as they are installed."""
    makers: list[Callable[[], Predictor]] = []
    if find_spec("openskill"):
        makers.append(PlackettLucePredictor)
    if find_spec("trueskill"):
        makers.append(TrueSkillPredictor)
    return makers
