"""The rules of a game as a club would read them aloud: every rule one sentence, worked out from the RuleSet alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.templatetags.figures import number
from games.engine import RuleSet, deal_points
from games.engine.packs import PACKS
from games.engine.rule_parts import ByPlayers, Missed, MissedColumns

Words = str | Promise

GROUPS: Final[Mapping[str, Words]] = {
    "hands": gettext_lazy("Hands and their order"),
    "trump": gettext_lazy("Trump"),
    "bidding": gettext_lazy("Bidding"),
    "play": gettext_lazy("Play"),
    "scoring": gettext_lazy("Scoring"),
    "rage": gettext_lazy("Rage cards"),
    "ties": gettext_lazy("Ties at the table"),
}

CHOICES: Final[Mapping[str, Mapping[object, Words]]] = {
    "schedule.shape": {
        "up": gettext_lazy("Each hand has more cards than the one before."),
        "down": gettext_lazy("Each hand has fewer cards than the one before."),
        "up-down": gettext_lazy("The hands grow and then shrink again."),
        "down-up": gettext_lazy("The hands shrink and then grow again."),
        "fixed": gettext_lazy("All hands have the same number of cards."),
        "list": gettext_lazy("The cards of each hand are written in a list."),
    },
    "trump": {
        "turn-up": gettext_lazy("The dealer turns the next card: its suit is trump."),
        "none": gettext_lazy("There is no trump."),
        "fixed": gettext_lazy("The same suit is trump in every hand."),
        "cycle": gettext_lazy("Trump changes from hand to hand in a fixed order."),
    },
    "no_trump": {
        "never": gettext_lazy("No hand goes without trump."),
        "last": gettext_lazy("The last hand has no trump."),
        "largest": gettext_lazy("The largest hands have no trump."),
        "if-exhausted": gettext_lazy("Where all cards are dealt there is no trump."),
    },
    "bidding": {
        "open": gettext_lazy("Bids are made aloud in turn, the dealer last."),
        "simultaneous": gettext_lazy("All bid at once and show their bids together."),
        "secret": gettext_lazy("Bids are written down and shown only after the last trick."),
    },
    "hook": {
        True: gettext_lazy("The last bidder may not make the bids come out even."),
        False: gettext_lazy("The bids may come out even."),
    },
    "void_rule": {
        "free": gettext_lazy("Who cannot follow suit may play any card."),
        "must-trump": gettext_lazy("Who cannot follow suit must play a trump, if they hold one."),
    },
    "hosted": {
        True: gettext_lazy("The game can also be played on this site."),
        False: gettext_lazy(
            "The game is kept on paper only: it has a rule of play that does not stand here."
        ),
    },
    "action_anytime": {
        False: gettext_lazy("Whoever can follow the colour may not play an action card."),
        True: gettext_lazy("Action cards may be played at any time."),
    },
    "no_trump_card": {
        "trick": gettext_lazy("The card “no trump” lasts for its trick."),
        "deal": gettext_lazy("The card “no trump” lasts to the end of the hand."),
    },
    "second_joker": {
        "higher": gettext_lazy("Of two jokers of one colour the second is higher."),
        "lower": gettext_lazy("Of two jokers of one colour the first is higher."),
    },
    "scoring.concat": {
        False: gettext_lazy("A made bid is counted by the numbers below."),
        True: gettext_lazy(
            "A made bid scores its tricks with a 1 written before them: 3 are 13, 10 are 110."
        ),
    },
}
"""The answers to choose from, each the sentence it becomes."""

LABELS: Final[Mapping[str, Words]] = {
    "players": gettext_lazy("Players at a table"),
    "deck": gettext_lazy("Cards in the pack"),
    "schedule.shape": gettext_lazy("How the hands follow each other"),
    "schedule.min": gettext_lazy("Cards of the smallest hand"),
    "schedule.max": gettext_lazy("Cards of the largest hand"),
    "schedule.step": gettext_lazy("Cards more or fewer from hand to hand"),
    "schedule.low_repeat": gettext_lazy("How often the smallest hand is dealt each time"),
    "schedule.high_repeat": gettext_lazy("How often the largest hand is dealt each time"),
    "schedule.count": gettext_lazy("Number of hands"),
    "schedule.sizes": gettext_lazy("List of the hands"),
    "trump": gettext_lazy("What is trump"),
    "trump_suit": gettext_lazy("The suit that is always trump"),
    "trump_cycle": gettext_lazy("Order of the trumps"),
    "no_trump": gettext_lazy("Hands without trump"),
    "bidding": gettext_lazy("How bids are made"),
    "hook": gettext_lazy("The last bid"),
    "hook_from": gettext_lazy("The last bidder is bound from hands of so many cards"),
    "void_rule": gettext_lazy("Who cannot follow suit"),
    "hosted": gettext_lazy("Where it is played"),
    "action_anytime": gettext_lazy("When action cards may be played"),
    "no_trump_card": gettext_lazy("The card “no trump”"),
    "second_joker": gettext_lazy("Two jokers in one trick"),
    "scoring.concat": gettext_lazy("How a made bid counts"),
    "scoring.made.base": gettext_lazy("Points for a made bid"),
    "scoring.made.per_trick": gettext_lazy("More for each trick of a made bid"),
    "scoring.made.square": gettext_lazy("More for a made bid, times its tricks squared"),
    "scoring.made_zero.base": gettext_lazy("Points for zero bid and made"),
    "scoring.made_zero.per_card": gettext_lazy("More for zero made, for each card of the hand"),
    "scoring.made_at": gettext_lazy("Made bids with points of their own"),
    "scoring.trick_always": gettext_lazy("Points for every trick, bid made or not"),
    "scoring.sweep.per_trick": gettext_lazy("Points a trick for whoever takes all of a hand"),
    "scoring.sweep.min_hand": gettext_lazy("Taking all counts so from hands of so many cards"),
    "scoring.plus_five": gettext_lazy("Points for each +5 card"),
    "scoring.minus_five": gettext_lazy("Points for each −5 card"),
    "tie_break": gettext_lazy("Who is level at the end"),
}

CASES: Final[Mapping[str, Words]] = {
    "missed": gettext_lazy("Missed bid"),
    "over": gettext_lazy("Too many tricks"),
    "under": gettext_lazy("Too few tricks"),
    "missed_zero": gettext_lazy("Zero bid and missed"),
}

PARTS: Final[Mapping[str, Words]] = {
    "base": gettext_lazy("points"),
    "per_trick": gettext_lazy("for each trick taken"),
    "per_off": gettext_lazy("for each trick off the bid"),
    "square_off": gettext_lazy("times the tricks off, squared"),
    "triangular_off": gettext_lazy("times 1, 3, 6, 10 … for 1, 2, 3, 4 … tricks off"),
    "per_bid": gettext_lazy("for each trick that was bid"),
}

CRITERIA: Final[Mapping[str, Words]] = {
    "last-deal": gettext_lazy("more points in the last hand"),
    "earlier-deals": gettext_lazy("more points in the hand before, back to the first"),
    "bids-made": gettext_lazy("more bids made"),
    "decider": gettext_lazy("for the first place an extra hand of one card"),
    "shared": gettext_lazy("the place is shared"),
}

PER_PLAYER: Final = gettext_lazy("once for each player")
WHOLE_PACK: Final = gettext_lazy("as many as the pack allows")
NO_TRUMP: Final = gettext_lazy("no trump")
SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `field` is its place in the RuleSet; `preset` what the preset says there, where that differs.

    `preset` is empty for a rule the preset does not have, and None where both say the same.
    """

    group: str
    field: str
    text: str
    preset: str | None = None


