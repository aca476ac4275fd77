"""What the cards of a Rage hand promise, read from tables: the odds of `odds` for a lone card and a usual deal.

Good for a playout, where thousands of hands are weighed; a bot that weighs one hand asks `odds` itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod

from games.engine.bots.odds import Outlook, card_odds
from games.engine.cards import JOKER, PLUS_FIVE

EVERY = (1 << PLUS_FIVE) - 1
SURE = 0.97
FINEST = 4
"""The contest for tricks is rounded to so many parts."""
N_TABLES = 2048


@dataclass(frozen=True, slots=True)
class Table:
    """By card: the chance to take a trick and not to, one by the latter, and the odds for to against."""

    odds: list[float]
    miss: list[float]
    without: list[float]
    ratio: list[float]


class Tables:
    """The tables for deals of so many players, made when they are first asked for.

    They depend on how many tricks are left, how many of them the hand needs, the trump, and how many all players need
    in sum beyond those that are left.
    """

    def __init__(self, n_players: int, n_cards: int) -> None:
        self.n_players = n_players
        self.n_cards = n_cards
        self.known: dict[int, Table] = {}
        self.made: dict[tuple[int, int, int, int], Table] = {}

    def get(self, n_left: int, need: int, trump: int, surplus: int) -> Table:
        """`n_left` at least 1; `surplus` is what all need beyond it."""
        key = (((n_left << 5) + need + 16 << 3) + trump + 1 << 8) + surplus + 128
        found = self.known.get(key)
        return self._new(key, n_left, need, trump, surplus) if found is None else found

    def _new(self, key: int, n_left: int, need: int, trump: int, surplus: int) -> Table:
        contest = (2 * FINEST * surplus + n_left) // (2 * n_left)
        contest = max(-FINEST, min(FINEST, contest))
        need = max(0, min(need, n_left))
        same = (n_left, need, trump, contest)
        found = self.made.get(same)
        if found is None:
            found = self._made(*same)
            if len(self.made) == N_TABLES:
                self.known.clear()
                self.made.clear()
            self.made[same] = found
        self.known[key] = found
        return found

    def _made(self, n_left: int, need: int, trump: int, contest: int) -> Table:
        side, high, joker = _lone_odds(self.n_players, self.n_cards, n_left, need, trump >= 0, contest)
        odds: list[float] = []
        for colour in range(6):
            odds += high if colour == trump else side
        odds += [0.0] * (JOKER - PLUS_FIVE)
        odds.append(joker)
        miss = {chance: 1 - chance for chance in odds}
        without = {chance: 1 / rest for chance, rest in miss.items()}
        ratio = {chance: chance * more for chance, more in without.items()}
        return Table(odds, *([values[chance] for chance in odds] for values in (miss, without, ratio)))


@lru_cache(maxsize=1024)
def _lone_odds(
    n_players: int, n_cards: int, n_left: int, need: int, has_trump: bool, contest: int
) -> tuple[list[float], list[float], float]:
    """The odds by rank of a card beside trump and of a trump, and those of a joker, when nothing has been played."""
    outlook = Outlook(
        family="rage",
        n_others=n_players - 1,
        n_left=n_left,
        trump=1 if has_trump else -1,
        unseen=0,
        n_unseen=max(1, n_cards - 2 * n_players - n_left),
        others_need=n_left - need + contest * n_left / FINEST,
        leads=False,
    )

    def odds(card: int) -> float:
        unseen = EVERY & ~(1 << card)
        return min(SURE, card_odds(1 << card, need, replace(outlook, unseen=unseen))[0])

    return [odds(rank) for rank in range(16)], [odds(16 + rank) for rank in range(16)], odds(JOKER)


@lru_cache(maxsize=4)
def tables(n_players: int, n_cards: int) -> Tables:
    """The shared tables for so many players and a pack of that size."""
    return Tables(n_players, n_cards)


class Rest:
    """The cards of a hand that needs so many tricks with them, ready to be asked what is left when one goes."""

    __slots__ = ("first", "made", "need", "none", "second", "spread", "table", "total")

    def __init__(self, table: Table, cards: Sequence[int], need: int, made: float, sure: float) -> None:
        odds = table.odds
        self.table = table
        self.need = need
        self.made = made
        chances = [odds[card] for card in cards]
        self.total = sure + sum(chances)
        if need >= 0:
            miss = table.miss
            self.none = prod([miss[card] for card in cards])
            if need > 0:
                ratio = table.ratio
                ratios = [ratio[card] for card in cards]
                self.first = sum(ratios)
                if need > 1:
                    self.second = sum([x * x for x in ratios])
                    if need > 2:
                        self.spread = _first_chances(chances, need)

    def worth(self, card: int) -> float:
        """The points to expect of the others when this card goes."""
        need = self.need
        table = self.table
        if need < 0:
            return self.total - table.odds[card]
        chance = self.none * table.without[card]
        if need:
            if need > 2:
                chance = self._many(card)
            else:
                first = self.first - table.ratio[card]
                if need == 1:
                    chance *= first
                else:
                    chance *= (first * first - self.second + table.ratio[card] ** 2) * 0.5
        return self.made * chance + self.total - table.odds[card]

    def _many(self, card: int) -> float:
        without, ratio = self.table.without[card], self.table.ratio[card]
        chance = 0.0
        for whole in self.spread:
            chance = whole * without - chance * ratio
        return chance


def _first_chances(odds: Sequence[float], need: int) -> list[float]:
    """The chance of 0 to `need` tricks."""
    spread = [1.0] + [0.0] * need
    for chance in odds:
        miss = 1 - chance
        for tricks in range(need, 0, -1):
            spread[tricks] = spread[tricks] * miss + spread[tricks - 1] * chance
        spread[0] *= miss
    return spread
