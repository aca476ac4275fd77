"""The ways to seat so many people at tables, with the repeats that none of them can avoid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.seating import SeatingError, split


@dataclass(frozen=True, slots=True)
class Offer:
    """A split. `sizes` are what a draw is asked for to get it; `bound` the pairs that must meet again."""

    tables: tuple[int, ...]
    sizes: tuple[int, ...]
    bound: int

    @property
    def value(self) -> str:
        return "-".join(str(size) for size in self.sizes)

    @property
    def text(self) -> str:
        return " · ".join(str(size) for size in self.tables)

    @property
    def words(self) -> str:
        """`3 tables of 4, 1 of 5`."""
        parts = []
        for size in sorted(set(self.tables), reverse=True):
            n = self.tables.count(size)
            parts.append(
                ngettext("%(n)d table of %(size)d", "%(n)d tables of %(size)d", n) % {"n": n, "size": size}
            )
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Splits:
    """What can be offered for `n` people, the best first; `problem` says why nothing can."""

    n: int
    rounds: int
    offers: tuple[Offer, ...]
    problem: str = ""


def splits_for(tournament: Tournament, n: int, next_round: int) -> Splits:
    """The splits of the people present, for the rounds still to be played."""
    rounds = max(1, tournament.n_rounds - next_round + 1)
    if n == 0:
        return Splits(n, rounds, (), _("Nobody is here yet."))
    try:
        found = split(n, tuple(tournament.table_sizes), rounds=rounds)
    except SeatingError as error:
        return Splits(n, rounds, (), no_split_words(error))
    ways = {other.tables: other.bound or 0 for other in found.alternatives} or {found.tables: 0}
    first = found.preselected
    offers = []
    for tables in sorted(ways, key=lambda tables: tables != first):
        sizes = sizes_for(tables)
        if sizes is not None:
            offers.append(Offer(tables, sizes, ways[tables]))
    return Splits(n, rounds, tuple(offers))


def sizes_for(tables: Sequence[int]) -> tuple[int, ...] | None:
    """The sizes in the order of preference that make the draw choose just these tables; None if no order does.

    >>> sizes_for((4, 4, 3, 3, 3)), sizes_for((5, 4, 4, 4))
    ((3, 4), (4, 5))
    """
    wanted = tuple(sorted(tables, reverse=True))
    for order in permutations(sorted(set(tables))):
        if split(sum(tables), order).tables == wanted:
            return order
    return None


def no_split_words(error: SeatingError) -> str:
    """Why these people do not fit the tables, and which numbers would, in the reader's language."""
    fields = error.fields
    if error.code != "no_split" or "nearest" not in fields:
        return error.message
    values = {
        "n": fields["players"],
        "sizes": ", ".join(str(size) for size in sorted(fields["sizes"])),
        "nearest": _(" or ").join(str(n) for n in fields["nearest"]),
    }
    text = _("%(n)d people do not fill tables of %(sizes)s. It works with %(nearest)s people.") % values
    for way in fields.get("allow", ()):
        split_text = " · ".join(str(size) for size in way["tables"])
        text += " " + _("With tables of %(size)d as well: %(split)s.") % {
            "size": way["size"],
            "split": split_text,
        }
    return text
