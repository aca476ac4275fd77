"""Hosted tables: settings and seats, the log of the cards, the clocks. The log is the fact; the state follows.

Nothing here is registered in the admin site: the log, the state and the seed hold every card.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.facts import Fact
from clubs.models import Club, Player, Visibility


def new_key() -> str:
    """The word in a table's address; whoever knows it may look."""
    return secrets.token_urlsafe(9)


def new_channel() -> int:
    """The number an open page listens to; it cannot be guessed, so it needs no other right."""
    return 10**17 + secrets.randbelow(9 * 10**17)


def new_seed() -> str:
    return secrets.token_hex(32)


class HostedTable(models.Model):
    """A table at which the engine deals. Its game is made with the first card (in a tournament with the round)."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        PLAYING = "playing", _("being played")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed without a result")

    key = models.CharField(max_length=16, unique=True, default=new_key)
    game = models.OneToOneField("games.Game", models.PROTECT, null=True, related_name="hosted")
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="+")
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    rules = models.JSONField()
    n_seats = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    is_rated = models.BooleanField(default=False)
    is_directed = models.BooleanField(
        default=False
    )  # a tournament's: its director decides, nothing closes by itself
    turn_seconds = models.PositiveSmallIntegerField(null=True)  # null = no clock
    reserve_seconds = models.PositiveSmallIntegerField(default=0)
    watch_delay = models.PositiveSmallIntegerField(default=0)  # seconds that spectators are behind
    pace_ms = models.PositiveSmallIntegerField(default=900)  # how long a stand-in waits, whatever it holds
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    paused_at = models.DateTimeField(null=True)
    asleep_at = models.DateTimeField(null=True)
    n_stand_ins = models.PositiveSmallIntegerField(default=0)  # turns since a person last acted
    touched_at = models.DateTimeField(default=timezone.now)  # when a person last did something here
    version = models.PositiveIntegerField(default=0)  # rises with whatever a page shows
    channel = models.BigIntegerField(unique=True, default=new_channel, editable=False)
    watch_channel = models.BigIntegerField(unique=True, default=new_channel, editable=False)
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="hosted_state_known",
                condition=Q(state__in=["waiting", "playing", "finished", "closed"]),
            ),
            models.CheckConstraint(
                name="hosted_game_when_played",
                condition=Q(state__in=["waiting", "closed"]) | Q(game__isnull=False),
            ),
            models.CheckConstraint(
                name="hosted_visibility_known", condition=Q(visibility__in=Visibility.values)
            ),
            models.CheckConstraint(
                name="hosted_seats_in_range", condition=Q(n_seats__gte=2, n_seats__lte=10)
            ),
        ]
        indexes = [
            # The list of open tables, and the sweep for those nobody touches.
            models.Index(fields=["state", "touched_at"], name="hosted_open"),
        ]

    def __repr__(self) -> str:
        """Without the seed: a traceback must not tell the cards."""
        return f"<HostedTable {self.pk} {self.state}>"

    def __str__(self) -> str:
        return f"hosted table {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("play_table", args=[self.key])

    @property
    def is_open(self) -> bool:
        return self.state in (self.State.WAITING, self.State.PLAYING)


class HostedSeat(models.Model):
    """Who holds a seat now: a member, somebody signed in, a guest with a link, or a bot. Free when nobody does."""

    table = models.ForeignKey(HostedTable, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=60, blank=True)  # of whoever has no profile
    link_hash = models.CharField(max_length=64, blank=True)  # SHA-256 of the word in the seat's link
    is_bot = models.BooleanField(default=False)  # from the start
    is_ready = models.BooleanField(default=False)  # has come to the table
    is_away = models.BooleanField(default=False)  # a stand-in plays until he is back
    timeouts = models.PositiveSmallIntegerField(default=0)  # in a row
    reserve_ms = models.PositiveIntegerField(default=0)
    wants_pause = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="hosted_seat_once"),
            models.UniqueConstraint(fields=["table", "player"], name="hosted_player_once"),
            models.UniqueConstraint(fields=["table", "user"], name="hosted_user_once"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of hosted table {self.table_id}"

    @property
    def is_taken(self) -> bool:
        return self.is_bot or self.player_id is not None or self.user_id is not None or bool(self.name)

    @property
    def is_person(self) -> bool:
        return self.is_taken and not self.is_bot

    @property
    def held_by(self) -> tuple[int | None, int | None, str]:
        """Changes whenever somebody else gets the seat, or a new link to it."""
        return self.player_id, self.user_id, self.link_hash

    @property
    def stands_in(self) -> bool:
        """Whether a bot plays this seat now."""
        return self.is_bot or self.is_away


class GameEvent(Fact):
    """One entry of a hosted game's log, game/1, as `games.engine` reads it. Append-only."""

    game = models.ForeignKey("games.Game", models.PROTECT, related_name="events")
    number = models.PositiveIntegerField()
    payload = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=12)
    at = models.DateTimeField()

    class Meta(Fact.Meta):
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="event_number_once")]

    def __str__(self) -> str:
        return f"event {self.number} of game {self.game_id}"


class HostedState(models.Model):
    """The fold of a game's events, kept so that an act at event 400 costs what one at event 1 does."""

    game = models.OneToOneField("games.Game", models.CASCADE, primary_key=True, related_name="hosted_state")
    version = models.PositiveIntegerField()  # events it is made of
    snapshot = models.JSONField()
    last_trick = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"state of game {self.game_id} after {self.version} events"


class Clock(models.Model):
    """Until when a seat may think, or when its stand-in plays. While paused `due_at` is null and `left_ms` waits."""

    table = models.ForeignKey(HostedTable, models.CASCADE, related_name="clocks")
    seat = models.PositiveSmallIntegerField()
    is_stand_in = models.BooleanField(default=False)
    event = models.PositiveIntegerField()  # events in the log when the turn began
    since = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    left_ms = models.PositiveIntegerField(null=True)
    has_grace = models.BooleanField(default=False)  # the server was down when it ran out

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="clock_one_per_seat"),
            models.CheckConstraint(
                name="clock_runs_or_waits",
                condition=Q(due_at__isnull=True, left_ms__isnull=False)
                | Q(due_at__isnull=False, left_ms__isnull=True),
            ),
        ]
        indexes = [models.Index(fields=["due_at"], name="clock_due")]  # the sweep

    def __str__(self) -> str:
        return f"clock of seat {self.seat} at table {self.table_id}"
