"""Replay the facts and compare with what the writer stored (`ratings.md` 8, `ratings_verify`). Reads only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import cast

from django.db.models import Avg, Min, QuerySet

from games.models import Game
from ratings.models import Ladder, LadderEpoch, LadderTouch, RatingEvent, RatingState
from ratings.services.board import played_at
from ratings.services.ladders import Scope, system_of
from ratings.services.reading import ReadGame, stream_games
from ratings.services.replaying import Event, State, fresh_state, replay
from ratings.services.report import Report
from ratings.services.snapshot import snapshot
from ratings.systems import System

_COLUMNS = (
    "order_key", "seat", "player_id", "game_id", "revision", "n_before", "r_before", "delta", "peak_before",
    "prev_key",
)  # fmt: skip
_NAMES = (
    "key",
    "seat",
    "player",
    "game",
    "revision",
    "n_before",
    "r_before",
    "delta",
    "peak_before",
    "prev_key",
)
END = "~"  # sorts behind every key


def verify_ladder(ladder: Ladder) -> Report:
    """Compare the active epoch with a clean replay of the facts by the canonical form, in one snapshot.

    Games at or beyond a touch the writer has not come to yet are lag, not differences. `PoisonGame` if a game
    cannot be rated at all.
    """
    with snapshot():
        epoch = LadderEpoch.objects.select_related("system").get(active_of=ladder)
        report = Report(ladder.slug, epoch.pk)
        settled = settled_before(epoch)
        system = system_of(epoch)
        expected: dict[int, State] = {}
        check = EventCheck(report, system)
        for key, game, rows in _paired(Scope.of(ladder), epoch, settled):
            check.chain(rows)
            if game is None:
                report.found("orphan_events", f"key {key}, game {rows[0][3]}: it is not rated", n=len(rows))
                continue
            report.games += 1
            ought = list(replay([game], expected, system, rate=system.rate_canonical))
            if rows:
                check.compare(ought, rows)
            else:
                report.found("missing_games", f"key {key}, game {game.game_id}: rated, but without events")
        _check_beyond(epoch, report)
        _check_states(epoch, settled, expected, report)
        measure(ladder, epoch, settled, system, report)
    return report


def first_difference(epoch: LadderEpoch) -> str | None:
    """The least key at or below the cursor at which events do not say what the facts say; None if all do.

    Looks at who sat where in which revision, not at the arithmetic.
    """
    for key, game, rows in _paired(Scope.of(epoch.ladder), epoch, epoch.cursor_key + END):
        if game is None:
            return key
        told = [(row[1], row[2], row[3], row[4]) for row in rows]
        if told != [
            (seat, player, game.game_id, game.revision)
            for seat, player in zip(game.seats, game.players, strict=True)
        ]:
            return key
    return None


def settled_before(epoch: LadderEpoch) -> str:
    """The key from which on the writer still has something to do; keys below it must be right."""
    touched = LadderTouch.objects.filter(epoch=epoch, order_key__lte=epoch.cursor_key)
    first = touched.aggregate(first=Min("order_key"))["first"]
    return first if first is not None else epoch.cursor_key + END


def measure(ladder: Ladder, epoch: LadderEpoch, settled: str, system: System, report: Report) -> None:
    """The figures that are no differences."""
    states = RatingState.objects.filter(epoch=epoch)
    report.players = states.count()
    mean = states.aggregate(mean=Avg("rating"))["mean"]
    report.mean_drift = round((float(mean) - system.start_milli) / 1000, 3) + 0.0 if mean is not None else 0.0
    beyond = Game.objects.filter(rated=True, family=ladder.family)
    if ladder.club_id is not None:
        beyond = beyond.filter(club_id=ladder.club_id)
    report.lag_games = beyond.filter(order_key__gte=min(settled, epoch.cursor_key + END)).count()


def k_of(system: System) -> Callable[[int], float]:
    """K after n games, for any system: what a table of two equals is explained by."""
    start = [system.start_milli] * 2

    @lru_cache(maxsize=4096)
    def k(n: int) -> float:
        return system.explain(start, [n, n], [1, 2])[0].k

    return k


def event_rows(events: QuerySet[RatingEvent]) -> list[Event]:
    """Stored events in the shape of replayed ones, in order of key and seat."""
    return list(_in_order(events))


def _in_order(events: QuerySet[RatingEvent]) -> Iterator[Event]:
    rows = events.order_by("order_key", "seat").values_list(*_COLUMNS)
    return cast("Iterator[Event]", rows.iterator(chunk_size=10_000))


class EventCheck:
    """Looks at the events of one game after the other, in played order."""

    def __init__(self, report: Report, system: System, last: dict[int, State] | None = None) -> None:
        """`last` is where the players stand before the first game looked at; who is not in it starts afresh."""
        self._report = report
        self._fresh = fresh_state(system)
        self._k = k_of(system)
        self._last: dict[int, State] = last if last is not None else {}

    def chain(self, rows: list[Event]) -> None:
        """Each event begins where the player's last one ended; the changes of a table balance."""
        report = self._report
        report.events += len(rows)
        balance = 0.0
        for key, seat, player, _game, _revision, n, rating, delta, peak, prev in rows:
            if (rating, n, peak, prev) != self._last.get(player, self._fresh):
                report.found(
                    "broken_chain", f"key {key}, seat {seat}, player {player}: not where it was left"
                )
            after = rating + delta
            self._last[player] = (after, n + 1, max(peak, after), key)
            balance += delta / 1000 / self._k(max(n, 0))
        if rows and abs(balance) > len(rows) * 0.0005 / 20 + 1e-12:
            report.found("sum_dk", f"key {rows[0][0]}: the changes over K sum to {balance:+.6f}")

    def compare(self, ought: list[Event], rows: list[Event]) -> None:
        """Against the replay: the same seats with the same numbers, from the revision that counts."""
        found = {row[1]: row for row in rows}
        for event in ought:
            row = found.pop(event[1], None)
            where = f"key {event[0]}, seat {event[1]}, player {event[2]}"
            if row is None:
                self._report.found("events_differ", f"{where}: no event")
                continue
            if row[4] != event[4]:
                self._report.found("stale_revisions", f"{where}: revision {row[4]}, current is {event[4]}")
            wrong = [
                f"{name} {row[i]}, replay {event[i]}"
                for i, name in enumerate(_NAMES)
                if i != 4 and row[i] != event[i]
            ]
            if wrong:
                self._report.found("events_differ", f"{where}: {'; '.join(wrong)}")
        for row in found.values():
            self._report.found("events_differ", f"key {row[0]}, seat {row[1]}: an event too many")


