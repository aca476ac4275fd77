"""`manage.py sample_club`: a club to look at, when there is none."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone

from clubs.models import Club, User
from config.catching_up import catch_up
from config.sample.club import make_sample_club
from config.sample.owner import keep_password

USERNAME = "owner"


class Command(BaseCommand):
    help = "Make the sample club, unless the database has a club already."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, default=1, help="the cards it plays")
        parser.add_argument(
            "--no-password", action="store_true", help="do not print it; var/sample-owner keeps it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if Club.objects.exists():
            self.stdout.write("There is a club already; nothing was made.")
            return
        password = secrets.token_urlsafe(9)
        with transaction.atomic():  # killed half-way it leaves nothing, and the next start makes it whole
            owner = User.objects.create_user(USERNAME, password=password)
            make_sample_club(owner, now=timezone.now(), seed=options["seed"], say=self.stdout.write)
        catch_up()
        keep_password(settings.VAR_DIR, USERNAME, password)
        told = "." if options["no_password"] else f"; sign in as {USERNAME} with {password}"
        self.stdout.write(f"Sample club made{told}")
