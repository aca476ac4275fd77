"""The link by which somebody without an account writes at one table of one round."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.play import Table


def new_key() -> str:
    """128 random bits as text."""
    return secrets.token_urlsafe(16)


class TableLink(models.Model):
    """At most one link of a table stands; those taken back are kept, so that an old paper says so.

    Whether it still opens the sheet follows from the game and the round (`services.links.why_ended`).
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="links")
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    revoked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at__isnull=True), name="table_one_link_stands"
            )
        ]

    def __str__(self) -> str:
        return f"link {self.pk} of table {self.table_id}"
