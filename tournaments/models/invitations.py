"""A role offered by link: to whoever opens it first, signed in, before it ends."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from tournaments.models.tournament import Tournament


class Invitation(models.Model):
    """For a role in a whole club, or in one tournament of it. Only a hash of what stands in the link is kept."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="invitations")
    role = models.CharField(max_length=12, choices=Role)
    # Whoever invites hands the club over: the own role as owner goes when the new owner has come.
    hands_over = models.BooleanField(default=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    taken_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                name="invitation_role_known", condition=Q(role__in=["owner", "director", "scorekeeper"])
            ),
            models.CheckConstraint(
                name="invitation_owner_of_a_club",
                condition=~Q(role="owner") | Q(tournament__isnull=True),
            ),
            models.CheckConstraint(
                name="invitation_hands_over_to_an_owner", condition=Q(hands_over=False) | Q(role="owner")
            ),
            models.CheckConstraint(
                name="invitation_ends_once", condition=Q(taken_at__isnull=True) | Q(revoked_at__isnull=True)
            ),
            models.CheckConstraint(name="invitation_expires_later", condition=Q(expires_at__gt=F("made_at"))),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}: {self.role} of {self.club_id}"
