"""One's own account: whether others read the name, and all that is stored."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, by_api, read_body
from clubs.errors import Conflict
from clubs.limits import take, who_asks
from clubs.models import Player, User
from clubs.serializers import PlayerSerializer
from clubs.services.forgetting import show_name
from tournaments.services.accounts import account_document


class NameBody(Body):
    is_shown = serializers.BooleanField(help_text='False: "Player 173" for everybody, on every page.')


class AccountAnswer(serializers.Serializer[Any]):
    username = serializers.CharField()
    player = PlayerSerializer(allow_null=True, help_text="The profile; null for an account without one.")
    is_shown = serializers.BooleanField(allow_null=True, help_text="Whether others read its name.")


class DocumentAnswer(serializers.Serializer[Any]):
    """`rows` has a list per table and column that points here, such as `games.SheetRevision.by`."""

    format = serializers.CharField()
    made_at = serializers.DateTimeField()
    account = serializers.DictField()
    profiles = serializers.ListField(child=serializers.DictField())
    rows = serializers.DictField(child=serializers.ListField(child=serializers.DictField()))
    log = serializers.ListField(child=serializers.DictField())


@extend_schema_view(
    get=extend_schema(summary="One's own account", responses=AccountAnswer),
    patch=extend_schema(summary="Hide or show one's name", request=NameBody, responses=AccountAnswer),
)
class AccountView(APIView):
    """The person's own choice; games, places and ratings stay as they are."""

    def get(self, request: Request) -> Response:
        return _answer(_user(request))

    def patch(self, request: Request) -> Response:
        by, user = by_api(request), _user(request)
        shown = read_body(NameBody, request)["is_shown"]
        player = Player.objects.filter(user=user).first()
        if player is None:
            raise Conflict(_("Your account has no profile yet: ask for yours first."), code="no_profile")
        show_name(player, shown=shown, by=by)
        return _answer(user)


@extend_schema_view(get=extend_schema(summary="All that is stored about oneself", responses=DocumentAnswer))
class AccountDocumentView(APIView):
    """Every row that names the account or its profile, secrets apart, and the log of what it did."""

    def get(self, request: Request) -> Response:
        user = _user(request)
        take("downloads", who_asks(request))
        return Response(account_document(user))


def _user(request: Request) -> User:
    user = by_api(request).user
    assert user is not None
    return user


def _answer(user: User) -> Response:
    player = Player.objects.filter(user=user).first()
    answer = {
        "username": user.get_username(),
        "player": player,
        "is_shown": None if player is None else not player.hidden,
    }
    return Response(AccountAnswer(answer).data)
