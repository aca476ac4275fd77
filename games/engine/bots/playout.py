"""The rest of a deal with a plain pack, played fast and with purpose, for bots that look ahead (rules.md 6).

Every seat follows one short plan: who needs tricks takes them cheaply, who has enough ducks and throws its dangerous
cards away. Seats are *places* here, 0 is eldest; a hand is four small integers of rank bits, one a suit.
"""

from __future__ import annotations

from dataclasses import dataclass

NO_SUIT = -1


@dataclass(slots=True)
class Position:
    """A deal in the middle of its play, with every hand known.

    `hands[place * 4 + suit]` are rank bits, `need[place]` the bid less the tricks taken, `live[suit]` the ranks not yet
    played as far as a player can tell. `best_*` describe the card that wins the trick on the table so far, on which
    `n_on_table` cards lie; `n_left` tricks are still to be won, this one included. `is_greedy`: tricks beyond the bid
    are worth having.
    """

    n_players: int
    hands: list[int]
    need: list[int]
    live: list[int]
    trump: int
    must_trump: bool
    is_greedy: bool
    n_left: int
    place: int
    n_on_table: int = 0
    led: int = NO_SUIT
    best_suit: int = NO_SUIT
    best_rank: int = 0
    best_place: int = 0

    def after(self, suit: int, rank: int) -> Position:
        """The position after the place to act plays this card, which is taken to be legal."""
        new = self.with_need(self.need)
        new._put(suit, rank)
        return new

    def with_need(self, need: list[int]) -> Position:
        """A copy in which the places need that many tricks."""
        return Position(
            self.n_players,
            self.hands[:],
            need[:],
            self.live[:],
            self.trump,
            self.must_trump,
            self.is_greedy,
            self.n_left,
            self.place,
            self.n_on_table,
            self.led,
            self.best_suit,
            self.best_rank,
            self.best_place,
        )

    def _put(self, suit: int, rank: int) -> None:
        place = self.place
        self.hands[place * 4 + suit] ^= rank
        self.live[suit] ^= rank
        if self.n_on_table == 0:
            self.led = suit
            is_best = True
        else:
            is_best = rank > self.best_rank if suit == self.best_suit else suit == self.trump
        if is_best:
            self.best_suit, self.best_rank, self.best_place = suit, rank, place
        self.n_on_table += 1
        if self.n_on_table < self.n_players:
            self.place = place + 1 if place + 1 < self.n_players else 0
            return
        self.need[self.best_place] -= 1
        self.place = self.best_place
        self.n_left -= 1
        self.n_on_table = 0


def play_out(position: Position) -> list[int]:
    """What every place still needs when all cards are played; negative is over. Uses the position up."""
    hands, need, live = position.hands, position.need, position.live
    n_players, trump, must_trump = position.n_players, position.trump, position.must_trump
    is_greedy = position.is_greedy
    n_left, place, n_on_table, led = position.n_left, position.place, position.n_on_table, position.led
    best_suit, best_rank, best_place = position.best_suit, position.best_rank, position.best_place
    last = n_players - 1
    while n_left:
        at = place * 4
        wanted = need[place]
        wants = wanted > 0 or (is_greedy and wanted < 0)
        if n_on_table == 0:
            suit, rank = _lead(hands, at, live, trump, wanted if wants else 0, n_left)
            led = best_suit = suit
            best_rank, best_place = rank, place
        else:
            following = hands[at + led]
            if following:
                suit = led
                if best_suit != led:  # trumped already: nothing in the suit wins
                    rank = following & -following if wants else 1 << following.bit_length() - 1
                else:
                    above = following & -(best_rank << 1)
                    if wants:
                        if not above:
                            rank = following & -following
                        elif n_on_table == last:
                            rank = above & -above
                        else:
                            rank = 1 << above.bit_length() - 1
                    elif above == following:
                        rank = 1 << above.bit_length() - 1 if n_on_table == last else above & -above
                    else:
                        rank = 1 << (following ^ above).bit_length() - 1
            else:
                trumps = hands[at + trump] if trump >= 0 else 0
                if trumps and best_suit == trump:
                    above = trumps & -(best_rank << 1)
                else:
                    above = trumps
                if above and (wants or (must_trump and above == trumps)):
                    suit, rank = trump, above & -above
                elif must_trump and trumps:
                    suit, rank = trump, 1 << (trumps ^ above).bit_length() - 1
                else:
                    suit, rank = _throw(hands, at, trump, above, wants)
            if suit == best_suit:
                if rank > best_rank:
                    best_rank, best_place = rank, place
            elif suit == trump:
                best_suit, best_rank, best_place = suit, rank, place
        hands[at + suit] ^= rank
        live[suit] ^= rank
        if n_on_table < last:
            n_on_table += 1
            place = place + 1 if place < last else 0
        else:
            need[best_place] -= 1
            place = best_place
            n_left -= 1
            n_on_table = 0
    return need


def _lead(
    hands: list[int], at: int, live: list[int], trump: int, wanted: int, n_left: int
) -> tuple[int, int]:
    """The card to lead: a master card for who needs tricks, the lowest otherwise."""
    low_suit = high_suit = NO_SUIT
    low_rank = high_rank = 0
    low_worth, high_worth = 1 << 40, 0
    for suit in range(4):
        hand = hands[at + suit]
        if not hand:
            continue
        low = hand & -hand
        worth = low << 13 if suit == trump else low
        if worth < low_worth:
            low_worth, low_suit, low_rank = worth, suit, low
        if wanted > 0:
            high = 1 << hand.bit_length() - 1
            is_master = live[suit] >> hand.bit_length() == 0
            if is_master or wanted >= n_left:
                worth = high << 26 if is_master else high
                if suit == trump:
                    worth <<= 13 if wanted >= n_left else 0
                elif wanted < n_left and trump >= 0:
                    worth <<= 1
                if worth > high_worth:
                    high_worth, high_suit, high_rank = worth, suit, high
    if high_suit >= 0:
        return high_suit, high_rank
    return low_suit, low_rank


def _throw(hands: list[int], at: int, trump: int, winning: int, wants: bool) -> tuple[int, int]:
    """The card to throw off without following: the lowest for who needs tricks, the most dangerous one otherwise.

    `winning` are the trumps that would win the trick; they stay in hand if anything else can go.
    """
    best_suit = NO_SUIT
    best_rank = 0
    for suit in range(4):
        hand = hands[at + suit]
        if suit == trump:
            hand &= ~winning
        if not hand:
            continue
        if wants:
            rank = hand & -hand
            if best_suit < 0 or (rank < best_rank if suit != trump else False) or best_suit == trump:
                best_suit, best_rank = suit, rank
        else:
            rank = 1 << hand.bit_length() - 1
            if rank > best_rank or suit == trump:
                best_suit, best_rank = suit, rank
    if best_suit >= 0:
        return best_suit, best_rank
    return trump, winning & -winning
