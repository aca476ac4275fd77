"""A ladder in memory: games go in one by one in played order, every change comes out explained."""

from collections.abc import Mapping
from dataclasses import dataclass

from ratings.systems.game_lines import BadLine, GameLine
from ratings.systems.system import SeatExplanation, System


@dataclass(frozen=True, slots=True)
class State:
    """A player's rating in milli-points and the number of rated games behind it."""

    rating_milli: int
    games: int


@dataclass(frozen=True, slots=True)
class RatedGame:
    """What one game did: the states before it and the explanation per seat, both in seat order."""

    game: str
    before: tuple[State, ...]
    seats: tuple[SeatExplanation, ...]


class Ladder:
    """Ratings of all players under one system; players it has not seen yet start afresh."""

    def __init__(self, system: System, start: Mapping[str, State] | None = None) -> None:
        self._system = system
        self._states = dict(start or {})
        self._fresh = State(system.start_milli, 0)
        self._games: set[str] = set()

    def state(self, player: str) -> State:
        """The player's state now; a player without games has the start rating and 0 games."""
        return self._states.get(player, self._fresh)

    def rate(self, line: GameLine) -> RatedGame:
        """Take in one game. `BadLine` with `duplicate_game` if it came before; then nothing changes."""
        if line.game in self._games:
            raise BadLine("duplicate_game", f"Game {line.game[:60]!r} came before; each game counts once.")
        before = tuple([self.state(player) for player in line.players])
        seats = self._system.explain(
            [state.rating_milli for state in before], [state.games for state in before], line.places
        )
        self._games.add(line.game)
        for player, state, seat in zip(line.players, before, seats, strict=True):
            self._states[player] = State(state.rating_milli + seat.delta_milli, state.games + 1)
        return RatedGame(line.game, before, tuple(seats))
