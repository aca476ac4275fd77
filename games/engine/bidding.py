"""Which bids are legal (rules.md T9, T18, G7, E15)."""

from __future__ import annotations

from collections.abc import Sequence


def forbidden_bid(hand_size: int, other_bids: Sequence[int]) -> int | None:
    """The bid the hook takes from the last bidder, None when it takes nothing (E15).

    >>> forbidden_bid(5, [2, 1, 1]), forbidden_bid(1, [1, 1])
    (1, None)
    """
    forbidden = hand_size - sum(other_bids)
    return forbidden if 0 <= forbidden <= hand_size else None


def legal_bids(hand_size: int, other_bids: Sequence[int], *, is_hooked: bool) -> list[int]:
    """Every bid the next bidder may make, lowest first; `is_hooked` for the last bidder under the hook."""
    forbidden = forbidden_bid(hand_size, other_bids) if is_hooked else None
    return [bid for bid in range(hand_size + 1) if bid != forbidden]
