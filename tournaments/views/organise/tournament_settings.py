"""Change a tournament; what decides places after the first round needs a second word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import Conflict, EldestHandError, NotAllowed
from clubs.pages import in_zone, render_page
from clubs.rights import Act
from tournaments.forms import AS_IT_IS, TournamentForm, known_tie_breaks, settings_of, typed_chain
from tournaments.models import Tournament
from tournaments.services.effects import effects_of_settings
from tournaments.services.settings import change_settings
from tournaments.standings import DEFAULT_CHAINS
from tournaments.standings.advice import default_chain, default_table_points
from tournaments.views.criteria_words import criterion
from tournaments.views.organise.guards import tournament_for
from tournaments.views.organise.rule_choices import own_choice, preset_choices, set_choices

NEW_ADDRESS = gettext_lazy("It has a new address now that nobody can guess: hand out this one.")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def tournament_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The settings; a change that moves places says which before it is done (`scenarios.md` S28)."""
    tournament = tournament_for(request, slug, Act.CHANGE_RULES)
    here = reverse("tournament_settings", args=[slug])
    with in_zone(tournament.club.time_zone):
        if request.method != "POST":
            form = TournamentForm(initial=settings_of(tournament), club=tournament.club, is_new=False)
            return _page(request, tournament, form)
        form = TournamentForm(request.POST, club=tournament.club, is_new=False)
        if not form.is_valid():
            return _page(request, tournament, form, status=422)
        changes = _changes(form, tournament)
        is_confirmed = bool(request.POST.get("confirmed"))
        try:
            changed = change_settings(tournament, by=by_web(request), changes=changes, confirmed=is_confirmed)
        except (NotAllowed, Conflict) as error:
            return refused(request, error, back=here, back_text=_("Back to the settings"))
        except EldestHandError as error:
            if error.code != "confirmation_needed":
                form.add_error(None, error.message)
                return _page(request, tournament, form, status=error.status)
            return _page(
                request, tournament, form, question=error, effects=_effects(tournament, changes), status=422
            )
    messages.success(request, _("The settings are changed."))
    if changed.slug != slug:
        messages.info(request, NEW_ADDRESS)
    return HttpResponseRedirect(reverse("tournament_settings", args=[changed.slug]))


def _changes(form: TournamentForm, tournament: Tournament) -> dict[str, Any]:
    """What the form says, less what it only rounds: seconds, and `shared`, by which every chain ends."""
    values = form.cleaned_data
    sizes = values["table_sizes"]
    changes = {
        name: values[name]
        for name in ("name", "starts_at", "table_sizes", "n_rounds", "draw", "season", "visibility")
    }
    changes["table_points"] = form.worth or default_table_points(sizes)
    is_open = values["draw"] == Tournament.Draw.OPEN
    changes["tie_breaks"] = form.chain or list(
        DEFAULT_CHAINS["open-night"] if is_open else default_chain(sizes)
    )
    changes |= form.counts
    if typed_chain(changes["tie_breaks"]) == typed_chain(tournament.tie_breaks):
        del changes["tie_breaks"]
    if changes["starts_at"] == tournament.starts_at.replace(second=0, microsecond=0):
        del changes["starts_at"]
    if values["on_leaving"]:
        changes["on_leaving"] = values["on_leaving"]
    if values["rules"] != AS_IT_IS:
        changes["rules"] = values["rules"]
    return changes


def _effects(tournament: Tournament, changes: Mapping[str, Any]) -> list[str]:
    """Who would change places in the newest list: `Ada: from place 2 to 1`, in the order of the old one."""
    moved = [
        move for move in effects_of_settings(tournament, changes) if move.place_before != move.place_after
    ]
    return [
        _("%(name)s: from place %(old)s to %(new)s")
        % {
            "name": move.entry.player.display_name,
            "old": move.place_before or "–",
            "new": move.place_after or "–",
        }
        for move in sorted(
            moved, key=lambda move: (move.place_before is None, move.place_before, move.entry.pk)
        )
    ]


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: TournamentForm,
    *,
    question: EldestHandError | None = None,
    effects: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    chain = form.chain if form.is_bound else tournament.tie_breaks
    context: dict[str, Any] = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "question": question,
        "effects": effects or [],
        "house": own_choice(AS_IT_IS, _("as they are"), tournament.rules),
        "presets": [*set_choices(tournament.club), *preset_choices()],
        "criteria": [(key, criterion(key)) for key in known_tie_breaks()],
        "chain": typed_chain(chain),
    }
    return render_page(
        request, "organise/tournament_settings.html", context, section="tournaments", status=status
    )
