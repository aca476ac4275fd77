"""Who stands in which column of a sheet."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, read_body
from clubs.rights import Act
from tournaments.api_writes.access import table_of_sheet, tournament_for
from tournaments.api_writes.answers import TableSheetAnswer, sheet_answer
from tournaments.api_writes.bodies import LARGEST_NUMBER
from tournaments.services.exchanging import exchange_people


class SheetPeopleBody(Body):
    """Two columns, from 0. The values stay in them, the people change places."""

    first = serializers.IntegerField(min_value=0, max_value=9)
    second = serializers.IntegerField(min_value=0, max_value=9)
    reason = serializers.CharField(max_length=300)
    seen = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="`version` of the sheet: done twice it would be undone.",
    )


@extend_schema_view(
    post=extend_schema(
        summary="Put two people into each other's column",
        request=SheetPeopleBody,
        responses=TableSheetAnswer,
    )
)
class SheetPeopleView(APIView):
    """For names that were swapped on the paper: each gets the hands that were really theirs."""

    def post(self, request: Request, uid: UUID, n: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.CORRECT_SHEET)
        table = table_of_sheet(tournament, n)
        game = exchange_people(table, by=by, **read_body(SheetPeopleBody, request))
        return Response(sheet_answer(table_of_sheet(tournament, n), game))
