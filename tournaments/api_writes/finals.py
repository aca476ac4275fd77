"""The cut to a final and the extra games of level players; the list that is hidden until the prizes."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import ReasonBody, Unprocessable, read_body
from clubs.rights import Act
from tournaments.api_writes.access import entry_of, tournament_for
from tournaments.api_writes.final_bodies import (
    CutAnswer,
    CutBody,
    DeciderAnswer,
    DeciderBody,
    FreezeBody,
    LineAnswer,
    LineQuery,
    ListAnswer,
    RevealBody,
    uids_of,
)
from tournaments.models import Cut, Decider, Tournament
from tournaments.services import cut_lines, cut_reasons, cutting, freezing
from tournaments.services.freshness import catch_up_for


def _readable(request: Request, uid: UUID) -> Tournament:
    return get_object_or_404(Tournament.objects.findable_by(request.user).select_related("club"), uid=uid)


@extend_schema_view(
    get=extend_schema(summary="Cuts that stand", responses=CutAnswer(many=True)),
    post=extend_schema(summary="Cut to a final", request=CutBody, responses={201: CutAnswer}),
)
class CutsView(APIView):
    """Through level players only with `how`: smaller, larger or lot. Nothing is told while lists are frozen."""

    def get(self, request: Request, uid: UUID) -> Response:
        tournament = _readable(request, uid)
        hidden = freezing.veil_for(request.user, tournament) is not None
        cuts = [] if hidden else cut_lines.cuts_of(tournament)
        return Response([_cut(tournament, cut) for cut in cuts])

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.FINISH)
        body = read_body(CutBody, request)
        catch_up_for(request.user, tournament)
        cut = cutting.make_cut(
            tournament,
            n=body["n"],
            how=body["how"],
            at_tables=body["at_tables"],
            carry=body["carry"],
            n_rounds=body["n_rounds"],
            after=body.get("after"),
            seen=body.get("seen"),
            by=by,
        )
        return Response(_cut(tournament, cut), status=status.HTTP_201_CREATED)


@extend_schema_view(
    get=extend_schema(summary="Where a cut would run", parameters=[LineQuery], responses=LineAnswer)
)
class CutLineView(APIView):
    """Who would go on now, who is level on the line, and what separated them; for those who may cut.

    Also while a round is played, by the newest list; `partings` are told of a round that is closed.
    """

    def get(self, request: Request, uid: UUID) -> Response:
        tournament, _by = tournament_for(request, uid, Act.FINISH)
        catch_up_for(request.user, tournament)
        asked = LineQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        n, at_tables = asked.validated_data["n"], asked.validated_data["at_tables"]
        cutting.refuse_open_night(tournament)
        played = cut_lines.last_played(tournament)
        line = cut_lines.line_at_tables(tournament, n) if at_tables else cut_lines.line_after(tournament, n)
        partings = (
            []
            if played is None
            else cut_reasons.partings_of(tournament, line, played=played, at_tables=at_tables)
        )
        uids = uids_of(tournament)
        return Response(
            LineAnswer(
                {
                    "through": [uids[pk] for pk in line.through],
                    "level": [uids[pk] for pk in line.level],
                    "level_in": cut_reasons.tried_on(tournament, line, at_tables=at_tables),
                    "byes": [uids[pk] for pk in line.byes],
                    "without_result": [uids[pk] for pk in line.without],
                    "decided_by": line.decided_by,
                    "partings": [
                        {
                            "table": one.table,
                            "last_in": uids[one.last_in],
                            "first_out": uids[one.first_out],
                            "key": one.key,
                            "value_in": one.value_in,
                            "value_out": one.value_out,
                        }
                        for one in partings
                    ],
                    "seen": line.digest,
                }
            ).data
        )


@extend_schema_view(post=extend_schema(summary="Take a cut back", request=ReasonBody, responses={204: None}))
class CutBackView(APIView):
    """Everybody plays again; refused when a round was drawn by it."""

    def post(self, request: Request, uid: UUID, pk: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.FINISH)
        cut = get_object_or_404(Cut.objects.filter(tournament=tournament, cancels=None), pk=pk)
        cutting.take_back(cut, by=by, reason=read_body(ReasonBody, request)["reason"])
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(
    get=extend_schema(summary="Extra games that stand", responses=DeciderAnswer(many=True)),
    post=extend_schema(summary="Record an extra game", request=DeciderBody, responses={201: DeciderAnswer}),
)
class DecidersView(APIView):
    """An extra game, or the director's word, separates level players and never counts as points."""

    def get(self, request: Request, uid: UUID) -> Response:
        tournament = _readable(request, uid)
        hidden = freezing.veil_for(request.user, tournament) is not None
        uids = uids_of(tournament)
        return Response(
            [_decider(uids, row) for row in ([] if hidden else cut_lines.decisions_of(tournament))]
        )

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.FINISH)
        body = read_body(DeciderBody, request)
        entries = [entry_of(tournament, line["entry"], field="points") for line in body["points"]]
        if len(set(entries)) < len(entries):
            raise Unprocessable({"points": "Somebody stands here twice."})
        given = cutting.record_decider(
            tournament,
            {entry: line["points"] for entry, line in zip(entries, body["points"], strict=True)},
            by=by,
            reason=body["reason"],
            seen=body.get("seen"),
            kind=body["kind"],
        )
        return Response(_decider(uids_of(tournament), given), status=status.HTTP_201_CREATED)


