"""Say in words what one game did to the ratings of its players, on every ladder it counts for."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from ratings.services.explaining import explain_game


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME", help="number or uid of the game")

    def handle(self, *args: Any, game: str, **options: Any) -> None:
        found = _find(game)
        if found is None:
            raise CommandError(f"There is no game {game}.", returncode=2)
        if not found.rated:
            self.stdout.write(f"Game {found.pk} is not rated: {found.get_unrated_reason_display()}.")
            return
        self.stdout.write(f"Game {found.pk}, played {found.played_at:%Y-%m-%d %H:%M} UTC")
        told = explain_game(found)
        for on_ladder in told:
            self.stdout.write(f"Ladder {on_ladder.ladder.slug}:")
            for seat in on_ladder.seats:
                self.stdout.write(f"  {seat.line()}")
                self.stdout.writelines(f"    {duel.line()}\n" for duel in seat.duels)
            if not on_ladder.seats:
                self.stdout.write("  not rated yet: the writer is on its way")
        if not told:
            self.stdout.write("It is to be rated, but there is no ladder for it yet: the writer makes one.")


def _find(text: str) -> Game | None:
    if text.isdecimal() and len(text) < 20:
        return Game.objects.filter(pk=int(text)).first()
    try:
        return Game.objects.filter(uid=uuid.UUID(text)).first()
    except ValueError:
        return None
