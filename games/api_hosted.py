"""Card tables by the API: open one, sit down, look, bid and play, direct, read the log. Acts carry the last event seen.

A guest has no sign-in: taking a seat tells the word of that seat, and the header `Seat-Word` holds it from then on.
Every answer is the view of the seat of whoever asks; there is no road to a hand that is not one's own before the end.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.db.models import Q
from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.activity import By
from clubs.api_bodies import Body, Unprocessable, by_api, read_body
from clubs.limits import take, who_asks
from clubs.models import Club, User
from games.engine import GameState, RuleSet
from games.engine.view import view
from games.errors import TableRefused
from games.models import HostedSeat, HostedTable
from games.services.hosting import acting, directing, opening, reading
from games.services.hosting.documents import log_of
from games.services.hosting.neighbours import tell_tables_apart
from games.services.hosting.reading import Look
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
    name = serializers.CharField(
        max_length=60,
        required=False,
        help_text="For a guest without a sign-in: what the others shall call you.",
    )


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


class OwnBody(Body):
    what = serializers.ChoiceField(["away", "back", "pause", "no-pause", "go-on", "leave"])


class DirectBody(Body):
    """An act of the table's director. `seat`, `points`, `name` and `reason` belong to those that need them."""

    what = serializers.ChoiceField(
        ["pause", "resume", "stand-in", "substitute", "link", "adjust", "void", "close"]
    )
    seat = serializers.IntegerField(min_value=0, max_value=9, required=False)
    points = serializers.IntegerField(min_value=-1000, max_value=1000, required=False)
    name = serializers.CharField(max_length=60, required=False)
    reason = serializers.CharField(max_length=300, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for field in NEEDS[attrs["what"]]:
            if field not in attrs:
                raise serializers.ValidationError({field: f"{attrs['what']} needs it."}, code="required")
        return attrs


NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "pause": (),
    "resume": (),
    "stand-in": ("seat",),
    "substitute": ("seat", "name"),
    "link": ("seat",),
    "adjust": ("seat", "points", "reason"),
    "void": ("reason",),
    "close": ("reason",),
}


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
    word = serializers.CharField(
        required=False, help_text="Told once, with a new seat: whoever sends it as Seat-Word holds the seat."
    )


WORD = OpenApiParameter(
    "Seat-Word", str, OpenApiParameter.HEADER, description="The word of a seat, instead of a sign-in."
)


@extend_schema_view(
    get=extend_schema(
        summary="Public card tables that wait or are being played", responses=TableAnswer(many=True)
    ),
    post=extend_schema(summary="Open a card table", request=TableBody, responses={201: TableAnswer}),
)
class TablesView(APIView):
    """Whoever opens a table has its first seat."""

    def get(self, request: Request) -> Response:
        tables = list(reading.listed_tables(request.user)[:N_LISTED])
        tell_tables_apart(tables)
        return Response([_head(table, list(table.seats.all())) for table in tables])

    def post(self, request: Request) -> Response:
        by = by_api(request)
        body = read_body(TableBody, request)
        club = _club(request, body.pop("club", None))
        take("new_tables", who_asks(request))
        table = opening.open_table(opening.Terms(**body), by=by, club=club)
        return Response(_answer(_look(request, table.key)), status=201)


@extend_schema_view(
    get=extend_schema(summary="A card table as you see it", parameters=[WORD], responses=TableAnswer)
)
class TableView(APIView):
    """Spectators of a delayed table are behind on this road too."""

    def get(self, request: Request, key: str) -> Response:
        return Response(_answer(_look(request, key)))


@extend_schema_view(post=extend_schema(summary="Sit down", request=SitBody, responses=TableAnswer))
class TableSeatView(APIView):
    """At the free seat that is named, or at the first. A guest sends a name and is told the word of the seat."""

    permission_classes = [AllowAny]

    def post(self, request: Request, key: str) -> Response:
        look, by = _look(request, key), _by(request)
        body = read_body(SitBody, request)
        _seat, word = opening.take_seat(
            look.table, by=by, name=body.get("name", ""), number=body.get("seat"), held=look.own
        )
        answer = _answer(_look(request, key, word=word))
        return Response(answer | {"word": word} if word else answer)


