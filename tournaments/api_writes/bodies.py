"""What the endpoints read: each body with its fields, their ranges and what they mean."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from rest_framework import serializers

from clubs.api_bodies import Body
from clubs.models import Visibility
from games.engine import EngineError, RuleSet
from games.forms import read_changes
from tournaments.models import ClockAct, Presence, Tournament

EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
MOST_AT_ONCE = 500
LARGEST_NUMBER = 2_000_000_000


class RulesField(serializers.JSONField):
    """What `RuleSet.from_value` reads (`docs/rules.md`): a preset's name, or an object of rules."""

    def to_internal_value(self, data: Any) -> Any:
        try:
            RuleSet.from_value(data)
        except EngineError as error:
            raise serializers.ValidationError(error.message, code=error.code) from error
        return data


class ClubBody(Body):
    name = serializers.CharField(max_length=200)
    language = serializers.ChoiceField([code for code, _name in settings.LANGUAGES], default="en")
    time_zone = serializers.CharField(max_length=64, default="UTC", help_text="An IANA name: Europe/Oslo.")
    house_rules = RulesField(required=False)
    visibility = serializers.ChoiceField(Visibility.choices, default=Visibility.PUBLIC)
    verifies_sheets = serializers.BooleanField(
        default=False, help_text="Whether a second person must verify each sheet."
    )

    def validate_time_zone(self, name: str) -> str:
        if name not in available_timezones():
            raise serializers.ValidationError("No time zone has this name.", code="unknown_time_zone")
        return name

    def validate_house_rules(self, rules: Any) -> Any:
        return {"preset": rules} if isinstance(rules, str) else rules


