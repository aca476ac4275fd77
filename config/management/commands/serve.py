"""`manage.py serve`: the whole site in one process, ready to use."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.models import Club
from config.celery import app
from config.serving import preflight
from config.serving.address import Address
from config.serving.embedded_jobs import EmbeddedJobs
from config.serving.errors import CannotServe
from config.serving.starting import one_start_at_a_time
from config.serving.static_files import collect_when_changed
from config.serving.web import serve_until_stopped


class Command(BaseCommand):
    help = "Serve the site with its worker: HOST, PORT, DATABASE_URL and REDIS_URL from the environment."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--no-sample", action="store_true", help="leave an empty database empty: no sample club"
        )

    def handle(self, *args: Any, no_sample: bool, **options: Any) -> None:
        begun = time.monotonic()
        try:
            address = Address.from_environment()
            preflight.check_database()
            preflight.check_broker()
            opened = address.open()
        except CannotServe as refusal:
            raise CommandError(str(refusal)) from None
        with opened:
            try:
                with one_start_at_a_time(settings.VAR_DIR):
                    self._prepare(with_sample=not no_sample)
            except KeyboardInterrupt:
                raise CommandError(
                    "Stopped before the site was ready; the next start goes on.", returncode=130
                ) from None
            with EmbeddedJobs(app) as jobs:
                self._greet(address, time.monotonic() - begun)
                serve_until_stopped(opened, jobs.begin_to_stop)
        self.stdout.write("Stopped.")

    def _prepare(self, *, with_sample: bool) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        if collect_when_changed():
            self.stdout.write("Static files collected.")
        if with_sample and not Club.objects.exists() and "sample_club" in get_commands():
            self.stdout.write("The database is empty: making the sample club ...")
            self.stdout.flush()
            call_command("sample_club", no_password=True)  # the greeting tells it

    def _greet(self, address: Address, seconds: float) -> None:
        self.stdout.write(
            f"Eldest Hand is at {address.local_url} (ready in {seconds:.1f} s; Ctrl-C stops it)."
        )
        if address.network_url and address.network_url != address.local_url:
            self.stdout.write(f"In this network: {address.network_url}")
        elif address.is_wildcard:
            self.stdout.write("This machine has no network address; phones cannot reach it now.")
        if owner := sample_owner():
            username, password = owner
            self.stdout.write(f"Sign in as the sample club's owner: {username}, password {password}")
        self.stdout.flush()


def sample_owner() -> tuple[str, str] | None:
    """Name and password of the sample club's owner, while both still hold."""
    kept = Path(settings.VAR_DIR) / "sample-owner"
    if not kept.is_file():
        return None
    username, _, password = kept.read_text(encoding="utf-8").strip().partition(" ")
    user = get_user_model().objects.filter(username=username).first()
    return (username, password) if user is not None and user.check_password(password) else None
