"""Players who register themselves: when they may, how many there is room for, and who did what."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubs.facts import Fact
from clubs.models import Player
from tournaments.models.tournament import Tournament


class SignUpTerms(models.Model):
    """Without a row nobody registers himself. Null times are open ends; null `capacity` is room for all."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="sign_up_terms")
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    capacity = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "sign-up terms"
        constraints = [
            models.CheckConstraint(
                name="sign_up_closes_after_it_opens",
                condition=Q(opens_at__isnull=True)
                | Q(closes_at__isnull=True)
                | Q(closes_at__gt=F("opens_at")),
            ),
            models.CheckConstraint(
                name="sign_up_has_room", condition=Q(capacity__isnull=True) | Q(capacity__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"registration for {self.tournament_id}"


class SignUp(Fact):
    """A player registered (and waits), got a place, or withdrew; the last line of a player holds.

    Who waits stands in the order of the lines; a place once given is never taken away.
    """

    class Kind(models.TextChoices):
        REGISTERED = "registered", _("on the waiting list")
        ADMITTED = "admitted", _("registered")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="sign_ups")
    player = models.ForeignKey(Player, models.PROTECT, related_name="sign_ups")
    kind = models.CharField(max_length=10, choices=Kind)
    by_id_at = models.BigIntegerField(null=True)
    via = models.CharField(max_length=12)
    at = models.DateTimeField()

    class Meta(Fact.Meta):
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="sign_up_kind_known", condition=Q(kind__in=["registered", "admitted", "withdrawn"])
            ),
        ]
        indexes = [models.Index(fields=["tournament", "id"], name="sign_up_list")]  # the registration page

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind} for {self.tournament_id}"
