"""The ways to seat so many people at tables, in words, with the repeats that none of them can avoid."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, Tournament
from tournaments.seating import SeatingError
from tournaments.seating.splitting import no_split
from tournaments.services.splits import (
    TableWay,
    in_words,
    no_split_words,
    rounds_together,
    ways_of,
    ways_to_seat,
    with_more_sizes,
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A split as a form offers it; `value` is what it sends for just these tables."""

    way: TableWay
    rounds: int

    @property
    def value(self) -> str:
        return "-".join(str(size) for size in self.way.tables)

    @property
    def text(self) -> str:
        return in_words(self.way.tables)

    @property
    def words(self) -> str:
        """`3 tables of 4, 1 of 5; nobody need meet twice in 3 rounds`."""
        parts = []
        for size in sorted(set(self.way.tables), reverse=True):
            n = self.way.tables.count(size)
            parts.append(
                ngettext("%(n)d table of %(size)d", "%(n)d tables of %(size)d", n) % {"n": n, "size": size}
            )
        text = ", ".join(parts)
        if self.way.sit_outs:
            text += ", " + self.sitting_out
        return f"{text}; {self._repeats()}"

    @property
    def sitting_out(self) -> str:
        n = self.way.sit_outs
        return ngettext("%(n)d sits out", "%(n)d sit out", n) % {"n": n} if n else ""

    def _repeats(self) -> str:
        if (
            self.way.bound and self.rounds > 2
        ):  # the bound is one of the cost, to which a third meeting adds two
            return ngettext(
                "at least %(n)d meeting again in %(rounds)d rounds, the third of a pair counted twice",
                "at least %(n)d meetings again in %(rounds)d rounds, the third of a pair counted twice",
                self.way.bound,
            ) % {"n": self.way.bound, "rounds": self.rounds}
        if self.way.bound:
            return ngettext(
                "at least %(n)d pair meets again in %(rounds)d rounds",
                "at least %(n)d pairs meet again in %(rounds)d rounds",
                self.way.bound,
            ) % {"n": self.way.bound, "rounds": self.rounds}
        if self.rounds < 2:
            return _("one round")
        if self.way.free < self.rounds:  # no plan without a repeat is known, nor is one proven to be needed
            return ngettext(
                "%(n)s round without meeting again, at least",
                "%(n)s rounds without meeting again, at least",
                self.way.free,
            ) % {"n": self.way.free}
        if self.way.free > self.rounds:
            return _("nobody need meet twice in %(rounds)d rounds, nor in %(free)d") % {
                "rounds": self.rounds,
                "free": self.way.free,
            }
        return _("nobody need meet twice in %(rounds)d rounds") % {"rounds": self.rounds}


@dataclass(frozen=True, slots=True)
class Splits:
    """What can be offered for `n` people, the default first; `problem` says why nothing can, `advice` how nobody
    would have to sit out."""

    n: int
    rounds: int
    offers: tuple[Offer, ...]
    problem: str = ""
    advice: tuple[str, ...] = ()

    @property
    def n_out(self) -> int:
        return self.offers[0].way.sit_outs if self.offers else 0


def splits_for(tournament: Tournament, n: int, number: int, last: Round | None = None) -> Splits:
    """The splits of the people present, for the whole evening; `last` is the round drawn before, whose tables stay."""
    rounds = rounds_together(tournament, number)
    if n == 0:
        return Splits(n, rounds, (), _("Nobody is here yet."))
    try:
        ways = ways_of(tournament, n, number, last)
    except SeatingError as error:
        return Splits(n, rounds, (), no_split_words(error))
    return _splits(n, rounds, ways, tournament.table_sizes)


def splits_of(n: int, sizes: tuple[int, ...], rounds: int) -> Splits:
    """The same before there is a tournament."""
    try:
        return _splits(n, rounds, ways_to_seat(n, sizes, rounds), sizes)
    except SeatingError as error:
        return Splits(n, rounds, (), no_split_words(error))


def _splits(n: int, rounds: int, ways: tuple[TableWay, ...], sizes: tuple[int, ...] | list[int]) -> Splits:
    advice = with_more_sizes(no_split(n, tuple(sizes))) if ways[0].sit_outs else []
    return Splits(n, rounds, tuple(Offer(way, rounds) for way in ways), advice=tuple(advice))
