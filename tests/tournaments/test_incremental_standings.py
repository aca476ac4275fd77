"""A refresh derives only the lists whose facts changed; what is kept equals a rebuild from nothing after every act."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.activity import By
from clubs.models import Club
from games.models import SheetState
from games.services.people import merge_players
from tests.evenings import Evening, make_evening, make_players, tables_of
from tests.tournaments.test_scenarios import corrected
from tournaments.models import Entry, Round, Standing, Table
from tournaments.services import cut_lines, cutting, desk, results, rounds, standings
from tournaments.services.entries import cancel_penalty, enter_player, give_penalty, set_presence
from tournaments.services.leaving import leave_game
from tournaments.services.settings import change_settings
from tournaments.standings import snapshots

pytestmark = pytest.mark.django_db


def kept(evening: Evening) -> dict[tuple[int, int], tuple[Any, ...]]:
    """Every stored row by round and entry, with all that a refresh writes but the version."""
    rows = Standing.objects.filter(tournament=evening.tournament)
    return {
        (row.after_round, row.entry_id): (*(getattr(row, name) for name in standings.COLUMNS), row.digest)
        for row in rows
    }


def from_nothing(evening: Evening) -> dict[tuple[int, int], tuple[Any, ...]]:
    return {
        (line.after_round, line.entry_id): (*(getattr(line, name) for name in standings.COLUMNS), line.digest)
        for line in standings.derive(evening.tournament)
    }


def versions(evening: Evening) -> dict[int, int]:
    return dict(evening.tournament.standings.filter(position=0).values_list("after_round", "version"))


class Acts:
    """What people do to an evening, in any order; an act that is not possible now does nothing."""

    def __init__(self, evening: Evening, rng: random.Random) -> None:
        self.evening, self.rng = evening, rng
        self.by = evening.by
        self.reserve = make_players(evening.tournament.club, 24, by=evening.by)[9:]
        self.done: dict[str, int] = {}

    def any(self) -> None:
        names = sorted(name for name in dir(self) if name.startswith("act_"))
        name = self.rng.choice(names)
        act: Callable[[], bool | None] = getattr(self, name)
        if act() is not False:
            self.done[name] = self.done.get(name, 0) + 1

    def entry(self) -> Entry:
        return self.rng.choice(list(self.evening.tournament.entries.select_related("player", "tournament")))

    def table(self, *states: str) -> Table | None:
        rows = Table.objects.filter(tournament=self.evening.tournament, game__state__in=states).order_by("pk")
        found = list(rows.select_related("game", "round__tournament", "tournament"))
        return self.rng.choice(found) if found else None

    def act_enter(self) -> bool | None:
        table = self.table(SheetState.OPEN)
        if table is None:
            return False
        self.evening.enter(table)
        return None

    def act_correct(self) -> bool | None:
        table = self.table(SheetState.FINAL)
        if table is None or table.round.state == Round.State.DRAFT:
            return False
        seat = self.rng.randrange(table.seats.count())
        self.evening.enter(
            table, corrected(self.evening, table, self.rng.randrange(3), seat), reason="misread"
        )
        return None

    def act_void(self) -> bool | None:
        table = self.table(SheetState.FINAL)
        if table is None:
            return False
        desk.void_table(table, by=self.by, reason="wrong pack")
        return None

    def act_restore(self) -> bool | None:
        table = self.table(SheetState.VOID)
        if table is None:
            return False
        desk.restore_table(table, by=self.by, reason="the right pack")
        return None

    def act_penalty(self) -> None:
        give_penalty(self.entry(), points=f"-{self.rng.randint(1, 9)}.5", reason="late", by=self.by)

    def act_cancel(self) -> bool | None:
        penalty = self.evening.tournament.penalties.filter(cancels=None, cancelled_by=None).last()
        if penalty is None:
            return False
        cancel_penalty(penalty, reason="a mistake", by=self.by)
        return None

    def act_leave(self) -> None:
        set_presence(self.entry(), status=self.rng.choice(["left", "present"]), by=self.by)

    def act_walk_in(self) -> bool | None:
        if not self.reserve:
            return False
        enter_player(self.evening.tournament, self.reserve.pop(), by=self.by, ranked=self.rng.random() < 0.7)
        return None

    def act_substitute(self) -> bool | None:
        table = self.table(SheetState.OPEN)
        if table is None or not self.reserve:
            return False
        cells = {f"0.{kind}.{seat}": value for kind in ("bids", "tricks") for seat, value in enumerate(
            [0] * table.seats.count() if kind == "bids" else [1] + [0] * (table.seats.count() - 1))}  # fmt: skip
        game = results.game_of(table)
        if not hasattr(game, "draft"):
            results.type_on_sheet(table, changes=cells, seen=0, by=self.by)
        leaver = self.rng.choice(list(table.seats.select_related("entry__player"))).entry
        leave_game(table.round, entry=leaver, outcome="substitute", substitute=self.reserve.pop(), by=self.by)
        return None

    def act_merge(self) -> bool | None:
        if not self.reserve:
            return False
        merge_players(self.reserve.pop(), into=self.entry().player, by=self.by, reason="the same person")
        return None

    def act_decider(self) -> None:
        one, other = self.rng.sample(list(self.evening.tournament.entries.all()), 2)
        points = {one: self.rng.randint(0, 1), other: self.rng.randint(0, 1)}
        cutting.record_decider(self.evening.tournament, points, by=self.by)

    def act_change(self) -> None:
        chain = self.rng.choice([["last-round", "wins", "shared"], ["bids-made", "shared"], ["share", "lot"]])
        changes = {"table_points": self.rng.choice(["raw", "rank", "share", "norm"]), "tie_breaks": chain,
                   "best_of": self.rng.choice([None, 1, 2])}  # fmt: skip
        change_settings(self.evening.tournament, by=self.by, changes=changes, confirmed=True)


@pytest.mark.parametrize("seed", range(3))
def test_after_every_act_what_is_kept_equals_a_rebuild(club: Club, by_alice: By, seed: int) -> None:
    rng = random.Random(seed)
    evening = make_evening(club, by=by_alice, n_players=9, table_points="raw", seed=seed)
    evening.rng = rng
    acts = Acts(evening, rng)

    def check() -> None:
        standings.refresh(evening.tournament.pk)
        evening.tournament.refresh_from_db()
        assert kept(evening) == from_nothing(evening), acts.done

    for number in (1, 2, 3):
        for entry in evening.entries:
            set_presence(entry, status="present", by=by_alice)
        published = evening.publish()
        for _step in range(9):
            acts.any()
            check()
        for table in tables_of(published):
            if table.game is not None and table.game.state == SheetState.OPEN:
                evening.enter(table)
        rounds.close_round(Round.objects.get(pk=published.pk), by=by_alice)
        check()
        if number == 2:
            line = cut_lines.line_after(evening.tournament, 4)
            how = "larger" if line.level else "standings"
            cutting.make_cut(evening.tournament, n=4, how=how, carry=seed == 1, by=by_alice)
            evening.tournament.refresh_from_db()
            check()
    assert len(acts.done) >= 8, acts.done


def test_a_sheet_of_the_last_round_leaves_the_earlier_lists_as_they_are(evening: Evening) -> None:
    evening.play_round()
    before = versions(evening)
    evening.play_round()
    assert versions(evening)[1] == before[1]
    first = tables_of(evening.tournament.rounds.get(number=1))[0]
    evening.enter(first, corrected(evening, first, 2, 0), reason="misread")
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()
    assert set(versions(evening).values()) == {evening.tournament.version}


def test_a_refresh_without_news_writes_no_row(evening: Evening) -> None:
    evening.play_round()
    pks = set(evening.tournament.standings.values_list("pk", flat=True))
    set_presence(evening.entries[0], status="left", by=evening.by)
    penalty = give_penalty(evening.entries[0], points="-1", reason="late", by=evening.by)
    cancel_penalty(penalty, reason="it was not", by=evening.by)
    assert standings.refresh(evening.tournament.pk)
    assert set(evening.tournament.standings.values_list("pk", flat=True)) == pks


def test_lists_thrown_away_come_back_with_the_next_refresh(evening: Evening) -> None:
    evening.play_round()
    evening.play_round()
    before = kept(evening)
    evening.tournament.standings.filter(after_round=1).delete()
    give_penalty(evening.entries[0], points="-1", reason="late", by=evening.by)
    cancel_penalty(evening.tournament.penalties.get(), reason="it was not", by=evening.by)
    standings.refresh(evening.tournament.pk)
    assert kept(evening) == before


def test_another_arithmetic_makes_every_list_anew(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.play_round()
    before = set(evening.tournament.standings.values_list("pk", flat=True))
    monkeypatch.setattr(snapshots, "ARITHMETIC", snapshots.ARITHMETIC + 1)
    penalty = give_penalty(evening.entries[0], points="-1", reason="late", by=evening.by)
    cancel_penalty(penalty, reason="it was not", by=evening.by)
    standings.refresh(evening.tournament.pk)
    assert not before & set(evening.tournament.standings.values_list("pk", flat=True))


def test_a_refresh_asks_the_same_of_the_database_however_many_play(club: Club, by_alice: By) -> None:
    counts = []
    for n, name in ((8, "Small"), (16, "Large")):
        evening = make_evening(club, by=by_alice, n_players=n, sizes=(4,), name=name)
        evening.play_round()
        table = tables_of(evening.publish())[0]
        evening.enter(table)
        with CaptureQueriesContext(connection) as queries:
            standings.refresh(evening.tournament.pk)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 18
