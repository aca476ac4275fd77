"""Who says that a profile is theirs, and what was answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.facts import Fact


class Claim(Fact):
    """One word about whose a profile is: it was asked for, and that was answered once; or it was given back.

    Who holds a profile now is `Player.user`. The account may be gone later; the line stays.
    """

    class Kind(models.TextChoices):
        ASKED = "asked", _("asked for")
        WITHDRAWN = "withdrawn", _("withdrawn")
        APPROVED = "approved", _("approved")
        REFUSED = "refused", _("refused")
        RELEASED = "released", _("given back")

    kind = models.CharField(max_length=10, choices=Kind)
    player = models.ForeignKey("clubs.Player", models.PROTECT, related_name="claims")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, related_name="claims", db_constraint=False
    )
    asked = models.OneToOneField("self", models.PROTECT, null=True, related_name="answer")
    by_id_at = models.BigIntegerField(null=True)
    via = models.CharField(max_length=12)
    at = models.DateTimeField()
    reason = models.TextField(blank=True)  # what the asker wrote, or why it was refused

    class Meta(Fact.Meta):
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="claim_kind_known",
                condition=Q(kind__in=["asked", "withdrawn", "approved", "refused", "released"]),
            ),
            models.CheckConstraint(
                name="claim_answer_names_what_was_asked",
                condition=Q(kind__in=["asked", "released"], asked__isnull=True)
                | Q(kind__in=["withdrawn", "approved", "refused"], asked__isnull=False),
            ),
            models.CheckConstraint(
                name="claim_refused_with_a_reason", condition=~Q(kind="refused") | ~Q(reason="")
            ),
        ]

    def __str__(self) -> str:
        return f"profile {self.player_id} {self.kind} for {self.user_id}"