def rule_book(rules: RuleSet, preset: RuleSet | None = None) -> list[Rule]:
    """Every rule that says something, in groups, in the reader's language; compared with a preset if one is given."""
    found = [
        Rule(group, field, text)
        for group, read in _READERS
        for field, text in read(rules)
        if _is_asked(rules, group)
    ]
    if preset is None:
        return found
    theirs = {rule.field: rule.text for rule in rule_book(preset)}
    return [
        rule if theirs.get(rule.field) == rule.text else replace(rule, preset=theirs.get(rule.field, ""))
        for rule in found
    ]


def left_out(rules: RuleSet, preset: RuleSet) -> list[Rule]:
    """The preset's rules of which these say nothing."""
    ours = {rule.field for rule in rule_book(rules)}
    return [rule for rule in rule_book(preset) if rule.field not in ours]


def worked_example(rules: RuleSet) -> str:
    """`Bid 3, took 3: 13 points; took 4: 0.`"""
    return _("Bid 3, took 3: %(made)s points; took 4: %(over)s.") % {
        "made": number(deal_points(rules, hand_size=8, bid=3, tricks=3)),
        "over": number(deal_points(rules, hand_size=8, bid=3, tricks=4)),
    }


def by_players(value: ByPlayers[Any], shown: Mapping[Any, object] | None = None) -> str:
    """`3 players: 15; 4 players: 13`."""
    return "; ".join(
        _("%(n)d players: %(value)s") % {"n": n, "value": shown[entry] if shown else _plain(entry)}
        for n, entry in value.entries
    )


def _is_asked(rules: RuleSet, group: str) -> bool:
    return group != "rage" or rules.family == "rage"


Lines = Iterator[tuple[str, str]]


def _number_line(field: str, value: object) -> tuple[str, str]:
    return field, _("%(rule)s: %(value)s.") % {"rule": LABELS[field], "value": value}


def _choice_line(rules: RuleSet, field: str) -> tuple[str, str]:
    return field, str(CHOICES[field][getattr(rules, field)])


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(str(entry) for entry in value)
    return number(value) if isinstance(value, int) else str(value)


