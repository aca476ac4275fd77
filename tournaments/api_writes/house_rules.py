"""A club's rules under names of its own; and any rules in words, with their faults, before anything is saved."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, read_body
from clubs.models import Club, HouseRules
from clubs.rights import Act
from games.engine import PRESETS, RuleSet
from games.rule_book import rule_book, worked_example
from games.rule_faults import sentence
from games.services.house_rules import archive_house_rules, save_house_rules, use_in_club
from tournaments.api_writes.access import club_for
from tournaments.api_writes.bodies import RulesField


class RulesBody(Body):
    """Rules to look at. `preset` is what they are compared with; without it, what `rules` names, or `oh-hell`."""

    rules = RulesField()
    preset = serializers.ChoiceField([*PRESETS], required=False)


class HouseRulesBody(RulesBody):
    name = serializers.CharField(max_length=80, help_text="A name in use makes the next version.")


class HouseRulesActBody(Body):
    act = serializers.ChoiceField(
        ["use", "archive", "restore"], help_text="Play by them in the club; put away; offer again."
    )


class HouseRulesAnswer(serializers.ModelSerializer[HouseRules]):
    """One version of a club's rules; it never changes. `rules` is the whole RuleSet."""

    class Meta:
        model = HouseRules
        fields = ["uid", "name", "version", "preset", "rules", "rules_hash", "made_at", "archived_at"]


class RulesWordsAnswer(serializers.Serializer[Any]):
    """Rules in the reader's language. `preset` of a sentence: what the preset says instead, empty if nothing."""

    valid = serializers.BooleanField()
    problems = serializers.JSONField(help_text="[{code, field, message}], in the order of the engine.")
    rules = serializers.JSONField()
    hash = serializers.CharField()
    sentences = serializers.JSONField(help_text="[{group, field, text, preset}]")
    example = serializers.CharField()
    schedules = serializers.JSONField(
        help_text="Cards of each hand by number of players; empty if not valid."
    )


@extend_schema_view(
    get=extend_schema(
        summary="The rules a club has written, every version", responses=HouseRulesAnswer(many=True)
    ),
    post=extend_schema(
        summary="Save rules under a name", request=HouseRulesBody, responses={201: HouseRulesAnswer}
    ),
)
class HouseRulesView(APIView):
    """Rules that contradict themselves are refused with each fault; the same rules again are the same version."""

    def get(self, request: Request, uid: UUID) -> Response:
        club = get_object_or_404(Club.objects.findable_by(request.user), uid=uid)
        rows = HouseRules.objects.filter(club=club).order_by("name", "version")
        return Response(HouseRulesAnswer(rows, many=True).data)

    def post(self, request: Request, uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        body = read_body(HouseRulesBody, request)
        rules = RuleSet.from_value(body["rules"]).to_json()
        saved = save_house_rules(club, name=body["name"], preset=_preset(body), rules=rules, by=by)
        return Response(HouseRulesAnswer(saved).data, status=status.HTTP_201_CREATED)


@extend_schema_view(
    get=extend_schema(summary="One version of a club's rules", responses=HouseRulesAnswer),
    post=extend_schema(
        operation_id="clubs_rules_act",
        summary="Use a club's rules, put them away",
        request=HouseRulesActBody,
        responses=HouseRulesAnswer,
    ),
)
class HouseRulesDetailView(APIView):
    """Rules that are put away stay readable; `archive` and `restore` speak of every version of the name."""

    def get(self, request: Request, uid: UUID, rules_uid: UUID) -> Response:
        club = get_object_or_404(Club.objects.findable_by(request.user), uid=uid)
        return Response(HouseRulesAnswer(_rules_of(club, rules_uid)).data)

    def post(self, request: Request, uid: UUID, rules_uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        rules = _rules_of(club, rules_uid)
        act = read_body(HouseRulesActBody, request)["act"]
        if act == "use":
            use_in_club(rules, by=by)
        else:
            rules = archive_house_rules(rules, by=by, is_archived=act == "archive")
        return Response(HouseRulesAnswer(rules).data)


@extend_schema_view(
    post=extend_schema(
        summary="Rules in words, checked; nothing is saved", request=RulesBody, responses=RulesWordsAnswer
    )
)
class RulesPreviewView(APIView):
    """What the page of the questions shows while one chooses."""

    def post(self, request: Request, uid: UUID) -> Response:
        club_for(request, uid, Act.MANAGE_CLUB)
        body = read_body(RulesBody, request)
        rules, preset = RuleSet.from_value(body["rules"]), PRESETS[_preset(body)]
        problems = rules.validate()
        counts = () if problems else range(rules.players[0], rules.players[1] + 1)
        told = [] if _is_unreadable(rules) else rule_book(rules, preset)
        return Response(
            {
                "valid": not problems,
                "problems": [one.to_json() | {"message": sentence(one)} for one in problems],
                "rules": rules.to_json(),
                "hash": rules.hash,
                "sentences": [
                    {"group": one.group, "field": one.field, "text": one.text, "preset": one.preset}
                    for one in told
                ],
                "example": worked_example(rules),
                "schedules": {str(n): list(rules.hand_sizes(n)) for n in counts},
            }
        )


def _rules_of(club: Club, uid: UUID) -> HouseRules:
    rules = get_object_or_404(HouseRules, club=club, uid=uid)
    rules.club = club
    return rules


def _preset(body: dict[str, Any]) -> str:
    """The preset to compare with."""
    rules = body["rules"]
    named = rules if isinstance(rules, str) else rules.get("preset", "")
    return str(body.get("preset") or named or "oh-hell")


def _is_unreadable(rules: RuleSet) -> bool:
    """Whether a value stands in the rules that no sentence knows."""
    return any(one.code.endswith(".unknown") or one.code == "schedule.shape" for one in rules.validate())
