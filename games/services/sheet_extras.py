"""What a sheet carries beside its cells: who held which seat when, notes; and sums that a database can hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

from django.utils.translation import gettext as _

from games.engine import Score
from games.errors import SheetRefused

LARGEST_TOTAL = 100_000_000
LONGEST_NOTE = 2000
MOST_STINTS = 100


def check_extras(sheet: Mapping[str, Any], score: Score) -> None:
    """Refuse what the engine does not read and the services do; the sheet has passed the engine."""
    if not all(uid is None or (isinstance(uid, str) and uid) for uid in sheet["players"]):
        raise SheetRefused(_("The players of a sheet are uids, or null for a guest."), code="sheet.players")
    note, ended_early = sheet.get("note", ""), sheet.get("ended_early", False)
    if not isinstance(note, str) or len(note) > LONGEST_NOTE:
        raise SheetRefused(
            _("The note of a sheet is a text of at most %(most)d characters.") % {"most": LONGEST_NOTE},
            code="sheet.note",
        )
    if not isinstance(ended_early, bool):
        raise SheetRefused(_("ended_early is true or false."), code="sheet.ended-early")
    if "seats" in sheet:
        _check_stints(sheet["seats"], len(sheet["players"]), len(sheet["deals"]))
    for seat, sums in enumerate(zip(score.totals, score.last_deal_points, strict=True)):
        if any(points is not None and abs(points) > LARGEST_TOTAL for points in sums):
            raise SheetRefused(
                _("The points of seat %(seat)d are too large: check the cells.") % {"seat": seat + 1},
                code="sheet.total-range",
            )


def _check_stints(stints: object, n_seats: int, n_deals: int) -> None:
    """Each stint: a seat, a player uid or null, from deal to deal (inclusive, null = to the end)."""
    if not isinstance(stints, list) or len(stints) > MOST_STINTS:
        raise _bad_stint(1)
    _refuse_unsaid_start(stints)
    begun: set[tuple[int, int]] = set()
    held: set[int] = set()
    for number, stint in enumerate(stints, start=1):
        if not isinstance(stint, dict):
            raise _bad_stint(number)
        seat, player = stint.get("seat"), stint.get("player")
        start, end = stint.get("from", 0), stint.get("to")
        if not (_is_place(seat, n_seats) and _is_place(start, n_deals)):
            raise _bad_stint(number)
        if not (end is None or (_is_place(end, n_deals) and end >= start)):
            raise _bad_stint(number)
        if not (player is None or isinstance(player, str)) or (seat, start) in begun:
            raise _bad_stint(number)
        begun.add((seat, start))
        held.add(seat)
    if len(held) != n_seats:
        raise SheetRefused(
            _("Nobody holds seat %(seat)d: who held which seat names every seat.")
            % {"seat": min(set(range(n_seats)) - held) + 1},
            code="sheet.seats",
        )


def _refuse_unsaid_start(stints: list[Any]) -> None:
    """Of several players of a seat only the first may leave out from which hand on; the one who does not is named."""
    from_the_start: dict[int, list[int]] = {}
    for number, stint in enumerate(stints, start=1):
        if isinstance(stint, dict) and type(stint.get("seat")) is int and not stint.get("from"):
            from_the_start.setdefault(stint["seat"], []).append(number)
    for seat, numbers in from_the_start.items():
        unsaid = [number for number in numbers if stints[number - 1].get("from") is None]
        if len(numbers) > 1 and unsaid:
            to_the_end = [number for number in unsaid if stints[number - 1].get("to") is None]
            raise SheetRefused(
                _(
                    "Line %(number)d of who held which seat: say from which hand on this player has seat %(seat)d."
                )
                % {"number": (to_the_end or unsaid)[-1], "seat": seat + 1},
                code="sheet.seats",
            )


def _is_place(value: object, n: int) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < max(n, 1)


def _bad_stint(number: int) -> SheetRefused:
    return SheetRefused(
        _("Line %(number)d of who held which seat cannot be used: name seat, player, from and to.")
        % {"number": number},
        code="sheet.seats",
    )