@extend_schema_view(
    post=extend_schema(summary="An extra game does not count", request=ReasonBody, responses={204: None})
)
class DeciderCancelView(APIView):
    """By a line of its own; twice is once."""

    def post(self, request: Request, uid: UUID, pk: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.FINISH)
        given = Decider.objects.filter(tournament=tournament, cancels=None, pk=pk).first()
        if given is None:
            raise Http404
        cutting.cancel_decider(given, by=by, reason=read_body(ReasonBody, request)["reason"])
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(
    get=extend_schema(summary="What of the list is public", responses=ListAnswer),
    post=extend_schema(summary="Freeze the public lists", request=FreezeBody, responses=ListAnswer),
    delete=extend_schema(summary="Show the whole list", responses={200: ListAnswer}),
)
class FreezeView(APIView):
    """Pages, wall and programs stop after a round; the desk sees everything."""

    def get(self, request: Request, uid: UUID) -> Response:
        return Response(_list(_readable(request, uid)))

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.FINISH)
        after = read_body(FreezeBody, request)["after"]
        return Response(_list(freezing.freeze(tournament, after=after, by=by)))

    def delete(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.FINISH)
        return Response(_list(freezing.reveal_all(tournament, by=by)))


@extend_schema_view(
    post=extend_schema(summary="Reveal the next place", request=RevealBody, responses=ListAnswer)
)
class RevealView(APIView):
    """From the bottom up; level players come together, and the last line ends the freeze."""

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.FINISH)
        seen = read_body(RevealBody, request).get("seen")
        catch_up_for(request.user, tournament)
        return Response(_list(freezing.reveal(tournament, by=by, seen=seen)))


def _cut(tournament: Tournament, cut: Cut) -> dict[str, Any]:
    uids = uids_of(tournament)
    return dict(
        CutAnswer(
            {
                "id": cut.pk,
                "after_round": cut.after_round,
                "n_rounds": cut.n_rounds,
                "entries": [uids[pk] for pk in cut.entries if pk in uids],
                "level": [uids[pk] for pk in cut.level if pk in uids],
                "how": cut.how,
                "carry": cut.carry,
                "lot_seed": cut.lot_seed,
                "at": cut.at,
            }
        ).data
    )


def _decider(uids: dict[int, UUID], given: Decider) -> dict[str, Any]:
    points = [{"entry": uids[pk], "points": points} for pk, points in given.points if pk in uids]
    return dict(
        DeciderAnswer(
            {"id": given.pk, "kind": given.kind, "reason": given.reason, "points": points, "at": given.at}
        ).data
    )


def _list(tournament: Tournament) -> dict[str, Any]:
    return dict(ListAnswer(tournament).data)
