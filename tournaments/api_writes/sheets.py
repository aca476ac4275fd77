"""The sheet of a table by its number: read it, type on it, store it, judge it."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.activity import By
from clubs.api_bodies import ReasonBody, Unprocessable, read_body
from clubs.errors import Conflict, NotAllowed
from clubs.rights import Act
from games.errors import SheetConflict, SheetRefused
from games.models import Game, SheetDecision, SheetRevision
from games.services.drafts import Typed, Value
from tournaments.api_writes.access import sheet_of, table_of_sheet, tournament_for
from tournaments.api_writes.answers import (
    TableSheetAnswer,
    TypedAnswer,
    differing_cells,
    sheet_answer,
    typed_twice,
)
from tournaments.api_writes.bodies import CellsBody, RejectBody, SheetBody, SheetTrialBody, VerifyBody
from tournaments.api_writes.effect_answers import EffectsAnswer, effects_answer
from tournaments.api_writes.late import late_cells, late_sheet
from tournaments.errors import TournamentError
from tournaments.models import Table
from tournaments.services import desk, results
from tournaments.services.effects import effects_of

_ETAG = re.compile(r'(?:W/)?"?([0-9]{1,9})(?:-[0-9]+)*"?', re.ASCII)
_IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of the sheet as it was read, or the number of its revision.",
)


@extend_schema_view(
    get=extend_schema(summary="The sheet of a table, as stored and as typed", responses=TableSheetAnswer),
    put=extend_schema(
        summary="Store a whole sheet, or correct a stored one",
        parameters=[_IF_MATCH],
        request=SheetBody,
        responses={200: TableSheetAnswer, 201: TableSheetAnswer},
    ),
    patch=extend_schema(summary="Keep what is being typed", request=CellsBody, responses=TypedAnswer),
)
class SheetView(APIView):
    """One sheet. Its ETag names the revision, the state and what was typed since."""

    def get(self, request: Request, uid: UUID, n: int) -> Response:
        """For the desk; what is public of a game stands at `/games/{uid}/sheet/`."""
        tournament, _by = tournament_for(request, uid, Act.READ_DRAFTS)
        return _answer(table_of_sheet(tournament, n))

    def put(self, request: Request, uid: UUID, n: int) -> Response:
        """201 when a revision was made, 200 when exactly this was stored before.

        Another revision than the expected one is a conflict: `current` and `yours` are both sheets whole, `conflicts`
        the cells in which they differ, with who stored theirs and when. A correction needs `reason`. A sheet that
        seats others than are noted at this table, where somebody left or plays for somebody, is refused as
        `confirmation_needed`, with the `seats` that are noted and the `effects` of storing it: send those seats, or
        the same again with `confirmed`.

        A sheet that became final meanwhile, sent by somebody who may not correct it, is a conflict of the same shape,
        `sheet_final`. Who saw the final sheet and may not correct it gets the same values with `not_allowed`.
        """
        table, by = sheet_of(request, uid, n)
        body = read_body(SheetBody, request)
        seen = _expected(request, body)
        try:
            recorded = results.enter_sheet(
                table,
                sheet=body["sheet"],
                by=by,
                reason=body["reason"],
                client_key=body.get("client_key"),
                expected_revision=seen,
                may_reseat=body["confirmed"],
            )
        except TournamentError as refused:
            if refused.code == "confirmation_needed":
                effects = effects_of(table, sheet=body["sheet"], by=by, reason=body["reason"])
                refused.extra["effects"] = effects_answer(effects)
            raise
        except NotAllowed as refusal:
            if error := late_sheet(table, refusal, sheet=body["sheet"], seen=seen, by=by):
                raise error from refusal
            return _answer(table)
        except SheetConflict as error:
            assert table.game is not None
            error.extra["conflicts"] = differing_cells(
                table.game, error.extra.get("current"), error.extra["yours"]
            )
            raise
        if recorded.created:
            return _answer(
                table, recorded.game, recorded.revision, typed=(recorded.draft_version, {}), status=201
            )
        current = recorded.revision if recorded.revision.number == recorded.game.revision else None
        return _answer(table, recorded.game, current)

    def patch(self, request: Request, uid: UUID, n: int) -> Response:
        """Cells nobody else changed since `seen` are kept. The others are a conflict, with both values of each, who
        typed the other one and when; what is uncontested is kept even then. Where the
        sheet became final meanwhile nothing is kept: `sheet_final`, with both values of the cells that differ.
        """
        table, by = sheet_of(request, uid, n)
        body = read_body(CellsBody, request)
        changes = body["changes"]
        try:
            typed = results.type_on_sheet(
                table, changes=changes, seen=body["seen"], by=by, client_key=body["client_key"]
            )
        except NotAllowed as refusal:
            version, error = late_cells(table, changes=changes, by=by)
            if error:
                raise error from refusal
            return Response({"version": version, "others": {}})
        if typed.conflicts:
            raise _contested(typed)
        return Response({"version": typed.version, "others": dict(typed.others)})


@extend_schema_view(
    post=extend_schema(
        summary="What storing a sheet would change", request=SheetTrialBody, responses=EffectsAnswer
    )
)
class SheetEffectsView(APIView):
    """The places and ratings that would move, as the page shows them before a correction; nothing is stored."""

    def post(self, request: Request, uid: UUID, n: int) -> Response:
        table, by = sheet_of(request, uid, n)
        body = read_body(SheetTrialBody, request)
        return Response(effects_answer(effects_of(table, by=by, **body)))


@extend_schema_view(
    post=extend_schema(summary="Verify a sheet", request=VerifyBody, responses=TableSheetAnswer)
)
class VerifyView(APIView):
    """Another person than the keyer read these totals, or all cells, from the paper; they must be those of the sheet.

    Others are refused, and kept: a third reading of the paper is asked for.
    """

    def post(self, request: Request, uid: UUID, n: int) -> Response:
        table, by = _table_for(request, uid, n, Act.VERIFY_SHEET)
        body = read_body(VerifyBody, request)
        read: dict[str, Any] = {"by": by, "seen": str(body["revision"]), "client_key": body["client_key"]}
        if "cells" in body:
            decision = desk.verify_cells(table, cells=body["cells"], **read)
            if decision.kind != SheetDecision.Kind.VERIFIED:
                raise SheetRefused(
                    _("What you read differs from the sheet as keyed. Read the paper once more."),
                    code="cells_differ",
                    cells=desk.cells_off(decision.game, body["cells"]),
                )
            return _answer(table)
        decision = desk.verify_sheet(table, reading=body["totals"], **read)
        if decision.kind != SheetDecision.Kind.VERIFIED:
            raise SheetRefused(
                _("These totals differ from the sheet as keyed. Read the paper once more."),
                code="totals_differ",
            )
        return _answer(table)


@extend_schema_view(
    post=extend_schema(summary="Send a sheet back", request=RejectBody, responses=TableSheetAnswer)
)
class RejectView(APIView):
    """The paper says otherwise; what was read is kept beside the sheet."""

    def post(self, request: Request, uid: UUID, n: int) -> Response:
        table, by = _table_for(request, uid, n, Act.VERIFY_SHEET)
        body = read_body(RejectBody, request)
        desk.reject_sheet(table, reading=body["totals"], by=by, reason=body["reason"])
        return _answer(table)


@extend_schema_view(
    post=extend_schema(summary="Open a final sheet again", request=ReasonBody, responses=TableSheetAnswer)
)
class ReopenView(APIView):
    """It counts as keyed until it is verified or corrected."""

    def post(self, request: Request, uid: UUID, n: int) -> Response:
        table, by = _table_for(request, uid, n, Act.CORRECT_SHEET)
        desk.reopen_sheet(table, by=by, reason=read_body(ReasonBody, request)["reason"])
        return _answer(table)


@extend_schema_view(post=extend_schema(summary="Void a game", request=ReasonBody, responses=TableSheetAnswer))
class VoidView(APIView):
    """The game no longer counts; its sheet stays readable."""

    def post(self, request: Request, uid: UUID, n: int) -> Response:
        table, by = _table_for(request, uid, n, Act.CORRECT_SHEET)
        recorded = desk.void_table(table, by=by, reason=read_body(ReasonBody, request)["reason"])
        return _answer(table, recorded.game)


@extend_schema_view(
    post=extend_schema(summary="Let a void game count again", request=ReasonBody, responses=TableSheetAnswer)
)
class RestoreView(APIView):
    """With the sheet it had."""

    def post(self, request: Request, uid: UUID, n: int) -> Response:
        table, by = _table_for(request, uid, n, Act.CORRECT_SHEET)
        recorded = desk.restore_table(table, by=by, reason=read_body(ReasonBody, request)["reason"])
        return _answer(table, recorded.game)


def _table_for(request: Request, uid: UUID, n: int, act: Act) -> tuple[Table, By]:
    tournament, by = tournament_for(request, uid, act)
    return table_of_sheet(tournament, n), by


def _answer(
    table: Table,
    game: Game | None = None,
    revision: SheetRevision | None = None,
    *,
    typed: tuple[int, dict[str, Value]] | None = None,
    status: int = 200,
) -> Response:
    if game is None:
        game = Game.objects.get(table=table)
    body = sheet_answer(table, game, revision, typed=typed)
    tag = f'"{game.revision}-{game.version}-{body["draft_version"]}"'
    return Response(body, status=status, headers={"ETag": tag, "Cache-Control": "no-store"})


def _expected(request: Request, body: dict[str, Any]) -> int:
    """The revision the writer saw, from the body or from If-Match."""
    header = request.headers.get("If-Match")
    if header is None:
        if "expected_revision" not in body:
            raise Unprocessable(
                {"expected_revision": "Say which revision you saw (0 = none), here or as If-Match."},
                code="required",
            )
        return int(body["expected_revision"])
    found = _ETAG.fullmatch(header.strip())
    if found is None:
        raise ParseError(f"If-Match is no ETag of a sheet: {header[:40]!r}.")
    seen = int(found[1])
    if body.get("expected_revision", seen) != seen:
        raise Unprocessable({"expected_revision": "If-Match names another revision."}, code="two_revisions")
    return seen


def _contested(typed: Typed) -> Conflict:
    conflicts = typed_twice(typed.conflicts)
    return Conflict(
        ngettext(
            "Somebody else changed %(n)d of these cells meanwhile: read the paper, then send it again.",
            "Somebody else changed %(n)d of these cells meanwhile: read the paper, then send them again.",
            len(conflicts),
        )
        % {"n": len(conflicts)},
        code="cells_contested",
        conflicts=conflicts,
        others=dict(typed.others),
        version=typed.version,
    )
