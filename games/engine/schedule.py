"""How many cards each deal has, and which deals have no trump (rules.md 2 "Schedules", T4, T7, E20, E21)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .packs import PACKS
from .rule_parts import ByPlayers, Schedule

if TYPE_CHECKING:
    from .rules import RuleSet

SHAPES: Final = ("up", "down", "up-down", "down-up", "fixed", "list")
MOST_DEALS: Final = 60


def hand_sizes(rules: RuleSet, n_players: int) -> tuple[int, ...]:
    """The size of every deal, in order, for that many players.

    Does not check that the sizes fit the pack. ValueError when there is no plan for these players, and
    when it would be longer than a few hundred deals.
    """
    plan = rules.schedule
    if plan.shape == "list":
        return _listed(plan, n_players)
    high = largest(rules, n_players)
    if plan.shape == "fixed":
        return _repeat((high,), plan.count, n_players)
    return _shaped(plan, high, n_players)


def largest(rules: RuleSet, n_players: int) -> int:
    """The hand size `schedule.max` means for that many players; ValueError when it names none."""
    high = rules.schedule.max
    if isinstance(high, ByPlayers):
        found = high.get(n_players)
        if found is None:
            raise ValueError(f"schedule.max has no entry for {n_players} players")
        return found
    if isinstance(high, str):
        needs_turn_up = rules.trump == "turn-up" and rules.no_trump == "never"
        return (PACKS[rules.deck_for(n_players)].n_cards - needs_turn_up) // n_players
    return high


def is_no_trump(rules: RuleSet, sizes: tuple[int, ...], place: int, *, n_players: int, n_cards: int) -> bool:
    """Whether the rules take the trump from the deal at that place of the schedule.

    `sizes` is the whole schedule. Exhausted means that the deal uses up the pack.
    """
    if rules.trump == "none":
        return True
    if rules.no_trump == "last":
        return place == len(sizes) - 1
    if rules.no_trump == "largest":
        return sizes[place] == max(sizes)
    return rules.no_trump == "if-exhausted" and n_players * sizes[place] >= n_cards


def needs_turn_up(
    rules: RuleSet, sizes: tuple[int, ...], place: int, *, n_players: int, n_cards: int
) -> bool:
    """Whether the dealer must turn a card after that deal."""
    return rules.trump == "turn-up" and not is_no_trump(
        rules, sizes, place, n_players=n_players, n_cards=n_cards
    )


def _listed(plan: Schedule, n_players: int) -> tuple[int, ...]:
    sizes = plan.sizes
    if isinstance(sizes, ByPlayers):
        sizes = sizes.get(n_players)
    if sizes is None:
        raise ValueError(f"schedule.sizes has no list for {n_players} players")
    return sizes


def _shaped(plan: Schedule, high: int, n_players: int) -> tuple[int, ...]:
    if plan.step < 1 or (high - plan.min) // plan.step > MOST_DEALS * 4:
        raise ValueError("schedule.step does not lead from the smallest to the largest deal")
    if high < plan.min:
        return ()
    lows = _repeat((plan.min,), plan.low_repeat, n_players)
    highs = _repeat((high,), plan.high_repeat, n_players)
    if high == plan.min:
        return max(lows, highs, key=len)
    middle = tuple(range(plan.min + plan.step, high, plan.step))
    if plan.shape == "up":
        return lows + middle + highs
    if plan.shape == "down":
        return highs + middle[::-1] + lows
    if plan.shape == "up-down":
        return lows + middle + highs + middle[::-1] + lows
    return highs + middle[::-1] + lows + middle + highs


def _repeat(size: tuple[int], count: int | str | None, n_players: int) -> tuple[int, ...]:
    """The deal so often; cut where it is far beyond what a schedule may have."""
    times = count if isinstance(count, int) else n_players
    return size * min(times, MOST_DEALS * 4)
