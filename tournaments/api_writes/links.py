"""Table links and paper: list, make, take back; blank sheets, cards and lists as PDF."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.rights import Act
from tournaments.api_writes.access import round_of, table_of_sheet, tournament_for
from tournaments.api_writes.files import PdfRenderer
from tournaments.models import Table, TableLink
from tournaments.services.links import renew_link, revoke_link, standing_links, why_ended
from tournaments.views.paper import PAPERS, link_url, round_tables
from tournaments.views.printing import KINDS, pdf_response


class LinkAnswer(serializers.Serializer[Any]):
    """A table's link; `url` is null where none stands, `ended` says why a standing one opens nothing any more."""

    table = serializers.IntegerField()
    sheet = serializers.IntegerField()
    url = serializers.URLField(allow_null=True)
    ended = serializers.CharField(allow_null=True, help_text="revoked, taken_back, final or closed.")


@extend_schema_view(get=extend_schema(summary="The links of a round", responses=LinkAnswer(many=True)))
class LinksView(APIView):
    """One line for every table of a published round."""

    def get(self, request: Request, uid: UUID, number: int) -> Response:
        tournament, _by = tournament_for(request, uid, Act.MAKE_LINKS)
        published = round_of(tournament, number)
        tables = round_tables(published)
        links = standing_links(tables)
        for table in tables:
            table.round = published
            if table.pk in links:
                links[table.pk].table = table  # one row, one object
        return _unkept([_answer(request, table, links.get(table.pk)) for table in tables])


@extend_schema_view(
    post=extend_schema(summary="Make or renew a table's link", request=None, responses={201: LinkAnswer}),
    delete=extend_schema(summary="Take a table's link back", responses={204: None}),
)
class LinkView(APIView):
    """The link of one table, by the number of its sheet. The link that stood opens nothing any more."""

    def post(self, request: Request, uid: UUID, n: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.MAKE_LINKS)
        table = table_of_sheet(tournament, n)
        link = renew_link(table, by=by)
        return _unkept(_answer(request, table, link), status=201)

    def delete(self, request: Request, uid: UUID, n: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.MAKE_LINKS)
        revoke_link(table_of_sheet(tournament, n), by=by)
        return Response(status=204)


@extend_schema_view(
    get=extend_schema(
        summary="Paper for a round",
        parameters=[
            OpenApiParameter("what", str, enum=list(KINDS)),
            OpenApiParameter("paper", str, enum=list(PAPERS)),
            OpenApiParameter("sheet", int, description="One sheet alone, by its number."),
        ],
        responses={(200, "application/pdf"): OpenApiTypes.BINARY},
    )
)
class PaperView(APIView):
    """Blank sheets with the code of each table, seat cards, or the seating list, as PDF."""

    renderer_classes = [*APIView.renderer_classes, PdfRenderer]

    def get(self, request: Request, uid: UUID, number: int) -> HttpResponse:
        tournament, _by = tournament_for(request, uid, Act.PRINT_SHEETS)
        return pdf_response(request._request, tournament, round_of(tournament, number))


def _answer(request: Request, table: Table, link: TableLink | None) -> dict[str, Any]:
    ended = "revoked" if link is None else why_ended(link)
    return {
        "table": table.number,
        "sheet": table.sheet_number,
        "url": None if link is None else link_url(link, request._request),
        "ended": ended or None,
    }


def _unkept(body: Any, *, status: int = 200) -> Response:
    """An address that is a key goes into no cache."""
    return Response(body, status=status, headers={"Cache-Control": "no-store"})
