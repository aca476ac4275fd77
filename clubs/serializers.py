"""Clubs and players as the API shows them: uids, display names, nothing that is private."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from clubs.models import Club, Membership, Player


class ClubSerializer(serializers.ModelSerializer[Club]):
    url = serializers.CharField(source="get_absolute_url", read_only=True, help_text="The page of the club.")

    class Meta:
        model = Club
        fields = ["uid", "slug", "name", "language", "time_zone", "url"]


class PersonShown(dict[str, Any]):
    """A person in an answer; `config.answers` fills `apart` in when the answer is whole."""

    def __init__(self, player: Player, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.player = player


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A person. `name` is the display name: "Player 173" for whoever is hidden or anonymised.

    `apart` tells namesakes of one answer apart, as the pages do in brackets; else it is empty.
    """

    name = serializers.CharField(source="public_name", read_only=True)
    apart = serializers.CharField(
        read_only=True,
        help_text="What tells this person apart from a namesake in the same answer, in words; else empty.",
    )
    url = serializers.CharField(
        source="get_absolute_url", read_only=True, help_text="The page of the player."
    )

    class Meta:
        model = Player
        fields = ["uid", "name", "apart", "url"]

    def to_representation(self, instance: Player) -> dict[str, Any]:
        return PersonShown(instance, super().to_representation(instance))


class MembershipSerializer(serializers.ModelSerializer[Membership]):
    player = PlayerSerializer(read_only=True)

    class Meta:
        model = Membership
        fields = ["player", "kind"]


class ClubDetailSerializer(ClubSerializer):
    house_rules = serializers.JSONField(read_only=True, help_text="What RuleSet.from_value reads (rules).")

    class Meta(ClubSerializer.Meta):
        fields = [*ClubSerializer.Meta.fields, "house_rules"]


def person(player: Player | None) -> dict[str, Any] | None:
    """A player inside another payload; None for a guest without a profile."""
    if player is None:
        return None
    shown = player.merged_into or player
    return PersonShown(shown, {"uid": str(shown.uid), "name": shown.public_name, "apart": ""})
