"""What a saved sheet must lead to, exactly once: its lines in the standings and its rating events."""

from __future__ import annotations

import time

from django.db import connection
from django.db.models import F

from games.models import Game
from ratings.models import Ladder, RatingEvent
from ratings.services.verifying import verify_ladder
from tests.evenings import Evening
from tournaments.models import Stale, Standing
from tournaments.services import verifying

PATIENCE_SECONDS = 10.0


def await_effects(evening: Evening, games: list[Game], seconds: float = PATIENCE_SECONDS) -> float:
    """Wait until every one of `games` is in the standings and rated, then check that it is so once. Returns seconds."""
    begun = time.monotonic()
    while not (standings_are_fresh(evening) and all(is_rated(game) for game in games)):
        waited = time.monotonic() - begun
        assert waited < seconds, (
            f"after {waited:.1f} s: standings fresh: {standings_are_fresh(evening)}, "
            f"rated: {[is_rated(game) for game in games]}"
        )
        time.sleep(0.02)
    waited = time.monotonic() - begun
    assert_exactly_once(evening, games)
    return waited


def standings_are_fresh(evening: Evening) -> bool:
    return not Stale.objects.filter(scope=evening.tournament.scope, done__lt=F("wanted")).exists()


def is_rated(game: Game) -> bool:
    """Whether every ladder of the game's family has rated it; in these tests all of them take it."""
    rated_in = RatingEvent.objects.filter(game=game).values("epoch").distinct().count()
    return 0 < rated_in == Ladder.objects.filter(family=game.family).count()


def assert_exactly_once(evening: Evening, games: list[Game]) -> None:
    """The rows are those a clean computation gives, one event per seat and epoch, no game twice."""
    assert list(verifying.differences()) == []
    assert Standing.objects.filter(tournament=evening.tournament, after_round=1).count() == len(
        evening.entries
    )
    assert [
        report.differences for report in map(verify_ladder, Ladder.objects.all()) if not report.is_clean
    ] == []
    for game in games:
        events = RatingEvent.objects.filter(game=game)
        epochs = events.values("epoch").distinct().count()
        assert events.count() == epochs * game.seats.count()
        assert set(events.values_list("n_before", flat=True)) == {0}
        assert {
            state.games for event in events for state in event.epoch.states.filter(player=event.player)
        } == {1}


def someone_waits_for_a_lock() -> bool:
    """Whether a process of the site stands in a task, held up by a lock of this test."""
    with connection.cursor() as cursor:
        # Within a transaction the first look would be the last.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])
