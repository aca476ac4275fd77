"""The outlook of a seat, and what a bid promises with it."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.bots.knowledge import n_unseen, unseen_mask
from games.engine.bots.odds import Outlook, card_odds, trick_distribution
from games.engine.view import DealView


def outlook_of(seen: DealView, *, n_left: int, others_need: float, leads: bool) -> Outlook:
    """The outlook of the seat of this view, with that many tricks to come."""
    setup = seen.setup
    return Outlook(
        family="rage" if setup.has_actions else "plain",
        n_others=setup.n_players - 1,
        n_left=n_left,
        trump=-1 if seen.is_suspended else seen.trump,
        unseen=unseen_mask(seen),
        n_unseen=n_unseen(seen),
        others_need=others_need,
        leads=leads,
    )


def others_bids(hand_size: int, bid: int, known: Sequence[int], n_open: int) -> float:
    """What the others bid in all, for who bids that much; the open ones share what is left of the tricks."""
    return sum(known) + (max(0, hand_size - bid - sum(known)) if n_open else 0)


def promise(hand: int, bid: int, outlook: Outlook, points: Sequence[int]) -> float:
    """The points to expect from this bid before the first card; `points` are its points by tricks."""
    spread = trick_distribution(card_odds(hand, bid, outlook))
    return sum(chance * points[tricks] for tricks, chance in enumerate(spread))
