"""Users, players, clubs, memberships, roles and the activity log."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.claim_models import Claim as Claim
from clubs.facts import Fact
from clubs.querysets import ClubQuerySet, MembershipQuerySet, PlayerQuerySet
from clubs.sorted_names import Sorted


class Visibility(models.TextChoices):
    """Who finds a club or a tournament: everybody, who has the address, or its members."""

    PUBLIC = "public", _("public")
    UNLISTED = "unlisted", _("unlisted")
    MEMBERS = "members", _("members only")


class User(AbstractUser):
    """A login. A person at the table is a `Player`; a user may claim one.

    Exports name a user by `uid` alone: the login and the address stay on their site.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)


class Player(Sorted):
    """One person, site-wide.

    Facts name the player that was written at the time; `merged_into` says who that is today and is resolved late.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=200)
    user = models.OneToOneField(User, models.SET_NULL, null=True, blank=True, related_name="player")
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged_from")
    hidden = models.BooleanField(_("name hidden"), default=False)
    anonymised_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    apart = ""  # no column: what tells a namesake apart in the list at hand (`clubs.namesakes`)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="player_not_merged_into_itself", condition=~Q(merged_into=models.F("id"))
            ),
            models.CheckConstraint(
                name="player_has_a_name", condition=~Q(name="") | Q(anonymised_at__isnull=False)
            ),
        ]
        indexes = [
            models.Index(Lower("name"), name="player_name_ci"),  # search; finding namesakes on import
            models.Index(fields=["sorts_as", "id"], name="player_in_order"),  # the list of players
        ]

    def __str__(self) -> str:
        return self.display_name

    def get_absolute_url(self) -> str:
        return reverse("player_detail", args=[self.pk])

    @property
    def display_name(self) -> str:
        """The name others may see: "Player 173" once hidden or anonymised (`users.md 10`)."""
        return f"{self.public_name} ({self.apart})" if self.apart else self.public_name

    @property
    def public_name(self) -> str:
        """The same without what tells a namesake apart."""
        if self.hidden or self.anonymised_at is not None:
            return _("Player %(number)d") % {"number": self.pk}
        return self.name


class Club(Sorted):
    """A club: its people, its house rules, its language and its time zone."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=200)
    language = models.CharField(_("language"), max_length=8, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    # The value is what `games.engine.RuleSet.from_value` reads; tournaments store the whole RuleSet of their day.
    house_rules = models.JSONField(_("house rules"), default=dict)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    verifies_sheets = models.BooleanField(_("a second person verifies sheets"), default=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="club_visibility_known", condition=Q(visibility__in=Visibility.values)
            ),
            models.CheckConstraint(name="club_has_a_name", condition=~Q(name="")),
        ]
        indexes = [models.Index(fields=["sorts_as", "id"], name="club_in_order")]  # the list of clubs

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club_detail", args=[self.slug])


class Membership(models.Model):
    """A player on the roster of a club."""

    class Kind(models.TextChoices):
        MEMBER = "member", _("member")
        GUEST = "guest", _("guest")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.MEMBER)
    number = models.CharField(_("member number"), max_length=30, blank=True)
    aliases = models.JSONField(_("aliases"), default=list, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="membership_once_per_club"),
            models.CheckConstraint(name="membership_kind_known", condition=Q(kind__in=["member", "guest"])),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}"


class Role(models.Model):
    """What a user may do in a whole club; a single tournament has `tournaments.Official`."""

    class Kind(models.TextChoices):
        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    club = models.ForeignKey(Club, models.CASCADE, related_name="roles")
    user = models.ForeignKey(User, models.CASCADE, related_name="club_roles")
    role = models.CharField(max_length=12, choices=Kind)
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user", "role"], name="role_once"),
            models.CheckConstraint(
                name="role_known", condition=Q(role__in=["owner", "director", "scorekeeper"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.club_id}"


class Activity(Fact):
    """One line of the log: who did what to what, when, through what and why. Holds ids, never names."""

    club_id_at = models.BigIntegerField(null=True)  # a plain number: the line outlives what it speaks of
    scope = models.CharField(
        max_length=60, blank=True
    )  # "tournament:12"; the page of one evening filters by it
    verb = models.CharField(max_length=60)
    subject = models.CharField(max_length=60)  # "game:173"
    actor_id_at = models.BigIntegerField(null=True)
    via = models.CharField(max_length=12)
    reason = models.TextField(blank=True)
    details = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta(Fact.Meta):
        verbose_name_plural = "activities"
        indexes = [
            models.Index(fields=["club_id_at", "-id"], name="activity_club"),  # the club's log
            models.Index(fields=["scope", "-id"], name="activity_scope"),  # the tournament's log
            models.Index(fields=["subject", "-id"], name="activity_subject"),  # the game's history
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"


class HouseRules(models.Model):
    """Rules under a name the club gave them. A version never changes; a change makes the next one.

    `rules` is the whole RuleSet as JSON, `preset` the name of what it was composed from.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="rule_sets")
    name = models.CharField(_("name"), max_length=80)
    version = models.PositiveIntegerField(default=1)
    preset = models.CharField(max_length=40)
    rules = models.JSONField()
    rules_hash = models.CharField(max_length=64)
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "house rules"
        constraints = [
            models.UniqueConstraint("club", Lower("name"), "version", name="house_rules_version_once"),
            models.CheckConstraint(name="house_rules_have_a_name", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.version})"

    def get_absolute_url(self) -> str:
        return reverse("rule_set", args=[self.club.slug, self.pk])