def _hands(rules: RuleSet) -> Lines:
    plan = rules.schedule
    low, high = rules.players
    yield _number_line("players", f"{low}–{high}" if low != high else low)
    sizes = {name: pack.n_cards for name, pack in PACKS.items()}
    if isinstance(rules.deck, ByPlayers):
        yield _number_line("deck", by_players(rules.deck, sizes))
    else:
        yield _number_line("deck", sizes.get(rules.deck, rules.deck))
    yield "schedule.shape", str(CHOICES["schedule.shape"][plan.shape])
    if plan.shape == "list":
        if plan.sizes is not None:
            yield _number_line("schedule.sizes", _any(plan.sizes))
        return
    if plan.shape == "fixed":
        yield _number_line("schedule.count", _any(plan.count))
    else:
        yield _number_line("schedule.min", number(plan.min))
    yield _number_line("schedule.max", WHOLE_PACK if plan.max == "deck" else _any(plan.max))
    if plan.shape == "fixed":
        return
    if plan.step != 1:
        yield _number_line("schedule.step", number(plan.step))
    for field, repeat in (("low_repeat", plan.low_repeat), ("high_repeat", plan.high_repeat)):
        if repeat != 1:
            yield _number_line(f"schedule.{field}", _any(repeat))


def _any(value: object) -> str:
    if isinstance(value, ByPlayers):
        return by_players(value)
    return str(PER_PLAYER) if value == "players" else _plain(value)


def _trump(rules: RuleSet) -> Lines:
    yield _choice_line(rules, "trump")
    if rules.trump == "fixed":
        yield _number_line("trump_suit", SUITS.get(rules.trump_suit or "", rules.trump_suit))
    if rules.trump == "cycle":
        named = {**SUITS, "NT": str(NO_TRUMP)}
        yield _number_line("trump_cycle", ", ".join(named.get(s, s) for s in rules.trump_cycle or ()))
    if rules.trump != "none":
        yield _choice_line(rules, "no_trump")


def _bidding(rules: RuleSet) -> Lines:
    yield _choice_line(rules, "bidding")
    if rules.hook and rules.hook_from > 1:
        text = _("From %(n)d cards on the last bidder may not make the bids come out even.")
        yield "hook", text % {"n": rules.hook_from}
    else:
        yield _choice_line(rules, "hook")


def _play(rules: RuleSet) -> Lines:
    yield _choice_line(rules, "void_rule")
    yield _choice_line(rules, "hosted")


def _scoring(rules: RuleSet) -> Lines:
    scoring = rules.scoring
    if scoring.concat:
        yield "scoring.concat", str(CHOICES["scoring.concat"][True])
    for part in ("base", "per_trick", "square"):
        if points := getattr(scoring.made, part):
            yield _number_line(f"scoring.made.{part}", number(points))
    if scoring.made_zero is not None:
        yield _number_line("scoring.made_zero.base", number(scoring.made_zero.base))
        if scoring.made_zero.per_card:
            yield _number_line("scoring.made_zero.per_card", number(scoring.made_zero.per_card))
    if scoring.made_at:
        listed = "; ".join(f"{bid}: {number(points)}" for bid, points in scoring.made_at)
        yield _number_line("scoring.made_at", listed)
    yield from _missed(scoring.missed, "missed")
    if scoring.missed_zero is not None:
        zero = scoring.missed_zero  # a bid of zero is only missed by taking more
        yield from _missed(zero.over if isinstance(zero, MissedColumns) else zero, "missed_zero")
    if scoring.trick_always:
        yield _number_line("scoring.trick_always", number(scoring.trick_always))
    if scoring.sweep is not None:
        yield _number_line("scoring.sweep.per_trick", number(scoring.sweep.per_trick))
        yield _number_line("scoring.sweep.min_hand", number(scoring.sweep.min_hand))


def _missed(column: Missed | MissedColumns, case: str) -> Lines:
    if isinstance(column, MissedColumns):
        yield from _missed(column.over, "over")
        yield from _missed(column.under, "under")
        return
    for part, words in PARTS.items():
        points = getattr(column, part)
        if points or part == "base":
            values = {"case": CASES[case], "rule": words, "value": number(points)}
            yield f"scoring.{case}.{part}", _("%(case)s, %(rule)s: %(value)s.") % values


def _rage(rules: RuleSet) -> Lines:
    for field in ("action_anytime", "no_trump_card", "second_joker"):
        yield _choice_line(rules, field)
    yield _number_line("scoring.plus_five", number(rules.scoring.plus_five))
    yield _number_line("scoring.minus_five", number(rules.scoring.minus_five))


def _ties(rules: RuleSet) -> Lines:
    yield _number_line("tie_break", ", ".join(str(CRITERIA.get(key, key)) for key in rules.tie_break))


_READERS: Final = (
    ("hands", _hands),
    ("trump", _trump),
    ("bidding", _bidding),
    ("play", _play),
    ("scoring", _scoring),
    ("rage", _rage),
    ("ties", _ties),
)
