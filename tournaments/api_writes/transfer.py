"""Tournaments and clubs brought in, as documents or as files: `docs/decisions/0016-in-and-out.md`."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.activity import By
from clubs.api_bodies import Body, Unprocessable, read_body
from clubs.json_bodies import BodyTooLarge, StrictJSONParser
from clubs.limits import take, who_asks
from clubs.models import Club
from clubs.rights import Act
from clubs.shapes import read_day
from games.services.transfer.fates import Fate
from tournaments.api_writes.access import club_for
from tournaments.services.transfer import incoming
from tournaments.services.transfer.canonical import MOST_BYTES, check_format
from tournaments.services.transfer.incoming import Kind, Preview
from tournaments.services.transfer.planning import plan_import
from tournaments.services.transfer.storing import carry_out


class DocumentParser(StrictJSONParser):
    """As strict as for any body, but for a whole club."""

    most_bytes = MOST_BYTES


class _HowBody(Body):
    """What both kinds of body say beside what comes in."""

    dry_run = serializers.BooleanField(default=False)
    seen = serializers.CharField(
        max_length=64,
        required=False,
        help_text="The fingerprint of a dry run: refused with 409 if the site went on since.",
    )
    leave_out = serializers.BooleanField(
        default=False,
        help_text="Leave out what both sites changed (`apart`), with what hangs on it, and take the rest.",
    )


class ImportBody(_HowBody):
    document = serializers.JSONField(help_text="What an export gave: a tournament or a whole club.")
    people = serializers.DictField(
        child=serializers.CharField(max_length=36),
        required=False,
        help_text='For each uid under "questions": "new", or the uid of the person on the roster.',
    )


class DayField(serializers.DateField):
    """A day as the page and the command read it: the library's own takes 2026-3-6 and 20260306 too."""

    def to_internal_value(self, value: Any) -> date:
        try:
            return read_day(value)
        except (TypeError, ValueError) as error:
            raise serializers.ValidationError(
                "A day from 1970 to 2200 is needed, like 2026-03-06."
            ) from error


class ImportFileBody(_HowBody):
    """A form with the file: an export as JSON, a roster or results as CSV, results as a spreadsheet (.xlsx)."""

    file = serializers.FileField()
    people = serializers.JSONField(required=False, help_text="As in a JSON body, as JSON in one field.")
    day = DayField(required=False, help_text="Of results of an evening that is not here yet; absent = today.")

    def validate_people(self, value: Any) -> dict[str, str]:
        if not isinstance(value, dict) or not all(isinstance(part, str) for part in value.values()):
            raise serializers.ValidationError('An object is needed, such as {"row-2": "new"}.')
        return value


class ImportAnswer(serializers.Serializer[Any]):
    """`parts`: [{kind, name, fate, note, where}] of all that is not the same already.

    `problems`: [{line, column, text, is_fatal}] of a table; a fatal one must be mended in the file.
    """

    kind = serializers.ChoiceField([kind.value for kind in Kind])
    changes_anything = serializers.BooleanField()
    stored = serializers.BooleanField()
    is_refused = serializers.BooleanField()
    fingerprint = serializers.CharField()
    parts = serializers.JSONField()
    problems = serializers.JSONField()
    questions = serializers.JSONField(help_text="[{uid, name, people: [uid]}]")


@extend_schema_view(
    post=extend_schema(
        summary="Bring a tournament, a club, a roster or results in, or look at what it would change",
        request={"application/json": ImportBody, "multipart/form-data": ImportFileBody},
        responses=ImportAnswer,
    )
)
class ClubImportView(APIView):
    """All in one transaction or nothing; the same document twice is harmless."""

    parser_classes = (DocumentParser, MultiPartParser)

    def post(self, request: Request, uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        take("uploads", who_asks(request))
        if (request.content_type or "").startswith("multipart/"):
            return _file(club, by, read_body(ImportFileBody, request))
        body = read_body(ImportBody, request)
        document = check_format(body["document"])
        if body["dry_run"]:
            plan = plan_import(document, club)
            shown = incoming.of_plan(Kind.DOCUMENT, plan, None, without_apart=body["leave_out"])
            return Response(_answer(shown, stored=False))
        plan = carry_out(
            document,
            club,
            by=by,
            decisions=body.get("people"),
            seen=body.get("seen"),
            without_apart=body["leave_out"],
        )
        shown = incoming.of_plan(Kind.DOCUMENT, plan, None)
        return Response(_answer(shown, stored=plan.changes_anything))


def _file(club: Club, by: By, body: dict[str, Any]) -> Response:
    sent = body["file"]
    if sent.size > incoming.MOST_BYTES:
        raise BodyTooLarge(incoming.MOST_BYTES)
    raw = sent.read()
    if not raw.strip():
        raise Unprocessable({"file": "This file is empty."})
    day = body.get("day") or timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
    shown = incoming.preview(raw, club, day=day, without_apart=body["leave_out"])
    if body["dry_run"]:
        return Response(_answer(shown, stored=False))
    stored = incoming.bring_in(
        raw,
        club,
        day=day,
        by=by,
        decisions=body.get("people", {}),
        seen=body.get("seen"),
        without_apart=body["leave_out"],
    )
    return Response(_answer(shown, stored=stored))


def _answer(shown: Preview, *, stored: bool) -> dict[str, Any]:
    return {
        "kind": shown.kind,
        "changes_anything": shown.changes_anything,
        "stored": stored,
        "is_refused": shown.is_refused or any(problem.is_fatal for problem in shown.problems),
        "fingerprint": shown.fingerprint,
        "parts": [
            {"kind": part.kind, "name": part.name, "fate": part.fate, "note": part.note, "where": part.where}
            for part in shown.lines
            if part.fate is not Fate.SAME or part.note
        ],
        "problems": [
            {"line": one.line, "column": one.column, "text": one.text, "is_fatal": one.is_fatal}
            for one in shown.problems
        ],
        "questions": [
            {"uid": one.uid, "name": one.name, "people": [str(player.uid) for player in one.people]}
            for one in shown.questions
        ],
    }