@extend_schema_view(
    post=extend_schema(
        summary="Deal the first hand", request=StartBody, parameters=[WORD], responses=TableAnswer
    )
)
class TableStartView(APIView):
    """For those who sit at the table."""

    permission_classes = [AllowAny]

    def post(self, request: Request, key: str) -> Response:
        look, by = _look(request, key), _by_seat(request)
        _own(look)
        opening.start_table(look.table, by=by, with_bots=read_body(StartBody, request)["bots"])
        return Response(_answer(_look(request, key)))


@extend_schema_view(
    post=extend_schema(
        summary="Bid or play a card", request=ActBody, parameters=[WORD], responses=TableAnswer
    )
)
class TableActView(APIView):
    """409 with `newest` for an act that came late or out of turn, 422 for one the rules forbid; nothing changes."""

    permission_classes = [AllowAny]

    def post(self, request: Request, key: str) -> Response:
        look, by = _look(request, key), _by_seat(request)
        own = _own(look)
        body = read_body(ActBody, request)
        done = acting.act(
            look.table,
            seat=own.number,
            held=own,
            seen=body["seen"],
            by=by,
            bid=body.get("bid"),
            card=body.get("card"),
        )
        return Response(_shown(done.table, done.seats, own.number, done.played))


@extend_schema_view(
    post=extend_schema(
        summary="Step away, come back, ask for a pause, leave the seat",
        request=OwnBody,
        parameters=[WORD],
        responses=TableAnswer,
    )
)
class TableOwnView(APIView):
    """What one does with the own seat beside playing."""

    permission_classes = [AllowAny]

    def post(self, request: Request, key: str) -> Response:
        look, by = _look(request, key), _by_seat(request)
        acting.mind_seat(look.table, _own(look), read_body(OwnBody, request)["what"], by=by)
        return Response(_answer(_look(request, key)))


@extend_schema_view(post=extend_schema(summary="Direct the table", request=DirectBody, responses=TableAnswer))
class TableDirectView(APIView):
    """Pause, put a stand-in or a substitute at a seat, give or take points, void a hand, close: with a reason."""

    def post(self, request: Request, key: str) -> Response:
        by = by_api(request)
        table = _look(request, key).table
        directing.require_director(by, table)
        word = directing.direct(table, by=by, **read_body(DirectBody, request))
        answer = _answer(_look(request, key))
        return Response(answer | {"word": word} if word else answer)


@extend_schema_view(
    get=extend_schema(summary="The log of a finished game, game/1", responses=OpenApiTypes.OBJECT)
)
class TableLogView(APIView):
    """404 until the game is over, for its players too."""

    def get(self, request: Request, key: str) -> Response:
        look = _look(request, key)
        if look.table.state != HostedTable.State.FINISHED:
            raise Http404
        return Response(log_of(look.table, [seat_name(seat) for seat in look.seats]))


def _look(request: Request, key: str, *, word: str = "") -> Look:
    found = reading.look_at(key, request.user, lambda _table: word or _word(request))
    if found is None:
        raise Http404
    return found


def _word(request: Request) -> str:
    return str(request.headers.get("Seat-Word", ""))[:60]


def _by(request: Request) -> By:
    user = request.user if isinstance(request.user, User) else None
    return By(user, "api")


def _by_seat(request: Request) -> By:
    """Who acts at a seat: somebody signed in, or whoever has the word of a seat."""
    return _by(request) if _word(request) else by_api(request)


def _club(request: Request, uid: UUID | None) -> Club | None:
    if uid is None:
        return None
    club = Club.objects.findable_by(request.user).filter(Q(uid=uid)).first()
    if club is None:
        raise Unprocessable({"club": f"There is no club {uid}."})
    return club


def _own(look: Look) -> HostedSeat:
    if look.own is None:
        raise TableRefused("You hold no seat at this table.", code="no_seat")
    return look.own


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


def _answer(look: Look) -> dict[str, Any]:
    """The table as whoever looks sees it; spectators of a delayed one are behind."""
    table, own = look.table, look.own
    until = reading.events_shown(table, is_seated=own is not None)
    found = reading.stand_after(table, look.n_events) if until is None else reading.state_at(table, until)
    number = None if own is None else own.number
    shown = _shown(table, look.seats, number, None if found is None else found[0])
    return shown if until is None else shown | {"version": until}


def _shown(
    table: HostedTable, seats: list[HostedSeat], number: int | None, state: GameState | None
) -> dict[str, Any]:
    shown = None if state is None else view(state, number)
    if shown is not None:
        shown["players"] = [seat_name(seat) for seat in seats]
    return _head(table, seats) | {"seat": number, "view": shown, "version": table.version}
