"""Where the line of a cut would run after a correction: who would go on now, and who would not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubs.models import Player
from tournaments.models import Cut, Entry, Round, Table
from tournaments.services.cut_lines import cuts_of, placed_at_tables
from tournaments.services.standings import derive_after


@dataclass(frozen=True, slots=True)
class CutMove:
    """A cut that stands. `joins` would be on the other side of its line then, as would `leaves`; nobody: it holds."""

    cut: Cut
    joins: tuple[Entry, ...]
    leaves: tuple[Entry, ...]

    @property
    def joining(self) -> list[Player]:
        return [entry.player for entry in self.joins]

    @property
    def leaving(self) -> list[Player]:
        return [entry.player for entry in self.leaves]


def lines_of_cuts(table: Table) -> dict[Cut, frozenset[int]]:
    """Who is above the line of each cut that a result of this table can move, as the results are now."""
    played = table.round
    found: dict[Cut, frozenset[int]] = {}
    for cut in cuts_of(table.tournament):
        if cut.how == Cut.How.TABLES and cut.after_round == played.number:
            found[cut] = _above_at_tables(cut, played)
        elif cut.how != Cut.How.TABLES and cut.after_round >= played.number:
            listed = [line.entry_id for line in derive_after(table.tournament, cut.after_round) if line.place]
            found[cut] = frozenset(listed[: len(cut.entries)])
    return found


def _above_at_tables(cut: Cut, played: Round) -> frozenset[int]:
    """As many of every table as went on from it."""
    above: set[int] = set()
    for people in placed_at_tables(played).values():
        n = sum(one.entry_id in cut.entries for one in people)
        above |= {one.entry_id for one in people[:n]}
    return frozenset(above)


def moves_of_cuts(before: Mapping[Cut, frozenset[int]], after: Mapping[Cut, frozenset[int]]) -> list[CutMove]:
    """What becomes of each cut. Those a lot or an extra game put where they are stay there as long as the line does."""
    moved = {cut: set(above) for cut, above in after.items() if above != before.get(cut)}
    changed = {cut: (above - set(cut.entries), _seen(cut, before) - above) for cut, above in moved.items()}
    ids = {pk for joins, leaves in changed.values() for pk in joins | leaves}
    entries = Entry.objects.filter(pk__in=ids).select_related("player__merged_into").in_bulk()
    return [
        CutMove(cut, *(_in_order(pks, entries) for pks in changed.get(cut, (set(), set())))) for cut in after
    ]


def _seen(cut: Cut, before: Mapping[Cut, frozenset[int]]) -> set[int]:
    """Who went on, without those who sat out a round at tables: no result moves them."""
    if cut.how != Cut.How.TABLES:
        return set(cut.entries)
    return set(cut.entries) & before.get(cut, frozenset())


def _in_order(pks: Iterable[int], entries: Mapping[int, Entry]) -> tuple[Entry, ...]:
    return tuple([entries[pk] for pk in sorted(pks) if pk in entries])
