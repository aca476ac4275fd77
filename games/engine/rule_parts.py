"""The pieces a RuleSet is made of: values by player count, the schedule, the scoring formula."""

from dataclasses import dataclass, fields
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ByPlayers(Generic[T]):
    """A value for each player count, such as the largest deal for 3, 4, 5 ... players."""

    entries: tuple[tuple[int, T], ...]

    def get(self, n_players: int) -> T | None:
        for count, value in self.entries:
            if count == n_players:
                return value
        return None


@dataclass(frozen=True, slots=True)
class Schedule:
    """Which hand sizes are dealt, in which order (rules.md 2, "Schedules").

    `max` may be "deck" (as many as the pack holds); repeats and `count` may be "players".
    """

    shape: str
    min: int
    max: int | str | ByPlayers[int]
    step: int
    low_repeat: int | str
    high_repeat: int | str
    count: int | str | None
    sizes: tuple[int, ...] | ByPlayers[tuple[int, ...]] | None


@dataclass(frozen=True, slots=True)
class Made:
    """What a made bid scores: `base + per_trick*t + square*t*t`."""

    base: int
    per_trick: int
    square: int


@dataclass(frozen=True, slots=True)
class MadeZero:
    """What a made bid of zero scores: `base + per_card*h`."""

    base: int
    per_card: int


@dataclass(frozen=True, slots=True)
class Missed:
    """What a missed bid scores; every coefficient carries its own sign and is added."""

    base: int
    per_trick: int
    per_off: int
    square_off: int
    triangular_off: int
    per_bid: int

    @property
    def needs_tricks(self) -> bool:
        """Whether the value depends on the tricks and not only on the miss."""
        return bool(self.per_trick or self.per_off or self.square_off or self.triangular_off)


@dataclass(frozen=True, slots=True)
class MissedColumns:
    """A missed bid that scores differently over and under the bid."""

    over: Missed
    under: Missed


@dataclass(frozen=True, slots=True)
class Sweep:
    """All tricks of a deal: another rate per trick, from `min_hand` cards on (rules.md R19)."""

    per_trick: int
    min_hand: int


@dataclass(frozen=True, slots=True)
class Scoring:
    """The scoring formula of rules.md 2.2. `made_at` lists fixed values by bid."""

    made: Made
    made_zero: MadeZero | None
    made_at: tuple[tuple[int, int], ...] | None
    missed: Missed | MissedColumns
    missed_zero: Missed | MissedColumns | None
    trick_always: int
    sweep: Sweep | None
    plus_five: int
    minus_five: int
    concat: bool


def to_plain(value: object) -> object:
    """The JSON shape of a part: objects, lists, and maps with text keys."""
    if isinstance(value, ByPlayers):
        return {str(count): to_plain(entry) for count, entry in value.entries}
    if isinstance(value, Scoring):
        plain = {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
        if value.made_at is not None:
            plain["made_at"] = {str(bid): points for bid, points in value.made_at}
        return plain
    if isinstance(value, (Schedule, Made, MadeZero, Missed, MissedColumns, Sweep)):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [to_plain(entry) for entry in value]
    return value
