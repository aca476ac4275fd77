"""What the ladders would say if two profiles were one person: replayed in memory, nothing is written."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.models import Player
from ratings.errors import PoisonGame
from ratings.models import Ladder, LadderEpoch, RatingState
from ratings.services.ladders import Scope, system_of
from ratings.services.reading import read_games
from ratings.services.replaying import replay
from ratings.services.rewinding import count_games_from, last_key_before, states_before
from ratings.services.rows import load_states

MOST_REPLAYED = 5_000
"""A ladder with more games from the first one of the profile on is not foretold: its page would take too long."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """One ladder: what each profile has now and what the one person would have, in milli-points.

    `source` and `into` are None for who is not on the ladder, `after` where it was not worked out.
    """

    ladder: Ladder
    source: int | None
    into: int | None
    after: int | None
    n_replayed: int


def foretell_merge(source: Player, into: Player, *, most: int = MOST_REPLAYED) -> list[Foretold]:
    """Every ladder `source` is on, those of everybody first, then clubs' by address."""
    states = RatingState.objects.filter(player=source, epoch__active_of__isnull=False)
    epochs = LadderEpoch.objects.filter(pk__in=states.values("epoch")).select_related(
        "system", "ladder__club"
    )
    found = [_foretell(epoch, source, into, most) for epoch in epochs]
    return sorted(found, key=lambda one: (one.ladder.club_id is not None, one.ladder.slug))


def _foretell(epoch: LadderEpoch, source: Player, into: Player, most: int) -> Foretold:
    now = load_states(epoch.pk, {source.pk, into.pk})
    ratings = {player: state[0] for player, state in now.items() if state[1]}
    first = (
        epoch.events.filter(player_id=source.pk).order_by("order_key").values_list("order_key", flat=True)[:1]
    )
    n_games = count_games_from(epoch, first[0], most=most) if first else 0
    after = _replayed(epoch, source, into, first[0], n_games) if first and n_games <= most else None
    return Foretold(epoch.ladder, ratings.get(source.pk), ratings.get(into.pk), after, n_games)


def _replayed(epoch: LadderEpoch, source: Player, into: Player, key: str, n_games: int) -> int | None:
    """The rating of `into` after the games from `key` on, those of `source` being its own."""
    states = states_before(epoch, key)
    states.pop(source.pk, None)
    games = read_games(Scope.of(epoch.ladder), after=last_key_before(epoch, key), limit=n_games)
    games = [game for game in games if game.order_key <= epoch.cursor_key]
    missing = {player for game in games for player in game.players} | {into.pk}
    missing -= states.keys() | {source.pk}
    states.update(load_states(epoch.pk, missing))
    merged = [
        game._replace(players=[into.pk if player == source.pk else player for player in game.players])
        for game in games
    ]
    try:
        for _event in replay(merged, states, system_of(epoch)):
            pass
    except PoisonGame:
        return None
    return states[into.pk][0] if into.pk in states else None
