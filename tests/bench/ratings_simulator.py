"""Simulated club life with known skills (ratings.md section 10, "Simulator for tests").

Every draw comes from the seed: the same seed, the same games.
"""

from dataclasses import dataclass, field
from itertools import accumulate
from math import exp, sqrt
from random import Random

N_CLUBS = 4
SKILL_SD = 0.30
CLUB_SD = 0.12
INSIDE_A_CLUB = 0.8
THERE_FROM_THE_START = 0.4
JOINED_BY = 0.85
NEWCOMER_SD = 0.25
LEARNING_GAMES = 25
TABLE_SIZES = (3, 4, 5, 6)
TABLE_WEIGHTS = (15, 45, 27, 13)


@dataclass(frozen=True, slots=True)
class Setting:
    """How much is played; `walk_sd` is the total drift of a skill over the whole time."""

    name: str
    n_games: int
    n_players: int
    walk_sd: float


DENSE = Setting("dense", n_games=20_000, n_players=200, walk_sd=0.15)
SPARSE = Setting("sparse", n_games=3_000, n_players=200, walk_sd=0.10)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """Player names and places in seat order."""

    players: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Simulation:
    """Games in played order, and the skill each player has at the end."""

    games: list[PlayedGame]
    skills: dict[str, float]


@dataclass(slots=True)
class _Player:
    name: str
    club: int
    skill: float
    activity: float
    joins_at: float
    deficit: float
    games: int = 0
    seen_at: int = 0

    def skill_at(self, time: int, setting: Setting, rng: Random) -> float:
        """Skill now: the walk since the last game is drawn in one step."""
        self.skill += rng.gauss(0.0, setting.walk_sd * sqrt((time - self.seen_at) / setting.n_games))
        self.seen_at = time
        return self.skill - self.deficit * exp(-self.games / LEARNING_GAMES)


@dataclass(slots=True)
class _Crowd:
    """People one may sit down with, drawn by activity."""

    people: list[_Player] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    def add(self, player: _Player) -> None:
        self.people.append(player)
        self.weights = list(accumulate(one.activity for one in self.people))

    def draw(self, size: int, rng: Random) -> list[_Player]:
        drawn: list[_Player] = []
        while len(drawn) < size:
            player = rng.choices(self.people, cum_weights=self.weights)[0]
            if player not in drawn:
                drawn.append(player)
        return drawn


def simulate(setting: Setting, seed: int) -> Simulation:
    """Play `setting.n_games` games."""
    rng = Random(seed)
    players = _draw_players(setting, rng)
    waiting = sorted(players, key=lambda player: player.joins_at, reverse=True)
    everybody = _Crowd()
    clubs = [_Crowd() for _ in range(N_CLUBS)]
    games = []
    for time in range(setting.n_games):
        while waiting and waiting[-1].joins_at <= time:
            player = waiting.pop()
            player.seen_at = time
            everybody.add(player)
            clubs[player.club].add(player)
        size = rng.choices(TABLE_SIZES, TABLE_WEIGHTS)[0]
        crowd = rng.choice(clubs) if rng.random() < INSIDE_A_CLUB else everybody
        table = crowd.draw(size, rng)
        skills = [player.skill_at(time, setting, rng) for player in table]
        games.append(PlayedGame(tuple(player.name for player in table), play_table(skills, rng)))
        for player in table:
            player.games += 1
    return Simulation(
        games, {player.name: player.skill_at(setting.n_games, setting, rng) for player in players}
    )


def _draw_players(setting: Setting, rng: Random) -> list[_Player]:
    club_means = [rng.gauss(0.0, CLUB_SD) for _ in range(N_CLUBS)]
    n_first = round(setting.n_players * THERE_FROM_THE_START)
    n_later = setting.n_players - n_first
    players = []
    for number in range(setting.n_players):
        is_newcomer = number >= n_first
        nth = number - n_first + 1
        players.append(
            _Player(
                name=f"p{number:03d}",
                club=number % N_CLUBS,
                skill=rng.gauss(0.0, SKILL_SD) + club_means[number % N_CLUBS],
                activity=rng.lognormvariate(0.0, 1.0),
                joins_at=setting.n_games * JOINED_BY * nth / n_later if is_newcomer else 0.0,
                deficit=abs(rng.gauss(0.0, NEWCOMER_SD)) if is_newcomer else 0.0,
            )
        )
    return players


def play_table(skills: list[float], rng: Random) -> tuple[int, ...]:
    """Places after 10 to 15 deals: by total, then by the last deal, else shared."""
    totals = [0] * len(skills)
    chances = [1.0 / (1.0 + exp(-skill)) for skill in skills]
    for _ in range(rng.randint(10, 15)):
        hand_size = rng.randint(1, 10)
        limit = exp(-hand_size / len(skills))
        last_deal = []
        for seat, chance in enumerate(chances):
            bid = min(hand_size, _poisson(limit, rng))
            points = 10 + bid if rng.random() < chance else 0
            totals[seat] += points
            last_deal.append(points)
    results = list(zip(totals, last_deal, strict=True))
    return tuple(1 + sum(other > own for other in results) for own in results)


def _poisson(limit: float, rng: Random) -> int:
    """A Poisson count with mean `-log(limit)`, by counting how many uniform draws multiply down to the limit."""
    count = 0
    product = rng.random()
    while product > limit:
        count += 1
        product *= rng.random()
    return count
