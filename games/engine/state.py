"""One deal as a value: cards, bids, tricks (rules.md 1, 4).

`DealState` changes in place, because bots play millions of deals; whoever needs the old value takes a `copy()` first.
It carries out acts and does not judge them: `decide` refuses illegal ones, `legal_bids` and `legal_mask` list the
legal ones. Seats are those of the table; a seat that sits this deal out has no cards and never has the turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from .bidding import forbidden_bid
from .cards import (
    CHANGE_TRUMP,
    COLOUR_MASKS,
    FACE_MASK,
    JOKER,
    MINUS_FIVE,
    NO_COLOUR,
    NO_TRUMP,
    PLAYED_JOKER,
    PLUS_FIVE,
    bits,
    hand_of,
    held_bit,
)
from .setup import NOBODY, DealSetup
from .shuffle import Dealt
from .tricks import best_index, legal_mask, winning_index


@dataclass(frozen=True, slots=True)
class Turn:
    """Pile cards turned during the play, after `n_played` cards: everybody sees them."""

    n_played: int
    cards: tuple[int, ...]
    trump: int


class DealState:
    """A deal between two acts.

    `turn` is the seat to act, `NOBODY` when the deal is over or while bids are collected in any order. `trump` is the
    colour in force, or waiting while `is_suspended` (R9). `played` holds every card in the order played, `winners`
    who took which trick, `trumps` the trump at the start and after each trick, for the next one.
    `hands` and `pile` are the secrets.
    """

    __slots__ = (
        "bids",
        "hands",
        "is_suspended",
        "led",
        "minus_fives",
        "n_bids",
        "n_in_trick",
        "passed",
        "pile",
        "pile_at",
        "played",
        "plus_fives",
        "setup",
        "tricks",
        "trump",
        "trumps",
        "turn",
        "turn_up",
        "turns",
        "winners",
    )

    def __init__(
        self,
        setup: DealSetup,
        hands: list[int],
        trump: int,
        turn_up: int | None = None,
        passed: tuple[int, ...] = (),
        pile: tuple[int, ...] = (),
    ) -> None:
        self.setup = setup
        self.hands = hands
        self.turn_up = turn_up
        self.passed = passed
        self.pile = pile
        self.pile_at = 0
        self.bids: list[int | None] = [None] * setup.n_seats
        self.n_bids = 0
        self.turn = setup.seats[0] if setup.bidding == "open" else NOBODY
        self.trump = trump
        self.is_suspended = False
        self.led = NO_COLOUR
        self.n_in_trick = 0
        self.played: list[int] = []
        self.winners: tuple[int, ...] = ()
        self.tricks = [0] * setup.n_seats
        self.plus_fives = self.minus_fives = setup.no_fives
        self.trumps: tuple[int, ...] = (trump,)
        self.turns: tuple[Turn, ...] = ()

    def copy(self) -> DealState:
        """An independent equal state."""
        new = object.__new__(DealState)
        new.setup = self.setup
        new.hands = self.hands[:]
        new.turn_up = self.turn_up
        new.passed = self.passed
        new.pile = self.pile
        new.bids = self.bids[:]
        new.n_bids = self.n_bids
        new.turn = self.turn
        new.trump = self.trump
        new.is_suspended = self.is_suspended
        new.led = self.led
        new.n_in_trick = self.n_in_trick
        new.played = self.played[:]
        new.winners = self.winners
        new.tricks = self.tricks[:]
        new.plus_fives = self.plus_fives
        new.minus_fives = self.minus_fives
        new.trumps = self.trumps
        new.turns = self.turns
        new.pile_at = self.pile_at
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DealState):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    @property
    def is_bidding(self) -> bool:
        return self.n_bids < self.setup.n_players

    @property
    def is_over(self) -> bool:
        return len(self.winners) == self.setup.hand_size

    def may_bid(self, seat: int) -> bool:
        """Whether this seat is to bid: at its turn, or where bids come in any order, if it plays and has not bid."""
        if not self.is_bidding:
            return False
        if self.turn != NOBODY:
            return self.turn == seat
        return self.setup.place[seat] != NOBODY and self.bids[seat] is None

    def legal_bids(self) -> list[int]:
        """The bids the next bidder may make; the hook binds the last one only (E15)."""
        bids = list(range(self.setup.hand_size + 1))
        hooked = self.hooked_bid()
        if hooked is not None:
            del bids[hooked]
        return bids

    def hooked_bid(self) -> int | None:
        """The bid that the hook forbids the next bidder, if any."""
        setup = self.setup
        if not setup.is_hooked or self.n_bids != setup.n_players - 1:
            return None
        return forbidden_bid(setup.hand_size, [bid for bid in self.bids if bid is not None])

    def legal_mask(self) -> int:
        """The bits of the hand at turn that may be played; an action card with every copy held."""
        hand = self.hands[self.turn]
        led = self.led
        if led < 0:
            return hand
        following = hand & COLOUR_MASKS[led]
        setup = self.setup
        if following and not setup.action_anytime:
            return following
        return legal_mask(
            hand, led, self.trump_now, must_trump=setup.must_trump, action_anytime=setup.action_anytime
        )

    def legal_cards(self) -> list[int]:
        """What the seat at turn may play, in card order: a face once, a joker once per colour."""
        if not self.setup.has_actions:
            mask = self.legal_mask()
            return [mask.bit_length() - 1] if mask & (mask - 1) == 0 else bits(mask)
        cards = bits(self.legal_mask() & FACE_MASK)
        if cards and cards[-1] == JOKER:
            cards[-1:] = [PLAYED_JOKER + colour for colour in range(len(self.setup.deck.colours))]
        return cards

    @property
    def trump_now(self) -> int:
        """The trump of the current trick as it stands; the last *no trump* or *change trump* decides (E5)."""
        return NO_COLOUR if self.is_suspended else self.trump

    def bid(self, seat: int, bid: int) -> None:
        """Note a bid; after the last one eldest is to lead."""
        setup = self.setup
        self.bids[seat] = bid
        self.n_bids = n_bids = self.n_bids + 1
        if n_bids == setup.n_players:
            self.turn = setup.seats[0]
        elif self.turn >= 0:
            self.turn = setup.next_seat[seat]

    def play(self, card: int) -> None:
        """Let the seat at turn play a card (a joker as `PLAYED_JOKER` + colour) and settle the trick if it is full."""
        seat = self.turn
        if card < PLUS_FIVE:
            self.hands[seat] ^= 1 << card
            if self.led < 0:
                self.led = card >> 4
            self.played.append(card)
        else:
            self._play_action(seat, card)
        n_in_trick = self.n_in_trick + 1
        if n_in_trick == self.setup.n_players:
            self._end_trick(self.setup.next_seat[seat])
        else:
            self.n_in_trick = n_in_trick
            self.turn = self.setup.next_seat[seat]

    def _play_action(self, seat: int, card: int) -> None:
        hand = self.hands[seat]
        self.hands[seat] = hand ^ held_bit(hand, card)
        self.played.append(card)
        if card >= PLAYED_JOKER:
            if self.led < 0:
                self.led = card - PLAYED_JOKER
        elif card == NO_TRUMP:
            if self.setup.no_trump_lasts:
                self.trump = NO_COLOUR
            else:
                self.is_suspended = True
        elif card == CHANGE_TRUMP:
            self.is_suspended = False
            self._turn_pile()

    def _end_trick(self, leader: int) -> None:
        setup = self.setup
        n_players = setup.n_players
        played = self.played
        trump = NO_COLOUR if self.is_suspended else self.trump
        start = len(played) - n_players
        cards = played[start:]
        if setup.has_actions and max(cards) >= PLUS_FIVE:
            index = winning_index(cards, self.led, trump, second_joker_higher=setup.second_joker_higher)
        else:
            index = best_index(cards, self.led, trump)
        winner = setup.seats[(setup.place[leader] + index) % n_players]
        self.tricks[winner] += 1
        self.winners += (winner,)
        self.n_in_trick = 0
        self.led = NO_COLOUR
        is_last = len(self.winners) == setup.hand_size
        self.turn = NOBODY if is_last else winner
        if setup.has_actions:
            self._take_fives(winner, cards)
            if self.is_suspended:
                if not is_last:  # E11: after the last trick nothing is turned
                    self._turn_pile()
                    trump = self.trump
                self.is_suspended = False
        self.trumps += (trump,)

    def _take_fives(self, winner: int, cards: list[int]) -> None:
        n_plus, n_minus = cards.count(PLUS_FIVE), cards.count(MINUS_FIVE)
        if n_plus:
            self.plus_fives = _added(self.plus_fives, winner, n_plus)
        if n_minus:
            self.minus_fives = _added(self.minus_fives, winner, n_minus)

    def _turn_pile(self) -> None:
        """Turn pile cards up to a colour card: the new trump; none left means no trump to the end (E9, E10)."""
        pile = self.pile
        at = self.pile_at
        while at < len(pile) and pile[at] >= PLUS_FIVE:
            at += 1
        self.trump = pile[at] >> 4 if at < len(pile) else NO_COLOUR
        end = min(at + 1, len(pile))
        self.turns += (Turn(len(self.played), pile[self.pile_at : end], self.trump),)
        self.pile_at = end


def _added(counts: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + amount, *counts[seat + 1 :])


def new_deal(setup: DealSetup, dealt: Dealt, trump: int) -> DealState:
    """The deal before its first bid. `trump` is the starting trump, also when it comes from no turned card.

    Does not check the cards; `deal` and `judging` do.
    """
    hands = [hand_of(hand) for hand in dealt.hands]
    return DealState(setup, hands, trump, dealt.turn_up, dealt.passed, dealt.pile)
