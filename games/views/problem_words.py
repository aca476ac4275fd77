"""Problems and suspects of a sheet in the words of the table: the hand, the player, what to look at."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from clubs.sentences import one_stop
from clubs.templatetags.figures import number
from games.engine import Problem, Score, Sheet, Suspect, score_sheet
from games.forms import BID, MADE, MINUS, MODES, PLUS, TRICKS, mode_of
from games.models import Game
from games.services import facts
from games.services.paper_modes import with_made

COLUMN_NAMES = {column.key: column.short for column in (BID, TRICKS, MADE, PLUS, MINUS)}
# Problems that only say that somebody is still typing.
UNFINISHED = frozenset({"deal.incomplete", "deals.short"})


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a sheet and the cell to look at first, empty where there is none."""

    text: str
    cell: str

    @property
    def anchor(self) -> str:
        return f"c-{self.cell.replace('.', '-')}" if self.cell else ""


def problem_remarks(
    sheet: Sheet, score: Score, names: Sequence[str], *, mode: str = "tricks", while_typing: bool = False
) -> list[Remark]:
    """What looks wrong, hand by hand, with the cells of a grid that is read in `mode`.

    `while_typing` leaves out what is merely not there yet. Sums that are off because of a hand that cannot be counted
    are not named beside it.
    """
    uncounted = {found.seat for found in score.problems if _fits_neither(sheet, found, mode)}
    blanks: dict[int, list[Problem]] = {}
    remarks = []
    for found in score.problems:
        if _fits_neither(sheet, found, mode):
            remarks.append(Remark(_neither_words(found, names), _seen_in(mode, _cell_of(found))))
            continue
        if found.code in UNFINISHED and while_typing:
            continue
        if found.code in ("running.mismatch", "totals.mismatch") and found.seat in uncounted:
            continue
        if found.code == "deal.incomplete" and found.deal is not None:
            blanks.setdefault(found.deal, []).append(found)
        else:
            remarks.append(Remark(_words(sheet, score, found, names), _seen_in(mode, _cell_of(found))))
    for deal, blank in blanks.items():
        people = [names[p.seat] for p in blank if p.seat is not None]
        text = one_stop(
            _("Hand %(hand)d is not complete: %(names)s.") % {"hand": deal + 1, "names": ", ".join(people)}
        )
        remarks.append(Remark(text, _seen_in(mode, _first_blank(sheet, deal))))
    return remarks


def n_warnings(game: Game, sheet: Mapping[str, Any]) -> int:
    """How many lines a stored sheet has to look at: its page lists them, a pile and a message only count them.

    A pile asks about all its sheets whenever one of them changes: what was counted once is remembered.
    """
    if not game.n_problems:
        return 0
    return _counted(json.dumps([sheet, game.rules, game.count]))


@lru_cache(maxsize=1000)
def _counted(stored: str) -> int:
    sheet, rules, count = json.loads(stored)
    game = Game(rules=rules, count=count)  # all of a game that a sheet's points depend on
    mode = mode_of(sheet, None)
    scored = Sheet.from_value(facts.full_sheet(game, with_made(sheet, game.ruleset, mode)))
    score = score_sheet(scored, with_suspects=False)
    return len(problem_remarks(scored, score, [""] * len(scored.players), mode=mode))


def suspect_remarks(
    suspects: Sequence[Suspect], names: Sequence[str], *, mode: str = "tricks"
) -> list[Remark]:
    """Which single slip of the pen would explain it, the likeliest first."""
    return [Remark(_suspect_words(s, names), _seen_in(mode, _suspect_cell(s))) for s in suspects]


def _seen_in(mode: str, cell: str) -> str:
    """The cell of a grid read in this mode that shows what the engine keeps in `cell`."""
    deal, column, seat = cell.split(".") if cell.count(".") == 2 else ("", "", "")
    seconds = {columns[1].key for columns in MODES.values()}
    return f"{deal}.{MODES[mode][1].key}.{seat}" if column in seconds else cell


def _fits_neither(sheet: Sheet, found: Problem, mode: str) -> bool:
    """Bid and points of the paper stand there, but do not tell whether the bid was made."""
    if found.code != "deal.incomplete" or found.deal is None or found.seat is None:
        return False
    deal, seat = sheet.deals[found.deal], found.seat
    if mode not in ("running", "points") or deal.bids[seat] is None:
        return False
    if mode == "points":
        return deal.paper_points[seat] is not None
    before = next(
        (
            d.paper_running[seat]
            for d in reversed(sheet.deals[: found.deal])
            if not d.void and seat not in d.out
        ),
        0,
    )
    return before is not None and deal.paper_running[seat] is not None


def _neither_words(found: Problem, names: Sequence[str]) -> str:
    values = {"hand": (found.deal or 0) + 1, "name": names[found.seat or 0]}
    return _("Hand %(hand)d, %(name)s: the points fit neither a made nor a missed bid.") % values


