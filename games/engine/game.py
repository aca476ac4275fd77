"""A hosted game as a value: the fold of its events (rules.md 5.5).

`evolve` and `fold` carry events out. They check what a bid or a card causes (`log.derived`) and judge nothing else:
`decide` refuses illegal commands, and `log.replay_game` judges a log that comes from elsewhere, its `finish` too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .cards import CHANGE_TRUMP, NO_COLOUR, Deck
from .cards import deck as deck_named
from .errors import LogError
from .events import (
    BidMade,
    BidsRevealed,
    CardPlayed,
    CardsDealt,
    DealScored,
    DealVoided,
    Derived,
    Event,
    GameFinished,
    PileTurned,
    PlayerReplaced,
    PointsAdjusted,
    Started,
    TrickWon,
)
from .replay import seat_points
from .rules import RuleSet
from .schedule import is_no_trump
from .setup import deal_setup
from .state import DealState, new_deal


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal that is behind us: counted or void. Lists are by table seat; void deals keep what was bid and taken."""

    deal: int
    hand_size: int
    dealer: int
    trump: int
    is_void: bool
    bids: tuple[int | None, ...]
    tricks: tuple[int, ...]
    plus_fives: tuple[int, ...]
    minus_fives: tuple[int, ...]
    points: tuple[int | None, ...]
    out: tuple[int, ...] = ()
    decider: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given by the director; `entry` is the index in `GameState.records` of the deal they belong to."""

    entry: int
    seat: int
    points: int
    reason: str


@dataclass(slots=True)
class GameState:
    """A game between two events.

    `current` is the deal on the table, also after its last trick until the next one is dealt; `due` are the derived
    events that must come next. `dealt_at` is the number of the event that dealt `current`, `n_voids` counts the void
    tries of the next deal, `autos` are the indexes in `current.played` of cards the table played.
    """

    rules: RuleSet
    players: tuple[str, ...]
    first_dealer: int
    commitment: str | None
    deck: Deck
    sizes: tuple[int, ...]
    n_events: int = 0
    records: tuple[DealRecord, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    current: DealState | None = None
    current_event: CardsDealt | None = None
    dealt_at: int = -1
    n_voids: int = 0
    autos: tuple[int, ...] = ()
    due: tuple[Derived, ...] = ()
    finished: GameFinished | None = None

    def copy(self) -> GameState:
        """An independent equal state."""
        return replace(self, current=None if self.current is None else self.current.copy())

    @property
    def n_seats(self) -> int:
        return len(self.players)

    @property
    def is_dealing(self) -> bool:
        """Whether a deal is in progress: dealt, not scored, not void."""
        return self.current is not None and not self.current.is_over

    @property
    def counted(self) -> tuple[DealRecord, ...]:
        """The deals that count, deciders included."""
        return tuple(record for record in self.records if not record.is_void)

    @property
    def next_deal(self) -> int:
        """The number of the next deal; a void deal is dealt again under its own."""
        return len(self.counted)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by seat so far, adjustments included; deciders never count (rules.md 2.4)."""
        totals = [0] * self.n_seats
        for record in self.counted:
            if record.decider is None:
                for seat, points in enumerate(record.points):
                    totals[seat] += points or 0
        for adjustment in self.adjustments:
            totals[adjustment.seat] += adjustment.points
        return tuple(totals)


def evolve(state: GameState | None, event: Event) -> GameState:
    """The state after an event; the old one is left as it was. LogError when a derived event does not fit."""
    return apply(None if state is None else state.copy(), event)


def fold(events: Iterable[Event]) -> GameState | None:
    """The state after all events, None before the first."""
    state = None
    for event in events:
        state = apply(state, event)
    return state


def apply(state: GameState | None, event: Event) -> GameState:
    """The state after an event, changed in place: for callers who own it and need no old value."""
    if state is None:
        if not isinstance(event, Started):
            raise LogError("event.format", "A game begins with its start event.")
        return _started(event)
    if state.due:
        if event != state.due[0]:
            raise LogError("log.derived", f"The acts before this call for {_name(state.due[0])} here.")
        state.due = state.due[1:]
        if isinstance(event, DealScored):
            _file_record(state, event)
    else:
        _apply_fact(state, event)
    state.n_events += 1
    return state


def _name(event: Derived) -> str:
    names = {BidsRevealed: "reveal", PileTurned: "turn", TrickWon: "trick", DealScored: "score"}
    return names[type(event)]


def _started(event: Started) -> GameState:
    n_seats = len(event.players)
    return GameState(
        rules=event.rules,
        players=event.players,
        first_dealer=event.first_dealer,
        commitment=event.commitment,
        deck=deck_named(event.rules.deck_for(n_seats)),
        sizes=event.rules.hand_sizes(n_seats),
        n_events=1,
    )


