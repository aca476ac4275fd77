"""Card tables by the API: open one, sit down, look, bid and play with the number of the last event seen, read the log.

Every answer is the view of the seat of whoever asks; there is no road to a hand that is not one's own before the end.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.activity import By
from clubs.api_bodies import Body, Unprocessable, by_api, read_body
from clubs.limits import take, who_asks
from clubs.models import Club
from games.engine import RuleSet
from games.engine.view import view
from games.errors import TableRefused
from games.models import HostedSeat, HostedTable
from games.services.hosting import acting, opening, reading
from games.services.hosting.documents import log_of
from games.views.hosted.scene import seat_name

N_LISTED = 100


class TableBody(Body):
    rules = serializers.JSONField(help_text="A preset's name, or an object of rules.")
    n_seats = serializers.IntegerField(min_value=2, max_value=10)
    club = serializers.UUIDField(required=False, allow_null=True)
    visibility = serializers.ChoiceField(["public", "unlisted"], default="public")
    is_rated = serializers.BooleanField(default=False)
    turn_seconds = serializers.IntegerField(min_value=5, max_value=3600, allow_null=True, default=60)
    reserve_seconds = serializers.IntegerField(min_value=0, max_value=3600, default=120)
    watch_delay = serializers.IntegerField(min_value=0, max_value=3600, default=0)


class SitBody(Body):
    seat = serializers.IntegerField(min_value=0, max_value=9, required=False, allow_null=True)


class StartBody(Body):
    bots = serializers.BooleanField(default=False, help_text="Whether bots take the free seats.")


class ActBody(Body):
    """A bid or a card, and the number of the last event its player had seen."""

    seen = serializers.IntegerField(min_value=0, max_value=1_000_000)
    bid = serializers.IntegerField(min_value=0, max_value=60, required=False)
    card = serializers.CharField(max_length=8, required=False, help_text="TH, R15; a joker as J=R.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("bid" in attrs) == ("card" in attrs):
            raise serializers.ValidationError({"bid": "Send either a bid or a card."}, code="required")
        return attrs


class TableAnswer(serializers.Serializer[Any]):
    """A table as one seat sees it. `view` is null before the first card; its `event` is what an act must carry."""

    key = serializers.CharField()
    url = serializers.CharField()
    state = serializers.CharField()
    version = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True, help_text="Your seat; null for a spectator.")
    seats = serializers.JSONField(help_text="Name of each seat, null = free.")
    paused = serializers.BooleanField()
    rules = serializers.JSONField()
    view = serializers.JSONField(allow_null=True)


@extend_schema_view(
    get=extend_schema(
        summary="Public card tables that wait or are being played", responses=TableAnswer(many=True)
    ),
    post=extend_schema(summary="Open a card table", request=TableBody, responses={201: TableAnswer}),
)
class TablesView(APIView):
    """Whoever opens a table has its first seat."""

    def get(self, request: Request) -> Response:
        tables = reading.listed_tables(request.user)[:N_LISTED]
        return Response([_head(table, list(table.seats.all())) for table in tables])

    def post(self, request: Request) -> Response:
        by = by_api(request)
        body = read_body(TableBody, request)
        club = _club(request, body.pop("club", None))
        take("new_tables", who_asks(request))
        table = opening.open_table(opening.Terms(**body), by=by, club=club)
        return Response(_answer(table, by), status=201)


@extend_schema_view(get=extend_schema(summary="A card table as you see it", responses=TableAnswer))
class TableView(APIView):
    """Spectators of a delayed table are behind on this road too."""

    def get(self, request: Request, key: str) -> Response:
        return Response(_answer(_table(request, key), By(None, "api"), request))


@extend_schema_view(post=extend_schema(summary="Sit down", request=SitBody, responses=TableAnswer))
class TableSeatView(APIView):
    """At the free seat that is named, or at the first."""

    def post(self, request: Request, key: str) -> Response:
        by = by_api(request)
        table = _table(request, key)
        opening.take_seat(table, by=by, number=read_body(SitBody, request).get("seat"))
        return Response(_answer(table, by))


@extend_schema_view(
    post=extend_schema(summary="Deal the first hand", request=StartBody, responses=TableAnswer)
)
class TableStartView(APIView):
    """For those who sit at the table."""

    def post(self, request: Request, key: str) -> Response:
        by = by_api(request)
        table = _table(request, key)
        _own(table, by)
        started = opening.start_table(table, by=by, with_bots=read_body(StartBody, request)["bots"])
        return Response(_answer(started, by))


@extend_schema_view(post=extend_schema(summary="Bid or play a card", request=ActBody, responses=TableAnswer))
class TableActView(APIView):
    """409 with `newest` for an act that came late or out of turn, 422 for one the rules forbid; nothing changes."""

    def post(self, request: Request, key: str) -> Response:
        by = by_api(request)
        table = _table(request, key)
        own = _own(table, by)
        body = read_body(ActBody, request)
        acting.act(
            table, seat=own.number, seen=body["seen"], by=by, bid=body.get("bid"), card=body.get("card")
        )
        return Response(_answer(table, by))


@extend_schema_view(
    get=extend_schema(summary="The log of a finished game, game/1", responses=OpenApiTypes.OBJECT)
)
class TableLogView(APIView):
    """404 until the game is over, for its players too."""

    def get(self, request: Request, key: str) -> Response:
        table = _table(request, key)
        if table.state != HostedTable.State.FINISHED:
            raise Http404
        return Response(log_of(table, [seat_name(seat) for seat in _seats(table)]))


def _table(request: Request, key: str) -> HostedTable:
    return get_object_or_404(reading.visible_tables(request.user).select_related("game", "club"), key=key)


def _club(request: Request, uid: UUID | None) -> Club | None:
    if uid is None:
        return None
    club = Club.objects.findable_by(request.user).filter(Q(uid=uid)).first()
    if club is None:
        raise Unprocessable({"club": f"There is no club {uid}."})
    return club


def _seats(table: HostedTable) -> list[HostedSeat]:
    return list(HostedSeat.objects.filter(table=table).select_related("player").order_by("number"))


def _own(table: HostedTable, by: By) -> HostedSeat:
    own = reading.seat_of(_seats(table), by.user)
    if own is None:
        raise TableRefused("You hold no seat at this table.", code="no_seat")
    return own


def _head(table: HostedTable, seats: list[HostedSeat]) -> dict[str, Any]:
    return {
        "key": table.key,
        "url": table.get_absolute_url(),
        "state": table.state,
        "version": 0 if table.watch_delay else table.version,
        "seat": None,
        "seats": [seat_name(seat) if seat.is_taken else None for seat in seats],
        "paused": table.paused_at is not None,
        "rules": RuleSet.from_value(table.rules).to_json(),
        "view": None,
    }


def _answer(table: HostedTable, by: By, request: Request | None = None) -> dict[str, Any]:
    table.refresh_from_db()
    seats = _seats(table)
    own = reading.seat_of(seats, by.user if request is None else request.user)
    until = reading.events_shown(table, is_seated=own is not None)
    found = reading.state_now(table) if until is None else reading.state_at(table, until)
    shown = None if found is None else view(found[0], None if own is None else own.number)
    if shown is not None:
        shown["players"] = [seat_name(seat) for seat in seats]
    number = None if own is None else own.number
    version = table.version if until is None else until
    return _head(table, seats) | {"seat": number, "view": shown, "version": version}
