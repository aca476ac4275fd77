"""The board of a draft: tables, seats, who met before; who came or left since; what a move would change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _

from clubs.folding import in_order
from clubs.namesakes import tell_apart
from games.models import SheetState
from tournaments.models import Entry, Round, RoundSeat, Table, Tournament
from tournaments.seating import Change, Draft
from tournaments.services.board import fingerprint
from tournaments.services.drawing import id_of, plan_changes, present_in
from tournaments.services.moving import as_engine_sees_it
from tournaments.views.organise import seating_words


@dataclass(frozen=True, slots=True)
class BoardTable:
    """`lines` say which pairs of the table have met, and why they meet again."""

    number: int
    seats: tuple[Entry, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SitOut:
    """Somebody without a table, and why just they."""

    entry: Entry
    why: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A table of the plan before, and what became of it; names of those who came new to the table stand in `joined`."""

    before: str
    after: str
    joined: str


@dataclass(frozen=True, slots=True)
class RoundChange:
    """What a draw changed in one round of the plan it went on from."""

    number: int
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A draft. `came` are here without a seat, `gone` have a seat without being here.

    `facts` are what defends the draw, as label and value; `places` the tables as the engine reads them.
    """

    round: Round
    seen: str
    tables: tuple[BoardTable, ...]
    sit_outs: tuple[SitOut, ...]
    came: tuple[Entry, ...]
    gone: tuple[Entry, ...]
    verdict: str
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    changes: tuple[RoundChange, ...]
    draft: Draft
    places: tuple[tuple[str, ...], ...]
    n_here: int

    @property
    def n_changed(self) -> int:
        return sum(len(change.differences) for change in self.changes)

    @property
    def sitters(self) -> list[Entry]:
        return [one.entry for one in self.sit_outs]

    @property
    def entries(self) -> list[Entry]:
        """Everybody who can be moved, by name."""
        people = [entry for table in self.tables for entry in table.seats]
        return sorted(
            [*people, *self.sitters, *self.came],
            key=lambda entry: (in_order(entry.player.display_name), entry.pk),
        )

    @property
    def n_repeats(self) -> int:
        return sum(len(table.lines) for table in self.tables)

    def table_of(self, entry_id: int) -> BoardTable | None:
        return next((t for t in self.tables if any(e.pk == entry_id for e in t.seats)), None)


def board_of(tournament: Tournament, drafted: Round) -> Board:
    """The draft as its director sees it. Eight queries, whatever its size."""
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player__merged_into")}
    tell_apart((entry.player for entry in entries.values()), club=tournament.club)
    rows = list(drafted.seats.select_related("table").order_by("table__number", "seat"))
    here = set(present_in(tournament, drafted.number))
    in_draft = {row.entry_id for row in rows}
    draft, places = as_engine_sees_it(drafted)
    names = {id_of(entry): entry.player.display_name for entry in entries.values()}
    met = Meetings(drafted.seating_input.get("history") or (), drafted.seating_report)
    return Board(
        round=drafted,
        seen=fingerprint(drafted),
        tables=tuple(_tables_of(rows, entries, draft, met)),
        sit_outs=tuple(
            SitOut(entries[row.entry_id], seating_words.sit_out(drafted, id_of(entries[row.entry_id])))
            for row in rows
            if row.table_id is None
        ),
        came=tuple(entries[pk] for pk in sorted(here - in_draft)),
        gone=tuple(entries[pk] for pk in sorted(in_draft - here)),
        verdict=seating_words.verdict(drafted.seating_report),
        notes=seating_words.notes(drafted.seating_report, names),
        warnings=tuple(_warnings(tournament, drafted)),
        facts=tuple(seating_words.proof(drafted)),
        changes=tuple(changes_of(drafted, names)),
        draft=draft,
        places=tuple(map(tuple, places)),
        n_here=len(here),
    )


def changes_of(drafted: Round, names: Mapping[str, str]) -> list[RoundChange]:
    """The plan before and after a draw, round by round; rounds that stay as they were are left out."""
    found: dict[int, list[Difference]] = {}
    for change in plan_changes(drafted):
        number = drafted.number + change.round - 1
        found.setdefault(number, []).append(difference(change, names))
    return [RoundChange(number, tuple(rows)) for number, rows in sorted(found.items())]


def difference(change: Change, names: Mapping[str, str]) -> Difference:
    def told(players: Iterable[str]) -> str:
        return ", ".join(names.get(player, "?") for player in players)

    joined = [player for player in change.after if player not in change.before]
    return Difference(told(change.before), told(change.after), told(joined))


class Meetings:
    """In which rounds two people sat together, and why the draw lets them meet again."""

    def __init__(self, history: Sequence[Sequence[Sequence[str]]], report: Mapping[str, Any]) -> None:
        self._rounds: dict[frozenset[str], list[int]] = {}
        for number, tables in enumerate(history, start=1):
            for table in tables:
                for pair in combinations(table, 2):
                    self._rounds.setdefault(frozenset(pair), []).append(number)
        self._reasons = {
            frozenset(row["pair"]): str(row.get("reason", ""))
            for row in report.get("explanations") or ()
            if row.get("round", 1) == 1
        }

    def line(self, pair: tuple[str, str], names: tuple[str, str]) -> str:
        """`Ada and Bo met in round 1: it cannot be avoided`."""
        rounds = ", ".join(str(number) for number in self._rounds.get(frozenset(pair), ()))
        values = {"one": names[0], "other": names[1], "rounds": rounds}
        text = _("%(one)s and %(other)s met in round %(rounds)s") % values
        why = seating_words.reason(self._reasons.get(frozenset(pair), ""))
        return f"{text}: {why}" if why else text


def _tables_of(
    rows: Sequence[RoundSeat], entries: Mapping[int, Entry], draft: Draft, met: Meetings
) -> list[BoardTable]:
    seats: dict[int, list[Entry]] = {}
    for row in rows:
        if row.table is not None:
            seats.setdefault(row.table.number, []).append(entries[row.entry_id])
    names = {id_of(entry): entry.player.display_name for entry in entries.values()}
    found = []
    for number, people in sorted(seats.items()):
        figures = draft.figures([id_of(entry) for entry in people])
        lines = [met.line(pair, (names[pair[0]], names[pair[1]])) for pair, _times in figures.repeats]
        lines += [
            _("%(one)s and %(other)s are to be kept apart") % {"one": names[pair[0]], "other": names[pair[1]]}
            for pair in figures.apart
        ]
        found.append(BoardTable(number, tuple(people), tuple(lines)))
    return found


def _warnings(tournament: Tournament, drafted: Round) -> list[str]:
    """Wishes made since; for a draw by standing, which results are not final or have changed (`scenarios.md` S24)."""
    if tournament.seating_wishes.filter(at__gt=drafted.drawn_at).exists():
        return [
            _("Wishes were changed since this draw: draw again to have them honoured."),
            *_stale(tournament, drafted),
        ]
    return _stale(tournament, drafted)


def _stale(tournament: Tournament, drafted: Round) -> list[str]:
    if tournament.draw != Tournament.Draw.SWISS:
        return []
    found = [
        _("Table %(table)d of round %(round)d is not final yet.") % {"table": number, "round": round_number}
        for round_number, number in Table.objects.filter(
            tournament=tournament, game__revision__gt=0, round__number__lt=drafted.number
        )
        .exclude(game__state__in=[SheetState.FINAL, SheetState.VOID])
        .order_by("round__number", "number")
        .values_list("round__number", "number")
    ]
    if drafted.results_version != tournament.version:
        found.append(
            _("The results have changed since: drawn from version %(old)d, now %(new)d.")
            % {"old": drafted.results_version, "new": tournament.version}
        )
    return found
