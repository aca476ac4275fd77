"""`manage.py api_token USER`: the token with which a program signs in to the API as this user."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from rest_framework.authtoken.models import Token

from clubs.models import User


class Command(BaseCommand):
    help = "Print the API token of a user; made on the first call. Treat it like the user's password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", help="user name")
        parser.add_argument("--new", action="store_true", help="revoke the old token and make another")
        parser.add_argument("--revoke", action="store_true", help="only revoke the token")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["user"], is_active=True).first()
        if user is None:
            raise CommandError(f"There is no active user {options['user']!r}.")
        with transaction.atomic():
            if options["new"] or options["revoke"]:
                Token.objects.filter(user=user).delete()
            if options["revoke"]:
                self.stdout.write(f"The token of {user.get_username()} is revoked.")
                return
            token, _created = Token.objects.get_or_create(user=user)
        self.stdout.write(token.key)
