"""Build a new epoch of a ladder beside the active one, compare both, and swap it in. Exit 2: could not run.

Stopped half-way, it goes on with the same epoch the next time.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ratings.errors import PoisonGame, UnknownLadder
from ratings.models import Ladder, LadderEpoch
from ratings.services import epochs
from ratings.services.building import build
from ratings.services.comparing import compare_epochs
from ratings.services.ladders import ladder_named, stored_system
from ratings.systems import UnknownSystem


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ladder", metavar="LADDER", help="slug of the ladder")
        parser.add_argument("--system", metavar="CODE:VERSION", help="elo-mp:1; default: the one in use")
        parser.add_argument("--yes", action="store_true", help="swap without asking")
        parser.add_argument(
            "--undo", action="store_true", help="bring the epoch back that was active before the last swap"
        )

    def handle(
        self, *args: Any, ladder: str, system: str | None, yes: bool, undo: bool, **options: Any
    ) -> None:
        try:
            found = ladder_named(ladder)
            epoch = self._back(found) if undo else self._new(found, system)
            if not build(epoch.pk, now=timezone.now()):
                raise CommandError("Another process is building this epoch: try again later.", returncode=2)
        except (PoisonGame, UnknownLadder, UnknownSystem) as error:
            raise CommandError(str(error), returncode=2) from error
        self._compare(found, epoch)
        if not yes and not self._may_swap():
            if epochs.give_up(epoch):
                left = "the old epoch is kept" if undo else "the new epoch is gone"
                self.stdout.write(f"Nothing was changed; {left}.")
            else:
                self.stdout.write(
                    f"Epoch {epoch.pk} was swapped in meanwhile (--undo brings the old one back)."
                )
            return
        if epochs.swap_in(epoch.pk, now=timezone.now()):
            self.stdout.write(
                f"Epoch {epoch.pk} is active. The old one is kept {epochs.KEPT_FOR.days} days (--undo)."
            )
        else:
            self.stdout.write(f"Epoch {epoch.pk} was swapped in meanwhile.")

    def _may_swap(self) -> bool:
        """Nobody there to answer is a no: `--yes` is how a job says yes."""
        try:
            return input("Swap? [y/N] ").strip().lower() in {"y", "yes"}
        except EOFError:
            self.stdout.write("no answer")
            return False

    def _new(self, ladder: Ladder, system: str | None) -> LadderEpoch:
        active = LadderEpoch.objects.select_related("system").get(active_of=ladder)
        if system is None:
            return epochs.go_on_or_start(ladder, active.system)
        code, _colon, version = system.partition(":")
        if not version.isdecimal() or len(version) > 9:
            raise CommandError(f"--system {system}: write CODE:VERSION, as in elo-mp:1.", returncode=2)
        return epochs.go_on_or_start(ladder, stored_system(code, int(version)))

    def _back(self, ladder: Ladder) -> LadderEpoch:
        epoch = epochs.revive_last(ladder)
        if epoch is None:
            raise CommandError(f"{ladder.slug} has no retired epoch to go back to.", returncode=2)
        return epoch

    def _compare(self, ladder: Ladder, epoch: LadderEpoch) -> None:
        active = LadderEpoch.objects.select_related("system").get(active_of=ladder)
        epoch = LadderEpoch.objects.select_related("system").get(pk=epoch.pk)
        self.stdout.write(
            f"{ladder.slug}: epoch {active.pk} ({active.system}) -> {epoch.pk} ({epoch.system})"
        )
        for line in compare_epochs(active, epoch).lines():
            self.stdout.write(f"  {line}")
