"""A look at some random games of a ladder, for when a whole replay is too much (`ratings_verify --sample N`)."""

from __future__ import annotations

from games.models import Game
from ratings.models import Ladder, LadderEpoch, RatingEvent, RatingState
from ratings.services.ladders import Scope, system_of
from ratings.services.reading import ReadGame, read_games_at
from ratings.services.replaying import State, fresh_state, replay
from ratings.services.report import Report
from ratings.services.snapshot import snapshot
from ratings.services.verifying import EventCheck, event_rows, measure, settled_before
from ratings.systems import System


def verify_sample(ladder: Ladder, *, n_games: int) -> Report:
    """Check `n_games` random games, each from where its players' games before it had left them.

    Finds what is wrong with these games and with the states of those who played last in them; events of games that
    are not rated are only found by the whole replay.
    """
    with snapshot():
        epoch = LadderEpoch.objects.select_related("system").get(active_of=ladder)
        report = Report(ladder.slug, epoch.pk)
        settled = settled_before(epoch)
        system = system_of(epoch)
        games = Game.objects.filter(rated=True, family=ladder.family, order_key__lte=epoch.cursor_key)
        if ladder.club_id is not None:
            games = games.filter(club_id=ladder.club_id)
        keys = list(
            games.filter(order_key__lt=settled).order_by("?").values_list("order_key", flat=True)[:n_games]
        )
        for game in read_games_at(Scope.of(ladder), [key for key in keys if key is not None]):
            _check(epoch, game, system, report)
        measure(ladder, epoch, settled, system, report)
    return report


def _check(epoch: LadderEpoch, game: ReadGame, system: System, report: Report) -> None:
    report.games += 1
    rows = event_rows(RatingEvent.objects.filter(epoch=epoch, order_key=game.order_key))
    if not rows:
        report.found("missing_games", f"key {game.order_key}, game {game.game_id}: rated, but without events")
        return
    before = {player: _left_at(epoch, player, game.order_key, system) for player in game.players}
    check = EventCheck(report, system, dict(before))
    check.chain(rows)
    check.compare(list(replay([game], before, system, rate=system.rate_canonical)), rows)
    for state in RatingState.objects.filter(
        epoch=epoch, player_id__in=game.players, last_key__lte=game.order_key
    ):
        is_state = (state.rating, state.games, state.peak, state.last_key)
        if is_state != before[state.player_id]:
            report.found(
                "states_differ", f"player {state.player_id}: {is_state}, replay {before[state.player_id]}"
            )


def _left_at(epoch: LadderEpoch, player: int, key: str, system: System) -> State:
    """Where the player stood after the last event before `key`."""
    last = (
        RatingEvent.objects.filter(epoch=epoch, player_id=player, order_key__lt=key)
        .order_by("-order_key")
        .first()
    )
    if last is None:
        return fresh_state(system)
    after = last.r_before + last.delta
    return after, last.n_before + 1, max(last.peak_before, after), last.order_key
