"""Slips of the hand at the desk, by way of typing: ``python -m tests.bench.desk_slips [--sheets 1000] [--seed 1]``.

Makes up sheets of four players and thirteen hands (three bids in five made, misses mostly by one), puts one slip into
each and types them in checked, fast and made or missed mode. One JSON line per mode and kind: the share noticed while
typing, the share still unnoticed when the totals of the paper are typed too, and the figures of users.md 3.4 for
checked mode. Slips a mode cannot make are left out.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from random import Random

from games.engine import RuleSet, Sheet, score_sheet
from tests.bench import engine_slips

RULES = {"preset": "oh-hell", "hook": True}
MISSES = (-1, -1, -1, 1, 1, 1, -2, 2)
KINDS = {
    "digit": engine_slips.digit,
    "plus-minus-one": engine_slips.neighbour,
    "swapped-columns": engine_slips.swapped_columns,
    "bid-and-tricks": engine_slips.exchanged_bid_and_tricks,
}
# users.md 3.4, 1 500 simulated sheets: noticed live, unnoticed after four totals, in per cent.
PEER = {
    "digit": (71.7, 14.2),
    "plus-minus-one": (68.7, 11.0),
    "swapped-columns": (0.0, 16.1),
    "bid-and-tricks": (100.0, 0.0),
}


def written_sheet(rules: RuleSet, n_players: int, rng: Random) -> Sheet:
    """A sheet that breaks no rule, with its totals on paper."""
    deals = []
    for size in rules.hand_sizes(n_players):
        taken = [0] * n_players
        for _trick in range(size):
            taken[rng.randrange(n_players)] += 1
        bids = list(taken)
        while sum(bids) in (0, size):
            bids = [
                count if rng.random() < 0.6 else max(0, min(size, count + rng.choice(MISSES)))
                for count in taken
            ]
        deals.append({"hand_size": size, "bids": bids, "tricks": taken})
    players = [f"player {seat}" for seat in range(n_players)]
    sheet = Sheet.from_value(
        {"format": "sheet/1", "rules": RULES, "players": players, "first_dealer": 0, "deals": deals}
    )
    return replace(sheet, paper_totals=score_sheet(sheet, with_suspects=False).totals)


def checked(sheet: Sheet) -> Sheet:
    """Every value is keyed."""
    return sheet


def fast(sheet: Sheet) -> Sheet:
    """The last trick of a hand is what the others leave."""
    deals = []
    for deal in sheet.deals:
        left = deal.hand_size - sum(taken or 0 for taken in deal.tricks[:-1])
        deals.append(replace(deal, tricks=(*deal.tricks[:-1], left if left >= 0 else deal.tricks[-1])))
    return replace(sheet, deals=tuple(deals))


def made(sheet: Sheet) -> Sheet:
    """The paper has a mark for made or missed and no tricks."""
    deals = []
    for deal in sheet.deals:
        flags = tuple(bid == taken for bid, taken in zip(deal.bids, deal.tricks, strict=True))
        deals.append(replace(deal, made=flags, tricks=(None,) * len(flags)))
    return replace(sheet, deals=tuple(deals))


# Without tricks on the paper none can be exchanged with a bid.
IMPOSSIBLE = {("made", "bid-and-tricks")}
MODES: dict[str, Callable[[Sheet], Sheet]] = {"checked": checked, "fast": fast, "made": made}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, rules = Random(options.seed), RuleSet.from_value(RULES)
    found: dict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    names = list(KINDS)
    for number in range(options.sheets):
        truth = written_sheet(rules, 4, rng)
        kind = names[number % len(names)]
        keyed = KINDS[kind](truth, rng).keyed
        for mode, typed in MODES.items():
            if typed(keyed) != typed(truth) and (mode, kind) not in IMPOSSIBLE:
                found[mode, kind].append(_noticed(typed(keyed)))
    for mode in MODES:
        for kind in names:
            print(json.dumps({"mode": mode, "slip": kind, **_figures(found[mode, kind], kind, mode)}))


def _noticed(sheet: Sheet) -> tuple[bool, bool]:
    """While typing, and with the totals of the paper; the sheets are clean but for the slip."""
    live = score_sheet(replace(sheet, paper_totals=(None,) * len(sheet.players)), with_suspects=False)
    return bool(live.problems), bool(score_sheet(sheet, with_suspects=False).problems)


def _figures(found: list[tuple[bool, bool]], kind: str, mode: str) -> dict[str, object]:
    n = len(found)
    if not n:
        return {"sheets": 0}
    live, late = sum(live for live, _ in found), sum(not totals for _, totals in found)
    shares = {
        "sheets": n,
        "live": round(100 * live / n, 1),
        "unnoticed_after_totals": round(100 * late / n, 1),
    }
    peer = dict(zip(("peer_live", "peer_unnoticed"), PEER[kind], strict=True)) if mode == "checked" else {}
    return {**shares, **peer}


if __name__ == "__main__":
    main()
