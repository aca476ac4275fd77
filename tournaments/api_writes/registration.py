"""Players register themselves, withdraw, and are checked in by a code."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, by_api, read_body
from clubs.limits import address_of, take
from clubs.rights import Act
from clubs.serializers import PlayerSerializer
from tournaments.api_writes.access import players_of, tournament_for, tournament_of
from tournaments.api_writes.answers import PersonAnswer
from tournaments.models import Tournament
from tournaments.services import checking_in, signing_up


class SignUpBody(Body):
    of_age = serializers.BooleanField(
        default=False, help_text="Minors are registered by the owner of the club."
    )
    name = serializers.CharField(
        max_length=200, required=False, help_text="For an account without a profile."
    )
    is_another = serializers.BooleanField(
        default=False, help_text="Somebody on the roster has this name, and it is not you."
    )


class SignOffBody(Body):
    player = serializers.UUIDField(required=False, help_text="Oneself, if left out.")


class TermsBody(Body):
    opens_at = serializers.DateTimeField(allow_null=True, default=None)
    closes_at = serializers.DateTimeField(allow_null=True, default=None)
    capacity = serializers.IntegerField(min_value=1, max_value=10_000, allow_null=True, default=None)


class CodeBody(Body):
    token = serializers.CharField(max_length=200)


class RegistrationAnswer(serializers.Serializer[Any]):
    """`waiting` in the order in which places are given."""

    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    capacity = serializers.IntegerField(allow_null=True)
    is_open = serializers.BooleanField(help_text="Whether players register themselves at all.")
    admitted = PlayerSerializer(many=True)
    waiting = PlayerSerializer(many=True)


@extend_schema_view(
    get=extend_schema(summary="Who has registered", responses=RegistrationAnswer),
    post=extend_schema(summary="Register oneself", request=SignUpBody, responses=RegistrationAnswer),
    delete=extend_schema(summary="Withdraw", request=SignOffBody, responses={200: RegistrationAnswer}),
    put=extend_schema(summary="Open registration", request=TermsBody, responses=RegistrationAnswer),
)
class RegistrationView(APIView):
    """A list with room for so many, and a waiting list that moves up by itself."""

    def get(self, request: Request, uid: UUID) -> Response:
        tournament = Tournament.objects.findable_by(request.user).filter(uid=uid).first()
        if tournament is None:
            raise Http404
        return _answer(tournament)

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_of(request, uid)
        signing_up.sign_up(tournament, by=by, **read_body(SignUpBody, request))
        return _answer(tournament)

    def delete(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_of(request, uid)
        wanted = read_body(SignOffBody, request).get("player")
        player = players_of([wanted], field="player")[wanted] if wanted else None
        signing_up.sign_off(tournament, by=by, player=player)
        return _answer(tournament)

    def put(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.REGISTER_OTHERS)
        signing_up.set_terms(tournament, by=by, **read_body(TermsBody, request))
        return _answer(tournament)


@extend_schema_view(
    post=extend_schema(summary="Here, by a code at the door", request=CodeBody, responses=PersonAnswer)
)
class CheckInView(APIView):
    """The code on the wall checks oneself in; a player's own code is for whoever calls the roll."""

    def post(self, request: Request) -> Response:
        by = by_api(request)
        code = checking_in.code_of(read_body(CodeBody, request)["token"])
        if code is None:
            take("link_guesses", address_of(request._request))
            raise Http404
        entry = checking_in.check_in(code, by=by)
        return Response(PlayerSerializer(entry.player).data, status=status.HTTP_200_OK)


def _answer(tournament: Tournament) -> Response:
    terms, found = signing_up.terms_of(tournament), signing_up.list_of(tournament)
    answer = {
        "opens_at": terms.opens_at if terms else None,
        "closes_at": terms.closes_at if terms else None,
        "capacity": terms.capacity if terms else None,
        "is_open": terms is not None,
        "admitted": found.admitted,
        "waiting": found.waiting,
    }
    return Response(RegistrationAnswer(answer).data)
