"""A file that somebody sent and has not brought in yet: looked at as often as wanted, sent once."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models

from clubs.models import Club
from tournaments.models.tournament import Tournament


def new_token() -> str:
    return secrets.token_urlsafe(16)


class IncomingFile(models.Model):
    """One per person and club; whoever sends another one replaces it. Old ones go with the next that comes."""

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="incoming_files")
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, related_name="+"
    )  # the page it came by
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.CharField(max_length=200)
    content = models.BinaryField()  # zlib
    day = models.DateField()  # of evenings in it that do not say theirs
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"file {self.pk} for club {self.club_id}"
