"""Who goes on to a final, and the extra games that separated level players."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.facts import Fact
from tournaments.models.tournament import Tournament


class Cut(Fact):
    """After round `after_round` only `entries` are drawn. A later line takes it back until something is drawn."""

    class How(models.TextChoices):
        STANDINGS = "standings", _("by the standings")
        TABLES = "tables", _("by the places at the tables")
        SMALLER = "smaller", _("only those above the level ones")
        LARGER = "larger", _("all the level ones as well")
        LOT = "lot", _("by lot among the level ones")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="cuts")
    after_round = models.PositiveSmallIntegerField()
    n_rounds = models.PositiveSmallIntegerField(default=1)  # how many rounds follow
    entries = models.JSONField()  # ids of the entries that go on
    level = models.JSONField(default=list)  # ids of those the line ran through
    how = models.CharField(max_length=10, choices=How)
    carry = models.BooleanField(default=False)  # with their points; else from zero
    lot_seed = models.CharField(max_length=64, blank=True)
    reason = models.TextField(blank=True)
    cancels = models.OneToOneField("self", models.PROTECT, null=True, related_name="cancelled_by")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=12)
    at = models.DateTimeField()

    class Meta(Fact.Meta):
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="cut_known", condition=Q(how__in=["standings", "tables", "smaller", "larger", "lot"])
            )
        ]

    def __str__(self) -> str:
        return f"cut after round {self.after_round} of {self.tournament_id}"


class Decider(Fact):
    """What separates level players in the standings and never counts as points: an extra game, or the director's word.

    `points` are those of the game; of a word the numbers of the order, the lower first (`manual` in the chain).
    """

    class Kind(models.TextChoices):
        GAME = "game", _("an extra game")
        WORD = "word", _("the director’s decision")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="deciders")
    kind = models.CharField(max_length=4, choices=Kind, default=Kind.GAME)
    points = models.JSONField()  # [[entry id, points], ...]
    reason = models.TextField(blank=True)
    cancels = models.OneToOneField("self", models.PROTECT, null=True, related_name="cancelled_by")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=12)
    at = models.DateTimeField()

    class Meta(Fact.Meta):
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(name="decider_kind_known", condition=Q(kind__in=["game", "word"]))
        ]

    def __str__(self) -> str:
        return f"decider of {self.tournament_id}"