def _words(sheet: Sheet, score: Score, found: Problem, names: Sequence[str]) -> str:
    hand = (found.deal or 0) + 1
    name = names[found.seat] if found.seat is not None else ""
    deal = sheet.deals[found.deal] if found.deal is not None and found.deal < len(sheet.deals) else None
    values: dict[str, object] = {"hand": hand, "name": name, "size": deal.hand_size if deal else 0}
    match found.code:
        case "tricks.sum" if deal is not None:
            values["sum"] = sum(tricks or 0 for tricks in deal.tricks)
            return _("Hand %(hand)d: tricks add up to %(sum)d, the hand has %(size)d.") % values
        case "hook" if deal is not None:
            return _("Hand %(hand)d: the bids add up to %(size)d, which the last bidder may not do.") % values
        case "made.impossible":
            return _("Hand %(hand)d: nobody could have made and missed so; look at who made it.") % values
        case "made.conflict":
            return _("Hand %(hand)d, %(name)s: made and the tricks contradict each other.") % values
        case "bid.range" if deal is not None and found.seat is not None:
            values["value"] = deal.bids[found.seat]
            return _("Hand %(hand)d, %(name)s: bid %(value)s in a hand of %(size)d.") % values
        case "tricks.range" if deal is not None and found.seat is not None:
            values["value"] = deal.tricks[found.seat]
            return _("Hand %(hand)d, %(name)s: %(value)s tricks in a hand of %(size)d.") % values
        case "tricks.needed":
            return _("Hand %(hand)d, %(name)s: missed; these rules need the tricks.") % values
        case "totals.mismatch" if found.seat is not None:
            paper, by_rules = sheet.paper_totals[found.seat] or 0, score.totals[found.seat]
            values |= {"paper": number(paper), "sum": number(by_rules)}
            return _("%(name)s: %(paper)s on paper, the hands add up to %(sum)s.") % values
        case "running.mismatch" if deal is not None and found.seat is not None:
            values |= {
                "paper": number(deal.paper_running[found.seat]),
                "sum": number(score.running[found.deal or 0][found.seat]),
            }
            return (
                _("Hand %(hand)d, %(name)s: running total %(paper)s on paper, by the rules %(sum)s.") % values
            )
        case "points.mismatch" if deal is not None and found.seat is not None:
            values["paper"] = number(deal.paper_points[found.seat])
            return _("Hand %(hand)d, %(name)s: %(paper)s points on paper, the rules say otherwise.") % values
        case "deals.short":
            return _("The sheet has fewer hands than the rules plan.")
        case "deals.extra" | "deals.long":
            return _("The sheet has more hands than the rules plan.")
        case code if code.startswith(("plus-fives", "minus-fives")):
            return _("Hand %(hand)d: the +5 and −5 cards do not add up.") % values
        case code if code.startswith("hand-size"):
            return _("Hand %(hand)d: %(size)d cards are not what the rules plan.") % values
        case "adjustment.reason":
            return _("Hand %(hand)d, %(name)s: a penalty or bonus without a reason.") % values
        case _:
            return found.message


def _cell_of(found: Problem) -> str:
    if found.code == "totals.mismatch":
        return f"total.{found.seat or 0}"
    if found.deal is None:
        return ""
    column = {
        "hook": "bids",
        "bid.range": "bids",
        "made.conflict": "made",
        "made.impossible": "made",
        "running.mismatch": "paper_running",
        "points.mismatch": "paper_points",
    }.get(found.code, "tricks")
    return f"{found.deal}.{column}.{found.seat or 0}"


def _first_blank(sheet: Sheet, number: int) -> str:
    deal = sheet.deals[number]
    for column in ("bids", "tricks"):
        for seat, value in enumerate(getattr(deal, column)):
            if value is None and seat not in deal.out:
                return f"{number}.{column}.{seat}"
    return ""


def _suspect_words(suspect: Suspect, names: Sequence[str]) -> str:
    values: dict[str, object] = {"hand": suspect.deal + 1}
    if isinstance(suspect.seat, tuple):
        values |= {"one": names[suspect.seat[0]], "other": names[suspect.seat[1]]}
        if suspect.field == "seats":
            return _("Hand %(hand)d: %(one)s and %(other)s exchanged would fit.") % values
        if suspect.field == "bids":
            return _("Hand %(hand)d: the bids of %(one)s and %(other)s exchanged would fit.") % values
        return _("Hand %(hand)d: the tricks of %(one)s and %(other)s exchanged would fit.") % values
    values["name"] = names[suspect.seat]
    if suspect.field == "bids-tricks":
        return _("Hand %(hand)d, %(name)s: bid and tricks exchanged would fit.") % values
    if suspect.field == "made":
        if suspect.would_fit:
            return _("Hand %(hand)d, %(name)s: made instead of missed would fit.") % values
        return _("Hand %(hand)d, %(name)s: missed instead of made would fit.") % values
    values |= {"fits": suspect.would_fit, "entered": suspect.entered}
    if suspect.field == "bids":
        return _("Hand %(hand)d, %(name)s: a bid of %(fits)s instead of %(entered)s would fit.") % values
    if suspect.field == "tricks":
        return _("Hand %(hand)d, %(name)s: %(fits)s instead of %(entered)s tricks would fit.") % values
    values["column"] = COLUMN_NAMES.get(suspect.field, suspect.field)
    return _("Hand %(hand)d, %(name)s, %(column)s: %(fits)s instead of %(entered)s would fit.") % values


def _suspect_cell(suspect: Suspect) -> str:
    seat = suspect.seat[0] if isinstance(suspect.seat, tuple) else suspect.seat
    column = {"bids-tricks": "bids", "seats": "tricks"}.get(suspect.field, suspect.field)
    return f"{suspect.deal}.{column}.{seat}"
