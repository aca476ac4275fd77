"""One process that enters facts by the real services: `python -m tests.ratings.stress.scribe SEED GAMES PACE`."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import django

TWICE = 0.3
"""How many sheets are sent twice at the same moment."""

LATER = ("again", "correct", "correct", "reseat", "void", "restore", "restore", "move", "again")


def main(seed: int, n_games: int, pace: float) -> Counter[str]:
    """Enter `n_games` games in no order; after each perhaps a correction, rarely a merge."""
    from django.db import connections

    from clubs.models import Club, Player
    from games.models import Game
    from games.services.sheets import record_sheet
    from tests.ratings.histories import History
    from tests.ratings.paper import BY, open_game, written_sheet

    class Scribe(History):
        def enter(self) -> None:
            players = self._table()
            game = open_game(self.rng.choice(self.clubs), players, minute=self.rng.randrange(100_000))
            sheet = written_sheet(players, self._places(len(players)))

            def send(_copy: int) -> None:
                try:
                    record_sheet(game, sheet=sheet, by=BY)
                finally:
                    connections.close_all()

            if self.rng.random() < TWICE:
                with ThreadPoolExecutor(2) as pool:
                    list(pool.map(send, range(2)))
                self.done["sent twice at once"] += 1
            else:
                send(0)
            self.games.append(game)

        def _game(self) -> Game:
            """Half the time a game somebody else entered."""
            if self.rng.random() < 0.5:
                return self.rng.choice(self.games)
            known = Game.objects.filter(revision__gt=0).order_by("pk")
            return known[self.rng.randrange(known.count())]

    rng = random.Random(seed)
    scribe = Scribe(list(Club.objects.order_by("pk")), list(Player.objects.order_by("pk")), rng)
    for _game in range(n_games):
        time.sleep(pace)
        scribe.act("enter")
        if rng.random() < 0.15:
            scribe.act(rng.choice(LATER))
        if rng.random() < 0.01:
            scribe.act(rng.choice(["merge", "merge", "unmerge"]))
    return scribe.done


if __name__ == "__main__":
    django.setup()
    for act, n in sorted(main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])).items()):
        sys.stdout.write(f"{act}\t{n}\n")
