"""Seasons of a club: listed, made, changed; their tables as the pages show them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, Unprocessable, by_api, read_body
from clubs.models import Club
from clubs.rights import Act, require_in_club
from clubs.serializers import person
from tournaments.api_writes.access import club_for
from tournaments.models import Season, Tournament
from tournaments.services.season_tables import Evening, SeasonLine, table_of
from tournaments.services.seasons import MOST_EVENINGS, MOST_WEIGHT, change_season, create_season

LEAST_WEIGHT = Decimal("0.01")


class SeasonBody(Body):
    name = serializers.CharField(max_length=200)
    best_of = serializers.IntegerField(
        min_value=1,
        max_value=MOST_EVENINGS,
        allow_null=True,
        required=False,
        help_text="The best ones of each player; null: every evening counts.",
    )
    min_evenings = serializers.IntegerField(
        min_value=0,
        max_value=MOST_EVENINGS,
        required=False,
        help_text="Whoever played fewer stands in the table without a place.",
    )


class SeasonChangesBody(SeasonBody):
    """Only what is named changes."""

    name = serializers.CharField(max_length=200, required=False)
    weights = serializers.DictField(
        child=serializers.DecimalField(
            max_digits=4, decimal_places=2, min_value=LEAST_WEIGHT, max_value=Decimal(MOST_WEIGHT)
        ),
        required=False,
        help_text="How many times an evening counts, by uid of the tournament.",
    )


class SeasonSerializer(serializers.ModelSerializer[Season]):
    club = serializers.SlugRelatedField[Any]("uid", read_only=True)
    tie_breaks = serializers.JSONField(read_only=True, help_text="Keys in the order they are applied.")
    url = serializers.CharField(
        source="get_absolute_url", read_only=True, help_text="The page of the season."
    )

    class Meta:
        model = Season
        fields = ["uid", "slug", "name", "club", "best_of", "min_evenings", "tie_breaks", "url"]


class SeasonEveningSerializer(serializers.Serializer[Evening]):
    """`tournament`, its name, start and weight are null where the reader may not know which evening it was."""

    number = serializers.IntegerField()
    tournament = serializers.UUIDField(source="tournament.uid", default=None)
    name = serializers.CharField(source="tournament.name", default=None)
    starts_at = serializers.DateTimeField(source="tournament.starts_at", default=None)
    weight = serializers.DecimalField(
        source="tournament.season_weight", max_digits=6, decimal_places=2, default=None
    )


class EveningResultSerializer(serializers.Serializer[Any]):
    value = serializers.CharField(allow_null=True, help_text="null: not there that evening.")
    dropped = serializers.BooleanField(help_text="Among those that do not count.")


class SeasonLineSerializer(serializers.Serializer[SeasonLine]):
    player = serializers.SerializerMethodField()
    place = serializers.IntegerField(allow_null=True)
    total = serializers.CharField()
    n_evenings = serializers.IntegerField(source="evenings")
    n_games = serializers.IntegerField(source="games", help_text="In all evenings, dropped ones included.")
    n_bids = serializers.IntegerField(source="bids", help_text="In the same games.")
    bids_made = serializers.IntegerField()
    results = EveningResultSerializer(many=True, help_text="One for every evening, in order.")
    decided_by = serializers.CharField(
        help_text="What separates from the line above on equal totals, or empty."
    )

    def get_player(self, line: SeasonLine) -> dict[str, Any] | None:
        return person(line.player)


class SeasonTableSerializer(serializers.Serializer[Any]):
    season = SeasonSerializer()
    version = serializers.IntegerField(help_text="0: no evening has standings yet.")
    evenings = SeasonEveningSerializer(many=True)
    rows = SeasonLineSerializer(source="lines", many=True)


@extend_schema_view(
    get=extend_schema(
        operation_id="clubs_seasons_list",
        summary="The seasons of a club, the newest first",
        responses=SeasonSerializer(many=True),
    ),
    post=extend_schema(
        summary="Make a season",
        request=SeasonBody,
        responses={200: SeasonSerializer, 201: SeasonSerializer},
    ),
)
class ClubSeasonsView(APIView):
    """A season begins without evenings: tournaments name it. The same season again is the one that stands."""

    def get(self, request: Request, uid: UUID) -> Response:
        club = get_object_or_404(Club.objects.findable_by(request.user), uid=uid)
        return Response(SeasonSerializer(_seasons(club), many=True).data)

    def post(self, request: Request, uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        body = read_body(SeasonBody, request)
        before = _seasons(club).count()
        made = create_season(club, by=by, **body)
        is_new = _seasons(club).count() > before
        return Response(SeasonSerializer(made).data, status=status.HTTP_201_CREATED if is_new else 200)


@extend_schema_view(
    get=extend_schema(summary="A season", responses=SeasonSerializer),
    patch=extend_schema(summary="Change a season", request=SeasonChangesBody, responses=SeasonSerializer),
)
class SeasonView(APIView):
    """How many evenings count, and how much each is worth; the table follows."""

    def get(self, request: Request, uid: UUID) -> Response:
        return Response(SeasonSerializer(_season(request, uid)).data)

    def patch(self, request: Request, uid: UUID) -> Response:
        by = by_api(request)
        season = _season(request, uid)
        require_in_club(by, season.club, Act.MANAGE_CLUB)
        body = read_body(SeasonChangesBody, request)
        changed = change_season(
            season,
            name=body.get("name", season.name),
            best_of=body.get("best_of", season.best_of),
            min_evenings=body.get("min_evenings", season.min_evenings),
            weights=_weights(season, body.get("weights", {})),
            by=by,
        )
        return Response(SeasonSerializer(changed).data)


@extend_schema_view(get=extend_schema(summary="The table of a season", responses=SeasonTableSerializer))
class SeasonTableView(APIView):
    """As the page shows it: results of every evening, those that do not count marked."""

    def get(self, request: Request, uid: UUID) -> Response:
        season = _season(request, uid)
        table = table_of(season, request.user)
        body = {
            "season": season,
            "version": table.version,
            "evenings": table.evenings,
            "lines": table.lines,
        }
        return Response(SeasonTableSerializer(body).data)


def _seasons(club: Club) -> Any:
    return Season.objects.filter(club=club).select_related("club").order_by("-pk")


def _season(request: Request, uid: UUID) -> Season:
    """A season of a club that the reader may find."""
    seasons = Season.objects.filter(club__in=Club.objects.findable_by(request.user)).select_related("club")
    return get_object_or_404(seasons, uid=uid)


def _weights(season: Season, named: dict[str, Decimal]) -> dict[int, Decimal]:
    """By id of the evening, as the service reads them; an evening of another season is told."""
    evenings = {str(uid): pk for uid, pk in Tournament.objects.filter(season=season).values_list("uid", "pk")}
    unknown = [uid for uid in named if uid not in evenings]
    if unknown:
        raise Unprocessable({"weights": f"This season has no evening {unknown[0][:60]}."})
    return {evenings[uid]: weight for uid, weight in named.items()}
