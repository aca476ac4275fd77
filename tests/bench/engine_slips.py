"""How often a slip of the pen on a score sheet is noticed, and how well the suspects point at it.

``python -m tests.bench.engine_slips [--sheets 1000] [--seed 1]`` plays sheets out, injects one slip into each and
prints one JSON line per kind of slip, with and without the totals written on paper.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from games.engine import GameSeed, RuleSet, Score, Sheet, StartGame, Suspect, fold, game_sheet, score_sheet
from games.engine.bots import BOTS
from games.engine.likelihood import suspects_by_likelihood
from games.engine.selfplay import play_events
from games.engine.suspects import QUIET

TABLES = (("oh-hell", 4), ("oh-hell-german", 5), ("nomination-whist", 4), ("rage", 4))


@dataclass(frozen=True, slots=True)
class Slip:
    """A sheet as it was keyed, and the suspect that would undo the slip."""

    kind: str
    keyed: Sheet
    truth: Suspect


def played_sheet(rules: RuleSet, n_players: int, rng: Random) -> Sheet:
    """A whole game between bots, clean, with its totals on paper."""
    seed = GameSeed(rng.randbytes(32), "slips")
    start = StartGame(rules, tuple("ABCDEFG"[:n_players]), 0, seed)
    state = fold(play_events(start, [BOTS["heuristic"]] * n_players, rng))
    assert state is not None
    sheet = game_sheet(state)
    return replace(sheet, paper_totals=score_sheet(sheet, with_suspects=False).totals)


def _cell(sheet: Sheet, rng: Random) -> tuple[int, int, str, int]:
    number = rng.randrange(len(sheet.deals))
    seat = rng.randrange(len(sheet.players))
    column = rng.choice(("bids", "tricks"))
    return number, seat, column, getattr(sheet.deals[number], column)[seat]


def _keyed(sheet: Sheet, number: int, **columns: tuple[int, ...]) -> Sheet:
    deals = list(sheet.deals)
    deals[number] = replace(deals[number], **columns)  # type: ignore[arg-type]
    return replace(sheet, deals=tuple(deals))


def _put(cells: tuple[int | None, ...], *entries: tuple[int, int]) -> tuple[int, ...]:
    changed = list(cells)
    for seat, value in entries:
        changed[seat] = value
    return tuple(changed)  # type: ignore[arg-type]


def _wrong_cell(sheet: Sheet, kind: str, rng: Random, wrong: Callable[[int], int]) -> Slip:
    number, seat, column, true = _cell(sheet, rng)
    entered = wrong(true)
    keyed = _keyed(sheet, number, **{column: _put(getattr(sheet.deals[number], column), (seat, entered))})
    return Slip(kind, keyed, Suspect(number, seat, column, entered, true))


def digit(sheet: Sheet, rng: Random) -> Slip:
    """Another digit in one cell, any of them."""
    return _wrong_cell(
        sheet, "digit", rng, lambda true: rng.choice([key for key in range(10) if key != true])
    )


def neighbour(sheet: Sheet, rng: Random) -> Slip:
    """The neighbouring key in one cell."""
    return _wrong_cell(sheet, "neighbour", rng, lambda true: true + rng.choice((-1, 1)) if true else 1)


def exchanged_seats(sheet: Sheet, rng: Random) -> Slip:
    """Two seats side by side exchanged in one column."""
    while True:
        number, seat, column, _ = _cell(sheet, rng)
        cells = getattr(sheet.deals[number], column)
        pair = (seat, seat + 1)
        if seat + 1 < len(cells) and cells[seat] != cells[seat + 1]:
            true = (cells[seat], cells[seat + 1])
            keyed = _keyed(sheet, number, **{column: _put(cells, (seat, true[1]), (seat + 1, true[0]))})
            return Slip("exchanged-seats", keyed, Suspect(number, pair, column, true[::-1], true))


def swapped_columns(sheet: Sheet, rng: Random) -> Slip:
    """Two seats side by side exchanged in bids and tricks."""
    while True:
        number, seat, _, _ = _cell(sheet, rng)
        deal = sheet.deals[number]
        if seat + 1 == len(deal.bids):
            continue
        bids, tricks = deal.bids[seat : seat + 2], deal.tricks[seat : seat + 2]
        if bids[0] != bids[1] and tricks[0] != tricks[1]:
            keyed = _keyed(
                sheet,
                number,
                bids=_put(deal.bids, (seat, bids[1]), (seat + 1, bids[0])),  # type: ignore[arg-type]
                tricks=_put(deal.tricks, (seat, tricks[1]), (seat + 1, tricks[0])),  # type: ignore[arg-type]
            )
            true = (bids, tricks)
            entered = (bids[::-1], tricks[::-1])
            return Slip("swapped-columns", keyed, Suspect(number, (seat, seat + 1), "seats", entered, true))  # type: ignore[arg-type]


def exchanged_bid_and_tricks(sheet: Sheet, rng: Random) -> Slip:
    """The bid and the tricks of one seat exchanged."""
    while True:
        number, seat, _, _ = _cell(sheet, rng)
        deal = sheet.deals[number]
        bid, tricks = deal.bids[seat], deal.tricks[seat]
        if bid is not None and tricks is not None and bid != tricks:
            keyed = _keyed(
                sheet, number, bids=_put(deal.bids, (seat, tricks)), tricks=_put(deal.tricks, (seat, bid))
            )
            return Slip(
                "bid-and-tricks", keyed, Suspect(number, seat, "bids-tricks", (tricks, bid), (bid, tricks))
            )


KINDS = (digit, neighbour, exchanged_seats, swapped_columns, exchanged_bid_and_tricks)


def slips(n_sheets: int, seed: int) -> Iterator[Slip]:
    """One slip in each of so many played sheets, kinds and tables in turn."""
    rng = Random(seed)
    for number in range(n_sheets):
        preset, n_players = TABLES[number // len(KINDS) % len(TABLES)]
        yield KINDS[number % len(KINDS)](played_sheet(RuleSet.from_value(preset), n_players, rng), rng)


def is_noticed(score: Score) -> bool:
    """Whether the sheet shows any problem a slip could have made."""
    return any(not problem.code.startswith(QUIET) for problem in score.problems)


def measure(found: list[Slip]) -> dict[str, object]:
    """The figures of one group of slips; shares of the noticed ones in per cent."""
    noticed = listed = cell = in_three = ordered_one = ordered_three = n_suspects = 0
    for slip in found:
        score = score_sheet(slip.keyed)
        if not is_noticed(score):
            continue
        noticed += 1
        n_suspects += len(score.suspects)
        listed += slip.truth in score.suspects
        cell += any(_place(slip.truth) == _place(suspect) for suspect in score.suspects)
        in_three += slip.truth in score.suspects and len(score.suspects) <= 3
        ordered = suspects_by_likelihood(slip.keyed)
        ordered_one += slip.truth in ordered[:1]
        ordered_three += slip.truth in ordered[:3]
    return {
        "slips": len(found),
        "noticed": _share(noticed, len(found)),
        "true_among_suspects": _share(listed, noticed),
        "true_cell_among_suspects": _share(cell, noticed),
        "true_among_at_most_three": _share(in_three, noticed),
        "suspects_shown": round(n_suspects / noticed, 2) if noticed else None,
        "likeliest": _share(ordered_one, noticed),
        "in_likeliest_three": _share(ordered_three, noticed),
    }


def _place(suspect: Suspect) -> tuple[object, ...]:
    return suspect.deal, suspect.seat, suspect.field


def _share(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 1) if whole else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with_totals = list(slips(options.sheets, options.seed))
    without = [
        replace(slip, keyed=replace(slip.keyed, paper_totals=(None,) * len(slip.keyed.players)))
        for slip in with_totals
    ]
    for totals, found in (("with", with_totals), ("without", without)):
        for kind in ("all", *dict.fromkeys(slip.kind for slip in found)):
            group = [slip for slip in found if kind in ("all", slip.kind)]
            print(json.dumps({"totals": totals, "kind": kind, **measure(group)}))


if __name__ == "__main__":
    main()
