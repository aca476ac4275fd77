"""Tournaments and clubs out and in, as the documents of `docs/decisions/0016-in-and-out.md`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, read_body
from clubs.limits import take, who_asks
from clubs.rights import Act, may, roles_in_club
from clubs.strict_json import UnreadableJson, read_json
from games.services.transfer.fates import Fate
from tournaments.api_writes.access import club_for, tournament_for
from tournaments.rights import may_in
from tournaments.services.transfer.canonical import MOST_BYTES, check_format, to_bytes
from tournaments.services.transfer.out import club_document, tournament_document
from tournaments.services.transfer.planning import Plan, plan_import
from tournaments.services.transfer.storing import carry_out, fingerprint


class DocumentTooLarge(APIException):
    status_code = 413
    default_code = "body_too_large"
    default_detail = f"The body has more than {MOST_BYTES} bytes."


class DocumentParser(JSONParser):
    """As strict as for any body, but for a whole club."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        raw: bytes = stream.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise DocumentTooLarge
        try:
            return read_json(raw)
        except UnreadableJson as error:
            raise ParseError(str(error)) from None


class ImportBody(Body):
    document = serializers.JSONField(help_text="What an export gave: a tournament or a whole club.")
    people = serializers.DictField(
        child=serializers.CharField(max_length=36),
        required=False,
        help_text='For each uid under "questions": "new", or the uid of the person on the roster.',
    )
    dry_run = serializers.BooleanField(default=False)
    seen = serializers.CharField(
        max_length=64,
        required=False,
        help_text="The fingerprint of a dry run: refused with 409 if the site went on since.",
    )


class ImportAnswer(serializers.Serializer[Any]):
    """`parts`: [{kind, name, fate, note, where}] of all that is not the same already."""

    changes_anything = serializers.BooleanField()
    stored = serializers.BooleanField()
    fingerprint = serializers.CharField()
    parts = serializers.JSONField()
    questions = serializers.JSONField(help_text="[{uid, name, people: [uid]}]")


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
    post=extend_schema(
        summary="Bring a tournament or a club in, or look at what it would change",
        request=ImportBody,
        responses=ImportAnswer,
    )
)
class ClubImportView(APIView):
    """All in one transaction or nothing; the same document twice is harmless."""

    parser_classes = (DocumentParser,)

    def post(self, request: Request, uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        take("uploads", who_asks(request))
        body = read_body(ImportBody, request)
        document = check_format(body["document"])
        if body["dry_run"]:
            return Response(_answer(plan_import(document, club), stored=False))
        plan = carry_out(document, club, by=by, decisions=body.get("people"), seen=body.get("seen"))
        return Response(_answer(plan, stored=plan.changes_anything))


def _json(document: dict[str, Any]) -> HttpResponse:
    return HttpResponse(to_bytes(document), content_type="application/json")


def _answer(plan: Plan, *, stored: bool) -> dict[str, Any]:
    return {
        "changes_anything": plan.changes_anything,
        "stored": stored,
        "fingerprint": fingerprint(plan),
        "parts": [
            {"kind": part.kind, "name": part.name, "fate": part.fate, "note": part.note, "where": part.where}
            for part in plan.every_part()
            if part.fate is not Fate.SAME or part.note
        ],
        "questions": [
            {"uid": one.uid, "name": one.name, "people": [str(player.uid) for player in one.like]}
            for one in plan.people
            if one.like
        ],
    }
