"""Compose house rules from a preset plus changes; read them, use them, put them away."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.folding import is_called
from clubs.models import Club, HouseRules
from clubs.pages import render_page, wants_fragment
from clubs.rights import Act, may, require_in_club, roles_in_club
from clubs.sentences import one_stop
from clubs.typed import whole
from games.engine import PRESETS, RuleSet
from games.rule_book import GROUPS, Rule, left_out, rule_book, worked_example
from games.rules_form import RulesForm, rules_value
from games.services.house_rules import archive_house_rules, save_house_rules, use_in_club
from tournaments.views.organise.guards import club_for
from tournaments.views.organise.rule_choices import preset_titles

TYPED = "tournament-typed"
"""What was typed of a new tournament while its rules are composed; kept in the session by club."""


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def rules_new(request: HttpRequest, slug: str) -> HttpResponse:
    """The questions with the rules in plain words beside them; saved under a name of the club."""
    club = club_for(request, slug, Act.MANAGE_CLUB)
    preset, base, name = _start(request, club)
    if request.method != "POST":
        return _page(request, club, preset, RulesForm(base=base, initial={"name": name}))
    form = RulesForm(request.POST, base=base)
    is_sound = form.is_valid()
    if "save" not in request.POST or wants_fragment(request):
        return _page(request, club, preset, form)
    if is_sound and not form.cleaned_data["name"].strip():
        form.add_error("name", _("Give the rules a name, like “Thursday rules”."))
    if not form.is_valid():
        return _page(request, club, preset, form, status=422)
    try:
        saved = save_house_rules(
            club,
            name=form.cleaned_data["name"],
            preset=preset,
            rules=rules_value(form.cleaned_data, base),
            by=by_web(request),
        )
    except NotAllowed as error:
        return refused(request, error, back=club.get_absolute_url(), back_text=club.name)
    except EldestHandError as error:
        form.add_error(None, error.message)
        return _page(request, club, preset, form, status=error.status)
    messages.success(
        request, _("%(name)s is saved as version %(n)d.") % {"name": saved.name, "n": saved.version}
    )
    if TYPED in request.session:
        return HttpResponseRedirect(f"{reverse('tournament_new', args=[club.slug])}?rules=set:{saved.pk}")
    return HttpResponseRedirect(saved.get_absolute_url())


@require_http_methods(["GET", "HEAD", "POST"])
def rule_set(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One version of a club's rules, readable for ever; whoever runs the club uses it or puts it away."""
    club = get_object_or_404(Club.objects.visible_to(request.user), slug=slug)
    rules = get_object_or_404(HouseRules, club=club, pk=pk)
    rules.club = club
    if request.method == "POST":
        return _act(request, rules)
    ruleset = RuleSet.from_value(rules.rules)
    preset = PRESETS.get(rules.preset)
    context = {
        "club": club,
        "rule_set": rules,
        "example": worked_example(ruleset),
        "groups": grouped(rule_book(ruleset, preset)),
        "missing": left_out(ruleset, preset) if preset else [],
        "preset_title": preset_titles().get(rules.preset, rules.preset),
        "versions": HouseRules.objects.filter(is_called("name", rules.name), club=club).order_by("-version"),
        "is_used": club.house_rules == rules.rules,
        "may_manage": may(roles_in_club(request.user, club), Act.MANAGE_CLUB),
    }
    return render_page(request, "tournaments/rule_set.html", context, section="clubs")


def _act(request: HttpRequest, rules: HouseRules) -> HttpResponse:
    if not request.user.is_authenticated:
        raise PermissionDenied
    by, act = by_web(request), request.POST.get("act", "")
    try:
        if act == "use":
            use_in_club(rules, by=by)
            messages.success(request, one_stop(_("The club plays by %(name)s now.") % {"name": rules.name}))
        elif act in ("archive", "restore"):
            archive_house_rules(rules, by=by, is_archived=act == "archive")
        else:
            require_in_club(by, rules.club, Act.MANAGE_CLUB)  # and nothing to do
    except NotAllowed as error:
        return refused(request, error, back=rules.get_absolute_url(), back_text=rules.name)
    return HttpResponseRedirect(rules.get_absolute_url())


def _start(request: HttpRequest, club: Club) -> tuple[str, RuleSet, str]:
    """What to start from: rules of the club (`from`), or a preset; and the name to keep."""
    typed = request.POST if request.method == "POST" else request.GET
    number = typed.get("from", "")
    if number:
        old = get_object_or_404(HouseRules, club=club, pk=int(number) if _is_id(number) else 0)
        return old.preset, RuleSet.from_value(old.rules), old.name
    preset = typed.get("preset", "oh-hell")
    if preset not in PRESETS:
        raise Http404
    return preset, PRESETS[preset], ""


def _is_id(text: str) -> bool:
    return whole(text) is not None


def grouped(rules: list[Rule]) -> list[tuple[str, list[Rule]]]:
    """The rules under the headings of their groups."""
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        found.setdefault(rule.group, []).append(rule)
    return [(str(GROUPS[group]), lines) for group, lines in found.items()]


def _page(
    request: HttpRequest, club: Club, preset: str, form: RulesForm, *, status: int = 200
) -> HttpResponse:
    rules = form.rules if form.is_bound else form.base
    theirs = PRESETS[preset]
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "is_fragment": wants_fragment(request),  # then each question gets its own errors as well
        "preset": preset,
        "presets": list(preset_titles().items()),
        "preset_title": preset_titles()[preset],
        "from": request.POST.get("from") or request.GET.get("from") or "",
        "example": worked_example(rules) if rules else "",
        "groups": grouped(rule_book(rules, theirs)) if rules else [],
        "missing": left_out(rules, theirs) if rules else [],
    }
    return render_page(
        request,
        "organise/rules_new.html",
        context,
        section="clubs",
        fragment="organise/_rules_preview.html",
        status=status,
    )
