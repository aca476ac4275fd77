"""The catalogue of tie-breaks (users.md 7): one small object per key."""

from __future__ import annotations

from typing import Final

from tournaments.standings.tie_breaks import meetings, results, rounds, rulings
from tournaments.standings.tie_breaks.column import (
    Cell,
    Column,
    Criterion,
    GroupTieBreak,
    Skip,
    TieBreak,
    Verdict,
)

_LAW: Final = "users.md 7"

_CATALOGUE: Final[tuple[Criterion, ...]] = (
    TieBreak("last-round", "Last round", "higher", _LAW, "rounds", rounds.last_round),
    TieBreak("countback", "Countback", "higher", _LAW, "rounds", rounds.countback),
    TieBreak("wins", "Wins", "higher", _LAW, "points", results.wins),
    TieBreak("places", "Table places", "higher", _LAW, "points", results.places),
    TieBreak("best-round", "Best round", "higher", _LAW, "rounds", rounds.best_round),
    TieBreak("best-rounds", "Best rounds", "higher", _LAW, "rounds", rounds.best_rounds),
    TieBreak("share", "Share of points", "higher", _LAW, "points", results.share),
    TieBreak("points", "Points", "higher", _LAW, "points", results.points),
    TieBreak("rank-points", "Rank points", "higher", _LAW, "points", results.rank_points),
    TieBreak("bids-made", "Bids made", "higher", _LAW, "bids_made", results.bids_made),
    TieBreak("bid-rate", "Bid rate", "higher", _LAW, "bids_made, deals", results.bid_rate),
    TieBreak("last-deal", "Last deal", "higher", _LAW, "last_deal", results.last_deal),
    GroupTieBreak("head-to-head", "Head-to-head", "higher", _LAW, "every pair met", meetings.head_to_head),
    TieBreak("opponents", "Opponents", "higher", _LAW, "totals", results.opponents),
    TieBreak("games", "Games played", "higher", _LAW, "rounds", rounds.games),
    GroupTieBreak("decider", "Decider", "higher", _LAW, "deciders", meetings.decider),
    TieBreak("manual", "Director's order", "lower", _LAW, "manual", rulings.manual),
    TieBreak("lot", "Lot", "lower", _LAW, "lot_seed", rulings.lot),
)

TIE_BREAKS: Final[dict[str, Criterion]] = {tie_break.key: tie_break for tie_break in _CATALOGUE}
"""Every criterion by key, in the order of users.md 7; `shared` is the end of a chain, not a criterion."""

__all__ = ["TIE_BREAKS", "Cell", "Column", "Criterion", "GroupTieBreak", "Skip", "TieBreak", "Verdict"]
