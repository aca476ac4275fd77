"""The list of card tables, and opening one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods, require_safe

from clubs.acting import by_web, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.limits import limited
from clubs.models import Club, Membership, Role, User
from clubs.pages import render_page
from games.engine import PRESETS, EngineError, RuleSet
from games.hosting_forms import House, TableForm
from games.services.hosting.neighbours import tell_tables_apart
from games.services.hosting.opening import Terms, open_table
from games.services.hosting.reading import listed_tables
from games.services.house_rules import current_rules
from games.views.hosted.scene import seat_name
from games.views.rule_words import game_name, preset_title, rule_sentences

N_LISTED = 50


@require_safe
def play_lobby(request: HttpRequest) -> HttpResponse:
    """Tables one can sit at or watch."""
    tables = list(listed_tables(request.user)[:N_LISTED])
    tell_tables_apart(tables)
    context = {
        "waiting": [_listed(table) for table in tables if table.state == "waiting"],
        "playing": [_listed(table) for table in tables if table.state == "playing"],
    }
    return render_page(request, "games/play/lobby.html", context, section="tournaments")


def _listed(table: Any) -> dict[str, Any]:
    seats = list(table.seats.all())
    return {
        "table": table,
        "game": game_name(RuleSet.from_value(table.rules)),
        "names": [seat_name(seat) for seat in seats if seat.is_taken],
        "n_free": sum(1 for seat in seats if not seat.is_taken),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@limited("new_tables")
def play_new(request: HttpRequest) -> HttpResponse:
    """Choose rules and seats; whoever opens the table sits at it."""
    assert isinstance(request.user, User)
    clubs = _own_clubs(request.user)
    form = TableForm(request.POST or None, clubs=clubs, houses=_houses(clubs))
    if request.method != "POST" or not form.is_valid():
        return _page(request, form, status=422 if request.method == "POST" else 200)
    values = form.cleaned_data
    turn = values["turn_seconds"]
    terms = Terms(
        values["rules"],
        values["n_seats"],
        visibility=values["visibility"],
        is_rated=values["is_rated"],
        turn_seconds=int(turn) if turn else None,
    )
    try:
        table = open_table(terms, by=by_web(request), club=values["club"])
    except NotAllowed:
        raise
    except EldestHandError as error:
        form.add_error("n_seats" if error.code == "players.range" else "rules", error.message)
        return _page(request, form, status=error.status)
    return HttpResponseRedirect(table.get_absolute_url())


def _own_clubs(user: User) -> QuerySet[Club]:
    """The clubs one may open a table of."""
    member = Membership.objects.filter(player__user=user, left_at__isnull=True).values("club")
    return Club.objects.filter(
        Q(pk__in=member) | Q(pk__in=Role.objects.filter(user=user).values("club")), closed_at__isnull=True
    ).order_by("sorts_as", "pk")


def _title(preset: str, rules: RuleSet) -> str:
    """The preset by its name for people, and for how many: `Rage, Fundex edition (2–8)`."""
    return f"{preset_title(preset)} ({rules.players[0]}–{rules.players[1]})"


def _houses(clubs: Iterable[Club]) -> dict[str, House]:
    """What the clubs play, and the rules they keep under names of their own, as far as the engine can deal them."""
    found = {}
    for club in clubs:
        if _is_hosted(club.house_rules):
            found[f"house:{club.slug}"] = House(club.name, club.house_rules, club)
        for kept in current_rules(club):
            if _is_hosted(kept.rules):
                found[f"house:{club.slug}:{kept.pk}"] = House(f"{club.name}: {kept.name}", kept.rules, club)
    return found


def _is_hosted(rules: object) -> bool:
    try:
        return bool(rules) and RuleSet.valid_from(rules).hosted
    except EngineError:
        return False


def _page(request: HttpRequest, form: TableForm, *, status: int = 200) -> HttpResponse:
    presets = {name: rules for name, rules in PRESETS.items() if rules.hosted}
    context = {
        "form": form,
        "chosen": form["rules"].value() or next(iter(dict(form.fields["rules"].choices))),  # type: ignore[attr-defined]
        "houses": [
            (value, house.title, rule_sentences(RuleSet.from_value(house.rules)))
            for value, house in form.houses.items()
        ],
        "presets": [(name, _title(name, rules), rule_sentences(rules)) for name, rules in presets.items()],
    }
    return render_page(request, "games/play/new.html", context, section="tournaments", status=status)
