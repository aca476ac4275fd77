"""One round of the writer on one epoch: steps 2 to 7 of `ratings.md` 6.3, inside the caller's lock and transaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from ratings.models import Ladder, LadderEpoch, LadderTouch
from ratings.services import corrections
from ratings.services.board import is_listed, off_board, year_before
from ratings.services.idlists import among
from ratings.services.ladders import Scope, system_of
from ratings.services.reading import ReadGame, read_games
from ratings.services.replaying import Rated, State, rate_games
from ratings.services.rewinding import Rewound, count_games_from, rewind
from ratings.services.rows import insert_events, load_states, store_states

BATCH = 2000


@dataclass(frozen=True, slots=True)
class Round:
    """What one transaction did. `is_idle`: nothing was left; `is_too_deep`: a new epoch must be built."""

    n_games: int = 0
    n_undone: int = 0
    n_touches: int = 0
    is_idle: bool = False
    is_too_deep: bool = False


def advance_epoch(
    ladder: Ladder, epoch: LadderEpoch, *, now: datetime, most_rewound: int | None, log: bool = True
) -> Round:
    """One round of steps 2 to 7 on an epoch the caller has locked, inside its transaction.

    `most_rewound` None = however many; `log` False writes no correction (an epoch nobody reads yet).
    """
    # First touches, then games: whatever a touch speaks of is visible to the later statement.
    touches = list(LadderTouch.objects.filter(epoch=epoch).values_list("pk", "order_key", "actor_id"))
    dirty = [(key, actor_id) for _pk, key, actor_id in touches if key <= epoch.cursor_key]
    rewound = None
    upto = epoch.cursor_key
    if dirty:
        dirty_from, actor_id = min(dirty, key=lambda touch: touch[0])
        most = most_rewound if most_rewound is not None else 2**62
        n_undone = count_games_from(epoch, dirty_from, most=most)
        if n_undone > most:
            return Round(is_too_deep=True)
        rewound = rewind(epoch, dirty_from, n_games=n_undone)
        epoch.cursor_key = rewound.cursor_key
    # A suffix is undone and redone in one transaction, with the late games that now lie in it: each left a touch.
    redone = rewound.n_games + len(dirty) if rewound is not None else 0
    games = read_games(Scope.of(ladder), after=epoch.cursor_key, limit=max(BATCH, redone))
    if not games and not touches:
        return Round(is_idle=True)
    before = _ratings_before(epoch, rewound, games) if rewound is not None and log else {}
    states, again = _rate(epoch, games, rewound, upto)
    store_board(ladder, epoch, states, now)
    if rewound is not None and log:
        corrections.write(
            ladder,
            from_key=dirty_from,
            n_games=rewound.n_games,
            before=before,
            after=again,
            actor_id=actor_id,
            at=now,
        )
    if touches:
        LadderTouch.objects.filter(pk__in=among(pk for pk, _key, _actor in touches)).delete()
    if games:
        epoch.cursor_key = games[-1].order_key
    epoch.save(update_fields=["cursor_key"])
    return Round(len(games), rewound.n_games if rewound else 0, len(touches))


def _ratings_before(epoch: LadderEpoch, rewound: Rewound, games: list[ReadGame]) -> dict[int, int]:
    """What readers still see of everybody in the games taken back or put in their place."""
    players = {player for game in games for player in game.players}
    return {
        player: state[0] for player, state in load_states(epoch.pk, players | rewound.states.keys()).items()
    }


def _rate(
    epoch: LadderEpoch, games: list[ReadGame], rewound: Rewound | None, upto: str
) -> tuple[dict[int, State], dict[int, int]]:
    """Replay and write the events. Returns all states concerned, and the ratings as they were at the key `upto`,
    where the ladder stood before the rewind."""
    system = system_of(epoch)
    states: dict[int, State] = dict(rewound.states) if rewound is not None else {}
    seen = {player for game in games for player in game.players}
    states.update(load_states(epoch.pk, seen - states.keys()))
    split = sum(game.order_key <= upto for game in games) if rewound is not None else 0
    again: dict[int, int] = {}

    def rated() -> Iterator[Rated]:
        yield from rate_games(games[:split], states, system)
        again.update({player: state[0] for player, state in states.items() if state[1]})
        yield from rate_games(games[split:], states, system)

    if games:
        insert_events(epoch.pk, rated())
    else:
        again.update({player: state[0] for player, state in states.items() if state[1]})
    return states, again


def store_board(ladder: Ladder, epoch: LadderEpoch, states: Mapping[int, State], now: datetime) -> None:
    """Store the states, each with its place on or off the board."""
    enough = {player: state for player, state in states.items() if state[1] >= max(ladder.min_games, 1)}
    gone = off_board(enough.keys())
    since = year_before(now)
    listed = {
        player
        for player, (_rating, n, _peak, key) in enough.items()
        if is_listed(games=n, last_key=key, min_games=ladder.min_games, since=since, off_board=player in gone)
    }
    store_states(epoch.pk, states, listed)
