"""What one seat may see (rules.md 5.5, E17): built from allowed fields, never by copying the state and deleting.

`deal_view` is the gate: bots and pages get nothing that has not passed it. A spectator is seat None.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Deck
from .game import GameState
from .setup import NOBODY, DealSetup
from .state import DealState, Turn
from .tricks import winning_index

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal as one seat sees it; cards and colours are numbers, as in `state`.

    `hand` is the own hand (0 for a spectator), `bids` hold None where nothing is shown yet, `legal_bids` and
    `legal_cards` are empty unless this seat may act now.
    """

    seat: int | None
    setup: DealSetup
    hand: int
    bids: tuple[int | None, ...]
    has_bid: tuple[bool, ...]
    turn: int
    legal_bids: tuple[int, ...]
    legal_cards: tuple[int, ...]
    turn_up: int | None
    passed: tuple[int, ...]
    trump: int
    is_suspended: bool
    led: int
    played: tuple[int, ...]
    n_in_trick: int
    winners: tuple[int, ...]
    trumps: tuple[int, ...]
    tricks: tuple[int, ...]
    plus_fives: tuple[int, ...]
    minus_fives: tuple[int, ...]
    turns: tuple[Turn, ...]

    @property
    def trick(self) -> tuple[int, ...]:
        """The cards of the trick on the table, in the order played."""
        return self.played[len(self.played) - self.n_in_trick :]

    @property
    def is_over(self) -> bool:
        return len(self.winners) == self.setup.hand_size


def deal_view(deal: DealState, seat: int | None) -> DealView:
    """The deal as that seat sees it, a spectator for None."""
    setup = deal.setup
    is_bidding = deal.is_bidding
    may_bid = seat is not None and deal.may_bid(seat)
    may_play = seat is not None and not is_bidding and deal.turn == seat
    return DealView(
        seat=seat,
        setup=setup,
        hand=0 if seat is None else deal.hands[seat],
        bids=_shown_bids(deal, seat, is_bidding),
        has_bid=tuple(bid is not None for bid in deal.bids),
        turn=deal.turn,
        legal_bids=tuple(deal.legal_bids()) if may_bid else (),
        legal_cards=tuple(deal.legal_cards()) if may_play else (),
        turn_up=deal.turn_up,
        passed=deal.passed,
        trump=deal.trump,
        is_suspended=deal.is_suspended,
        led=deal.led,
        played=tuple(deal.played),
        n_in_trick=deal.n_in_trick,
        winners=deal.winners,
        trumps=deal.trumps,
        tricks=tuple(deal.tricks),
        plus_fives=deal.plus_fives,
        minus_fives=deal.minus_fives,
        turns=deal.turns,
    )


def _shown_bids(deal: DealState, seat: int | None, is_bidding: bool) -> tuple[int | None, ...]:
    """Simultaneous bids show when all have bid, secret ones after the last trick; the own bid always (E17, R18)."""
    bidding = deal.setup.bidding
    is_hidden = bidding != "open" and (is_bidding or (bidding == "secret" and not deal.is_over))
    if not is_hidden:
        return tuple(deal.bids)
    return tuple(bid if at == seat else None for at, bid in enumerate(deal.bids))


def view(state: GameState, seat: int | None, *, n_deals: int | None = None) -> Json:
    """The whole game as that seat sees it, as JSON values; the same bytes for states that differ only in secrets.

    `n_deals`: how many of the deals that are over are told, the last ones; all for None.
    """
    n_records = len(state.records)
    since = 0 if n_deals is None else max(0, n_records - n_deals)
    shown: Json = {
        "seat": seat,
        "event": state.n_events - 1,
        "phase": phase(state),
        "players": list(state.players),
        "hand_sizes": list(state.sizes),
        "totals": list(state.totals),
        "deals": [_record_json(state, entry) for entry in range(since, n_records)],
        "deal": None,
        "result": None,
    }
    if state.current is not None:
        shown["deal"] = _deal_json(state, deal_view(state.current, seat))
    if state.finished is not None:
        finished = state.finished
        shown["result"] = {
            "totals": list(finished.totals),
            "places": list(finished.places),
            "decided_by": [tie.to_json() for tie in finished.decided_by],
        }
    return shown


