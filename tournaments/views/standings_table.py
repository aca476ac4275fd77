"""The standings as a table for readers: what each round brought, what separated level players, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.namesakes import tell_apart
from games.models import Seat
from tournaments.models import Entry, Round, RoundSeat, Standing, Tournament
from tournaments.services.freezing import Veil
from tournaments.standings import before_cut
from tournaments.views.access import game_address
from tournaments.views.criteria_words import cell_text, criterion, why_lines
from tournaments.views.unfinished import on_the_way, unfinished_tables


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One round of one line. `value` None = absent, or seated with a table that has no result: `state` says which.

    `seated` False with a value = compensated.
    """

    number: int
    value: str | None
    seated: bool
    dropped: bool
    game_url: str
    place: int | None
    size: int | None
    state: str = ""

    @property
    def won(self) -> bool:
        return self.place == 1


@dataclass(frozen=True, slots=True)
class Line:
    """`moved` counts places won since the round before; None where there is nothing to compare.

    `stage` counts the cuts the player came through; `in_final` is whether nobody came through more of them.
    """

    entry: Entry
    player: Player
    place: int | None
    shared: bool
    moved: int | None
    results: tuple[RoundResult, ...]
    decided: tuple[str, ...]
    total: str
    why: tuple[str, ...]
    penalty: str | None
    is_me: bool
    stage: int = 0
    in_final: bool = False

    @property
    def moved_by(self) -> int:
        return abs(self.moved or 0)


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """`afters` are the rounds a reader may look back to; `deciding` names the columns that decided somewhere.

    `chain` names all criteria in their order, an extra game included once there was one.

    `n_hidden` lines stand above these until they are revealed. `of_games`: an open night, whose columns are the first,
    second ... game of each player; `of_means`: whose totals are means of games.

    `playing` is the round of which `n_playing` tables have no result yet: its list is one on the way; 0 for none.
    """

    after: int
    afters: tuple[int, ...]
    version: int
    rounds: tuple[int, ...]
    deciding: tuple[str, ...]
    lines: tuple[Line, ...]
    n_hidden: int = 0
    of_games: bool = False
    of_means: bool = False
    chain: tuple[str, ...] = ()
    playing: int = 0
    n_playing: int = 0

    @property
    def is_on_the_way(self) -> bool:
        return self.after == self.playing

    @property
    def n_columns(self) -> int:
        return 4 + len(self.rounds) + len(self.deciding)

    @property
    def is_cut(self) -> bool:
        return any(line.stage for line in self.lines)

    @property
    def first(self) -> list[Line]:
        return [line for line in self.lines if line.place == 1]

    @property
    def leaders(self) -> list[Player]:
        return [line.player for line in self.first]

    @property
    def lead(self) -> str | None:
        """By how much the first leads, when it is the total that puts them first; None otherwise."""
        ranked = [line for line in self.lines if line.place is not None]
        if self.n_hidden or len(ranked) < 2 or len(self.first) > 1:
            return None
        lead = _exact(ranked[0].total) - _exact(ranked[1].total)
        return f"{lead.normalize():f}" if lead > 0 else None


def standings_table(
    tournament: Tournament,
    *,
    after: int | None,
    own_entry: int | None,
    penalties: Mapping[int, str],
    veil: Veil | None = None,
) -> StandingsTable | None:
    """The table after a round (the newest if None); None when there is none after that round.

    Behind a `veil` the newest list has only its revealed lines, and the reasons that speak of others are left out.

    `penalties` maps entry ids to the sum of their penalties. Six queries, whatever the number of players.
    """
    known = (
        Standing.objects.filter(tournament=tournament)
        .order_by()
        .values_list("after_round", flat=True)
        .distinct()
    )
    afters = tuple(sorted(set(known)))
    newest = afters[-1] if afters else 0
    if veil is not None:
        afters = tuple(n for n in afters if n <= veil.after or (n == newest and veil.revealed))
    if not afters or (after is not None and after not in afters):
        return None
    shown = afters[-1] if after is None else after
    rows = list(
        Standing.objects.filter(tournament=tournament, after_round=shown).select_related(
            "entry__player__merged_into"
        )
    )
    earlier = [number for number in afters if 0 < number < shown and not tournament.is_open_night]
    before = _places(tournament, earlier[-1]) if earlier else {}
    tell_apart((row.entry.player for row in rows), club=tournament.club)
    rounds = tuple(number for number in afters if 0 < number <= shown)
    if tournament.is_open_night:
        rounds = tuple(range(1, 1 + max(len(row.columns.get("rounds", ())) for row in rows)))
    chain = _chain_of(rows, tournament.tie_breaks)
    deciding = _deciding_keys(rows, chain)
    cells = _deciding_cells(rows, deciding)
    unfinished = unfinished_tables(tournament)
    results = _table_results(tournament, {one.table: one.said for one in unfinished})
    names = short_names(row.entry for row in rows)
    last_stage = max((row.columns.get("stage", 0) for row in rows), default=0)
    shared = Counter(row.place for row in rows if row.place is not None)
    lines = tuple(
        Line(
            entry=row.entry,
            player=row.entry.player,
            place=row.place,
            shared=row.place is not None and shared[row.place] > 1,
            moved=_moved(before.get(row.entry_id), row.place),
            results=_results(row, rounds, results),
            decided=cells[row.entry_id],
            total=row.total,
            why=tuple(why_lines(row.why or {}, row.total, names)),
            penalty=penalties.get(row.entry_id),
            is_me=row.entry_id == own_entry,
            stage=row.columns.get("stage", 0),
            in_final=0 < row.columns.get("stage", 0) == last_stage,
        )
        for row in rows
    )
    version = max((row.version for row in rows), default=0)
    table = StandingsTable(
        shown,
        afters,
        version,
        rounds,
        tuple(criterion(key) for key in deciding),
        lines,
        of_games=tournament.is_open_night,
        of_means=tournament.counts_mean,
        chain=tuple(criterion(key) for key in chain),
        **on_the_way(tournament, unfinished),
    )
    if veil is None or shown <= veil.after:
        return table
    seen = tuple(replace(line, why=(), decided=("",) * len(deciding)) for line in lines[-veil.revealed :])
    return replace(table, lines=seen, n_hidden=len(lines) - len(seen))