def _apply_fact(state: GameState, event: Event) -> None:
    deal = state.current
    if isinstance(event, CardPlayed) and deal is not None:
        if event.auto:
            state.autos += (len(deal.played),)
        before = len(deal.turns)
        deal.play(event.card)
        state.due = _after_card(state, deal, before)
    elif isinstance(event, BidMade) and deal is not None:
        deal.bid(event.seat, event.bid)
        if deal.setup.bidding == "simultaneous" and not deal.is_bidding:
            state.due = (BidsRevealed(tuple(deal.bids)),)
    elif isinstance(event, CardsDealt):
        _apply_deal(state, event)
    elif isinstance(event, DealVoided) and deal is not None:
        state.records += (_record(state, deal, points=(None,) * state.n_seats, is_void=True),)
        state.n_voids += 1
        state.current = None
    elif isinstance(event, PointsAdjusted):
        state.adjustments += (Adjustment(_open_entry(state), event.seat, event.points, event.reason),)
    elif isinstance(event, PlayerReplaced):
        players = state.players
        state.players = (*players[: event.seat], event.player, *players[event.seat + 1 :])
    elif isinstance(event, GameFinished):
        state.finished = event
    else:
        raise LogError("log.derived", "Nothing before this calls for such an event here.")


def _open_entry(state: GameState) -> int:
    """Where an adjustment belongs: to the deal in progress, else to the last one; never to a decider."""
    is_plain = state.current_event is not None and state.current_event.decider is None
    if state.is_dealing and is_plain:
        return len(state.records)
    return max((entry for entry, record in enumerate(state.records) if record.decider is None), default=0)


def _apply_deal(state: GameState, event: CardsDealt) -> None:
    setup = deal_setup(
        state.rules,
        state.deck,
        n_seats=state.n_seats,
        hand_size=event.hand_size,
        dealer=event.dealer,
        out=absent_seats(state, event),
    )
    state.current = new_deal(setup, event.dealt, starting_trump(state, event))
    state.current_event = event
    state.dealt_at = state.n_events
    state.autos = ()


def absent_seats(state: GameState, event: CardsDealt) -> tuple[int, ...]:
    """The seats that do not play in that deal."""
    if event.decider is None:
        return event.out
    return tuple(seat for seat in range(state.n_seats) if seat not in event.decider)


def starting_trump(state: GameState, event: CardsDealt) -> int:
    """The trump a deal begins with: of the turned card, the fixed suit, or the place in the cycle."""
    rules = state.rules
    if rules.trump == "turn-up":
        return NO_COLOUR if event.dealt.turn_up is None else event.dealt.turn_up >> 4
    if has_no_trump(state, event):
        return NO_COLOUR
    if rules.trump == "fixed":
        return state.deck.colour(rules.trump_suit)
    cycle = rules.trump_cycle or ("NT",)
    suit = cycle[event.deal % len(cycle)]
    return NO_COLOUR if suit == "NT" else state.deck.colour(suit)


def has_no_trump(state: GameState, event: CardsDealt) -> bool:
    """Whether the rules take the trump from that deal (T7, G4); a decider keeps it (E23)."""
    if event.decider is not None:
        return state.rules.trump == "none"
    return is_no_trump(
        state.rules,
        state.sizes,
        event.deal,
        n_players=state.n_seats - len(event.out),
        n_cards=len(state.deck.cards),
    )


def _after_card(state: GameState, deal: DealState, n_turns_before: int) -> tuple[Derived, ...]:
    """The derived events a card calls for, in their order: a change of trump, the trick, the turn after it, the end."""
    turned = tuple(PileTurned(turn.cards, turn.trump) for turn in deal.turns[n_turns_before:])
    if deal.n_in_trick:
        return turned
    trick = TrickWon(deal.winners[-1])
    due: tuple[Derived, ...] = (*turned, trick) if deal.played[-1] == CHANGE_TRUMP else (trick, *turned)
    if deal.is_over:
        if deal.setup.bidding == "secret":
            due += (BidsRevealed(tuple(deal.bids)),)
        due += (_score(state, deal),)
    return due


def _score(state: GameState, deal: DealState) -> DealScored:
    return DealScored(
        state.next_deal,
        tuple(deal.tricks),
        deal.plus_fives,
        deal.minus_fives,
        tuple(seat_points(state.rules, deal)),
    )


def _file_record(state: GameState, event: DealScored) -> None:
    assert state.current is not None
    state.records += (_record(state, state.current, points=event.points, is_void=False),)
    state.n_voids = 0


def _record(
    state: GameState, deal: DealState, *, points: tuple[int | None, ...], is_void: bool
) -> DealRecord:
    event = state.current_event
    assert event is not None
    return DealRecord(
        deal=event.deal,
        hand_size=event.hand_size,
        dealer=event.dealer,
        trump=deal.trumps[0],
        is_void=is_void,
        bids=tuple(deal.bids),
        tricks=tuple(deal.tricks),
        plus_fives=deal.plus_fives,
        minus_fives=deal.minus_fives,
        points=points,
        out=event.out,
        decider=event.decider,
    )
