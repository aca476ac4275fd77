"""Games and their sheets as the API shows them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.serializers import person
from games.models import Game, Seat


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """A seat; `player` null = a guest, `total` null = no score yet, which is not 0."""

    player = serializers.SerializerMethodField()

    class Meta:
        model = Seat
        fields = [
            "number",
            "player",
            "from_deal",
            "to_deal",
            "total",
            "place",
            "deals",
            "bids_made",
            "zero_bids",
            "zeros_made",
            "overs",
            "unders",
        ]

    def get_player(self, seat: Seat) -> dict[str, Any] | None:
        return person(seat.player)


class GameSerializer(serializers.ModelSerializer[Game]):
    club = serializers.SlugRelatedField[Any]("uid", read_only=True, allow_null=True)
    url = serializers.CharField(source="get_absolute_url", read_only=True, help_text="The page of the game.")
    seats = SeatSerializer(many=True, read_only=True)
    is_final = serializers.SerializerMethodField()

    class Meta:
        model = Game
        fields = [
            "uid",
            "club",
            "family",
            "played_at",
            "occasion",
            "revision",
            "is_final",
            "rated",
            "seats",
            "url",
        ]

    def get_is_final(self, game: Game) -> bool:
        return game.state == "final"


class SheetSerializer(serializers.Serializer[Any]):
    """The current revision: the sheet/1 document with player uids, and what the engine makes of it."""

    revision = serializers.IntegerField()
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    sheet = serializers.JSONField()
    score = serializers.JSONField(help_text="points, running, totals, places, decided_by")
