"""Rounds as drawn and published, tables, seats, and who was there."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.facts import Fact
from games.models import Game
from tournaments.models.tournament import Entry, Tournament


class Round(models.Model):
    """Every table plays one game. Keeps seed, algorithm and input of its seating, so that a draw can be defended."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    seed = models.BigIntegerField()
    algorithm = models.CharField(max_length=80)
    input_hash = models.CharField(max_length=64)
    seating_input = models.JSONField()
    seating_report = models.JSONField(default=dict)  # repeats, bound, optimal, explanations, notes
    results_version = models.PositiveBigIntegerField(default=0)  # of the tournament, when it was drawn
    moved_by_hand = models.BooleanField(default=False)
    weight = models.DecimalField(max_digits=6, decimal_places=2, default=1)
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(state="draft"), name="round_one_draft_at_a_time"
            ),
            models.CheckConstraint(
                name="round_published_has_time", condition=Q(state="draft") | Q(published_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament_id}"

    def get_absolute_url(self) -> str:
        return reverse("round_detail", args=[self.tournament.slug, self.number])


class Table(models.Model):
    """One table of a round. Its sheet has a number of its own in the tournament; its game is made on publishing."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tables")
    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    sheet_number = models.PositiveIntegerField(null=True)
    game = models.OneToOneField(Game, models.PROTECT, null=True, blank=True, related_name="table")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once_per_round"),
            models.UniqueConstraint(fields=["tournament", "sheet_number"], name="sheet_number_once"),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round_id}"


class RoundSeat(models.Model):
    """Where an entry sits in a round; `table` is null for a sit-out."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="seats")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="round_seats")
    seat = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["table", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="entry_sits_once_per_round"),
            models.UniqueConstraint(fields=["table", "seat"], name="one_entry_per_seat"),
            models.CheckConstraint(
                name="seat_needs_a_table",
                condition=Q(table__isnull=True, seat__isnull=True)
                | Q(table__isnull=False, seat__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id} in round {self.round_id}"


class Presence(Fact):
    """What was known of a player before a round; the last line for (entry, round) holds, from that round on."""

    class Status(models.TextChoices):
        PRESENT = "present", _("here")
        LATE = "late", _("late")
        ABSENT = "absent", _("absent")
        LEFT = "left", _("left")
        STAND_BY = "stand-by", _("stands by")
        VOLUNTEER = "volunteer", _("would sit out")
        UNKNOWN = "unknown", _("not spoken of")  # what a roll call says that is taken back

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="presences")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="presences")
    from_round = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=12)
    at = models.DateTimeField()

    class Meta(Fact.Meta):
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="presence_status_known",
                condition=Q(
                    status__in=["present", "late", "absent", "left", "stand-by", "volunteer", "unknown"]
                ),
            ),
        ]
        indexes = [models.Index(fields=["tournament", "entry", "id"], name="presence_of_entry")]  # roll call

    def __str__(self) -> str:
        return f"{self.entry_id} {self.status} from {self.from_round}"
