"""What the endpoints of cuts, extra games and hidden lists read and answer."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework import serializers

from clubs.api_bodies import Body
from tournaments.api_writes.bodies import LARGEST_NUMBER
from tournaments.models import Cut, Decider, Tournament


class CutBody(Body):
    """`how` beyond `standings` is needed where the line runs through level players."""

    n = serializers.IntegerField(
        min_value=1, max_value=1000, help_text="How many go on; with at_tables, from each table."
    )
    how = serializers.ChoiceField(["standings", "smaller", "larger", "lot"], default="standings")
    at_tables = serializers.BooleanField(
        default=False, help_text="By the places at each table of the last round (knock-out)."
    )
    carry = serializers.BooleanField(default=False, help_text="With their points; else from zero.")
    n_rounds = serializers.IntegerField(min_value=1, max_value=10, default=1)
    after = serializers.IntegerField(
        min_value=1, max_value=1000, required=False, help_text="The round after which the cut is meant."
    )
    seen = serializers.CharField(
        max_length=64,
        required=False,
        help_text="`seen` of the line that was shown; another line by now is a conflict (line_moved).",
    )


class LineQuery(serializers.Serializer[Any]):
    n = serializers.IntegerField(min_value=1, max_value=1000, default=4)
    at_tables = serializers.BooleanField(default=False)


class DeciderLine(Body):
    entry = serializers.UUIDField()
    points = serializers.IntegerField(min_value=-10_000, max_value=10_000)


class DeciderBody(Body):
    """`kind` word: the director's decision; its points are the numbers of the order, the lower first, and it needs a
    reason and `manual` among the tie-breaks.
    """

    kind = serializers.ChoiceField(Decider.Kind.choices, default=Decider.Kind.GAME)
    points = serializers.ListField(child=DeciderLine(), min_length=2, max_length=100)
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")
    seen = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_NUMBER,
        required=False,
        help_text="The newest extra game that was known: the same one again is stored once.",
    )


class FreezeBody(Body):
    after = serializers.IntegerField(
        min_value=0, max_value=1000, help_text="The last round whose list is shown; 0 = none."
    )


class RevealBody(Body):
    seen = serializers.IntegerField(
        min_value=0, max_value=100_000, required=False, help_text="`revealed` as it was known."
    )


class CutAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    after_round = serializers.IntegerField()
    n_rounds = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.UUIDField())
    level = serializers.ListField(child=serializers.UUIDField())
    how = serializers.ChoiceField(Cut.How.choices)
    carry = serializers.BooleanField()
    lot_seed = serializers.CharField()
    at = serializers.DateTimeField()


class PartingAnswer(serializers.Serializer[Any]):
    """`key` is total, a criterion of the list or of the game, or decider; values are null where none are shown."""

    table = serializers.IntegerField(allow_null=True, help_text="null = in the standings")
    last_in = serializers.UUIDField()
    first_out = serializers.UUIDField()
    key = serializers.CharField()
    value_in = serializers.JSONField(allow_null=True)
    value_out = serializers.JSONField(allow_null=True)


class LineAnswer(serializers.Serializer[Any]):
    """Entries in the order of the standings. With nobody level `through` are all who would go on.

    At tables `byes`, who sat out, are among `through`; `without_result` are those whose table has none.
    """

    through = serializers.ListField(child=serializers.UUIDField())
    level = serializers.ListField(child=serializers.UUIDField())
    level_in = serializers.ListField(
        child=serializers.CharField(), help_text="Criteria that left them level."
    )
    byes = serializers.ListField(child=serializers.UUIDField())
    without_result = serializers.ListField(child=serializers.UUIDField())
    decided_by = serializers.CharField(allow_null=True)
    partings = PartingAnswer(many=True)
    seen = serializers.CharField(help_text="Which line this is; say it again with the cut.")


class DeciderPointsAnswer(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    points = serializers.IntegerField()


class DeciderAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(Decider.Kind.choices)
    reason = serializers.CharField()
    points = DeciderPointsAnswer(many=True)
    at = serializers.DateTimeField()


class ListAnswer(serializers.ModelSerializer[Tournament]):
    """`frozen_after` null = everything is public; `revealed` lines of the newest list are shown from the bottom."""

    class Meta:
        model = Tournament
        fields = ["frozen_after", "revealed"]


def uids_of(tournament: Tournament) -> dict[int, UUID]:
    """The uids of a tournament's entries, by id. One query."""
    return dict(tournament.entries.values_list("pk", "uid"))
