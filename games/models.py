"""Games, seats and the sheets they are known by. Sheet revisions and decisions are facts; seat totals are derived."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.facts import Fact
from clubs.models import Club, Player, User, Visibility
from games.hosting_models import Clock as Clock
from games.hosting_models import GameEvent as GameEvent
from games.hosting_models import HostedSeat as HostedSeat
from games.hosting_models import HostedState as HostedState
from games.hosting_models import HostedTable as HostedTable
from games.photo_models import Photo as Photo
from games.querysets import GameQuerySet

if TYPE_CHECKING:
    from games.engine import RuleSet


class Source(models.TextChoices):
    PAPER = "paper", _("paper sheet")
    HOSTED = "hosted", _("hosted")
    IMPORT = "import", _("import")


class SheetState(models.TextChoices):
    """How far a sheet is; derived from drafts, revisions and decisions, kept on the game for lists."""

    OPEN = "open", _("open")
    KEYED = "keyed", _("keyed")
    TO_VERIFY = "to-verify", _("to verify")
    FINAL = "final", _("final")
    VOID = "void", _("void")


class UnratedReason(models.TextChoices):
    """Why a game does not count for ratings (`ratings.md` 2, eligibility)."""

    UNCONFIRMED = "unconfirmed", _("not final yet")
    VOID = "void", _("void")
    CASUAL = "casual", _("friendly game")
    BOTS = "bots", _("a bot held a seat")
    TOO_FEW = "too_few", _("fewer than two rated seats")


class Game(models.Model):
    """All deals at one table."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="games")
    # The whole RuleSet in force, never only a preset's name: points do not move when a preset does.
    rules = models.JSONField()
    rules_hash = models.CharField(max_length=64)
    family = models.CharField(max_length=10)
    source = models.CharField(max_length=8, choices=Source)
    count = models.CharField(max_length=8, default="computed")
    first_dealer = models.PositiveSmallIntegerField(null=True, default=0)
    casual = models.BooleanField(default=False)
    bots = models.BooleanField(default=False)  # a bot held a seat from the start
    verify = models.BooleanField(default=False)  # the club's setting when the game was made
    played_at = models.DateTimeField()
    # Played order, not entry order: `games.order_key`. Null only between insert and the update that knows the id.
    order_key = models.CharField(max_length=46, unique=True, null=True)
    import_key = models.CharField(max_length=120, null=True, blank=True)
    # Derived from revisions and decisions.
    revision = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=SheetState, default=SheetState.OPEN)
    rated = models.BooleanField(default=False)
    unrated_reason = models.CharField(
        max_length=12, choices=UnratedReason, default=UnratedReason.UNCONFIRMED, blank=True
    )
    n_problems = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    # Written by the floor above, so that games and players know no tournament.
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    occasion = models.CharField(max_length=250, blank=True)
    occasion_url = models.CharField(max_length=250, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "import_key"], name="game_imported_once"),
            models.CheckConstraint(name="game_family_known", condition=Q(family__in=["oh-hell", "rage"])),
            models.CheckConstraint(name="game_source_known", condition=Q(source__in=Source.values)),
            models.CheckConstraint(name="game_count_known", condition=Q(count__in=["computed", "written"])),
            models.CheckConstraint(name="game_state_known", condition=Q(state__in=SheetState.values)),
            models.CheckConstraint(
                name="game_unrated_has_reason",
                condition=(Q(rated=True) & Q(unrated_reason="")) | (Q(rated=False) & ~Q(unrated_reason="")),
            ),
            models.CheckConstraint(name="game_rated_when_final", condition=Q(rated=False) | Q(state="final")),
        ]
        indexes = [
            # The rating writer reads rated games of a family, or of a club and family, in played order.
            models.Index(fields=["family", "order_key"], name="game_rated_family", condition=Q(rated=True)),
            models.Index(
                fields=["club", "family", "order_key"], name="game_rated_club", condition=Q(rated=True)
            ),
            models.Index(fields=["club", "-played_at"], name="game_club_recent"),  # the club page
            # Profiles and boards leave out what is hidden.
            models.Index(fields=["visibility"], name="game_hidden", condition=~Q(visibility="public")),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("game_detail", args=[self.pk])

    @property
    def ruleset(self) -> RuleSet:
        from games.engine import RuleSet

        return RuleSet.from_value(self.rules)


class Seat(models.Model):
    """Who sat where, and what came of it. Rows follow from the current revision; before it, from the seating."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="seats")
    from_deal = models.PositiveSmallIntegerField(default=0)
    to_deal = models.PositiveSmallIntegerField(null=True)  # inclusive; null = to the end
    # Derived from the revision by the engine; null = no score yet, which is not 0.
    total = models.IntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    last_deal_points = models.IntegerField(null=True)
    deals = models.PositiveSmallIntegerField(default=0)
    bids_made = models.PositiveSmallIntegerField(default=0)
    zero_bids = models.PositiveSmallIntegerField(default=0)
    zeros_made = models.PositiveSmallIntegerField(default=0)
    overs = models.PositiveSmallIntegerField(null=True)  # null = the sheet does not tell over from under
    unders = models.PositiveSmallIntegerField(null=True)
    table_size = models.PositiveSmallIntegerField(default=0)  # seats at the table; 0 = no score yet
    # `games.services.plays`: what was bid in each deal and how it came out, for the player's figures.
    plays = models.JSONField(default=list)

    class Meta:
        ordering = ["number", "from_deal"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number", "from_deal"], name="seat_one_person_at_a_time"),
            models.CheckConstraint(name="seat_number_in_range", condition=Q(number__lt=10)),
            models.CheckConstraint(
                name="seat_deals_in_order", condition=Q(to_deal__isnull=True) | Q(to_deal__gte=F("from_deal"))
            ),
            models.CheckConstraint(name="seat_made_within_deals", condition=Q(bids_made__lte=F("deals"))),
        ]
        indexes = [
            models.Index(fields=["player", "game"], name="seat_player_games"),  # the player's page
            models.Index(fields=["player", "table_size"], name="seat_player_sizes"),  # ladders by table size
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id}"


class SheetDraft(models.Model):
    """What is being typed, cell by cell; one per game. Becomes a revision when saved."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="draft")
    # "deal.column.seat" -> {"value", "by", "writer", "at", "version", "rivals": [the same of what others typed]}
    cells = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"draft of game {self.game_id}"


class SheetRevision(Fact):
    """One whole sheet as somebody saved it, in the format sheet/1 with player uids in place of names.

    `sheet["seats"]` tells who held which seat for which deals (absent = everybody to the end).
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    sheet = models.JSONField()
    sheet_hash = models.CharField(max_length=64)
    void = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=12)
    at = models.DateTimeField()
    reason = models.TextField(blank=True)
    client_key = models.CharField(max_length=64, null=True)
    # Uids of the others whose cells the saver found typed: it is their own sheet too.
    typed_by = models.JSONField(default=list)

    class Meta(Fact.Meta):
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="revision_number_once"),
            models.UniqueConstraint(fields=["game", "client_key"], name="revision_sent_once"),
            models.CheckConstraint(name="revision_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="correction_has_a_reason", condition=Q(number=1) | ~Q(reason="") | Q(via="import")
            ),
        ]

    def __str__(self) -> str:
        return f"revision {self.number} of game {self.game_id}"

    def is_own_of(self, user: User | None) -> bool:
        """Whether this person saved it or typed some of its cells; such a person does not verify it."""
        return user is not None and (self.by_id == user.pk or str(user.uid) in self.typed_by)


class SheetDecision(Fact):
    """A second person's word on a revision, or the director's on a final sheet."""

    class Kind(models.TextChoices):
        VERIFIED = "verified", _("verified")
        REJECTED = "rejected", _("rejected")
        REOPENED = "reopened", _("reopened")

    game = models.ForeignKey(Game, models.PROTECT, related_name="decisions")
    revision = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=12)
    at = models.DateTimeField()
    reading = models.JSONField(null=True)
    reason = models.TextField(blank=True)

    class Meta(Fact.Meta):
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="decision_known", condition=Q(kind__in=["verified", "rejected", "reopened"])
            ),
            models.CheckConstraint(
                name="reopening_has_a_reason", condition=~Q(kind="reopened") | ~Q(reason="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} revision {self.revision} of game {self.game_id}"
