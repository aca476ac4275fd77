"""What a ladder must say, by another road than the writer's: from the sheets as they stand, game after game."""

from __future__ import annotations

from games.models import Game
from ratings.models import Ladder, RatingState
from ratings.systems import get_system

States = dict[int, tuple[int, int, int, str]]


def replay_of(ladder: Ladder) -> States:
    """(rating, games, peak, last key) by player, from the current revisions of written sheets of totals."""
    rate = get_system("elo-mp", 1).rate_canonical
    games = Game.objects.filter(family=ladder.family, state="final", casual=False).prefetch_related(
        "revisions"
    )
    if ladder.club_id is not None:
        games = games.filter(club=ladder.club_id)
    states: States = {}
    people = _people()
    for game in sorted(games, key=lambda game: game.order_key or ""):
        sheet = max(game.revisions.all(), key=lambda revision: revision.number).sheet
        held = [
            (people[uid], total)
            for uid, total in zip(sheet["players"], sheet["paper_totals"], strict=True)
            if uid is not None
        ]
        if len(held) < 2:
            continue
        places = [1 + sum(other > total for _player, other in held) for _player, total in held]
        before = [states.get(player, (1_500_000, 0, 1_500_000, "")) for player, _total in held]
        deltas = rate([state[0] for state in before], [state[1] for state in before], places)
        for (player, _total), (rating, n, peak, _key), delta in zip(held, before, deltas, strict=True):
            states[player] = (rating + delta, n + 1, max(peak, rating + delta), game.order_key or "")
    return states


def states_of(ladder: Ladder) -> States:
    """What readers see."""
    rows = RatingState.objects.filter(epoch__active_of=ladder)
    return {row.player_id: (row.rating, row.games, row.peak, row.last_key) for row in rows}


def _people() -> dict[str, int]:
    from clubs.models import Player

    rows = Player.objects.values_list("uid", "pk", "merged_into")
    return {str(uid): into or pk for uid, pk, into in rows}
