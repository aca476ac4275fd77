"""The queue of an open club night: who waits, who plays, who might sit together. Reads only; follows from the facts.

Whoever is present and sits at no open table waits, since they came or since their last table was done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player
from games.models import Seat, SheetState
from tournaments.errors import RoundConflict
from tournaments.models import Entry, Presence, Round, RoundSeat, SeatingWish, Table, Tournament
from tournaments.services.rounds import has_values
from tournaments.services.standing_facts import played_games
from tournaments.services.wishes import wishes_of

REACH = 3
"""So many people behind the first of the queue may be seated before them, where fewer meet again so."""
PATIENCE = 2
"""Who let so many tables start without them plays at the next one."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody in the queue. `passed` tables started since they wait."""

    entry: Entry
    since: datetime
    n_games: int
    passed: int


@dataclass(frozen=True, slots=True)
class Playing:
    """An open table with its people in seat order; `is_untouched` while nothing stands on its sheet."""

    round: Round
    number: int
    sheet_number: int
    people: tuple[Entry, ...]
    is_untouched: bool


@dataclass(frozen=True, slots=True)
class Night:
    """`waiting` longest first; `resting` are here without wanting a table now; `busy` are the numbers of the tables at
    which entries sit, for whomever. `met` counts games together by the ids of two entries, `apart` are pairs that do
    not wish to sit together."""

    waiting: tuple[Waiting, ...]
    playing: tuple[Playing, ...]
    resting: tuple[Entry, ...]
    busy: Mapping[int, int]
    met: Mapping[frozenset[int], int]
    apart: frozenset[frozenset[int]]
    sizes: tuple[int, ...]

    def meetings(self, entries: Iterable[int]) -> int:
        """How often two of these have met tonight, over all pairs."""
        return sum(self.met.get(frozenset(pair), 0) for pair in combinations(entries, 2))

    @property
    def open_sizes(self) -> tuple[int, ...]:
        """The sizes that enough people wait for, the one to be offered first in front."""
        n = len(self.waiting)
        found = [size for size in self.sizes if size <= n]
        return tuple(sorted(found, key=lambda size: size != n))

    @property
    def n_lacking(self) -> int:
        """How many more it takes for the smallest table; 0 when one can start."""
        return max(0, min(self.sizes) - len(self.waiting))


def night_of(tournament: Tournament) -> Night:
    """The night as it stands. Six queries, whatever the size."""
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player__merged_into")}
    seats = list(
        RoundSeat.objects.filter(round__tournament=tournament, table__isnull=False)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round", "table__game__draft")
        .order_by("round__number", "seat")
    )
    tables: dict[int, list[RoundSeat]] = {}
    for seat in seats:
        tables.setdefault(seat.round_id, []).append(seat)
    open_rounds, now = set(open_tables(tournament).values_list("round_id", flat=True)), timezone.now()
    games: Counter[int] = Counter()
    met: Counter[frozenset[int]] = Counter()
    free_at: dict[int, datetime] = {}
    starts: list[datetime] = []
    playing = []
    for people in tables.values():
        played, table = people[0].round, people[0].table
        assert table is not None
        ids = [seat.entry_id for seat in people]
        if played.published_at is not None:
            starts.append(played.published_at)
        if table.game is None or table.game.state != SheetState.VOID:
            games.update(ids)
            met.update(frozenset(pair) for pair in combinations(ids, 2))
        if played.pk in open_rounds:
            playing.append(_playing(played, people, entries))
            continue
        done = (
            played.closed_at or now
        )  # a whole sheet frees its people before the worker has closed the table
        for pk in ids:
            free_at[pk] = max(done, free_at.get(pk, done))
    here = _here(tournament)
    held = _held(tournament)
    busy = {pk: held[who] for pk, entry in entries.items() if (who := _person(entry.player)) in held}
    waiting = []
    for pk, (status, at) in here.items():
        if status == Presence.Status.PRESENT and pk not in busy:
            since = max(at, free_at.get(pk, at))
            passed = sum(start > since for start in starts)
            waiting.append(Waiting(entries[pk], since, games[pk], passed))
    resting = [entries[pk] for pk, (status, _at) in here.items() if status == Presence.Status.STAND_BY]
    return Night(
        waiting=tuple(sorted(waiting, key=lambda one: (one.since, one.entry.number))),
        playing=tuple(sorted(playing, key=lambda one: one.number)),
        resting=tuple(entry for entry in resting if entry.pk not in busy),
        busy=busy,
        met=met,
        apart=_apart(tournament),
        sizes=tuple(tournament.table_sizes),
    )


