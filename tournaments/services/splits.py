"""The ways to seat so many people at tables: the same for the page, the API and a draw that is told nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Round, Tournament
from tournaments.seating import SeatingError, free_rounds, split
from tournaments.seating.splitting import fewest_sit_outs
from tournaments.services.cut_lines import cuts_of

MOST_IN_A_ROW = 12
"""Tables that are listed one by one."""


@dataclass(frozen=True, slots=True)
class TableWay:
    """A split of one round. `sit_outs`: who is left over; `bound`: pairs that must meet again in the planned rounds;
    `free`: rounds that can be played before anybody must (at least)."""

    tables: tuple[int, ...]
    sit_outs: int
    bound: int
    free: int


def ways_to_seat(n: int, sizes: Sequence[int], rounds: int) -> tuple[TableWay, ...]:
    """All that is offered, the default first: fewest unavoidable repeats, then the preference of sizes.

    Tables differ by one seat at most where the sizes allow it (users.md 5). Somebody sits out only where the sizes
    cannot seat everybody. Raises `SeatingError` where they seat nobody.
    """
    left = fewest_sit_outs(n, sizes) or 0
    found = split(n - left, tuple(sizes), rounds=rounds, sit_outs=left)
    bounds = {other.tables: other.bound or 0 for other in found.alternatives} or {found.tables: 0}
    level = [tables for tables in bounds if max(tables) - min(tables) <= 1] or list(bounds)
    order = sorted(level, key=lambda tables: tables != found.preselected)
    return tuple(TableWay(tables, left, bounds[tables], free_rounds(tables)) for tables in order)


def ways_of(tournament: Tournament, n: int, number: int, last: Round | None) -> tuple[TableWay, ...]:
    """The ways for a round of an evening; the tables of the round before stand first while as many play.

    Bounds are those of all rounds of these people: of the last of three rounds alone any split is free.
    """
    ways = ways_to_seat(n, tournament.table_sizes, rounds_together(tournament, number))
    before = tables_of(last)
    return tuple(sorted(ways, key=lambda way: way.tables != before))


def rounds_together(tournament: Tournament, number: int) -> int:
    """How many rounds the people of round `number` play with each other: all, or those since the last cut.

    One query, none for the first round.
    """
    cuts = cuts_of(tournament) if number > 1 else []
    return max(tournament.n_rounds, number) - max((cut.after_round for cut in cuts), default=0)


def tables_of(drawn: Round | None) -> tuple[int, ...]:
    """The split a round was drawn at, largest first; empty for none."""
    if drawn is None:
        return ()
    report = drawn.seating_report
    tables = (report.get("rounds") or [report.get("tables") or []])[0]
    return tuple(sorted((len(table) for table in tables if table), reverse=True))


def no_split_words(error: SeatingError) -> str:
    """Why these people do not fit the tables, and which numbers would, in the reader's language."""
    fields = error.fields
    if "seats" in fields:
        return _("%(n)d people do not fill the tables %(split)s, which seat %(seats)d.") % {
            "n": fields["players"],
            "split": in_words(fields["split"]),
            "seats": fields["seats"],
        }
    if error.code != "no_split" or "nearest" not in fields:
        return error.message
    values = {
        "n": fields["players"],
        "sizes": ", ".join(str(size) for size in sorted(fields["sizes"])),
        "nearest": _(" or ").join(str(n) for n in fields["nearest"]),
    }
    text = _("%(n)d people do not fill tables of %(sizes)s. It works with %(nearest)s people.") % values
    return " ".join([text, *with_more_sizes(error)])


def with_more_sizes(error: SeatingError) -> list[str]:
    """Sizes that would seat everybody, each with its tables."""
    return [
        _("With tables of %(size)d as well: %(split)s.")
        % {"size": way["size"], "split": in_words(way["tables"])}
        for way in error.fields.get("allow", ())
    ]


def in_words(tables: Sequence[int]) -> str:
    """`4 · 4 · 3`; `60 × 4 · 1 × 3` for a hall, whose tables nobody counts on a line."""
    if len(tables) <= MOST_IN_A_ROW:
        return " · ".join(str(size) for size in tables)
    return " · ".join(f"{tables.count(size)} × {size}" for size in sorted(set(tables), reverse=True))
