"""Whether a page may offer printing and table links to its reader."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.template import Context

from clubs.rights import Act, may
from tournaments.models import Round, Tournament
from tournaments.rights import roles_in

register = template.Library()


@dataclass(frozen=True, slots=True)
class Paper:
    """`latest` is the number of the newest round that is published, None before the first."""

    may_print: bool
    may_link: bool
    latest: int | None = None


@register.simple_tag(takes_context=True)
def paper_for(context: Context, tournament: Tournament) -> Paper:
    """At most three queries, none for visitors."""
    user = context["request"].user
    if not user.is_authenticated:
        return Paper(may_print=False, may_link=False)
    roles = roles_in(user, tournament)
    if not may(roles, Act.PRINT_SHEETS):
        return Paper(may_print=False, may_link=False)
    rounds = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT)
    latest = rounds.order_by("-number").values_list("number", flat=True).first()
    return Paper(latest is not None, may(roles, Act.MAKE_LINKS), latest)
