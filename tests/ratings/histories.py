"""Histories of a club as it comes: games entered out of order, twice, wrong, moved, and two names for one person."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta

from clubs.errors import EldestHandError
from clubs.models import Club, Player
from games.models import Game
from games.services.games import move_game
from games.services.people import merge_players, unmerge_player
from games.services.sheets import record_sheet, restore_game, void_game
from ratings.models import Ladder
from ratings.services.writer import advance_ladder
from tests.ratings.paper import BY, NOON, open_game, written_sheet

ACTS = (
    "enter",
    "enter",
    "enter",
    "again",
    "correct",
    "reseat",
    "void",
    "restore",
    "move",
    "merge",
    "unmerge",
)


@dataclass
class History:
    """Draws everything from `rng`; what the services refuse counts as refused and changes nothing."""

    clubs: list[Club]
    people: list[Player]
    rng: random.Random
    games: list[Game] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)

    def act(self, act: str) -> None:
        if act != "enter" and act not in ("merge", "unmerge") and not self.games:
            return
        try:
            getattr(self, act)()
            self.done[act] += 1
        except EldestHandError as refusal:
            self.done[f"{act} refused: {refusal.code}"] += 1

    def enter(self) -> None:
        players = self._table()
        game = open_game(self.rng.choice(self.clubs), players, minute=self.rng.randrange(10_000))
        record_sheet(game, sheet=written_sheet(players, self._places(len(players))), by=BY)
        self.games.append(game)

    def again(self) -> None:
        """The same sheet is sent once more."""
        game = self._game()
        record_sheet(game, sheet=game.revisions.latest("number").sheet, by=BY, reason="sent twice")

    def correct(self) -> None:
        game = self._game()
        sheet = dict(game.revisions.latest("number").sheet)
        sheet["paper_totals"] = [100 - place for place in self._places(len(sheet["players"]))]
        record_sheet(game, sheet=sheet, by=BY, reason="wrong total")

    def reseat(self) -> None:
        game = self._game()
        players = self._table()
        record_sheet(
            game, sheet=written_sheet(players, self._places(len(players))), by=BY, reason="wrong people"
        )

    def void(self) -> None:
        void_game(self._game(), by=BY, reason="not finished")

    def restore(self) -> None:
        restore_game(self._game(), by=BY, reason="finished after all")

    def move(self) -> None:
        moment = NOON + timedelta(minutes=self.rng.randrange(10_000))
        move_game(self._game(), played_at=moment, by=BY, reason="wrong evening")

    def merge(self) -> None:
        source, into = self.rng.sample(self.people, 2)
        merge_players(source, into=into, by=BY, reason="one person")

    def unmerge(self) -> None:
        unmerge_player(self.rng.choice(self.people), by=BY, reason="two people")

    def advance(self) -> None:
        for ladder_id in Ladder.objects.order_by("pk").values_list("pk", flat=True):
            advance_ladder(ladder_id)

    def _game(self) -> Game:
        return self.rng.choice(self.games)

    def _table(self) -> list[Player | None]:
        players: list[Player | None] = list(self.rng.sample(self.people, self.rng.choice([2, 3, 4, 4, 5])))
        if self.rng.random() < 0.1:
            players[0] = None
        return players

    def _places(self, n: int) -> list[int]:
        return [self.rng.randint(1, n) for _seat in range(n)]
