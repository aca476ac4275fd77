"""`manage.py prove_draw spring-open 2`: compute the draw of a round again and say whether it is the one that stands."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Round
from tournaments.services.proving import prove_draw

SENTENCES = {
    "proven": "proven: the same seed and input give these tables.",
    "moved": "the draw is proven; people were moved by hand since, as the log tells.",
    "other_version": "made by another version; check out the site of that day to compute it again.",
    "differs": "NOT proven: the same seed and input give other tables.",
    "bad_input": "NOT proven: the input does not have the hash that was kept.",
}


class Command(BaseCommand):
    help = "Compute the draw of each round of a tournament again, and say whether it is the one that stands."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", help="slug of the tournament")
        parser.add_argument("round", nargs="?", type=int, help="number of the round; all of them without it")

    def handle(self, *args: Any, **options: Any) -> None:
        rounds = Round.objects.filter(tournament__slug=options["tournament"]).order_by("number")
        if options["round"] is not None:
            rounds = rounds.filter(number=options["round"])
        drawn = list(rounds)
        if not drawn:
            raise CommandError("There is no such round.")
        proofs = [(one.number, prove_draw(one)) for one in drawn]
        for number, proof in proofs:
            self.stdout.write(f"Round {number}: {SENTENCES[proof.outcome]}")
            self.stdout.write(f"  seed {proof.seed}, {proof.algorithm}, input {proof.input_hash}")
        if not all(proof.holds or proof.outcome == "other_version" for _number, proof in proofs):
            raise CommandError("Not every draw could be proven.")
