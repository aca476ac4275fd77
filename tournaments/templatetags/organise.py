"""The pages of those who run an evening, for the line of links above them."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.template import Context
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.rights import Act, may, roles_in_club
from tournaments.models import Tournament
from tournaments.rights import roles_in
from tournaments.services.signing_up import SignUpList, list_of, terms_of

register = template.Library()

IN_ROUNDS, IN_NIGHTS = ("draw", "clock", "final"), ("queue",)
"""Pages that only an evening in rounds has, and those of an open night."""


@dataclass(frozen=True, slots=True)
class PageLink:
    url: str
    text: str


@register.simple_tag(takes_context=True)
def organiser_pages(context: Context, tournament: Tournament) -> list[PageLink]:
    """The pages of an evening that this reader may open, in the order of the evening. At most three queries."""
    roles = roles_in(context["request"].user, tournament)
    pages = (
        ("door", Act.CALL_ROLL, _("Door")),
        ("queue", Act.CALL_ROLL, _("Queue")),
        ("draw", Act.READ_DRAFTS, _("Draw")),
        ("sheet_pile", Act.TYPE_SHEET, _("Sheets")),
        ("clock", Act.RUN_ROUNDS, _("Clock")),
        ("penalties", Act.RUN_ROUNDS, _("Penalties")),
        ("final", Act.FINISH, _("Final")),
        ("prizes", Act.FINISH, _("Prizes")),
        ("tournament_helpers", Act.SEE_HELPERS, _("Who helps")),
        ("tournament_settings", Act.CHANGE_RULES, _("Settings")),
        ("tournament_log", Act.READ_LOG, _("Log")),
        ("tournament_export", Act.EXPORT, _("Export")),
        ("tournament_close", Act.FINISH, _("Close")),
    )
    return [
        PageLink(url, text)
        for name, act, text in pages
        if name not in (IN_ROUNDS if tournament.is_open_night else IN_NIGHTS)
        and may(roles, act)
        and (url := _address(name, tournament))
    ]


@register.simple_tag
def registration_of(tournament: Tournament) -> SignUpList | None:
    """Who has registered; None while players do not register themselves. One query, three where they do."""
    return list_of(tournament) if terms_of(tournament) is not None else None


@register.simple_tag(takes_context=True)
def may_in_club(context: Context, club: Club, act: str) -> bool:
    """Whether a page may offer an act of a club to this reader. Two queries, none for visitors."""
    return may(roles_in_club(context["request"].user, club), Act[act])


def _address(name: str, tournament: Tournament) -> str:
    """Empty where this site has no such page."""
    try:
        return reverse(name, args=[tournament.slug])
    except NoReverseMatch:
        return ""
