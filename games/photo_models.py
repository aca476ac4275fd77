"""Photos of score sheets, taken at the desk or at the table."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q


class Photo(models.Model):
    """One picture of the paper, always a JPEG made here. A removed photo keeps its line, its file is gone."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="photos")
    file = models.FileField(upload_to="sheet-photos/", max_length=120, blank=True)
    source_hash = models.CharField(max_length=64)  # of the file as it came: sent twice, it is kept once
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=12)
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "source_hash"], condition=Q(removed_at__isnull=True), name="photo_kept_once"
            ),
            models.CheckConstraint(
                name="photo_has_a_file_until_removed",
                condition=(Q(removed_at__isnull=True) & ~Q(file=""))
                | (Q(removed_at__isnull=False) & Q(file="")),
            ),
        ]

    def __str__(self) -> str:
        return f"photo {self.uid} of game {self.game_id}"
