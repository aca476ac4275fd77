"""What the ratings floor refuses, and what cannot happen."""

from __future__ import annotations

from clubs.errors import EldestHandError


class RatingsError(EldestHandError):
    """Base of the refusals about ladders."""


class UnknownLadder(RatingsError):
    """No ladder has this slug."""

    code = "unknown_ladder"
    status = 404


class PoisonGame(RuntimeError):
    """The pure function could not rate a game: nothing of the batch was stored.

    `game_id` names the result, `why` the fault. Mend the game's sheet; the next run goes on by itself.
    """

    def __init__(self, game_id: int, order_key: str, why: str) -> None:
        super().__init__(f"Game {game_id} (key {order_key}) cannot be rated: {why}")
        self.game_id = game_id
        self.order_key = order_key
        self.why = why
