"""Two profiles that are one person: what would move, the merge, and its undo."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, ReasonBody, Unprocessable, read_body
from clubs.api_lists import uid_param
from clubs.models import Player
from clubs.rights import Act
from clubs.serializers import PlayerSerializer
from tournaments.api_writes.access import club_for
from tournaments.services.merging import Done, look_at_merge, merge_in_club, merges_of, unmerge_in_club


class MergeBody(Body):
    """`source` becomes `into`, in every list and on every ladder."""

    source = serializers.UUIDField()  # type: ignore[assignment]
    into = serializers.UUIDField()
    reason = serializers.CharField(max_length=500)


class MergeAnswer(serializers.Serializer[Any]):
    source = PlayerSerializer()  # type: ignore[assignment]
    into = PlayerSerializer()
    at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField()


class LadderForetold(serializers.Serializer[Any]):
    """Milli-points; null where a profile is not on the ladder, or where the rating follows after the merge."""

    ladder = serializers.CharField()
    source = serializers.IntegerField(allow_null=True)  # type: ignore[assignment]
    into = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class MergePreviewAnswer(serializers.Serializer[Any]):
    source = PlayerSerializer()  # type: ignore[assignment]
    into = PlayerSerializer()
    games = serializers.IntegerField()
    rated = serializers.IntegerField()
    lines = serializers.IntegerField(help_text="Lines in standings, all of them.")
    untold = serializers.IntegerField(
        help_text="Lines and rosters of evenings and clubs that the reader may not find; they are in no list here."
    )
    entries = serializers.ListField(child=serializers.UUIDField(), help_text="Tournaments with a line of it.")
    both_in = serializers.ListField(
        child=serializers.UUIDField(), help_text="Tournaments with a line of each."
    )
    joins = serializers.ListField(child=serializers.UUIDField(), help_text="Clubs whose roster is joined.")
    names = serializers.ListField(child=serializers.CharField())
    ladders = LadderForetold(many=True)


@extend_schema_view(
    get=extend_schema(summary="The merges that stand", responses=MergeAnswer(many=True)),
    post=extend_schema(summary="Merge two profiles", request=MergeBody, responses={201: MergeAnswer}),
)
class MergesView(APIView):
    """Profiles of the club's roster. Refused with `met_at_table` when both sat at one table."""

    def get(self, request: Request, uid: UUID) -> Response:
        club, _by = club_for(request, uid, Act.MERGE_PLAYERS)
        return Response(MergeAnswer(merges_of(club), many=True).data)

    def post(self, request: Request, uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MERGE_PLAYERS)
        body = read_body(MergeBody, request)
        source, into = _profile(body["source"], "source"), _profile(body["into"], "into")
        merge = merge_in_club(club, source, into, by=by, reason=body["reason"])
        done = next(
            (one for one in merges_of(club) if one.source.pk == source.pk),
            Done(merge.source, merge.into, None, None, body["reason"]),
        )
        return Response(MergeAnswer(done).data, status=status.HTTP_201_CREATED)


@extend_schema_view(
    get=extend_schema(
        summary="What a merge would move",
        parameters=[OpenApiParameter(name, UUID, required=True) for name in ("source", "into")],
        responses=MergePreviewAnswer,
    )
)
class MergePreviewView(APIView):
    """Changes nothing."""

    def get(self, request: Request, uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MERGE_PLAYERS)
        people = []
        for name in ("source", "into"):
            wanted = uid_param(request, name)
            if wanted is None:
                raise Unprocessable({name: "Name two players by their uid."})
            people.append(_profile(wanted, name))
        preview = look_at_merge(club, *people, by=by)
        answer = {
            "source": preview.merge.source,
            "into": preview.merge.into,
            "games": preview.merge.n_games,
            "rated": preview.merge.n_rated,
            "lines": preview.n_lines,
            "untold": preview.n_untold,
            "entries": [entry.tournament.uid for entry in preview.entries],
            "both_in": [tournament.uid for tournament in preview.both_in],
            "joins": [joined.uid for joined in preview.joins],
            "names": preview.names,
            "ladders": [
                {"ladder": one.ladder.slug, "source": one.source, "into": one.into, "after": one.after}
                for one in preview.ladders
            ],
        }
        return Response(MergePreviewAnswer(answer).data)


@extend_schema_view(
    post=extend_schema(summary="Undo a merge", request=ReasonBody, responses=PlayerSerializer)
)
class MergeUndoView(APIView):
    """Both profiles as if they had never been merged."""

    def post(self, request: Request, uid: UUID, player_uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MERGE_PLAYERS)
        reason = read_body(ReasonBody, request)["reason"]
        source = get_object_or_404(Player, uid=player_uid)
        return Response(PlayerSerializer(unmerge_in_club(club, source, by=by, reason=reason).source).data)


def _profile(uid: UUID, field: str) -> Player:
    """The profile itself, not the person it was merged into."""
    found = Player.objects.select_related("merged_into", "user").filter(uid=uid).first()
    if found is None:
        raise Unprocessable({field: f"There is no player {uid}."})
    return found
