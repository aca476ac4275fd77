"""A club: its next evening, its season, its house rule, its members."""

from __future__ import annotations

from django.db.models import Count
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.models import Club, HouseRules, Membership, Player
from clubs.namesakes import tell_apart
from clubs.pages import in_zone, render_page
from clubs.paging import Keyset, read_time
from clubs.rights import Act, may, roles_in_club
from games.engine import EngineError, RuleSet
from games.rule_book import rule_book, worked_example
from games.views.rule_words import game_name, rule_sentences
from ratings.models import Ladder
from tournaments.models import Season, SeasonStanding, Tournament

BY_ENTRY = Keyset("joined_at", "id", read_time)
N_EVENINGS = 10
N_SEASON_LINES = 5


@require_safe
def club_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's page. Query count does not depend on how much the club has played."""
    club = get_object_or_404(Club.objects.visible_to(request.user), slug=slug)
    evenings = (
        Tournament.objects.named_to(request.user)
        .filter(club=club)
        .select_related("club")
        .annotate(n_entries=Count("entries", distinct=True))
    )
    coming = evenings.filter(closed_at__isnull=True).order_by("starts_at", "pk")[:N_EVENINGS]
    past = evenings.filter(closed_at__isnull=False).order_by("-starts_at", "pk")[:N_EVENINGS]
    season = Season.objects.filter(club=club).order_by("-id").first()
    lines = _first_lines(club, season) if season else []
    rules = _house_rules(club)
    context = {
        "club": club,
        "coming": list(coming),
        "past": list(past),
        "season": season,
        "season_lines": lines,
        "ladders": list(Ladder.objects.filter(club=club, active_epoch__isnull=False).order_by("family")),
        "n_members": Membership.objects.current().filter(club=club, kind=Membership.Kind.MEMBER).count(),
        "rule_name": game_name(rules) if rules else "",
        "rule_words": rule_sentences(rules) if rules else [],
        "now": timezone.now(),
    }
    with in_zone(club.time_zone):
        return render_page(request, "tournaments/club.html", context, section="clubs")


def _first_lines(club: Club, season: Season) -> list[SeasonStanding]:
    lines = list(season.standings.select_related("player", "player__merged_into")[:N_SEASON_LINES])
    everybody = Player.objects.filter(pk__in=season.standings.order_by().values("player"))
    tell_apart((line.player for line in lines), club=club, among=everybody)
    return lines


@require_safe
def club_members(request: HttpRequest, slug: str) -> HttpResponse:
    """Members and guests in the order they joined; hidden people appear under their number only."""
    club = get_object_or_404(Club.objects.visible_to(request.user), slug=slug)
    members = Membership.objects.current().filter(club=club).select_related("player")
    page = BY_ENTRY.page(members, request.GET, size=100)
    roster = Player.objects.filter(memberships__in=Membership.objects.current().filter(club=club))
    tell_apart((row.player for row in page.rows), club=club, among=roster)
    may_manage = may(roles_in_club(request.user, club), Act.MANAGE_CLUB)
    return render_page(
        request,
        "tournaments/club_members.html",
        {"club": club, "page": page, "may_manage": may_manage},
        section="clubs",
        fragment="tournaments/_club_members.html",
    )


@require_safe
def club_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The house rules in words, with the points of every bid."""
    club = get_object_or_404(Club.objects.visible_to(request.user), slug=slug)
    rules = _house_rules(club)
    context = {
        "club": club,
        "rules": rules,
        "rule_name": game_name(rules) if rules else "",
        "rule_words": [rule.text for rule in rule_book(rules)] if rules else [],
        "example": worked_example(rules) if rules else "",
        "plans": _plans(rules) if rules else [],
        "sets": HouseRules.objects.filter(club=club).order_by("archived_at", Lower("name"), "-version")[:200],
        "may_manage": may(roles_in_club(request.user, club), Act.MANAGE_CLUB),
    }
    return render_page(request, "tournaments/club_rules.html", context, section="clubs")


def _plans(rules: RuleSet) -> list[tuple[int, tuple[int, ...]]]:
    """The hand sizes for each number of players the rules know."""
    low, high = rules.players
    found = []
    for n_players in range(low, high + 1):
        try:
            found.append((n_players, rules.hand_sizes(n_players)))
        except (ValueError, KeyError):
            continue
    return found


def _house_rules(club: Club) -> RuleSet | None:
    """None while the club has not said what it plays, or says something the engine refuses."""
    if not club.house_rules:
        return None
    try:
        return RuleSet.valid_from(club.house_rules)
    except EngineError:
        return None
