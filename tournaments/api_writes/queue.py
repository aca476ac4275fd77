"""The queue of an open night: who waits and plays, and tables that start from it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, read_body
from clubs.rights import Act
from clubs.serializers import person
from tournaments.api_writes.access import entry_of, table_of_sheet, tournament_for
from tournaments.api_writes.answers import PersonAnswer
from tournaments.errors import TournamentError
from tournaments.models import Entry, Tournament
from tournaments.services.open_nights import start_table, take_back_table
from tournaments.services.queue import Night, night_of, suggested
from tournaments.services.settings import LARGEST_TABLE, SMALLEST_TABLE


class StartTableBody(Body):
    """`entries` are the people of the table; with `size` or with nothing, those who are suggested."""

    entries = serializers.ListField(
        child=serializers.UUIDField(), max_length=LARGEST_TABLE, required=False, help_text="uids of entries"
    )
    size = serializers.IntegerField(min_value=SMALLEST_TABLE, max_value=LARGEST_TABLE, required=False)

    def validate(self, body: dict[str, Any]) -> dict[str, Any]:
        if "entries" in body and "size" in body:
            raise serializers.ValidationError(
                {"size": "Give the entries or the size, not both."}, code="too_much_said"
            )
        return body


class QueueEntryAnswer(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    player = PersonAnswer()


class WaitingAnswer(QueueEntryAnswer):
    since = serializers.DateTimeField()
    games = serializers.IntegerField(help_text="Games played tonight.")


class OpenTableAnswer(serializers.Serializer[Any]):
    """A table that plays; people in seat order, the first of them deals first."""

    table = serializers.IntegerField()
    sheet = serializers.IntegerField()
    round = serializers.IntegerField()
    entries = QueueEntryAnswer(many=True)


class QueueAnswer(serializers.Serializer[Any]):
    """`waiting` longest first. `suggested` might sit together now, `repeats` of their pairs have met tonight."""

    waiting = WaitingAnswer(many=True)
    resting = QueueEntryAnswer(many=True)
    playing = OpenTableAnswer(many=True)
    sizes = serializers.ListField(child=serializers.IntegerField(), help_text="That enough people wait for.")
    suggested = serializers.ListField(child=serializers.UUIDField())
    repeats = serializers.IntegerField()


@extend_schema_view(
    get=extend_schema(
        summary="The queue of an open night",
        parameters=[OpenApiParameter("size", int, description="Suggest for a table of this size.")],
        responses=QueueAnswer,
    ),
    post=extend_schema(summary="Start a table", request=StartTableBody, responses={201: OpenTableAnswer}),
)
class QueueView(APIView):
    """404 for an evening in rounds. The same people sent again are answered with the table they sit at."""

    def get(self, request: Request, uid: UUID) -> Response:
        tournament, _by = tournament_for(request, uid, Act.CALL_ROLL)
        night = _night(tournament)
        asked = request.query_params.get("size", "")
        size = int(asked) if asked in {str(n) for n in night.open_sizes} else 0
        offered = suggested(night, size or (night.open_sizes or (0,))[0]) if night.open_sizes else ()
        answer = {
            "waiting": [
                {**_entry(one.entry), "since": one.since, "games": one.n_games} for one in night.waiting
            ],
            "resting": [_entry(entry) for entry in night.resting],
            "playing": [
                _table(one.number, one.sheet_number, one.round.number, one.people) for one in night.playing
            ],
            "sizes": list(night.open_sizes),
            "suggested": [entry.uid for entry in offered],
            "repeats": night.meetings(entry.pk for entry in offered),
        }
        return Response(QueueAnswer(answer).data)

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        body = read_body(StartTableBody, request)
        night = _night(tournament)
        if "entries" in body:
            people = [entry_of(tournament, one, field="entries") for one in body["entries"]]
        else:
            people = _suggested(night, body.get("size"))
        table = start_table(tournament, people, by=by)
        seats = table.seats.select_related("entry__player__merged_into").order_by("seat")
        seated = [seat.entry for seat in seats]
        answer = _table(table.number, table.sheet_number or 0, table.round.number, seated)
        return Response(OpenTableAnswer(answer).data, status=status.HTTP_201_CREATED)


@extend_schema_view(
    delete=extend_schema(
        summary="Take a table back that was started by mistake",
        parameters=[OpenApiParameter("reason", str, description="Why; the log keeps it.")],
        responses={204: None},
    )
)
class QueueTableView(APIView):
    """While nothing stands on its sheet; `n` is the number of the sheet."""

    def delete(self, request: Request, uid: UUID, n: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        if not tournament.is_open_night:
            raise Http404
        table = table_of_sheet(tournament, n)
        table.round.tournament = tournament
        reason = request.query_params.get("reason", "").replace("\x00", "")[:1000]
        take_back_table(table, by=by, reason=reason)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _night(tournament: Tournament) -> Night:
    if not tournament.is_open_night:
        raise Http404
    return night_of(tournament)


def _suggested(night: Night, size: int | None) -> list[Entry]:
    wanted = size or (night.open_sizes[0] if night.open_sizes else 0)
    people = list(suggested(night, wanted)) if wanted else []
    if not people:
        raise TournamentError(_("Too few people wait for such a table."), code="too_few_wait")
    return people


def _entry(entry: Entry) -> dict[str, Any]:
    return {"entry": entry.uid, "player": person(entry.player)}


def _table(number: int, sheet: int, round_number: int, people: Any) -> dict[str, Any]:
    return {
        "table": number,
        "sheet": sheet,
        "round": round_number,
        "entries": [_entry(entry) for entry in people],
    }
