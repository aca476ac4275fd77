"""Every contradiction in a RuleSet, in the three stages of rules.md 2.3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from . import schedule
from .packs import PACKS, PLAIN_SUITS, RAGE, RAGE_COLOURS
from .rule_parts import ByPlayers

if TYPE_CHECKING:
    from .rules import RuleSet

MOST_PLAYERS: Final = 10
CRITERIA: Final = ("last-deal", "earlier-deals", "bids-made", "decider", "shared")
_CHOICES: Final = (
    ("trump", "trump.unknown", ("turn-up", "none", "fixed", "cycle")),
    ("no_trump", "no-trump.unknown", ("never", "last", "largest", "if-exhausted")),
    ("bidding", "bidding.unknown", ("open", "simultaneous", "secret")),
    ("void_rule", "void-rule.unknown", ("free", "must-trump")),
    ("no_trump_card", "no-trump-card.unknown", ("trick", "deal")),
    ("second_joker", "second-joker.unknown", ("higher", "lower")),
)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One thing the rules may not say, and the field to mend (dotted path)."""

    code: str
    field: str

    def to_json(self) -> dict[str, str]:
        return {"code": self.code, "field": self.field}


def contradictions(rules: RuleSet) -> tuple[Contradiction, ...]:
    """All contradictions of the first stage that has any."""
    for stage in (_deck, _players, _values, _combinations, _plans):
        found = tuple(Contradiction(code, field) for code, field in stage(rules))
        if found:
            return found
    return ()


Found = Iterator[tuple[str, str]]


def _deck(rules: RuleSet) -> Found:
    names = _deck_names(rules)
    if any(name not in PACKS for name in names):
        yield "deck.unknown", "deck"
    elif len({PACKS[name].family for name in names}) > 1:
        yield "deck.mixed", "deck"


def _deck_names(rules: RuleSet) -> tuple[str, ...]:
    return (
        tuple(name for _, name in rules.deck.entries) if isinstance(rules.deck, ByPlayers) else (rules.deck,)
    )


def _players(rules: RuleSet) -> Found:
    fewest, most = rules.players
    if not 2 <= fewest <= most <= MOST_PLAYERS:
        yield "players.range", "players"


def _values(rules: RuleSet) -> Found:
    for field, code, choices in _CHOICES:
        if getattr(rules, field) not in choices:
            yield code, field
    if rules.schedule.shape not in schedule.SHAPES:
        yield "schedule.shape", "schedule.shape"


def _combinations(rules: RuleSet) -> Found:
    for check in (_plan_fields, _trump, _bidding, _pack_fields, _scoring, _tie_break):
        yield from check(rules)


def _plan_fields(rules: RuleSet) -> Found:
    plan = rules.schedule
    if (plan.shape == "list") != (plan.sizes is not None):
        yield "schedule.sizes", "schedule.sizes"
    if (plan.shape == "fixed") != (plan.count is not None):
        yield "schedule.count", "schedule.count"


def _trump(rules: RuleSet) -> Found:
    is_rage = rules.family == RAGE
    suits = RAGE_COLOURS if is_rage else PLAIN_SUITS
    suit, cycle = rules.trump_suit, rules.trump_cycle
    if (rules.trump == "fixed") != (suit is not None) or (suit is not None and suit not in tuple(suits)):
        yield "trump.suit", "trump_suit"
    if (rules.trump == "cycle") != (cycle is not None) or (
        cycle is not None and (not cycle or any(entry not in (*suits, "NT") for entry in cycle))
    ):
        yield "trump.cycle", "trump_cycle"
    if is_rage and rules.trump != "turn-up":
        yield "trump.deck", "trump"
    if is_rage and rules.no_trump != "never":
        yield "no-trump.deck", "no_trump"
    if rules.trump == "none" and rules.no_trump != "never":
        yield "no-trump.redundant", "no_trump"
    if rules.trump in ("fixed", "cycle") and rules.no_trump == "if-exhausted":
        yield "no-trump.no-turn-up", "no_trump"


