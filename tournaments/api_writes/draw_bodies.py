"""What the endpoints of the draw read and answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from clubs.api_bodies import Body
from tournaments.api_writes.bodies import LARGEST_NUMBER, SeenBody
from tournaments.models import DrawOrder, SeatingWish
from tournaments.services.drawing import LEAST, WAYS, DrawSettings
from tournaments.services.leaving import AS_RULED, Outcome

MOST_TABLES = 700


class TableSizes(serializers.ListField):
    child = serializers.IntegerField(min_value=3, max_value=7)


class DrawBody(Body):
    """Nothing said draws the default: the first of `splits/`, and as little change of an older plan as pays."""

    tables = TableSizes(
        min_length=1, max_length=MOST_TABLES, required=False, help_text="The very tables: [4, 4, 3, 3, 3]."
    )
    sizes = TableSizes(
        min_length=1, max_length=5, required=False, help_text="Other sizes, in order of preference."
    )
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER, required=False)
    way = serializers.ChoiceField(
        WAYS,
        default=LEAST,
        help_text="How much of the older plan may change after people came or left.",
    )

    def validate(self, body: dict[str, Any]) -> dict[str, Any]:
        if "tables" in body and "sizes" in body:
            raise serializers.ValidationError(
                {"sizes": "Give the tables or the sizes, not both."}, code="too_much_said"
            )
        return body


class RedrawBody(DrawBody, SeenBody):
    """Another draw in the place of the draft."""

    reason = serializers.CharField(max_length=1000)
    kept = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=1000),
        max_length=MOST_TABLES,
        required=False,
        help_text="Numbers of tables that stay as they are.",
    )
    mend = serializers.BooleanField(
        default=False, help_text="Change the draft as little as it can be for the people who are here now."
    )


class WishBody(Body):
    """`apart`: `entry` and `other` share no table; `table`: `entry` always sits there; `clubs`: club mates apart."""

    kind = serializers.ChoiceField(SeatingWish.Kind.choices)
    entry = serializers.UUIDField(required=False)
    other = serializers.UUIDField(required=False)
    table = serializers.IntegerField(min_value=1, max_value=500, required=False)

    def validate(self, body: dict[str, Any]) -> dict[str, Any]:
        needed = {"apart": {"entry", "other"}, "table": {"entry", "table"}, "clubs": set[str]()}[body["kind"]]
        for field in sorted((set(body) - {"kind"}) ^ needed):
            word = "is needed" if field in needed else "has no meaning"
            raise serializers.ValidationError({field: f"{field} {word} with this kind."}, code="bad_wish")
        return body


class JoinBody(Body):
    entry = serializers.UUIDField()
    table = serializers.IntegerField(
        min_value=1, max_value=1000, help_text="An untouched table of the round."
    )


class LeaveBody(Body):
    entry = serializers.UUIDField()
    substitute = serializers.UUIDField(required=False, help_text="The entry that takes the seat.")
    outcome = serializers.ChoiceField(
        [*Outcome.choices, (AS_RULED, "as the tournament's `on_leaving` says")],
        required=False,
        help_text="What becomes of a game that has begun. Another one than the tournament's rule needs a reason.",
    )
    hand = serializers.IntegerField(
        min_value=2,
        max_value=200,
        required=False,
        help_text="With outcome: the first hand they do not play; the first that is not whole if absent.",
    )
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class SplitAnswer(serializers.Serializer[Any]):
    """One way to seat everybody; the first of the list is what a draw without `tables` does."""

    tables = TableSizes()
    sit_outs = serializers.IntegerField()
    bound = serializers.IntegerField(help_text="Pairs that must meet again in the planned rounds.")
    rounds_without_repeat = serializers.IntegerField(source="free", help_text="At least so many.")


class OrderAnswer(serializers.ModelSerializer[DrawOrder]):
    """A draw that is under way. `refusal` says why it came to nothing."""

    state = serializers.SerializerMethodField()

    class Meta:
        model = DrawOrder
        fields = ["number", "state", "n_players", "asked_at", "begun_at", "refusal"]

    def get_state(self, order: DrawOrder) -> str:
        if order.refusal:
            return "refused"
        return "waiting" if order.begun_at is None else "searching"


class WishAnswer(serializers.ModelSerializer[SeatingWish]):
    entry = serializers.UUIDField(source="entry.uid", allow_null=True, default=None)
    other = serializers.UUIDField(source="other.uid", allow_null=True, default=None)

    class Meta:
        model = SeatingWish
        fields = ["id", "kind", "entry", "other", "table", "at"]


class FreeTableAnswer(serializers.Serializer[Any]):
    """A table a late-comer can still join, and what it is like then."""

    table = serializers.IntegerField(source="number")
    people = serializers.IntegerField(source="n_people")
    repeats = serializers.SerializerMethodField(help_text="Pairs at the table who met before.")
    fits = serializers.BooleanField(help_text="Whether the tournament plays tables of that size.")

    def get_repeats(self, free: Any) -> int:
        return len(free.figures.repeats)


class ProofAnswer(serializers.Serializer[Any]):
    outcome = serializers.CharField()
    seed = serializers.IntegerField()
    algorithm = serializers.CharField()
    input_hash = serializers.CharField()


def settings_of(body: Mapping[str, Any]) -> DrawSettings:
    tables = body.get("tables")
    return DrawSettings(
        tables=tuple(sorted(tables, reverse=True)) if tables else None,
        sizes=tuple(body["sizes"]) if body.get("sizes") else None,
        seed=body.get("seed"),
        way=body["way"],
        kept=tuple(sorted(set(body.get("kept", ())))),
        mend=body.get("mend", False),
    )
