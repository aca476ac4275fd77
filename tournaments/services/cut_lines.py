"""Where a cut would run: who goes on, and who is level on the line, by the standings or at every table."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.models import Seat, SheetState
from tournaments.models import Cut, Decider, Round, RoundSeat, Standing, Tournament
from tournaments.standings.cut import parted


@dataclass(frozen=True, slots=True)
class Line:
    """Where a cut would run. `through` and `level` are entry ids, in the order of the standings.

    With nobody level `through` are all who go on. `smaller` and `larger` are how many go on without and with the level.
    At tables, `byes` are those of `through` who sat out, and `without` those whose table has no result.
    """

    n: int
    through: tuple[int, ...]
    level: tuple[int, ...]
    decided_by: str | None
    byes: tuple[int, ...] = ()
    without: tuple[int, ...] = ()

    @property
    def digest(self) -> str:
        """Changes with who goes on and who is level, whatever their order; a page says by it which line it showed."""
        people = f"{self.n}:{sorted(self.through)}:{sorted(self.level)}"
        return hashlib.sha256(people.encode()).hexdigest()[:16]

    @property
    def smaller(self) -> int:
        return len(self.through)

    @property
    def larger(self) -> int:
        return len(self.through) + len(self.level)

    @property
    def n_by_lot(self) -> int:
        return self.n - len(self.through)


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody at a table of the round, as the sheet has them at its end."""

    place: int
    entry_id: int
    table: int
    game_id: int
    seat: int
    total: int
    last_deal: int | None
    bids_made: int


def cuts_of(tournament: Tournament) -> list[Cut]:
    """The cuts that stand, in order. One query."""
    return list(
        Cut.objects.filter(tournament=tournament, cancels=None, cancelled_by=None).order_by(
            "after_round", "id"
        )
    )


def deciders_of(tournament: Tournament) -> list[Decider]:
    """The extra games that stand, in order. One query."""
    return [row for row in decisions_of(tournament) if row.kind == Decider.Kind.GAME]


def decisions_of(tournament: Tournament) -> list[Decider]:
    """Extra games and the director's words that stand, in order. One query."""
    return list(Decider.objects.filter(tournament=tournament, cancels=None, cancelled_by=None).order_by("id"))


def field_of(tournament: Tournament) -> frozenset[int] | None:
    """The entries that may still be drawn; None while everybody plays. One query."""
    cuts = cuts_of(tournament)
    return frozenset(cuts[-1].entries) if cuts else None


def last_played(tournament: Tournament) -> Round | None:
    """The newest closed round, if nothing is drawn or open after it."""
    last = tournament.rounds.order_by("-number").first()
    return last if last is not None and last.state == Round.State.CLOSED else None


def line_after(tournament: Tournament, n: int) -> Line:
    """The line below the first `n` of the newest standings; among those who are still in, after a cut."""
    rows = listed_and_in(tournament)
    if n >= len(rows):
        return Line(n, tuple(row.entry_id for row in rows), (), None)
    out = rows[n]
    if out.place == rows[n - 1].place:
        above = tuple(row.entry_id for row in rows[:n] if row.place != out.place)
        return Line(n, above, tuple(row.entry_id for row in rows if row.place == out.place), None)
    return Line(n, tuple(row.entry_id for row in rows[:n]), (), out.decided_by)


def line_at_tables(tournament: Tournament, n: int) -> Line:
    """The first `n` of every table of the last round (knock-out), and who had to sit out.

    Level are those whom neither their table nor an extra game since the round separates.
    """
    played = last_played(tournament)
    if played is None:
        return Line(0, (), (), None)
    tables = placed_at_tables(played)
    games = extra_games_of(tournament, played)
    byes, without = _not_placed(played, tables)
    through: list[int] = []
    level: list[int] = []
    wanted = len(byes)
    for people in tables.values():
        wanted += min(n, len(people))
        last = people[min(n, len(people)) - 1].place
        above = [one.entry_id for one in people if one.place < last]
        ahead, on_the_line = parted(
            [one.entry_id for one in people if one.place == last], n - len(above), games
        )
        through += above + ahead
        level += on_the_line
    return Line(wanted, (*through, *byes), tuple(level), None, byes, without)


def placed_at_tables(played: Round) -> dict[int, list[Placed]]:
    """The people of every table with a result, in order of their places, by the id of its game. Two queries."""
    seats = RoundSeat.objects.filter(round=played, table__isnull=False).select_related("table")
    where = {(seat.table.game_id, seat.seat): seat for seat in seats if seat.table is not None}
    rows = Seat.objects.filter(game__table__round=played, place__isnull=False, to_deal__isnull=True)
    tables: dict[int, list[Placed]] = {}
    for row in rows.exclude(game__state=SheetState.VOID):
        seat = where.get((row.game_id, row.number))
        if seat is None or seat.table is None or row.place is None:
            continue
        tables.setdefault(row.game_id, []).append(
            Placed(
                place=row.place,
                entry_id=seat.entry_id,
                table=seat.table.number,
                game_id=row.game_id,
                seat=row.number,
                total=row.total or 0,
                last_deal=row.last_deal_points,
                bids_made=row.bids_made or 0,
            )
        )
    in_order = sorted(tables.items(), key=lambda pair: pair[1][0].table)
    return {
        game_id: sorted(people, key=lambda one: (one.place, one.entry_id)) for game_id, people in in_order
    }


def extra_games_of(tournament: Tournament, played: Round) -> list[Mapping[int, int]]:
    """The extra games since a round, each the points by entry. One query."""
    since = played.closed_at
    return [dict(game.points) for game in deciders_of(tournament) if since is None or game.at >= since]


def listed_and_in(tournament: Tournament) -> list[Standing]:
    """Those of the list who are still in."""
    still_in = field_of(tournament)
    return [row for row in listed(tournament) if still_in is None or row.entry_id in still_in]


def listed(tournament: Tournament, *, after: int | None = None) -> list[Standing]:
    """Ranked rows of the newest standings (not later than round `after`), of those who have played at least once."""
    lists = Standing.objects.filter(tournament=tournament)
    if after is not None:
        lists = lists.filter(after_round__lte=after)
    last = lists.order_by("-after_round").values_list("after_round", flat=True).first()
    if last is None:
        return []
    rows = Standing.objects.filter(tournament=tournament, after_round=last, place__isnull=False)
    seats = RoundSeat.objects.filter(round__tournament=tournament, table__game__revision__gt=0)
    rows = rows.filter(entry__in=seats.exclude(table__game__state=SheetState.VOID).values("entry"))
    return list(rows.order_by("position"))


def _not_placed(
    played: Round, tables: Mapping[int, Sequence[Placed]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who sat out, and who sat at a table without a result. One query."""
    seats = RoundSeat.objects.filter(round=played).select_related("table").order_by("entry__number")
    byes = [seat.entry_id for seat in seats if seat.table is None]
    without = [seat.entry_id for seat in seats if seat.table is not None and seat.table.game_id not in tables]
    return tuple(byes), tuple(without)