def short_names(entries: Iterable[Entry]) -> dict[int, str]:
    """First names by entry number, whole names where two begin alike or the name is hidden."""
    people = {entry.number: entry.player for entry in entries}
    first = {number: player.display_name.split()[0] for number, player in people.items()}
    uses = Counter(first.values())
    return {
        number: player.display_name
        if uses[first[number]] > 1 or player.hidden or player.anonymised_at
        else first[number]
        for number, player in people.items()
    }


def _places(tournament: Tournament, after: int) -> dict[int, int | None]:
    rows = Standing.objects.filter(tournament=tournament, after_round=after)
    return dict(rows.values_list("entry_id", "place"))


def _moved(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else before - now


def _chain_of(rows: Sequence[Standing], chain: Sequence[str]) -> Sequence[str]:
    """The chain these rows were placed by: extra games decide before a place is shared."""
    return before_cut(chain) if any("decider" in row.columns for row in rows) else chain


def _deciding_keys(rows: Sequence[Standing], chain: Sequence[str]) -> list[str]:
    decided = {row.decided_by for row in rows}
    return [key for key in chain if key in decided and key != "shared"]


def _deciding_cells(rows: Sequence[Standing], deciding: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """Per line the cells of the deciding columns, filled only where they separated two neighbours."""
    filled: dict[int, dict[str, str]] = {row.entry_id: {} for row in rows}
    ranked = [row for row in rows if row.place is not None]
    for above, below in pairwise(ranked):
        key = below.decided_by
        if key is not None and key in deciding:
            for row in (above, below):
                filled[row.entry_id][key] = cell_text(row.columns.get(key)) or "–"
    return {entry: tuple(cells.get(key, "") for key in deciding) for entry, cells in filled.items()}


@dataclass(frozen=True, slots=True)
class _TableResult:
    game_url: str
    place: int | None
    size: int
    state: str


def _table_results(tournament: Tournament, states: Mapping[int, str]) -> dict[tuple[int, int], _TableResult]:
    """(entry, round number) -> where they sat and how it came out; `states` by table. Two queries."""
    seats = (
        RoundSeat.objects.filter(round__tournament=tournament, table__isnull=False)
        .exclude(round__state=Round.State.DRAFT)
        .values_list("entry_id", "round__number", "table_id", "table__game_id", "table__sheet_number", "seat")
    )
    rows = list(seats)
    sizes = Counter(table for _entry, _round, table, _game, _sheet, _seat in rows)
    games = {
        game: game_address(tournament, game, sheet)
        for _entry, _round, _table, game, sheet, _seat in rows
        if game is not None
    }
    places: dict[tuple[int, int], int | None] = {}
    placed = Seat.objects.filter(game__table__tournament=tournament, place__isnull=False)
    for game, number, place in placed.values_list("game_id", "number", "place"):
        if game in games:
            places[game, number] = place
    return {
        (entry, number): _TableResult(
            games.get(game or 0, ""),
            places.get((game or 0, seat or 0)),
            sizes[table],
            states.get(table or 0, ""),
        )
        for entry, number, table, game, _sheet, seat in rows
    }


def _results(
    row: Standing, rounds: Sequence[int], results: Mapping[tuple[int, int], _TableResult]
) -> tuple[RoundResult, ...]:
    values = list(row.columns.get("rounds", []))
    if "numbers" in row.columns:  # an open night: the player's own games, blank where others played more
        rounds = row.columns["numbers"] + [0] * (len(rounds) - len(values))
        values += [None] * (len(rounds) - len(values))
    dropped = set(row.columns.get("dropped", []))
    found = []
    for number, value in zip(rounds, values, strict=False):
        sat = results.get((row.entry_id, number))
        found.append(
            RoundResult(
                number=number,
                value=value,
                seated=sat is not None,
                dropped=number in dropped,
                game_url=sat.game_url if sat else "",
                place=sat.place if sat else None,
                size=sat.size if sat else None,
                state=_state_of(sat, value) if sat else "",
            )
        )
    return tuple(found)


def _state_of(sat: _TableResult, value: str | None) -> str:
    """What stands in place of a result; a sheet that was saved after the list was made is on its way into it."""
    return sat.state or (_("just in") if value is None else "")


def _exact(text: str) -> Decimal:
    return Decimal(text)
