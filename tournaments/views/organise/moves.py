"""A change by hand in a draft: read from a form, told in words before it is done, then done."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.activity import By
from tournaments.errors import TournamentError
from tournaments.models import Entry, Round
from tournaments.seating import MoveCost
from tournaments.services.board import seat_latecomer, take_out
from tournaments.services.drawing import id_of
from tournaments.services.moving import cost_of_move, cost_of_swap, move_to_table, swap_seats
from tournaments.views.organise.board import Board, BoardTable

OUT = "out"


@dataclass(frozen=True, slots=True)
class Change:
    """`who` goes to the seat of `other`, or to the end of `table`, or out of the draft when both are None."""

    who: Entry
    other: Entry | None = None
    table: BoardTable | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change would do, in sentences; `repeats` is how many meetings more or fewer there would be."""

    change: Change
    title: str
    lines: tuple[str, ...]
    repeats: int


def read_change(board: Board, typed: QueryDict) -> Change | None:
    """The change a form asks for: `who` is an entry, `to` is `p12` (a person), `t2` (a table) or `out`.

    None while the form is not filled; a `TournamentError` for people or tables the draft does not have.
    """
    who_text, to_text = typed.get("who", ""), typed.get("to", "")
    if not who_text or not to_text:
        return None
    people = {str(entry.pk): entry for entry in board.entries}
    who = people.get(who_text)
    other = people.get(to_text[1:]) if to_text.startswith("p") else None
    table = next((t for t in board.tables if to_text == f"t{t.number}"), None)
    if who is None or who == other or (other is None and table is None and to_text != OUT):
        raise TournamentError(
            _("Choose somebody of this draft, and somebody else or a table to change with."),
            code="no_such_move",
        )
    if other is not None and board.table_of(other.pk) == board.table_of(who.pk) is None:
        raise TournamentError(_("Neither of them sits at a table."), code="no_such_move")
    return Change(who, other, table)


def preview_of(board: Board, change: Change) -> Preview:
    """Before it is done: who meets whom again, and how large the tables become. Three queries."""
    name = change.who.player.display_name
    lines: list[str] = []
    repeats = 0
    if change.other is not None:
        title = _("%(one)s and %(other)s change seats") % {
            "one": name,
            "other": change.other.player.display_name,
        }
        if change.who in board.came or change.other in board.came:
            raise TournamentError(
                _("Who came late takes a seat at a table: choose a table."), code="no_such_move"
            )
        if change.who in board.sitters or change.other in board.sitters:
            lines.append(_("One of them sits out now, then the other one does."))
        else:
            cost = cost_of_swap(board.round, first=change.who, second=change.other)
            repeats = cost.repeats
            lines += _cost(cost)
    elif change.table is not None:
        title = _("%(one)s goes to table %(table)d") % {"one": name, "table": change.table.number}
        cost = cost_of_move(board.round, entry=change.who, table_number=change.table.number)
        repeats = cost.repeats
        lines += [*_cost(cost), *_sizes(board, change)]
    else:
        title = _("%(one)s leaves this draft") % {"one": name}
        lines += _sizes(board, change)
    return Preview(change, title, tuple(lines), repeats)


def costs_of(board: Board, who: Entry) -> dict[str, int]:
    """What every move of one person would change, in meetings again: by person (`p12`) and by table (`t2`).

    No query; milliseconds for a hall.
    """
    me = id_of(who)
    costs: dict[str, int] = {}
    is_seated = board.table_of(who.pk) is not None
    for table in board.tables:
        if is_seated:
            for entry in table.seats:
                if entry != who:
                    costs[f"p{entry.pk}"] = board.draft.swap(board.places, me, id_of(entry)).repeats
        if who not in table.seats:
            costs[f"t{table.number}"] = board.draft.move(board.places, me, table.number - 1).repeats
    return costs


def do_change(drafted: Round, board: Board, change: Change, *, by: By) -> None:
    if change.other is not None:
        swap_seats(drafted, first=change.who, second=change.other, by=by)
    elif change.table is None:
        take_out(drafted, entry=change.who, by=by)
    elif change.who in board.came:
        seat_latecomer(drafted, entry=change.who, table_number=change.table.number, by=by)
    else:
        move_to_table(drafted, entry=change.who, table_number=change.table.number, by=by)


def _cost(cost: MoveCost) -> list[str]:
    """Who meets again; and kept-apart pairs and club mates where they change."""
    lines = [_repeats(cost.repeats)]
    if cost.apart > 0:
        lines.append(_("Two people who are to be kept apart would share a table."))
    if cost.club:
        text = (
            ngettext("%(n)d pair of one club more.", "%(n)d pairs of one club more.", cost.club)
            if cost.club > 0
            else ngettext("%(n)d pair of one club fewer.", "%(n)d pairs of one club fewer.", -cost.club)
        )
        lines.append(text % {"n": abs(cost.club)})
    return lines


def _repeats(n: int) -> str:
    if n == 0:
        return _("As many meet again as before.")
    if n > 0:
        return ngettext("%(n)d pair more meets again.", "%(n)d pairs more meet again.", n) % {"n": n}
    return ngettext("%(n)d pair fewer meets again.", "%(n)d pairs fewer meet again.", -n) % {"n": -n}


def _sizes(board: Board, change: Change) -> list[str]:
    """The tables that get larger or smaller, and a word where one leaves the sizes of the evening."""
    sizes = {table.number: len(table.seats) for table in board.tables}
    home = board.table_of(change.who.pk)
    if home is not None:
        sizes[home.number] -= 1
    if change.table is not None:
        sizes[change.table.number] += 1
    touched = [table.number for table in (home, change.table) if table is not None]
    lines = []
    for number in sorted(touched):
        if sizes[number] == 0:
            lines.append(_("Table %(table)d is gone then.") % {"table": number})
            continue
        text = ngettext(
            "Table %(table)d then has %(n)d person.", "Table %(table)d then has %(n)d people.", sizes[number]
        ) % {"table": number, "n": sizes[number]}
        if sizes[number] not in board.round.tournament.table_sizes:
            text += " " + _("That is no size of this evening.")
        lines.append(text)
    return lines
