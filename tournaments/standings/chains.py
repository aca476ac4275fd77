"""Chains of tie-breaks: the site's defaults and the reading of a given one (users.md 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tournaments.standings.errors import quoted
from tournaments.standings.fields import Fields, read_text
from tournaments.standings.table_places import GAME_TIE_BREAKS
from tournaments.standings.tie_breaks import TIE_BREAKS

SHARED: Final = "shared"

DEFAULT_CHAINS: Final[dict[str, tuple[str, ...]]] = {
    "final-table": ("last-deal", "bids-made", "decider", SHARED),
    "club-evening": ("last-round", "bids-made", "wins", "best-round", SHARED),
    "mixed-sizes": ("last-round", "wins", "share", "head-to-head", SHARED),
    "open-night": ("bid-rate", "head-to-head", "best-round", SHARED),
    "season": ("wins", "best-rounds", "head-to-head", SHARED),
}


def before_cut(chain: Sequence[str]) -> tuple[str, ...]:
    """The tournament's chain as it is used before a cut: with `decider` before `shared`.

    >>> before_cut(("last-round", "shared"))
    ('last-round', 'decider', 'shared')
    """
    keys = tuple([key for key in chain if key != SHARED])
    return (*keys, SHARED) if "decider" in keys else (*keys, "decider", SHARED)


def read_chain(top: Fields) -> tuple[str, ...]:
    """`tie_breaks` of a document; a key may come twice (head-to-head for the parts), `shared` only last."""
    if "tie_breaks" not in top:
        return DEFAULT_CHAINS["club-evening"]
    chain = _read_keys(top, "tie_breaks", (*TIE_BREAKS, SHARED))
    if SHARED in chain[:-1]:
        after = chain[chain.index(SHARED) + 1]
        raise top.refusal(
            "after_shared", f"{quoted(after)} stands after shared, which ends a chain", "tie_breaks"
        )
    return chain


def read_game_chain(top: Fields) -> tuple[str, ...]:
    """`game_tie_breaks` of a document."""
    return _read_keys(top, "game_tie_breaks", GAME_TIE_BREAKS)


def _read_keys(top: Fields, field: str, known: Iterable[str]) -> tuple[str, ...]:
    chain = tuple([read_text(key, field, {}) for key in top.list_of(field, default=[])])
    for key in chain:
        if key not in known:
            message = f"{quoted(key)} is not one of {', '.join(known)}"
            raise top.refusal("unknown_tie_break", message, field)
    return chain
