"""Files that leave: an evening or a club whole, its public part, and tables for spreadsheets."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.models import Club
from clubs.rights import Act, may, roles_in_club
from tournaments.api_writes.access import club_for, tournament_for
from tournaments.api_writes.files import CsvRenderer, XlsxRenderer
from tournaments.models import Tournament
from tournaments.rights import may_in
from tournaments.services.transfer.canonical import to_bytes
from tournaments.services.transfer.out import club_document, tournament_document
from tournaments.services.transfer.public import public_club, public_tournament
from tournaments.services.transfer.results_out import results_csv
from tournaments.services.transfer.roster import roster_csv
from tournaments.services.transfer.workbook_out import XLSX, results_workbook


@extend_schema_view(get=extend_schema(summary="A tournament whole", responses={200: OpenApiTypes.OBJECT}))
class TournamentExportView(APIView):
    """Everything that was noted of it, byte for byte the same on every site."""

    def get(self, request: Request, uid: UUID) -> HttpResponse:
        tournament, _by = tournament_for(request, uid, Act.EXPORT)
        with_hidden = may_in(request.user, tournament, Act.MERGE_PLAYERS)
        return _json(tournament_document(tournament, with_hidden=with_hidden))


@extend_schema_view(get=extend_schema(summary="A club whole", responses={200: OpenApiTypes.OBJECT}))
class ClubExportView(APIView):
    """People, rules, seasons, tournaments and games; no addresses."""

    def get(self, request: Request, uid: UUID) -> HttpResponse:
        club, _by = club_for(request, uid, Act.EXPORT)
        with_hidden = may(roles_in_club(request.user, club), Act.MERGE_PLAYERS)
        return _json(club_document(club, with_hidden=with_hidden))


@extend_schema_view(
    get=extend_schema(
        summary="The public part of a tournament, as one document", responses={200: OpenApiTypes.OBJECT}
    )
)
class TournamentPublicView(APIView):
    """What its pages show a visitor, whoever asks. For reading: it cannot be brought in."""

    def get(self, request: Request, uid: UUID) -> HttpResponse:
        return _json(public_tournament(_seen(request, uid)))


@extend_schema_view(
    get=extend_schema(
        summary="The public part of a club, as one document", responses={200: OpenApiTypes.OBJECT}
    )
)
class ClubPublicView(APIView):
    """Its public evenings and games."""

    def get(self, request: Request, uid: UUID) -> HttpResponse:
        club = get_object_or_404(Club.objects.findable_by(request.user), uid=uid)
        return _json(public_club(club))


@extend_schema_view(
    get=extend_schema(
        summary="Results as a long table: a row for every player and hand",
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
)
class TournamentCsvView(APIView):
    """For whoever may see the evening."""

    renderer_classes = [CsvRenderer, JSONRenderer]

    def get(self, request: Request, uid: UUID) -> HttpResponse:
        raw = results_csv(_seen(request, uid)).encode()
        return HttpResponse(raw, content_type="text/csv; charset=utf-8")


@extend_schema_view(
    get=extend_schema(
        summary="Results as a spreadsheet with a sheet for every game",
        responses={(200, XLSX): OpenApiTypes.BINARY},
    )
)
class TournamentXlsxView(APIView):
    """For whoever may see the evening."""

    renderer_classes = [XlsxRenderer, JSONRenderer]

    def get(self, request: Request, uid: UUID) -> HttpResponse:
        return HttpResponse(results_workbook([_seen(request, uid)]), content_type=XLSX)


@extend_schema_view(
    get=extend_schema(
        summary="Every game of a club's evenings as a spreadsheet",
        responses={(200, XLSX): OpenApiTypes.BINARY},
    )
)
class ClubXlsxView(APIView):
    """For the desk."""

    renderer_classes = [XlsxRenderer, JSONRenderer]

    def get(self, request: Request, uid: UUID) -> HttpResponse:
        club, _by = club_for(request, uid, Act.EXPORT)
        return HttpResponse(results_workbook(Tournament.objects.filter(club=club)), content_type=XLSX)


@extend_schema_view(
    get=extend_schema(summary="The roster as a table", responses={(200, "text/csv"): OpenApiTypes.STR})
)
class ClubRosterView(APIView):
    """For the desk; addresses only for those who may read them."""

    renderer_classes = [CsvRenderer, JSONRenderer]

    def get(self, request: Request, uid: UUID) -> HttpResponse:
        club, _by = club_for(request, uid, Act.EXPORT)
        with_contacts = may(roles_in_club(request.user, club), Act.READ_CONTACTS)
        raw = roster_csv(club, with_contacts=with_contacts).encode()
        return HttpResponse(raw, content_type="text/csv; charset=utf-8")


def _seen(request: Request, uid: UUID) -> Tournament:
    """A tournament that the reader can find, signed in or not."""
    tournaments = Tournament.objects.findable_by(request.user).select_related("club", "season")
    return get_object_or_404(tournaments, uid=uid)


def _json(document: dict[str, Any]) -> HttpResponse:
    return HttpResponse(to_bytes(document), content_type="application/json")
