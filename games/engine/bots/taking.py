"""The chance that a card takes the trick on the table."""

from __future__ import annotations

from games.engine.bots.knowledge import hand_counts, known_voids, n_unseen, named_colour, unseen_mask
from games.engine.cards import CHANGE_TRUMP, COLOUR_MASKS, NO_TRUMP, PLAYED_JOKER, PLUS_FIVE
from games.engine.tricks import winning_index
from games.engine.view import DealView

WANTS_MORE = 0.9
WANTS_NONE = 0.25
"""How often a player still to come beats a card it could beat: one who needs tricks, one who has enough."""


class Table:
    """The trick on the table as the seat to act sees it."""

    def __init__(self, seen: DealView) -> None:
        setup = seen.setup
        self.seen = seen
        self.trump = -1 if seen.is_suspended else seen.trump
        self.unseen = unseen_mask(seen)
        self.voids = known_voids(seen)
        counts = hand_counts(seen)
        total = max(1, n_unseen(seen))
        self.share = [min(1.0, count / total) for count in counts]
        self.to_come: list[int] = []
        seat = seen.turn
        for _ in range(setup.n_players - seen.n_in_trick - 1):
            seat = setup.next_seat[seat]
            self.to_come.append(seat)
        self.others = [seat for seat in setup.seats if seat != seen.seat]
        self.wants = [self._wants(seat) for seat in range(setup.n_seats)]

    def _wants(self, seat: int) -> float:
        bid = self.seen.bids[seat]
        return WANTS_MORE if bid is None or self.seen.tricks[seat] < bid else WANTS_NONE

    def wins(self, card: int) -> float:
        """The chance that this card takes the trick."""
        seen = self.seen
        if PLUS_FIVE <= card < PLAYED_JOKER:
            return self._action_wins(card)
        colour = named_colour(card)
        led = seen.led if seen.led >= 0 else colour
        cards = (*seen.trick, card)
        index = winning_index(cards, led, self.trump, second_joker_higher=seen.setup.second_joker_higher)
        if index != len(cards) - 1:
            return 0.0
        holds = 1.0
        for seat in self.to_come:
            holds *= 1 - self._beats(seat, card, colour, led)
        return holds

    def wins_led(self, card: int) -> float:
        """The chance that this colour card takes a later trick if its holder leads it there."""
        colour = card >> 4
        holds = 1.0
        for seat in self.others:
            holds *= 1 - self._beats(seat, card, colour, colour)
        return holds

    def _action_wins(self, card: int) -> float:
        """An action card wins only when nothing else is played; changing the trump may save another card."""
        if self.seen.n_in_trick or card in (NO_TRUMP, CHANGE_TRUMP):
            return 0.0
        return 0.02

    def _lacks(self, seat: int, mask: int) -> float:
        """The chance that this seat holds none of these cards."""
        count = (mask & self.unseen & ~self.voids[seat]).bit_count()
        return float((1 - self.share[seat]) ** count)

    def _beats(self, seat: int, card: int, colour: int, led: int) -> float:
        """The chance that a player still to come beats this card."""
        trump = self.trump
        above = 0 if card >= PLAYED_JOKER else COLOUR_MASKS[colour] & (-1 << card + 1)
        higher = 1 - self._lacks(seat, above)
        if colour == trump and led != trump:
            higher *= self._lacks(seat, COLOUR_MASKS[led])
        if colour != trump and trump >= 0:
            higher += self._lacks(seat, COLOUR_MASKS[led]) * (1 - self._lacks(seat, COLOUR_MASKS[trump]))
        return self.wants[seat] * min(1.0, higher)