def phase(state: GameState) -> str:
    """`bidding`, `playing`, `dealing` (the table must go on) or `finished`."""
    if state.finished is not None:
        return "finished"
    if state.current is None or state.current.is_over:
        return "dealing"
    return "bidding" if state.current.is_bidding else "playing"


def _record_json(state: GameState, entry: int) -> Json:
    record = state.records[entry]
    shown: Json = {
        "deal": record.deal,
        "hand_size": record.hand_size,
        "dealer": record.dealer,
        "trump": state.deck.colour_text(record.trump),
        "void": record.is_void,
        "adjustments": [
            {"seat": adjustment.seat, "points": adjustment.points, "reason": adjustment.reason}
            for adjustment in state.adjustments
            if adjustment.entry == entry
        ],
        "decider": None if record.decider is None else list(record.decider),
        "out": list(record.out),
    }
    if not record.is_void:  # what was bid in a void deal may still be secret
        shown |= {
            "bids": list(record.bids),
            "tricks": list(record.tricks),
            "plus_fives": list(record.plus_fives),
            "minus_fives": list(record.minus_fives),
            "points": list(record.points),
        }
    return shown


def _deal_json(state: GameState, seen: DealView) -> Json:
    setup = seen.setup
    deck = setup.deck
    event = state.current_event
    assert event is not None
    return {
        "deal": event.deal,
        "hand_size": setup.hand_size,
        "dealer": setup.dealer,
        "seats": list(setup.seats),
        "decider": None if event.decider is None else list(event.decider),
        "bidding": setup.bidding,
        "turn_up": None if seen.turn_up is None else deck.text(seen.turn_up),
        "passed": [deck.text(card) for card in seen.passed],
        "trump": deck.colour_text(seen.trump),
        "trump_suspended": seen.is_suspended,
        "turned": [_turn_json(turn, deck) for turn in seen.turns],
        "hand": deck.texts_of(seen.hand),
        "bids": list(seen.bids),
        "has_bid": list(seen.has_bid),
        "turn": None if seen.turn == NOBODY else seen.turn,
        "legal": list(seen.legal_bids) or [deck.text(card) for card in seen.legal_cards],
        "led": deck.colour_text(seen.led),
        "winning": _winning_seat(seen),
        "tricks": list(seen.tricks),
        "plus_fives": list(seen.plus_fives),
        "minus_fives": list(seen.minus_fives),
        "played": _tricks_json(state, seen),
    }


def _turn_json(turn: Turn, deck: Deck) -> Json:
    return {
        "after": turn.n_played,
        "cards": [deck.text(card) for card in turn.cards],
        "trump": deck.colour_text(turn.trump),
    }


def _winning_seat(seen: DealView) -> int | None:
    """Who wins the trick on the table as it stands; provisional (E12)."""
    if not seen.n_in_trick:
        return None
    setup = seen.setup
    trump = NOBODY if seen.is_suspended else seen.trump
    index = winning_index(seen.trick, seen.led, trump, second_joker_higher=setup.second_joker_higher)
    return setup.seats[(setup.place[_leader(seen, len(seen.winners))] + index) % setup.n_players]


def _leader(seen: DealView, trick: int) -> int:
    return seen.winners[trick - 1] if trick else seen.setup.seats[0]


def _tricks_json(state: GameState, seen: DealView) -> list[Json]:
    """Every trick so far, the one on the table last: its cards in order and its winner (None while it is open)."""
    setup = seen.setup
    n_players = setup.n_players
    shown: list[Json] = []
    for start in range(0, len(seen.played), n_players):
        trick = start // n_players
        seat = _leader(seen, trick)
        cards: list[Json] = []
        for index in range(start, min(start + n_players, len(seen.played))):
            card: Json = {"seat": seat, "card": setup.deck.text(seen.played[index])}
            if index in state.autos and _shows_auto(seen, seat, index):
                card["auto"] = True
            cards.append(card)
            seat = setup.next_seat[seat]
        winner = seen.winners[trick] if trick < len(seen.winners) else None
        shown.append({"cards": cards, "winner": winner})
    return shown


def _shows_auto(seen: DealView, seat: int, index: int) -> bool:
    """An automatic card tells that no other was legal; everybody knows that only of last cards (rules.md 5.5)."""
    is_last_card = index >= (seen.setup.hand_size - 1) * seen.setup.n_players
    return is_last_card or seen.is_over or seat == seen.seat
