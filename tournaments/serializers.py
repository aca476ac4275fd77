"""Tournaments, rounds, seating and standings as the API shows them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.serializers import person
from tournaments.models import Entry, Round, RoundSeat, Standing, Table, Tournament


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    club = serializers.SlugRelatedField[Any]("uid", read_only=True)
    season = serializers.SlugRelatedField[Any]("uid", read_only=True, allow_null=True)
    url = serializers.CharField(
        source="get_absolute_url", read_only=True, help_text="The page of the tournament."
    )

    class Meta:
        model = Tournament
        fields = [
            "uid",
            "slug",
            "name",
            "club",
            "season",
            "starts_at",
            "closed_at",
            "n_rounds",
            "version",
            "url",
        ]


class EntrySerializer(serializers.ModelSerializer[Entry]):
    player = serializers.SerializerMethodField()

    class Meta:
        model = Entry
        fields = ["uid", "number", "player", "ranked"]

    def get_player(self, entry: Entry) -> dict[str, Any] | None:
        return person(entry.player)


class RoundSeatSerializer(serializers.ModelSerializer[RoundSeat]):
    entry = serializers.UUIDField(source="entry.uid", read_only=True)
    player = serializers.SerializerMethodField()

    class Meta:
        model = RoundSeat
        fields = ["seat", "entry", "player"]

    def get_player(self, seat: RoundSeat) -> dict[str, Any] | None:
        return person(seat.entry.player)


class TableSerializer(serializers.ModelSerializer[Table]):
    game = serializers.SlugRelatedField[Any]("uid", read_only=True, allow_null=True)
    seats = RoundSeatSerializer(many=True, read_only=True)

    class Meta:
        model = Table
        fields = ["number", "sheet_number", "game", "seats"]


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A published round. Needs `tables` prefetched and `sit_out_seats` set."""

    tables = TableSerializer(many=True, read_only=True)
    sit_outs = RoundSeatSerializer(source="sit_out_seats", many=True, read_only=True)

    class Meta:
        model = Round
        fields = ["number", "state", "started_at", "closed_at", "tables", "sit_outs"]


class TournamentDetailSerializer(TournamentSerializer):
    rules = serializers.JSONField(read_only=True, help_text="The whole RuleSet in force.")
    table_points = serializers.CharField(read_only=True)
    tie_breaks = serializers.JSONField(read_only=True, help_text="Keys in the order they are applied.")
    on_leaving = serializers.ChoiceField(
        Tournament.Leaving.choices, read_only=True, help_text="What becomes of a game that somebody leaves."
    )
    entries = EntrySerializer(many=True, read_only=True)

    class Meta(TournamentSerializer.Meta):
        fields = [
            *TournamentSerializer.Meta.fields,
            "rules",
            "table_points",
            "tie_breaks",
            "on_leaving",
            "entries",
        ]


class StandingSerializer(serializers.ModelSerializer[Standing]):
    entry = serializers.UUIDField(source="entry.uid", read_only=True)
    player = serializers.SerializerMethodField()

    class Meta:
        model = Standing
        fields = ["entry", "player", "place", "total", "columns", "decided_by"]

    def get_player(self, standing: Standing) -> dict[str, Any] | None:
        return person(standing.entry.player)


class StandingsSerializer(serializers.Serializer[Any]):
    """The list after a round; `after` 0 means that no sheet has come in yet."""

    after = serializers.IntegerField()
    version = serializers.IntegerField()
    rows = StandingSerializer(many=True)
