"""Playing a recorded deal again: deal/1 in, replay/1 out (rules.md 5.3). `replay_document` also takes game/1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import deal as deal_documents
from .errors import LogError
from .legality import Rejection, bid_refusal, read_play
from .rules import RuleSet
from .scoring import deal_points
from .setup import NOBODY
from .state import DealState

FORMAT = "replay/1"


def replay_document(document: object) -> dict[str, object]:
    """The replay/1 object of a deal/1 or game/1 document.

    Errors: EngineError with the codes of rules.md 5.3 and 5.5; those inside the log carry `event`, its index.
    """
    if not isinstance(document, Mapping):
        raise LogError("deal.format", "A replay needs a deal/1 or game/1 object.")
    if document.get("format") == "game/1":
        from .log import replay_game  # log builds on this module

        return replay_game(document)
    return replay_deal(document)


def replay_deal(document: Mapping[str, object]) -> dict[str, object]:
    """Every legal list, winner and point of one deal, complete or not."""
    rules, deal = deal_documents.read_deal(document)
    events = document["events"]
    assert isinstance(events, list)
    legal: list[list[int | str]] = []
    for index, event in enumerate(events):
        seat, act = _read_event(deal, event, index)
        legal.append(legal_texts(deal, seat))
        refusal = act_on(deal, seat, act)
        if refusal is not None:
            raise LogError(refusal.code, refusal.message, event=index)
    if deal.turn != NOBODY:
        legal.append(legal_texts(deal, deal.turn))
    return deal_replay(rules, deal, legal)


def act_on(deal: DealState, seat: int, act: int | str) -> Rejection | None:
    """Carry out a bid (a number) or a card (its token) in place; the refusal if it is illegal, and nothing changed."""
    if isinstance(act, int):
        refusal = bid_refusal(deal, seat, act)
        if refusal is None:
            deal.bid(seat, act)
        return refusal
    card = read_play(deal, seat, act)
    if isinstance(card, Rejection):
        return card
    deal.play(card)
    return None


def legal_texts(deal: DealState, seat: int) -> list[int | str]:
    """What that seat can do: bids as numbers, cards as tokens in card order; empty when it cannot act."""
    if deal.is_over:
        return []
    if deal.is_bidding:
        return list(deal.legal_bids()) if deal.may_bid(seat) else []
    if seat != deal.turn:
        return []
    return [deal.setup.deck.text(card) for card in deal.legal_cards()]


def seat_points(rules: RuleSet, deal: DealState) -> list[int | None]:
    """Points by seat of a deal that is over; None for a seat that sat out."""
    return [
        None
        if bid is None
        else deal_points(
            rules,
            hand_size=deal.setup.hand_size,
            bid=bid,
            tricks=deal.tricks[seat],
            plus_fives=deal.plus_fives[seat],
            minus_fives=deal.minus_fives[seat],
        )
        for seat, bid in enumerate(deal.bids)
    ]


def deal_replay(rules: RuleSet, deal: DealState, legal: Sequence[Sequence[int | str]]) -> dict[str, object]:
    """The replay/1 object of a deal as it stands."""
    deck = deal.setup.deck
    return {
        "format": FORMAT,
        "legal": [list(choices) for choices in legal],
        "turn": None if deal.turn == NOBODY else deal.turn,
        "bids": list(deal.bids),
        "winners": list(deal.winners),
        "tricks": list(deal.tricks),
        "trump": [deck.colour_text(colour) for colour in deal.trumps],
        "plus_fives": list(deal.plus_fives),
        "minus_fives": list(deal.minus_fives),
        "points": seat_points(rules, deal) if deal.is_over else None,
        "complete": deal.is_over,
    }


def _read_event(deal: DealState, event: object, index: int) -> tuple[int, int | str]:
    if isinstance(event, list) and len(event) == 2:
        seat, act = event
        is_act = isinstance(act, str) or type(act) is int
        if type(seat) is int and 0 <= seat < deal.setup.n_seats and is_act:
            return seat, act
    raise LogError("event.format", "An event is [seat, bid] or [seat, card].", event=index)
