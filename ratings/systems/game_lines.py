"""One line of the game list, `{"game":"g1","players":["a","b"],"places":[1,2]}` (ratings.md section 5)."""

from dataclasses import dataclass

from ratings.systems.strict_json import NotJson, parse_json

MOST_PLAYERS = 500
"""At one table. Each is compared with each other, so a line of thousands would keep everybody waiting."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game as it was played: who sat there and in which place each one ended."""

    game: str
    players: tuple[str, ...]
    places: tuple[int, ...]


class BadLine(ValueError):
    """A line that is not rated; `code` is one of the codes of section 5, the message says what to mend."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def parse_game_line(raw: bytes) -> GameLine:
    """The game on a line; further keys are ignored. `BadLine` has the first fault in the order of section 5.

    Whether the game came twice is not checked here.
    """
    try:
        line = parse_json(raw)
    except NotJson as error:
        raise BadLine("bad_json", str(error)) from None
    if not isinstance(line, dict):
        raise BadLine("bad_shape", "A game is an object with the keys game, players and places.")
    game = line.get("game")
    if not isinstance(game, str) or not game:
        raise BadLine("bad_game", "game must be a text that is not empty.")
    players = _players(line.get("players"))
    return GameLine(game, players, _places(line.get("places"), len(players)))


def _players(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadLine("bad_players", "players must be a list of texts.")
    for seat, player in enumerate(value, start=1):
        if not isinstance(player, str) or not player:
            raise BadLine("bad_players", f"players: entry {seat} must be a text that is not empty.")
    if len(value) < 2:
        raise BadLine("too_few_players", f"A rated game has at least 2 players, not {len(value)}.")
    if len(value) > MOST_PLAYERS:
        raise BadLine("bad_players", f"A rated game has at most {MOST_PLAYERS} players, not {len(value)}.")
    seats: dict[str, int] = {}
    for seat, player in enumerate(value, start=1):
        if player in seats:
            raise BadLine("duplicate_player", f"players: entries {seats[player]} and {seat} are the same.")
        seats[player] = seat
    return tuple(value)


def _places(value: object, n_players: int) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadLine("bad_places", "places must be a list of whole numbers, one per player.")
    if len(value) != n_players:
        raise BadLine("bad_places", f"There are {n_players} players, but {len(value)} places.")
    for seat, place in enumerate(value, start=1):
        if not isinstance(place, int) or isinstance(place, bool) or place < 1:
            raise BadLine("bad_places", f"places: entry {seat} must be a whole number of 1 or more.")
    return tuple(value)