def suggested(night: Night, size: int) -> tuple[Entry, ...]:
    """Who might sit at a table of `size` now, in the order of the queue; empty while too few wait.

    Who has waited longest plays, and who was passed over twice; the others are those of the next few who met least
    tonight, exactly the best of them. Pairs that wish to be apart are kept apart where that is possible.
    """
    queue = night.waiting
    if len(queue) < size:
        return ()
    pool = range(min(len(queue), size + REACH))
    first = [place for place in pool if place == 0 or queue[place].passed >= PATIENCE][:size]
    others = [place for place in pool if place not in first]

    def price(chosen: Sequence[int]) -> tuple[int, int, int]:
        ids = [queue[place].entry.pk for place in (*first, *chosen)]
        pairs = [frozenset(pair) for pair in combinations(ids, 2)]
        return sum(pair in night.apart for pair in pairs), night.meetings(ids), sum(chosen)

    best = min(combinations(others, size - len(first)), key=price)
    return tuple(queue[place].entry for place in sorted((*first, *best)))


def open_tables(tournament: Tournament) -> QuerySet[Table]:
    """The tables that were started and have no whole sheet yet, nor a void one."""
    started = Table.objects.filter(tournament=tournament, round__state=Round.State.PUBLISHED)
    return started.exclude(game__in=played_games()).exclude(game__state=SheetState.VOID)


def refuse_busy(tournament: Tournament, player: Player) -> None:
    """Nobody takes a second seat on an open night while they sit at a table, as themselves or for somebody else."""
    number = _held(tournament).get(_person(player)) if tournament.is_open_night else None
    if number is not None:
        raise RoundConflict(
            _("%(player)s sits at table %(table)d already: look at the queue again.")
            % {"player": player.display_name, "table": number}
        )


def _held(tournament: Tournament) -> dict[int, int]:
    """Who holds a seat of an open table, person -> number of the table."""
    seats = Seat.objects.filter(game__table__in=open_tables(tournament), to_deal__isnull=True)
    rows = seats.values_list("player_id", "player__merged_into_id", "game__table__number")
    return {merged or pk: number for pk, merged, number in rows if pk is not None}


def _person(player: Player) -> int:
    return player.merged_into_id or player.pk


def _playing(played: Round, people: Sequence[RoundSeat], entries: Mapping[int, Entry]) -> Playing:
    table = people[0].table
    assert table is not None
    untouched = table.game is not None and not has_values(table.game)
    names = tuple(entries[seat.entry_id] for seat in people)
    return Playing(played, table.number, table.sheet_number or 0, names, untouched)


def _here(tournament: Tournament) -> dict[int, tuple[str, datetime]]:
    """What was said last of each entry, and since when they are so; in order of the entries."""
    found: dict[int, tuple[str, datetime]] = {}
    rows = tournament.presences.order_by("from_round", "id").values_list("entry_id", "status", "at")
    for pk, status, at in rows:
        if pk not in found or found[pk][0] != status:
            found[pk] = (status, at)
    return dict(sorted(found.items()))


def _apart(tournament: Tournament) -> frozenset[frozenset[int]]:
    return frozenset(
        frozenset((wish.entry_id, wish.other_id))
        for wish in wishes_of(tournament)
        if wish.kind == SeatingWish.Kind.APART and wish.entry_id and wish.other_id
    )
