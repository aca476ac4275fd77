"""Events as the JSON objects of a game/1 log, and back (rules.md 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .cards import Deck
from .commands import AdjustPoints, Command, MakeBid, PlayCard, ReplacePlayer, VoidDeal
from .errors import LogError
from .events import (
    BidMade,
    BidsRevealed,
    CardPlayed,
    CardsDealt,
    DealScored,
    DealVoided,
    Event,
    GameFinished,
    PileTurned,
    PlayerReplaced,
    PointsAdjusted,
    Started,
    TrickWon,
)
from .ranking import Tie
from .rules import RuleSet
from .shuffle import Dealt

Json = dict[str, object]


def event_json(event: Event, deck: Deck) -> Json:
    """The object stored for an event, without its number `n`."""
    if isinstance(event, BidMade):
        return {"type": "bid", "seat": event.seat, "bid": event.bid} | _by(event.by)
    if isinstance(event, CardPlayed):
        auto: Json = {"auto": True} if event.auto else {}
        return {"type": "play", "seat": event.seat, "card": deck.text(event.card)} | auto | _by(event.by)
    if isinstance(event, TrickWon):
        return {"type": "trick", "winner": event.winner}
    if isinstance(event, CardsDealt):
        return _dealt_json(event, deck)
    if isinstance(event, PileTurned):
        cards = [deck.text(card) for card in event.cards]
        return {"type": "turn", "cards": cards, "trump": deck.colour_text(event.trump)}
    if isinstance(event, BidsRevealed):
        return {"type": "reveal", "bids": list(event.bids)}
    if isinstance(event, DealScored):
        lists = {key: list(getattr(event, key)) for key in ("tricks", "plus_fives", "minus_fives", "points")}
        return {"type": "score", "deal": event.deal} | lists
    if isinstance(event, Started):
        return {
            "type": "start",
            "rules": event.rules.to_json(),
            "players": list(event.players),
            "first_dealer": event.first_dealer,
            "commitment": event.commitment,
        }
    if isinstance(event, GameFinished):
        return _finished_json(event)
    if isinstance(event, DealVoided):
        return {"type": "void", "reason": event.reason}
    if isinstance(event, PointsAdjusted):
        return {"type": "adjust", "seat": event.seat, "points": event.points, "reason": event.reason}
    return {"type": "replace", "seat": event.seat, "player": event.player}


def _by(by: str | None) -> Json:
    return {} if by is None else {"by": by}


def _dealt_json(event: CardsDealt, deck: Deck) -> Json:
    dealt = event.dealt
    plain: Json = {
        "type": "deal",
        "deal": event.deal,
        "hand_size": event.hand_size,
        "dealer": event.dealer,
        "hands": [[deck.text(card) for card in hand] for hand in dealt.hands],
        "turn_up": None if dealt.turn_up is None else deck.text(dealt.turn_up),
    }
    if deck.has_actions:
        plain["passed"] = [deck.text(card) for card in dealt.passed]
        plain["pile"] = [deck.text(card) for card in dealt.pile]
    if event.decider is not None:
        plain["decider"] = list(event.decider)
    if event.out:
        plain["out"] = list(event.out)
    return plain


def _finished_json(event: GameFinished) -> Json:
    return {
        "type": "finish",
        "totals": list(event.totals),
        "places": list(event.places),
        "decided_by": [tie.to_json() for tie in event.decided_by],
        "seed": None if event.seed is None else event.seed.hex(),
    }


def read_event(value: object, deck: Deck | None) -> Event:
    """The event of a stored object; `deck` is None for the start only.

    LogError `event.format` when a field is missing or of the wrong type, `cards.unknown` for a card the pack lacks.
    """
    if not isinstance(value, Mapping):
        raise LogError("event.format", "An event is an object.")
    kind = value.get("type")
    if kind == "start":
        return _read_start(value)
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None or deck is None:
        raise LogError("event.format", f"{kind!r} is no type of event here.")
    with _reading(kind):
        return read(value, deck)


def read_command(value: Mapping[str, Any]) -> Command | None:
    """What somebody must have asked for to cause that stored event; None for events nobody at the table asks for."""
    kind = value.get("type")
    with _reading(kind):
        if kind == "bid":
            return MakeBid(_whole(value["seat"]), _whole(value["bid"]), _actor(value))
        if kind == "play":
            auto = bool(value.get("auto"))
            return PlayCard(_whole(value["seat"]), _text(value["card"]), _actor(value), auto)
        if kind == "void":
            return VoidDeal(_text(value["reason"]))
        if kind == "adjust":
            return AdjustPoints(_whole(value["seat"]), _whole(value["points"]), _text(value["reason"]))
        if kind == "replace":
            return ReplacePlayer(_whole(value["seat"]), _text(value["player"]))
    return None


@contextmanager
def _reading(kind: object) -> Iterator[None]:
    """Turn whatever a missing or mistyped field causes into `event.format`."""
    try:
        yield
    except LogError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        message = f"A {kind} event lacks a field or has one of the wrong type: {error}."
        raise LogError("event.format", message) from error


def _read_start(value: Mapping[str, object]) -> Started:
    rules = RuleSet.valid_from(value.get("rules"))
    try:
        players = tuple(_text(name) for name in _items(value["players"]))
        commitment = value.get("commitment")
        return Started(
            rules, players, _whole(value["first_dealer"]), None if commitment is None else _text(commitment)
        )
    except (KeyError, TypeError) as error:
        raise LogError("event.format", "start needs players, first_dealer and commitment.") from error


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _actor(value: Mapping[str, Any]) -> str | None:
    by = value.get("by")
    return None if by is None else _text(by)


def _items(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return value


def _wholes(value: object) -> tuple[int, ...]:
    return tuple(_whole(item) for item in _items(value))


def _wholes_or_none(value: object) -> tuple[int | None, ...]:
    return tuple(None if item is None else _whole(item) for item in _items(value))


def _cards(value: object, deck: Deck) -> tuple[int, ...]:
    return tuple(_card(item, deck) for item in _items(value))


def _card(value: object, deck: Deck) -> int:
    card = deck.face(_text(value))
    if card is None:
        raise LogError("cards.unknown", f"{value} is no card of {deck.name}.")
    return card


def _read_deal(value: Mapping[str, Any], deck: Deck) -> CardsDealt:
    turn_up = value["turn_up"]
    decider = value.get("decider")
    return CardsDealt(
        _whole(value["deal"]),
        _whole(value["hand_size"]),
        _whole(value["dealer"]),
        Dealt(
            tuple(_cards(hand, deck) for hand in _items(value["hands"])),
            None if turn_up is None else _card(turn_up, deck),
            _cards(value.get("passed") or [], deck),
            _cards(value.get("pile") or [], deck),
        ),
        None if decider is None else _wholes(decider),
        _wholes(value.get("out") or []),
    )


def _read_play(value: Mapping[str, Any], deck: Deck) -> CardPlayed:
    token = _text(value["card"])
    card = deck.played_card(token)
    if card is None:
        raise LogError("cards.unknown", f"{token} cannot be played with {deck.name}.")
    return CardPlayed(_whole(value["seat"]), card, bool(value.get("auto")), _actor(value))


def _read_finish(value: Mapping[str, Any], deck: Deck) -> GameFinished:
    seed = value.get("seed")
    groups = tuple(
        Tie(_wholes(group["seats"]), tuple(_text(name) for name in _items(group["by"])))
        for group in value["decided_by"]
    )
    return GameFinished(
        _wholes(value["totals"]),
        _wholes(value["places"]),
        groups,
        None if seed is None else bytes.fromhex(seed),
    )


_READERS: dict[str, Callable[[Mapping[str, Any], Deck], Event]] = {
    "deal": _read_deal,
    "bid": lambda value, deck: BidMade(_whole(value["seat"]), _whole(value["bid"]), _actor(value)),
    "play": _read_play,
    "trick": lambda value, deck: TrickWon(_whole(value["winner"])),
    "turn": lambda value, deck: PileTurned(_cards(value["cards"], deck), deck.colour(value["trump"])),
    "reveal": lambda value, deck: BidsRevealed(_wholes_or_none(value["bids"])),
    "score": lambda value, deck: DealScored(
        _whole(value["deal"]),
        _wholes(value["tricks"]),
        _wholes(value["plus_fives"]),
        _wholes(value["minus_fives"]),
        _wholes_or_none(value["points"]),
    ),
    "void": lambda value, deck: DealVoided(_text(value["reason"])),
    "adjust": lambda value, deck: PointsAdjusted(
        _whole(value["seat"]), _whole(value["points"]), _text(value["reason"])
    ),
    "replace": lambda value, deck: PlayerReplaced(_whole(value["seat"]), _text(value["player"])),
    "finish": _read_finish,
}
