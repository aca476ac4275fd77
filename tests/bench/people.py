"""Merging and unmerging a player with many games: ``python -m tests.bench.people [--games N] [--ladder N]``.

A player with 2,000 rated games on two ladders of 4,000 is merged into another: what the preview takes with the ratings
it foretells, the merge itself, the ladders after it, and the same of the undo. Bars: preview 2 s, act 1 s, all of it
10 s. Rows are made in bulk, in a database of its own (SQLite). Exit code 1 if a bar is missed, if the ratings are not
those foretold, or if the undo leaves one changed.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

PREVIEW, ACT, WHOLE = 2.0, 1.0, 10.0
START = datetime(2024, 1, 1, 18, tzinfo=UTC)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
N_PEOPLE = 200


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.people", description=__doc__)
    parser.add_argument("--games", type=int, default=2_000, help="games of the player who is merged")
    parser.add_argument("--ladder", type=int, default=2, help="games of the ladder for each of them")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as folder:
        os.environ["ELDEST_HAND_VAR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        return measure(options.games, options.ladder)


def measure(n_games: int, times: int) -> int:
    from ratings.models import RatingState
    from tournaments.services.merging import look_at_merge, merge_in_club, unmerge_in_club

    club, by, source, into = make(n_games, times)
    advance()

    def ratings() -> list[tuple[Any, ...]]:
        return sorted(
            RatingState.objects.values_list("epoch", "player", "rating", "games", "peak", "last_key")
        )

    before = ratings()
    preview, found = clocked(lambda: look_at_merge(club, source, into, by=by))
    act, _merge = clocked(lambda: merge_in_club(club, source, into, by=by, reason="bench"))
    after, _none = clocked(advance)
    told = {one.ladder.pk: one.after for one in found.ladders}
    is_as_told = all(
        RatingState.objects.get(epoch__active_of=ladder, player=into).rating == rating
        for ladder, rating in told.items()
        if rating is not None
    )
    undo, _merge = clocked(lambda: unmerge_in_club(club, source, by=by, reason="bench"))
    again, _none = clocked(advance)
    is_restored = ratings() == before
    lines = (
        (f"preview of {n_games:,} games on {len(told)} ladders", preview, PREVIEW),
        ("merge", act, ACT),
        ("  ladders after it", after, None),
        ("undo", undo, ACT),
        ("  ladders after it", again, None),
        ("merge, undo and both replays", act + after + undo + again, WHOLE),
    )
    missed = 0
    for text, seconds, bar in lines:
        mark = "" if bar is None else f"   bar {bar:.0f} s {'met' if seconds <= bar else 'MISSED'}"
        missed += bar is not None and seconds > bar
        print(f"{text:<48} {seconds:7.2f} s{mark}")
    n_told = sum(rating is not None for rating in told.values())
    print(f"ratings foretold on {n_told} of {len(told)} ladders, {'as they came' if is_as_told else 'WRONG'}")
    print(f"every rating restored: {'yes' if is_restored else 'NO'}")
    return int(bool(missed) or not is_restored or not is_as_told)


def make(n_games: int, times: int) -> tuple[Any, Any, Any, Any]:
    """A club with its owner, and two of its players: who played `n_games`, and who never sat with them."""
    from clubs.activity import By
    from clubs.models import Membership, Player, User
    from clubs.services.clubs import create_club
    from games.models import Game, Seat
    from games.order_key import order_key
    from ratings.services.ladders import ensure_ladder, scopes_of

    owner = User.objects.create_user("owner")
    by = By(owner, "web")
    club = create_club(name="Bench", owner=owner, by=by)
    people = Player.objects.bulk_create([Player(name=f"Player {n}") for n in range(N_PEOPLE)])
    Membership.objects.bulk_create([Membership(club=club, player=player) for player in people])
    source, into, *others = people
    for scope in scopes_of("oh-hell", club.pk):
        ensure_ladder(scope)
    rng = random.Random(31)
    games = Game.objects.bulk_create(
        [
            Game(
                club=club,
                rules={"preset": "oh-hell"},
                rules_hash="bench",
                family="oh-hell",
                source="import",
                played_at=START + timedelta(minutes=n),
                revision=1,
                state="final",
                rated=True,
                unrated_reason="",
            )
            for n in range(n_games * times)
        ],
        batch_size=2_000,
    )
    seats = []
    for n, game in enumerate(games):
        game.order_key = order_key((game.played_at - EPOCH) // timedelta(microseconds=1), 0, 0, 0, game.pk)
        table = rng.sample(others, 4)
        if n % times == 0:
            table[0] = source
        elif n % times == 1:
            table[0] = into
        for number, player in enumerate(table):
            seats.append(
                Seat(game=game, number=number, player=player, place=number + 1, total=40 - number, deals=10)
            )
    Game.objects.bulk_update(games, ["order_key"], batch_size=2_000)
    Seat.objects.bulk_create(seats, batch_size=2_000)
    return club, by, source, into


def advance() -> None:
    from ratings.models import Ladder
    from ratings.services.writer import advance_ladder

    for ladder in Ladder.objects.order_by("pk"):
        advance_ladder(ladder.pk)


def clocked(act: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    made = act()
    return time.perf_counter() - start, made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
