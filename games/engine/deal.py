"""Reading a deal/1 document: one deal with its cards, complete or cut off anywhere (rules.md 5.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from .cards import NO_COLOUR, PLUS_FIVE, Deck
from .cards import deck as deck_named
from .errors import LogError
from .rules import RuleSet
from .setup import deal_setup
from .shuffle import Dealt
from .state import DealState, new_deal

FORMAT = "deal/1"


def read_deal(document: Mapping[str, object]) -> tuple[RuleSet, DealState]:
    """The rules and the deal before its first event; the events themselves are not looked at.

    Errors: the document codes of rules.md 5.3, the first that applies.
    """
    if document.get("format") != FORMAT:
        raise LogError("deal.format", f'The document must say "format": "{FORMAT}".')
    rules = RuleSet.valid_from(document.get("rules"))
    require_hosted(rules)
    n_seats, hand_size, dealer = (_number(document, key) for key in ("players", "hand_size", "dealer"))
    hands = [_texts("hands", hand) for hand in _list(document, "hands")]
    passed, pile = (_texts(key, document.get(key) or []) for key in ("passed", "pile"))
    if rules.trump == "turn-up" and "turn_up" not in document:
        raise LogError("deal.field", "turn_up is missing; write null when no card was turned.")
    turn_up, trump = (_text_or_none(document, key) for key in ("turn_up", "trump"))
    _list(document, "events")
    low, high = rules.players
    if not low <= n_seats <= high:
        raise LogError("players.range", f"{n_seats} players; these rules are for {low} to {high}.")
    if not 0 <= dealer < n_seats:
        raise LogError("deal.dealer", f"Dealer {dealer} is no seat of {n_seats} (seats count from 0).")
    deck = deck_named(rules.deck_for(n_seats))
    dealt = _read_cards(deck, n_seats, hand_size, hands, turn_up, passed, pile)
    start = _starting_trump(rules, deck, dealt, trump, has_trump="trump" in document)
    setup = deal_setup(rules, deck, n_seats=n_seats, hand_size=hand_size, dealer=dealer)
    return rules, new_deal(setup, dealt, start)


def require_hosted(rules: RuleSet) -> None:
    """Refuse rules that can only be scored from paper."""
    if not rules.hosted:
        raise LogError(
            "rules.paper-only", f"{rules.name} has a play rule the engine does not know; enter its sheet."
        )


def _number(document: Mapping[str, object], key: str) -> int:
    value = document.get(key)
    if type(value) is not int:
        raise LogError("deal.field", f"{key} must be a whole number.")
    return value


def _list(document: Mapping[str, object], key: str) -> Sequence[object]:
    value = document.get(key)
    if not isinstance(value, list):
        raise LogError("deal.field", f"{key} must be a list.")
    return value


def _texts(key: str, value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise LogError("deal.field", f"{key} must list cards as text.")
    return value


def _text_or_none(document: Mapping[str, object], key: str) -> str | None:
    value = document.get(key)
    if value is not None and not isinstance(value, str):
        raise LogError("deal.field", f"{key} must be a text or null.")
    return value


def _read_cards(
    deck: Deck,
    n_seats: int,
    hand_size: int,
    hands: list[list[str]],
    turn_up: str | None,
    passed: list[str],
    pile: list[str],
) -> Dealt:
    if hand_size < 1 or n_seats * hand_size > len(deck.cards):
        raise LogError("cards.count", f"{n_seats} hands of {hand_size} do not fit {len(deck.cards)} cards.")
    if len(hands) != n_seats or any(len(hand) != hand_size for hand in hands):
        raise LogError("cards.count", f"There must be {n_seats} hands of {hand_size} cards.")
    turned = [] if turn_up is None else [turn_up]
    every = [text for hand in hands for text in hand] + turned + passed + pile
    for text in every:
        if deck.face(text) is None:
            raise LogError("cards.unknown", f"{text} is no card of {deck.name}.")
    check_copies(deck, [deck.faces[text] for text in every])
    faces = deck.faces
    return Dealt(
        tuple(tuple(faces[text] for text in hand) for hand in hands),
        None if turn_up is None else faces[turn_up],
        tuple(faces[text] for text in passed),
        tuple(faces[text] for text in pile),
    )


def check_copies(deck: Deck, cards: list[int]) -> None:
    """Refuse cards that are there more often than in the pack (`cards.duplicate`)."""
    for card, count in Counter(cards).items():
        if count > deck.copies[card]:
            raise LogError("cards.duplicate", f"{deck.text(card)} is there more often than in {deck.name}.")


def _starting_trump(rules: RuleSet, deck: Deck, dealt: Dealt, trump: str | None, *, has_trump: bool) -> int:
    turn_up = dealt.turn_up
    if turn_up is not None and rules.trump != "turn-up":
        raise LogError("deal.turn-up", f"These rules turn no card (trump is {rules.trump}).")
    if deck.has_actions and (turn_up is None or turn_up >= PLUS_FIVE):
        raise LogError(
            "deal.turn-up", "The turn-up must be a colour card; action cards turned before it are passed."
        )
    if deck.has_actions and any(card < PLUS_FIVE for card in dealt.passed):
        raise LogError("deal.turn-up", "Only action cards are passed; the first colour card is the turn-up.")
    if rules.trump == "turn-up":
        if trump is not None:
            raise LogError("deal.trump", "The turned card makes trump; leave trump out.")
        return NO_COLOUR if turn_up is None else turn_up >> 4
    if trump is not None and (len(trump) != 1 or trump not in deck.colours):
        raise LogError("deal.trump", f"{trump} is no suit of {deck.name}.")
    if rules.trump == "none":
        allowed: tuple[str | None, ...] = (None,)
    elif rules.trump == "fixed":
        allowed = (rules.trump_suit, None)
    else:
        allowed = (*(None if suit == "NT" else suit for suit in rules.trump_cycle or ()), None)
    if trump not in allowed:
        raise LogError("deal.trump", f"These rules cannot make {trump or 'no trump'} trump.")
    if not has_trump and rules.trump != "none":
        raise LogError("deal.trump", "trump is missing; name the suit, or null for none.")
    return deck.colour(trump)
