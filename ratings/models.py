"""Ladders and the derived, rebuildable projection of rated games onto them (`ratings.md` 6.1).

Ratings, deltas and peaks are integers: milli-points.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from games.models import Game


class RatingSystem(models.Model):
    """One immutable version of a system in `ratings.systems`."""

    code = models.CharField(max_length=30)
    version = models.PositiveIntegerField()
    params = models.JSONField()
    params_hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["code", "version"], name="rating_system_once")]

    def __str__(self) -> str:
        return f"{self.code} v{self.version}"


class Ladder(models.Model):
    """One rating list: a game family site-wide, or a club and family."""

    class Scope(models.TextChoices):
        GLOBAL = "global", _("everybody")
        CLUB = "club", _("one club")

    family = models.CharField(max_length=10)
    scope = models.CharField(max_length=8, choices=Scope)
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="ladders")
    slug = models.SlugField(max_length=80, unique=True)
    min_games = models.PositiveIntegerField(default=10)
    active_epoch = models.ForeignKey(
        "LadderEpoch", models.SET_NULL, null=True, blank=True, related_name="active_of"
    )
    stuck_game = models.ForeignKey(Game, models.SET_NULL, null=True, blank=True, related_name="+")
    stuck_reason = models.TextField(blank=True)
    version = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["family"], condition=Q(scope="global"), name="ladder_one_global_per_family"
            ),
            models.UniqueConstraint(fields=["family", "club"], name="ladder_one_per_club_and_family"),
            models.CheckConstraint(
                name="ladder_scope_matches_club",
                condition=Q(scope="global", club__isnull=True) | Q(scope="club", club__isnull=False),
            ),
            models.CheckConstraint(name="ladder_family_known", condition=Q(family__in=["oh-hell", "rage"])),
        ]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("ladder_detail", args=[self.slug])


class LadderEpoch(models.Model):
    """One projection of the facts under one system. Readers see the active one only."""

    class Status(models.TextChoices):
        BUILDING = "building", _("being built")
        ACTIVE = "active", _("active")
        RETIRED = "retired", _("retired")

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="epochs")
    system = models.ForeignKey(RatingSystem, models.PROTECT, related_name="+")
    status = models.CharField(max_length=10, choices=Status)
    # Every rated game with order_key <= cursor_key has its events; no event lies beyond it.
    cursor_key = models.CharField(max_length=46, default="", blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    # Null while it is filled in bulk: its states are written at the end of that.
    built_at = models.DateTimeField(null=True, blank=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ladder"], condition=Q(status="active"), name="epoch_one_active_per_ladder"
            ),
            models.CheckConstraint(
                name="epoch_status_known", condition=Q(status__in=["building", "active", "retired"])
            ),
        ]

    def __str__(self) -> str:
        return f"epoch {self.pk} of {self.ladder_id}"


class RatingEvent(models.Model):
    """What one game did to one seat, with the state before it, so that a rewind needs no snapshot.

    Derived and replaced by the thousand, so the database checks no foreign keys of it; `ratings_verify` does.
    """

    pk = models.CompositePrimaryKey("epoch_id", "order_key", "seat")
    epoch = models.ForeignKey(
        LadderEpoch, models.CASCADE, related_name="events", db_index=False, db_constraint=False
    )
    order_key = models.CharField(max_length=46)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False, db_constraint=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="rating_events", db_constraint=False)
    revision = models.PositiveIntegerField()
    n_before = models.PositiveIntegerField()
    r_before = models.IntegerField()
    delta = models.IntegerField()
    peak_before = models.IntegerField()
    prev_key = models.CharField(max_length=46, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["epoch", "player", "order_key"], name="event_player_curve"),  # curve, rewind
        ]

    def __str__(self) -> str:
        return f"{self.order_key}/{self.seat}"


class RatingState(models.Model):
    """A player's number on one ladder, now. Derived like the events, and as little checked by the database."""

    pk = models.CompositePrimaryKey("epoch_id", "player_id")
    epoch = models.ForeignKey(
        LadderEpoch, models.CASCADE, related_name="states", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="rating_states", db_constraint=False)
    rating = models.IntegerField()
    games = models.PositiveIntegerField()
    last_key = models.CharField(max_length=46, blank=True)
    last_played = models.DateTimeField(null=True)
    peak = models.IntegerField()
    listed = models.BooleanField(default=False)

    class Meta:
        indexes = [
            # The board, in both directions of its keyset.
            models.Index(
                "epoch", models.F("rating").desc(), "player", name="state_board", condition=Q(listed=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating}"


class LadderTouch(models.Model):
    """The outbox: an order key whose facts changed, written in the transaction of the fact."""

    epoch = models.ForeignKey(LadderEpoch, models.CASCADE, related_name="touches")
    order_key = models.CharField(max_length=46)
    # Who acted, where the log of the game at that key does not tell (a merge).
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.epoch_id}:{self.order_key}"


class CorrectionLog(models.Model):
    """What a rewind changed, for the players concerned."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="corrections")
    from_key = models.CharField(max_length=46)
    games = models.PositiveIntegerField()
    max_abs_delta = models.PositiveIntegerField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    players = models.JSONField(default=dict)  # player id -> [rating before, rating after]

    def __str__(self) -> str:
        return f"correction {self.pk} of ladder {self.ladder_id}"
