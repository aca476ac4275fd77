"""Found a club; put people on its roster. Here, because house rules are read by the floor of the games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api import ClubViewSet
from clubs.api_bodies import by_api, read_body
from clubs.errors import EldestHandError
from clubs.limits import take, who_asks
from clubs.models import Club
from clubs.rights import Act
from clubs.serializers import ClubDetailSerializer, MembershipSerializer, person
from clubs.services.clubs import found_club
from clubs.services.rosters import Fate, add_names, read_roster
from tournaments.api_writes.access import club_for, players_of
from tournaments.api_writes.answers import NamedAnswer, people
from tournaments.api_writes.bodies import ClubBody, NamesBody


class ClubsViewSet(ClubViewSet):
    """Clubs. Lists name public clubs only; a members-only club exists for its members."""

    @extend_schema(
        summary="Found a club",
        request=ClubBody,
        responses={200: ClubDetailSerializer, 201: ClubDetailSerializer},
    )
    def create(self, request: Request) -> Response:
        """Whoever founds it owns it. One who owns a club of this name already gets that one, as it is (200)."""
        by = by_api(request)
        assert by.user is not None
        body = read_body(ClubBody, request)
        take("new_clubs", who_asks(request))
        club, is_new = found_club(owner=by.user, by=by, **body)
        code = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
        return Response(ClubDetailSerializer(club).data, status=code)

    @extend_schema(summary="The roster of a club", responses=MembershipSerializer(many=True))
    @action(detail=True)
    def members(self, request: Request, uid: Any = None) -> Response:  # type: ignore[override]
        return self.roster_page()

    @extend_schema(
        summary="Put people on the roster", request=NamesBody, responses={201: NamedAnswer}, filters=False
    )
    @members.mapping.post
    def add_members(self, request: Request, uid: UUID) -> Response:
        """A known name needs a decision, as a look-alike does: the refusal tells who it may be."""
        club, by = club_for(request, uid, Act.ADD_WALK_IN)
        body = read_body(NamesBody, request)
        names, decisions = names_of(body)
        with telling_look_alikes(club, names):
            players = add_names(club, names, by=by, decisions=decisions, key=body.get("client_key", ""))
        return Response(people(players), status=status.HTTP_201_CREATED)


def names_of(body: Mapping[str, Any]) -> tuple[str, dict[str, int | None]]:
    """The names as one pastes them, and what was decided of look-alikes, by player id."""
    wanted: Mapping[str, UUID | None] = body.get("decisions") or {}
    players = players_of([uid for uid in wanted.values() if uid is not None], field="decisions")
    decisions = {name: players[uid].pk if uid is not None else None for name, uid in wanted.items()}
    return "\n".join(body["names"]), decisions


@contextmanager
def telling_look_alikes(club: Club, names: str) -> Iterator[None]:
    """A refusal of look-alikes leaves with the people each of the names may be: `alike`."""
    try:
        yield
    except EldestHandError as error:
        if error.code == "look_alike":
            error.extra["alike"] = [
                {"name": one.name, "people": [person(player) for player in one.people]}
                for one in read_roster(club, names)
                if one.fate in (Fate.ALIKE, Fate.KNOWN)
            ]
        raise
