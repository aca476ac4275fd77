"""Penalties, standings, season tables, and the marks that say what must be computed again."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from clubs.facts import Fact
from clubs.models import Player
from tournaments.models.tournament import Entry, Season, Tournament


class Penalty(Fact):
    """Points given or taken by the director, with the reason; a later line cancels it."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    points = models.DecimalField(max_digits=9, decimal_places=2)
    reason = models.TextField()
    cancels = models.OneToOneField("self", models.PROTECT, null=True, related_name="cancelled_by")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=12)
    at = models.DateTimeField()

    class Meta(Fact.Meta):
        ordering = ["id"]
        constraints = [models.CheckConstraint(name="penalty_has_a_reason", condition=~Q(reason=""))]

    def __str__(self) -> str:
        return f"{self.points} for {self.entry_id}"


class Standing(models.Model):
    """One line of the standings after a round. Derived by `tournaments.standings`; `version` names its facts."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="standings")
    after_round = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="standings")
    position = models.PositiveIntegerField()  # order on the page, from 0
    place = models.PositiveIntegerField(null=True)  # null = unranked
    total = models.CharField(max_length=40)  # exact decimal text, as the standings command prints it
    columns = models.JSONField()
    decided_by = models.CharField(max_length=20, null=True)
    why = models.JSONField(default=dict)  # structured reasons, put into words by the page
    digest = models.CharField(max_length=64, default="")  # of the facts that the whole snapshot follows from
    version = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "after_round", "entry"], name="standing_once"),
            models.UniqueConstraint(
                fields=["tournament", "after_round", "position"], name="standing_position_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}. entry {self.entry_id}"


class SeasonStanding(models.Model):
    """One line of a season's table; derived."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="standings")
    player = models.ForeignKey(Player, models.PROTECT, related_name="season_standings")
    position = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True)
    total = models.CharField(max_length=40)
    evenings = models.PositiveSmallIntegerField()
    columns = models.JSONField()
    decided_by = models.CharField(max_length=20, null=True)
    version = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="season_standing_once"),
            models.UniqueConstraint(fields=["season", "position"], name="season_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.place}. player {self.player_id}"


class Stale(models.Model):
    """A mark: the facts of `scope` are at version `wanted`, the derived rows at `done`.

    Written in the transaction of the fact, cleared in the transaction that recomputes; a sweep finds what is left.
    Scopes are `tournament:<id>` and `season:<id>`.
    """

    scope = models.CharField(max_length=40, unique=True)
    wanted = models.PositiveBigIntegerField(default=0)
    done = models.PositiveBigIntegerField(default=0)
    marked_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="stale_done_at_most_wanted", condition=Q(done__lte=F("wanted")))
        ]
        indexes = [
            models.Index(fields=["id"], name="stale_left", condition=Q(done__lt=F("wanted")))
        ]  # the sweep

    def __str__(self) -> str:
        return f"{self.scope}: {self.done} of {self.wanted}"