class NamesBody(Body):
    """People by name, as one pastes a list. A known name or a look-alike without a decision refuses the body."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=1000), min_length=1, max_length=MOST_AT_ONCE
    )
    decisions = serializers.DictField(
        child=serializers.UUIDField(allow_null=True),
        required=False,
        help_text="For a name that is known or looks like one: the uid of that person, or null for somebody new.",
    )
    client_key = serializers.CharField(
        max_length=64,
        required=False,
        help_text="Names this request: sent again with the same key it adds nobody twice and answers the same. "
        "Without one, null for one name adds one namesake only.",
    )


class TournamentBody(Body):
    """The settings of a tournament. `rules` default to the house rules of its club."""

    name = serializers.CharField(max_length=200)
    starts_at = serializers.DateTimeField()
    rules = RulesField(required=False)
    table_sizes = serializers.ListField(
        child=serializers.IntegerField(min_value=3, max_value=7), min_length=1, max_length=5, required=False
    )
    n_rounds = serializers.IntegerField(min_value=1, max_value=50, required=False)
    draw = serializers.ChoiceField(Tournament.Draw.choices, required=False)
    table_points = serializers.CharField(max_length=120, required=False)
    tie_breaks = serializers.ListField(
        child=serializers.CharField(max_length=40), min_length=1, max_length=20, required=False
    )
    best_of = serializers.IntegerField(min_value=1, max_value=50, allow_null=True, required=False)
    absent = serializers.DictField(required=False, help_text="points, cap, min_rounds; empty = 0 points.")
    season = serializers.UUIDField(allow_null=True, required=False)
    on_leaving = serializers.ChoiceField(
        Tournament.Leaving.choices,
        required=False,
        help_text="What becomes of a game that somebody leaves; ask: the director decides each time.",
    )
    visibility = serializers.ChoiceField(Visibility.choices, required=False)

    def validate_starts_at(self, at: datetime) -> datetime:
        if not EARLIEST <= at <= LATEST:
            raise serializers.ValidationError("Choose a date between 1900 and 2200.", code="date_range")
        return at


class NewTournamentBody(TournamentBody):
    club = serializers.UUIDField()
    client_key = serializers.CharField(
        max_length=64, required=False, default="", help_text="The same key twice makes one tournament."
    )


class TournamentChangesBody(TournamentBody):
    """Only what is named changes. What decides places changes after round 1 only with `confirmed`."""

    name = serializers.CharField(max_length=200, required=False)
    starts_at = serializers.DateTimeField(required=False)
    confirmed = serializers.BooleanField(default=False)


class EntryBody(Body):
    player = serializers.UUIDField()
    ranked = serializers.BooleanField(default=True, help_text="false: a guest, shown without a place.")


class PresenceLine(Body):
    player = serializers.UUIDField()
    status = serializers.ChoiceField(Presence.Status.choices)


class PresenceBody(Body):
    """All of it or nothing. Somebody on the roster who has not entered yet is entered."""

    presences = serializers.ListField(child=PresenceLine(), min_length=1, max_length=MOST_AT_ONCE)


class SeenBody(Body):
    seen = serializers.CharField(max_length=16, help_text="`seen` of the draft this act is meant for.")


class SwapBody(SeenBody):
    first = serializers.UUIDField(help_text="uid of an entry")
    second = serializers.UUIDField(help_text="uid of an entry")


class MoveBody(SeenBody):
    entry = serializers.UUIDField()
    table = serializers.IntegerField(min_value=1, max_value=1000, help_text="number of the table")


class SheetBody(Body):
    """A whole sheet. `expected_revision` is the one the writer saw (0 = none), here or as `If-Match`."""

    sheet = serializers.DictField(help_text="sheet/1 with player uids as players; null is a guest.")
    expected_revision = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER, required=False)
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")
    client_key = serializers.CharField(
        max_length=64, required=False, help_text="The same key twice is stored once."
    )
    confirmed = serializers.BooleanField(
        default=False, help_text="Store it although it seats others than are noted at this table."
    )


class SheetTrialBody(Body):
    """A whole sheet that is not stored; a correction needs its reason here too."""

    sheet = serializers.DictField(help_text="sheet/1 with player uids as players; null is a guest.")
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")


class CellsBody(Body):
    """Cells as typed, `<deal>.<column>.<seat>` from 0 or `total.<seat>`; null is a blank, which is not 0."""

    changes = serializers.DictField(child=serializers.JSONField(allow_null=True), allow_empty=False)
    seen = serializers.IntegerField(
        min_value=0, max_value=LARGEST_NUMBER, help_text="draft_version the writer had seen"
    )
    client_key = serializers.CharField(max_length=64, required=False, default="")

    def validate_changes(self, changes: dict[str, Any]) -> dict[str, Any]:
        if len(changes) > 1000:
            raise serializers.ValidationError("At most 1000 cells at once.", code="too_many_cells")
        return changes


class TotalsField(serializers.ListField):
    child = serializers.IntegerField(min_value=-LARGEST_NUMBER, max_value=LARGEST_NUMBER)


class VerifyBody(Body):
    """What another person than the keyer read from the paper: the `totals` in seat order, or the whole paper keyed
    again as `cells`, named as in the draft; a cell that is missing is a blank. `client_key` names one reading: sent
    twice it is no second one.
    """

    totals = TotalsField(min_length=1, max_length=10, required=False)
    cells = serializers.DictField(
        child=serializers.JSONField(allow_null=True), allow_empty=False, required=False
    )
    revision = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    client_key = serializers.CharField(max_length=64, required=False, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("totals" in attrs) == ("cells" in attrs):
            raise serializers.ValidationError({"totals": ["Send either totals or cells."]}, code="required")
        try:
            read_changes(attrs.get("cells", {}))
        except ValueError as error:
            raise serializers.ValidationError({"cells": [str(error)]}, code="bad_value") from error
        return attrs


class RejectBody(Body):
    totals = TotalsField(min_length=1, max_length=10)
    reason = serializers.CharField(max_length=1000)


class ClockBody(Body):
    """`minutes` with `start` and `extend` only; `table` gives extra time to one table."""

    act = serializers.ChoiceField(ClockAct.Kind.choices)
    minutes = serializers.FloatField(min_value=-60, max_value=1440, required=False)
    table = serializers.IntegerField(min_value=1, max_value=1000, required=False)
    seen = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_NUMBER,
        required=False,
        help_text="`seen` of the clock this act is meant for.",
    )

    def validate(self, body: dict[str, Any]) -> dict[str, Any]:
        takes_minutes = body["act"] in (ClockAct.Kind.START, ClockAct.Kind.EXTEND)
        if takes_minutes != ("minutes" in body):
            raise serializers.ValidationError(
                {"minutes": "Needed with start and extend, and only there."}, code="minutes_where_needed"
            )
        if "table" in body and body["act"] != ClockAct.Kind.EXTEND:
            raise serializers.ValidationError(
                {"table": "Only extra time is given to one table."}, code="no_table_here"
            )
        return body


class PenaltyBody(Body):
    entry = serializers.UUIDField()
    points = serializers.CharField(max_length=12, help_text="signed decimal text: -10 or 2.5")
    seen = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_NUMBER,
        required=False,
        help_text="id of the newest penalty that was known (0 = none): the same one again is stored once.",
    )
    reason = serializers.CharField(max_length=1000)