def _bidding(rules: RuleSet) -> Found:
    if rules.hook and rules.bidding != "open":
        yield "hook.needs-open-bidding", "hook"
    if not rules.hook and rules.hook_from != 1:
        yield "hook.from", "hook_from"


def _pack_fields(rules: RuleSet) -> Found:
    is_rage = rules.family == RAGE
    if rules.void_rule == "must-trump" and is_rage:
        yield "void-rule.deck", "void_rule"
    if rules.void_rule == "must-trump" and rules.trump == "none":
        yield "void-rule.no-trump", "void_rule"
    if not is_rage:
        usual = {"action_anytime": False, "no_trump_card": "trick", "second_joker": "higher"}
        for field, value in usual.items():
            if getattr(rules, field) != value:
                yield "actions.deck", field


def _scoring(rules: RuleSet) -> Found:
    scoring = rules.scoring
    if scoring.sweep is not None and not scoring.trick_always:
        yield "scoring.sweep", "scoring.sweep"
    made = scoring.made
    if scoring.concat and (made.base or made.per_trick or made.square):
        yield "scoring.concat", "scoring.concat"
    if any(bid == 0 for bid, _ in scoring.made_at or ()):
        yield "scoring.made-at", "scoring.made_at"


def _tie_break(rules: RuleSet) -> Found:
    chain = rules.tie_break
    if len(set(chain)) < len(chain) or any(criterion not in CRITERIA for criterion in chain):
        yield "tie-break.unknown", "tie_break"
        return
    if not chain or chain[-1] != "shared":
        yield "tie-break.end", "tie_break"
    if "earlier-deals" in chain and "last-deal" not in chain[: chain.index("earlier-deals")]:
        yield "tie-break.order", "tie_break"


def _plans(rules: RuleSet) -> Found:
    """Stage 3: the plan of each player count, up to the first that fails."""
    for n_players in range(rules.players[0], rules.players[1] + 1):
        found = tuple(_plan(rules, n_players))
        if found:
            yield from found
            return


def _plan(rules: RuleSet, n_players: int) -> Found:
    plan = rules.schedule
    has_deck = not isinstance(rules.deck, ByPlayers) or rules.deck.get(n_players) is not None
    if not has_deck:
        yield "deck.players", "deck"
    wanted, field = (plan.sizes, "sizes") if plan.shape == "list" else (plan.max, "max")
    if isinstance(wanted, ByPlayers) and wanted.get(n_players) is None:
        yield "schedule.players", f"schedule.{field}"
    elif has_deck or wanted != "deck":
        yield from _sizes(rules, n_players, has_deck=has_deck)


def _sizes(rules: RuleSet, n_players: int, *, has_deck: bool) -> Found:
    plan = rules.schedule
    if plan.shape not in ("list", "fixed"):
        high = schedule.largest(rules, n_players)
        if plan.step < 1 or (high >= plan.min and (high - plan.min) % plan.step):
            yield "schedule.step", "schedule.step"
            return
        if (high - plan.min) // plan.step >= schedule.MOST_DEALS:
            yield "schedule.long", "schedule"
            return
    sizes = schedule.hand_sizes(rules, n_players)
    if not sizes or min(sizes) < 1 or _has_bad_repeat(rules):
        yield "schedule.empty", "schedule"
    if len(sizes) > schedule.MOST_DEALS:
        yield "schedule.long", "schedule"
    if has_deck and _is_too_large(rules, sizes, n_players):
        yield "schedule.capacity", "schedule"


def _has_bad_repeat(rules: RuleSet) -> bool:
    plan = rules.schedule
    return plan.shape not in ("list", "fixed") and any(
        isinstance(repeat, int) and repeat < 1 for repeat in (plan.low_repeat, plan.high_repeat)
    )


def _is_too_large(rules: RuleSet, sizes: tuple[int, ...], n_players: int) -> bool:
    n_cards = PACKS[rules.deck_for(n_players)].n_cards
    return any(
        n_players * size + schedule.needs_turn_up(rules, sizes, place, n_players=n_players, n_cards=n_cards)
        > n_cards
        for place, size in enumerate(sizes[: schedule.MOST_DEALS])
    )
