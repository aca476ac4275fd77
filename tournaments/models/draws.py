"""What the director wants of the draws of a tournament, and a draw that was asked for and is not made yet."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.facts import Fact
from tournaments.models.tournament import Entry, Tournament


class SeatingWish(Fact):
    """A rule for every draw from now on, until a later line takes it back."""

    class Kind(models.TextChoices):
        APART = "apart", _("never at one table")
        TABLE = "table", _("always at this table")
        CLUBS = "clubs", _("people of one club apart where it can be")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="seating_wishes")
    kind = models.CharField(max_length=8, choices=Kind)
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="seating_wishes")
    other = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="+")
    table = models.PositiveSmallIntegerField(null=True)
    cancels = models.OneToOneField("self", models.PROTECT, null=True, related_name="cancelled_by")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=12)
    at = models.DateTimeField()

    class Meta(Fact.Meta):
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="seating_wish_is_whole",
                condition=Q(kind="apart", entry__isnull=False, other__isnull=False, table__isnull=True)
                | Q(kind="table", entry__isnull=False, other__isnull=True, table__gte=1)
                | Q(kind="clubs", entry__isnull=True, other__isnull=True, table__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.entry_id} {self.other_id or self.table or ''} in {self.tournament_id}"


class DrawOrder(models.Model):
    """A draw too long for a request: a mark that stays until the draft is made or refused.

    `begun_at` is a worker's claim; a claim that grew old is anybody's. `wanted` are the settings of the draw.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="draw_order")
    number = models.PositiveSmallIntegerField()
    wanted = models.JSONField(default=dict)
    reason = models.TextField(blank=True)  # of a draw that takes the place of a draft
    n_players = models.PositiveIntegerField()
    language = models.CharField(max_length=8)  # of whoever asked: a refusal is written in it
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=12)
    asked_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    refusal = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="draw_order_begun_when_tried", condition=Q(tries=0) | Q(begun_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"draw of round {self.number} of {self.tournament_id}"