def _paired(
    scope: Scope, epoch: LadderEpoch, settled: str
) -> Iterator[tuple[str, ReadGame | None, list[Event]]]:
    """Facts and events side by side, by key."""
    upto = epoch.cursor_key
    games = (game for game in stream_games(scope, upto=upto) if game.order_key < settled)
    stored = _in_order(RatingEvent.objects.filter(epoch=epoch, order_key__lt=settled, order_key__lte=upto))
    groups = ((key, list(rows)) for key, rows in groupby(stored, itemgetter(0)))
    game, group = next(games, None), next(groups, None)
    while game is not None or group is not None:
        key = min(game.order_key if game else END, group[0] if group else END)
        mine = game if game is not None and game.order_key == key else None
        rows = group[1] if group is not None and group[0] == key else []
        yield key, mine, rows
        if mine is not None:
            game = next(games, None)
        if rows:
            group = next(groups, None)


def _check_beyond(epoch: LadderEpoch, report: Report) -> None:
    beyond = RatingEvent.objects.filter(epoch=epoch, order_key__gt=epoch.cursor_key)
    n = beyond.count()
    if n:
        first = beyond.order_by("order_key").values_list("order_key", flat=True)[0]
        report.found("orphan_events", f"key {first}: events beyond the cursor {epoch.cursor_key}", n=n)


def _check_states(epoch: LadderEpoch, settled: str, expected: dict[int, State], report: Report) -> None:
    """States of players with nothing left to do; the others are still to be written."""
    left = set(
        RatingEvent.objects.filter(epoch=epoch, order_key__gte=settled).values_list("player_id", flat=True)
    )
    rows = RatingState.objects.filter(epoch=epoch).order_by("player_id")
    for state in rows.iterator(chunk_size=10_000):
        ought = expected.pop(state.player_id, None)
        if state.player_id in left:
            continue
        is_state = (state.rating, state.games, state.peak, state.last_key)
        if is_state != ought:
            report.found("states_differ", f"player {state.player_id}: {is_state}, replay {ought}")
        elif state.last_played != played_at(state.last_key):
            report.found("states_differ", f"player {state.player_id}: last played {state.last_played}")
    for player in sorted(expected.keys() - left):
        report.found("states_differ", f"player {player}: no state, replay {expected[player]}")
