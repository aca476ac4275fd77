"""What would move, as the endpoints tell it before it is done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from clubs.serializers import person
from tournaments.api_writes.answers import PersonAnswer
from tournaments.services.effects import Effects, Move


class PlaceMoveAnswer(serializers.Serializer[Any]):
    """A line of the newest list, before and after; null where there is no list yet, or no place in it."""

    entry = serializers.UUIDField()
    player = PersonAnswer()
    place_before = serializers.IntegerField(allow_null=True)
    place_after = serializers.IntegerField(allow_null=True)
    total_before = serializers.CharField(allow_null=True)
    total_after = serializers.CharField(allow_null=True)


class RatingMoveAnswer(serializers.Serializer[Any]):
    """What the game gives to a rating, in milli-points; later games are rated again from there."""

    player = PersonAnswer()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class CutMoveAnswer(serializers.Serializer[Any]):
    """A cut that the result can move: entries that would be above its line then, or no more; none where it holds."""

    id = serializers.IntegerField()
    after_round = serializers.IntegerField()
    joins = serializers.ListField(child=serializers.UUIDField())
    leaves = serializers.ListField(child=serializers.UUIDField())


class EffectsAnswer(serializers.Serializer[Any]):
    """What saving would move: lines of the newest list, what this game gives to the ratings, and cuts that stand."""

    places = PlaceMoveAnswer(many=True)
    ratings = RatingMoveAnswer(many=True)
    cuts = CutMoveAnswer(many=True)


def places_answer(moves: Iterable[Move]) -> list[dict[str, Any]]:
    return [
        {
            "entry": str(move.entry.uid),
            "player": person(move.entry.player),
            "place_before": move.place_before,
            "place_after": move.place_after,
            "total_before": move.total_before,
            "total_after": move.total_after,
        }
        for move in moves
    ]


def effects_answer(effects: Effects) -> dict[str, Any]:
    ratings = [
        {"player": person(move.player), "before": move.before, "after": move.after}
        for move in effects.ratings
    ]
    cuts = [
        {
            "id": move.cut.pk,
            "after_round": move.cut.after_round,
            "joins": [str(entry.uid) for entry in move.joins],
            "leaves": [str(entry.uid) for entry in move.leaves],
        }
        for move in effects.cuts
    ]
    return {"places": places_answer(effects.moves), "ratings": ratings, "cuts": cuts}
