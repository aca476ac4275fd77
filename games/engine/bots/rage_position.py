"""A Rage deal in the middle of its play, with every hand known, made to be played on fast (rules.md R6-R13, E1-E13).

Seats are *places* here, 0 is eldest; a hand is the rank bits of each colour, and besides the list of its faces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.bots.rage_odds import Tables
from games.engine.cards import CHANGE_TRUMP, JOKER, NO_TRUMP, PLAYED_JOKER, PLUS_FIVE

ROW = 6
JOKER_RANK = 16


@dataclass(frozen=True, slots=True)
class RageTerms:
    """What stays the same in all playouts of one decision.

    `made` is what a made bid brings above a missed one, `rate` the points of any trick, `fives` those of the ±5 cards;
    `lacks[n_left][n]` is the chance that a hand of `n_left` holds none of `n` unseen cards.
    """

    n_players: int
    tables: Tables
    made: float
    rate: float
    fives: Mapping[int, int]
    second_joker_higher: bool
    no_trump_lasts: bool
    lacks: Sequence[Sequence[float]]


class RagePosition:
    """A deal in the middle of its play, with every hand known.

    `need[place]` is the bid less the tricks taken, `extra[place]` the points of ±5 cards, `live[colour]` the ranks
    nobody has seen played or turned. `table` are the cards of the trick, `best_*` the one that wins it so far.
    """

    __slots__ = (
        "asked",
        "best_colour",
        "best_place",
        "best_rank",
        "extra",
        "fives",
        "hands",
        "held",
        "is_suspended",
        "led",
        "live",
        "n_left",
        "need",
        "pile",
        "pile_at",
        "place",
        "table",
        "terms",
        "trump",
        "trump_now",
    )

    def __init__(
        self,
        terms: RageTerms,
        held: list[list[int]],
        need: list[int],
        extra: list[int],
        live: list[int],
        *,
        pile: Sequence[int],
        trump: int,
        is_suspended: bool,
        n_left: int,
        place: int,
        led: int,
        table: list[tuple[int, int]],
    ) -> None:
        self.terms = terms
        self.held = held
        self.hands = [0] * (ROW * len(held))
        for at, cards in enumerate(held):
            for card in cards:
                if card < PLUS_FIVE:
                    self.hands[ROW * at + (card >> 4)] |= 1 << (card & 15)
        self.need = need
        self.extra = extra
        self.live = live
        self.pile = pile
        self.pile_at = 0
        self.trump = trump
        self.trump_now = -1 if is_suspended else trump
        self.is_suspended = is_suspended
        self.n_left = n_left
        self.place = place
        self.led = led
        self.table = table
        self.best_colour, self.best_rank, self.best_place = led, -1, -1
        self.fives = sum(terms.fives.get(card, 0) for _, card in table)
        self.count_asked()
        self._find_best()

    def count_asked(self) -> None:
        """Sum up what the places need, after `need` was changed from outside."""
        self.asked = sum(more for more in self.need if more > 0)

    def copy(self) -> RagePosition:
        new = object.__new__(RagePosition)
        new.terms = self.terms
        new.held = [cards[:] for cards in self.held]
        new.hands = self.hands[:]
        new.need = self.need[:]
        new.extra = self.extra[:]
        new.live = self.live[:]
        new.pile = self.pile
        new.pile_at = self.pile_at
        new.trump = self.trump
        new.trump_now = self.trump_now
        new.fives = self.fives
        new.asked = self.asked
        new.is_suspended = self.is_suspended
        new.n_left = self.n_left
        new.place = self.place
        new.led = self.led
        new.table = self.table[:]
        new.best_colour, new.best_rank, new.best_place = self.best_colour, self.best_rank, self.best_place
        return new

    def play(self, card: int) -> None:
        """Let the place to act play a card, a joker as `PLAYED_JOKER` + colour."""
        place = self.place
        table = self.table
        table.append((place, card))
        if card < PLUS_FIVE:
            colour, rank = card >> 4, card & 15
            bit = 1 << rank
            self.held[place].remove(card)
            self.hands[ROW * place + colour] ^= bit
            self.live[colour] &= ~bit
            if colour == self.best_colour:
                if rank > self.best_rank:
                    self.best_rank, self.best_place = rank, place
            elif self.led < 0:
                self.led = self.best_colour = colour
                self.best_rank, self.best_place = rank, place
            elif colour == self.trump_now:
                self.best_colour, self.best_rank, self.best_place = colour, rank, place
        else:
            self._play_action(card)
        n_players = self.terms.n_players
        if len(table) == n_players:
            self._end_trick()
        else:
            self.place = place + 1 if place < n_players - 1 else 0

    def ends_in_colours(self) -> bool:
        """Settle the last trick if everybody has one colour card and none is on the table; False if not so.

        Nothing but `need` is right afterwards, and `n_left`.
        """
        if self.table:
            return False
        held, trump = self.held, self.trump
        place = self.place
        best_place, best = place, held[place][0]
        if best >= PLUS_FIVE:
            return False
        winning = best >> 4
        for _ in range(len(held) - 1):
            place = place + 1 if place < len(held) - 1 else 0
            card = held[place][0]
            if card >= PLUS_FIVE:
                return False
            colour = card >> 4
            if colour == winning:
                if card > best:
                    best_place, best = place, card
            elif colour == trump:
                best_place, best, winning = place, card, colour
        self.need[best_place] -= 1
        self.n_left = 0
        return True

    def _play_action(self, card: int) -> None:
        held = self.held[self.place]
        if card >= PLAYED_JOKER:
            held.remove(JOKER)
            self._contend(self.place, card - PLAYED_JOKER, JOKER_RANK)
            return
        held.remove(card)
        if card == NO_TRUMP:
            if self.terms.no_trump_lasts:
                self.trump = -1
            else:
                self.is_suspended = True
            self.trump_now = -1
            self._find_best()
        elif card == CHANGE_TRUMP:
            self.is_suspended = False
            self._turn_pile()
            self._find_best()
        else:
            self.fives += self.terms.fives[card]

    def _contend(self, place: int, colour: int, rank: int) -> None:
        """Note the best card of the trick when this one comes."""
        if self.led < 0:
            self.led = self.best_colour = colour
            self.best_rank, self.best_place = rank, place
        elif colour == self.best_colour:
            best = self.best_rank
            if rank > best or (rank == best == JOKER_RANK and self.terms.second_joker_higher):
                self.best_rank, self.best_place = rank, place
        elif colour == self.trump_now:
            self.best_colour, self.best_rank, self.best_place = colour, rank, place

    def _find_best(self) -> None:
        """Work out anew which card wins the trick on the table."""
        self.best_colour, self.best_rank, self.best_place = self.led, -1, -1
        for place, card in self.table:
            if card < PLUS_FIVE:
                self._contend(place, card >> 4, card & 15)
            elif card >= PLAYED_JOKER:
                self._contend(place, card - PLAYED_JOKER, JOKER_RANK)

    def _end_trick(self) -> None:
        table = self.table
        winner = self.best_place if self.led >= 0 else table[0][0]
        wanted = self.need[winner]
        self.need[winner] = wanted - 1
        if wanted > 0:
            self.asked -= 1
        if self.fives:
            self.extra[winner] += self.fives
            self.fives = 0
        table.clear()
        self.led = self.best_colour = -1
        self.n_left -= 1
        self.place = winner
        if self.is_suspended:
            self.is_suspended = False
            if self.n_left:
                self._turn_pile()

    def _turn_pile(self) -> None:
        pile, at = self.pile, self.pile_at
        while at < len(pile) and pile[at] >= PLUS_FIVE:
            at += 1
        self.pile_at = at + 1
        if at < len(pile):
            card = pile[at]
            self.trump = card >> 4
            self.live[card >> 4] &= ~(1 << (card & 15))
        else:
            self.trump = -1
        self.trump_now = self.trump
