"""Ladders as the API shows them. Ratings are whole milli-points: 1684000 is 1684."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.serializers import PlayerSerializer
from clubs.templatetags.figures import is_provisional
from ratings.models import Ladder, RatingState


class LadderSerializer(serializers.ModelSerializer[Ladder]):
    club = serializers.SlugRelatedField[Any]("uid", read_only=True, allow_null=True)
    url = serializers.CharField(
        source="get_absolute_url", read_only=True, help_text="The page of the ladder."
    )

    class Meta:
        model = Ladder
        fields = ["slug", "family", "scope", "club", "min_games", "version", "url"]


class LadderEntrySerializer(serializers.ModelSerializer[RatingState]):
    player = PlayerSerializer(read_only=True)
    provisional = serializers.SerializerMethodField()

    class Meta:
        model = RatingState
        fields = ["player", "rating", "games", "peak", "last_played", "provisional"]

    def get_provisional(self, state: RatingState) -> bool:
        return is_provisional(state.games)
