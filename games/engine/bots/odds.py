"""How likely each card of a hand is to take a trick later on, for a player who wants so many of them.

A logistic estimate whose weights were fitted on deals played out with purpose; `tests.bench.engine_odds` draws the
deals and prints the weights again. The unseen cards count as shuffled among the other hands and the undealt rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from games.engine.bots.weights import WEIGHTS
from games.engine.cards import COLOUR_MASKS, JOKER, PLUS_FIVE, bits

TRUMP, SIDE, PLAIN, JOKERS = "trump", "side", "plain", "joker"
"""Kinds of cards with weights of their own: trumps, other colours beside a trump, any colour without one, jokers."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the odds depend on besides the hand and the need.

    `unseen` are the colour cards that may be in other hands, `n_unseen` counts the action cards too. Every player has
    `n_left` cards to play. `others_need` is how many tricks the others still want in all; `leads`: this hand
    leads next.
    """

    family: str
    n_others: int
    n_left: int
    trump: int
    unseen: int
    n_unseen: int
    others_need: float
    leads: bool

    @property
    def density(self) -> float:
        """The chance that an unseen card is in another hand and not in the undealt rest."""
        return min(1.0, self.n_others * self.n_left / max(1, self.n_unseen))


def card_odds(hand: int, need: int, outlook: Outlook) -> list[float]:
    """The odds of each card, in card order, copies of action cards one by one."""
    weights = WEIGHTS[outlook.family]
    return [
        _squashed(weights[kind], terms) if terms else 0.0 for kind, terms in card_terms(hand, need, outlook)
    ]


def _squashed(weights: Sequence[float], terms: Sequence[float]) -> float:
    total = sum([weight * term for weight, term in zip(weights, terms, strict=True)])
    return 1 / (1 + exp(-total)) if total > -30 else 0.0


def card_terms(hand: int, need: int, outlook: Outlook) -> list[tuple[str, list[float]]]:
    """Kind and terms of each card, in card order; a card that never wins by itself has none."""
    n_left = max(1, outlook.n_left)
    ratio = max(0, min(need, n_left)) / n_left
    contest = (outlook.others_need + max(0, need) - n_left) / n_left
    leads = 1.0 if outlook.leads else 0.0
    shared = [
        1.0 if need <= 0 else 0.0,
        ratio,
        max(-1.0, min(1.0, contest)),
        1 / n_left,
        1 / outlook.n_others,
        leads,
        leads / n_left,
    ]
    found: list[tuple[str, list[float]]] = []
    for card in bits(hand):
        if card < PLUS_FIVE:
            found.append(_colour_terms(card, hand, shared, outlook))
        else:
            found.append((JOKERS, [1.0, *shared] if card & ~3 == JOKER else []))
    return found


def _colour_terms(card: int, hand: int, shared: list[float], outlook: Outlook) -> tuple[str, list[float]]:
    needs_none, ratio, contest, short, _, leads, _ = shared
    density, n_others, n_left = outlook.density, outlook.n_others, max(1, outlook.n_left)
    mask = COLOUR_MASKS[card >> 4]
    above = -1 << card + 1
    own, unseen = hand & mask, outlook.unseen & mask
    higher = (unseen & above).bit_count()
    master = (1 - density) ** higher
    in_play = density / n_others
    lowest = 1.0 if all(card & 15 <= other & 15 for other in bits(hand) if other < PLUS_FIVE) else 0.0
    terms = [
        1.0, *shared, master, needs_none * master, ratio * master, contest * ratio, density, higher * in_play,
        0.0 if higher else 1.0,
        0.0 if higher else short,
        leads * master,
        leads * needs_none * master,
        leads * needs_none * master * lowest,
        leads * needs_none * lowest * short,
        (own & above).bit_count() / n_left, (unseen & ~above).bit_count() * in_play / n_left,
    ]  # fmt: skip
    trump = outlook.trump
    if trump < 0:
        length = own.bit_count() / n_left
        return PLAIN, [*terms, length, master * length, master / n_left]
    n_trumps = (hand & COLOUR_MASKS[trump]).bit_count() / n_left
    if card >> 4 == trump:
        n_voids = sum(1 for colour in COLOUR_MASKS if not hand & colour and outlook.unseen & colour)
        return TRUMP, [*terms, n_trumps, n_voids / 5]
    length = own.bit_count() / n_left
    trumps_out = (outlook.unseen & COLOUR_MASKS[trump]).bit_count() * in_play
    followed = exp(-unseen.bit_count() * in_play)
    return SIDE, [
        *terms, n_trumps, master * followed, master * trumps_out, trumps_out / n_left, master * length, master / n_left,
    ]  # fmt: skip


def trick_distribution(odds: Sequence[float]) -> list[float]:
    """The chance of every number of tricks from independent cards, index 0 to len(odds)."""
    spread = [1.0]
    for chance in odds:
        miss = 1 - chance
        spread = [
            low * miss + high * chance for low, high in zip([*spread, 0.0], [0.0, *spread], strict=True)
        ]
    return spread
