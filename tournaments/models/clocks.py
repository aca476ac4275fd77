"""What the director said to the clock of a round; where it stands follows from these lines."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.facts import Fact
from tournaments.models.tournament import Tournament


class ClockAct(Fact):
    """One word of the director to the clock. A round that is published again begins without a clock."""

    class Kind(models.TextChoices):
        START = "start", _("started")
        PAUSE = "pause", _("paused")
        RESUME = "resume", _("went on")
        EXTEND = "extend", _("extra time")
        LAST_HAND = "last-hand", _("last hand called")
        STOP = "stop", _("taken away")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="clock_acts")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    seconds = models.IntegerField(null=True)  # the length of a start, the extra time of an extension
    table_number = models.PositiveSmallIntegerField(null=True)  # null = every table
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=12)
    at = models.DateTimeField()

    class Meta(Fact.Meta):
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="clock_act_known",
                condition=Q(kind__in=["start", "pause", "resume", "extend", "last-hand", "stop"]),
            ),
            models.CheckConstraint(
                name="clock_seconds_where_they_mean_something",
                condition=Q(kind__in=["start", "extend"], seconds__isnull=False)
                | (~Q(kind__in=["start", "extend"]) & Q(seconds__isnull=True, table_number__isnull=True)),
            ),
        ]
        indexes = [models.Index(fields=["tournament", "round_number", "id"], name="clock_of_round")]

    def __str__(self) -> str:
        return f"clock of round {self.round_number} of {self.tournament_id}: {self.kind}"
