"""Start states for the command line: `{"a": {"rating": 1612.5, "games": 17}, ...}` (ratings.md section 5)."""

from pathlib import Path

from ratings.systems.ladder import State
from ratings.systems.strict_json import NotJson, parse_json

_LIMIT = 20_000
_LONGEST_FILE = 64 * 1024 * 1024
"""Bytes; more than a million players."""


class BadRatingsFile(ValueError):
    """The file cannot be used; the message names the player or the place."""


def read_start_states(path: str) -> dict[str, State]:
    """The states in a file, by player; all of them or `BadRatingsFile`."""
    try:
        with Path(path).open("rb") as stream:
            raw = stream.read(_LONGEST_FILE + 1)
        if len(raw) > _LONGEST_FILE:
            raise BadRatingsFile(f"The ratings file is longer than {_LONGEST_FILE} bytes.")
        parsed = parse_json(raw)
    except OSError as error:
        raise BadRatingsFile(f"The ratings file cannot be read: {error.strerror or error}.") from None
    except NotJson as error:
        raise BadRatingsFile(f"The ratings file: {error}") from None
    if not isinstance(parsed, dict):
        raise BadRatingsFile('The ratings file must be one object: {"a": {"rating": 1612.5, "games": 17}}.')
    return {player: _state(player, entry) for player, entry in parsed.items()}


def _state(player: str, entry: object) -> State:
    if not isinstance(entry, dict):
        raise BadRatingsFile(f"Player {player[:60]!r}: must be an object with rating and games.")
    rating, games = entry.get("rating"), entry.get("games")
    if not isinstance(rating, int | float) or isinstance(rating, bool) or not -_LIMIT <= rating <= _LIMIT:
        raise BadRatingsFile(f"Player {player[:60]!r}: rating must be a number from -{_LIMIT} to {_LIMIT}.")
    milli = round(rating * 1000)
    if milli / 1000 != rating:
        raise BadRatingsFile(f"Player {player[:60]!r}: rating must have at most 3 decimals.")
    if not isinstance(games, int) or isinstance(games, bool) or games < 0:
        raise BadRatingsFile(f"Player {player[:60]!r}: games must be a whole number of 0 or more.")
    return State(milli, games)
