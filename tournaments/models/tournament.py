"""A tournament, its season, its officials and its entries."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player, Visibility
from tournaments.querysets import TournamentQuerySet

if TYPE_CHECKING:
    from games.engine import RuleSet


class Season(models.Model):
    """Several tournaments of a club with one table: the best N of M evenings."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    slug = models.SlugField(max_length=60)
    name = models.CharField(_("name"), max_length=200)
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    min_evenings = models.PositiveSmallIntegerField(default=0)
    tie_breaks = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="season_slug_once_per_club")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season_detail", args=[self.club.slug, self.slug])


class Tournament(models.Model):
    """An evening or a championship: players, rounds, standings."""

    class Draw(models.TextChoices):
        PLAN = "plan", _("all rounds planned at once")
        SWISS = "swiss", _("round by round, by standing")
        OPEN = "open", _("open night: a table starts when enough are there")

    class Leaving(models.TextChoices):
        """What becomes of a game that somebody leaves; `services.leaving.Outcome` has the same values but for ASK."""

        ASK = "ask", _("the director decides each time")
        STOP = "stop", _("the points so far count")
        SUBSTITUTE = "substitute", _("somebody else plays on")
        VOID = "void", _("the game is void")

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    season = models.ForeignKey(Season, models.SET_NULL, null=True, blank=True, related_name="tournaments")
    season_weight = models.DecimalField(max_digits=6, decimal_places=2, default=1)
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=200)
    rules = models.JSONField()  # the whole RuleSet, with its hash
    rules_hash = models.CharField(max_length=64)
    table_sizes = models.JSONField(default=list)  # in order of preference, [4, 3, 5]
    n_rounds = models.PositiveSmallIntegerField(default=3)
    draw = models.CharField(max_length=8, choices=Draw, default=Draw.PLAN)
    table_points = models.CharField(max_length=120, default="rank")  # users.md 6
    tie_breaks = models.JSONField(default=list)  # users.md 7
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    absent = models.JSONField(default=dict, blank=True)
    seed = models.BigIntegerField()
    lot_seed = models.CharField(max_length=64, blank=True)
    on_leaving = models.CharField(max_length=10, choices=Leaving, default=Leaving.ASK)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    starts_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    # Public lists stop after this round (null = nothing is hidden); so many lines of the newest one are shown again.
    frozen_after = models.PositiveSmallIntegerField(null=True, blank=True)
    revealed = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    # The announced version: what open pages compare with what they show.
    version = models.PositiveBigIntegerField(default=0)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="tournament_visibility_known", condition=Q(visibility__in=Visibility.values)
            ),
            models.CheckConstraint(
                name="tournament_draw_known", condition=Q(draw__in=["plan", "swiss", "open"])
            ),
            models.CheckConstraint(
                name="tournament_leaving_known",
                condition=Q(on_leaving__in=["ask", "stop", "substitute", "void"]),
            ),
            models.CheckConstraint(
                name="tournament_reveals_what_is_frozen",
                condition=Q(revealed=0) | Q(frozen_after__isnull=False),
            ),
            models.CheckConstraint(name="tournament_has_rounds", condition=Q(n_rounds__gte=1)),
        ]
        indexes = [
            models.Index(fields=["club", "-starts_at"], name="tournament_club_recent")
        ]  # the club page

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament_detail", args=[self.slug])

    @property
    def scope(self) -> str:
        """The name of this tournament in the log and in marks."""
        return f"tournament:{self.pk}"

    @property
    def topic(self) -> str:
        """The name of this tournament in announcements: nobody comes upon it by counting."""
        return f"tournament:{self.uid}"

    @property
    def is_unlisted(self) -> bool:
        """Whether only who has its address may come upon it. Asks its club."""
        return Visibility.UNLISTED in (self.visibility, self.club.visibility)

    @property
    def is_for_members(self) -> bool:
        """Whether only its own people may open it. Asks its club."""
        return Visibility.MEMBERS in (self.visibility, self.club.visibility)

    @property
    def is_open_night(self) -> bool:
        """Whether tables start one by one from a queue, each a round of its own."""
        return self.draw == self.Draw.OPEN

    @property
    def counts_mean(self) -> bool:
        """Whether an open night counts the mean of one's games, so that the number of games does not matter."""
        return self.is_open_night and (self.absent or {}).get("points") == "mean"

    @property
    def ruleset(self) -> RuleSet:
        from games.engine import RuleSet

        return RuleSet.from_value(self.rules)


class Official(models.Model):
    """A role in one tournament; roles in the whole club are `clubs.Role`."""

    class Kind(models.TextChoices):
        DIRECTOR = "director", _("director")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="officials")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="offices")
    role = models.CharField(max_length=12, choices=Kind)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "role"], name="official_once"),
            models.CheckConstraint(
                name="official_role_known", condition=Q(role__in=["director", "scorekeeper"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.tournament_id}"


class Entry(models.Model):
    """A line in the standings. A substitute takes a seat; the entry stays."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    ranked = models.BooleanField(default=True)  # False: a guest, shown without a place
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_once_per_tournament"),
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
        ]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.tournament_id}"
