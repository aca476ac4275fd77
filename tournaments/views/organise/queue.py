"""The queue of an open night: who waits, who might sit together now, which tables play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.pages import in_zone, render_page
from clubs.rights import Act, may
from clubs.sentences import one_stop
from clubs.typed import whole
from tournaments.models import Entry, Presence, Table, Tournament
from tournaments.rights import roles_in
from tournaments.services.entries import set_presence
from tournaments.services.leaving import Outcome
from tournaments.services.namesakes import tell_apart_at
from tournaments.services.open_nights import start_table, take_back_table
from tournaments.services.queue import Night, night_of, suggested
from tournaments.views.organise.guards import tournament_for

MOST_NAMED = 3


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """The queue with its suggestion; posted: a table for those who are ticked. `?size=3` suggests for that size."""
    tournament = _night(request, slug, Act.RUN_ROUNDS if request.method == "POST" else Act.CALL_ROLL)
    if request.method != "POST":
        return _page(request, tournament)
    ticked = [int(text) for text in request.POST.getlist("who") if whole(text) is not None]
    people = list(tournament.entries.filter(pk__in=ticked).select_related("player__merged_into"))
    try:
        table = start_table(tournament, people, by=by_web(request))
    except NotAllowed as error:
        return refused(request, error, back=_here(tournament), back_text=_("Back to the queue"))
    except EldestHandError as error:
        return _page(request, tournament, refusal=error, ticked=ticked)
    names = ", ".join(entry.player.display_name for entry in people)
    values = {"table": table.number, "names": names}
    messages.success(request, one_stop(_("Table %(table)d plays: %(names)s.") % values))
    return HttpResponseRedirect(_here(tournament))


@require_POST
@signed_in
def queue_say(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody rests, waits again or goes home."""
    tournament = _night(request, slug, Act.CALL_ROLL)
    status, who = request.POST.get("as", ""), whole(request.POST.get("who", ""))
    entry = get_object_or_404(tournament.entries.select_related("player__merged_into"), pk=who or 0)
    if status not in (Presence.Status.PRESENT, Presence.Status.STAND_BY, Presence.Status.LEFT):
        raise Http404
    entry.tournament = tournament
    try:
        set_presence(entry, status=status, by=by_web(request))
    except EldestHandError as error:
        return refused(request, error, back=_here(tournament), back_text=_("Back to the queue"))
    return HttpResponseRedirect(_here(tournament))


@require_POST
@signed_in
def queue_take_back(request: HttpRequest, slug: str, sheet: int) -> HttpResponse:
    """A table was started by mistake: its people wait again."""
    tournament = _night(request, slug, Act.RUN_ROUNDS)
    tables = Table.objects.select_related("round__tournament__club", "tournament__club")
    table = get_object_or_404(tables, tournament=tournament, sheet_number=sheet)
    try:
        take_back_table(table, by=by_web(request), reason=_("started by mistake"))
    except NotAllowed as error:
        return refused(request, error, back=_here(tournament), back_text=_("Back to the queue"))
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    return HttpResponseRedirect(_here(tournament))


def _night(request: HttpRequest, slug: str, act: Act) -> Tournament:
    tournament = tournament_for(request, slug, act)
    if not tournament.is_open_night:
        raise Http404
    return tournament


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    refusal: EldestHandError | None = None,
    ticked: Sequence[int] | None = None,
) -> HttpResponse:
    night = night_of(tournament)
    tell_apart_at(
        tournament,
        [
            *(one.entry.player for one in night.waiting),
            *(entry.player for entry in night.resting),
            *(entry.player for table in night.playing for entry in table.people),
        ],
    )
    size = _size(request, night)
    offered = suggested(night, size) if size else ()
    chosen = {entry.pk for entry in offered} if ticked is None else set(ticked)
    roles = roles_in(request.user, tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "club": tournament.club,
        "night": night,
        "size": size,
        "sizes": sorted(night.open_sizes),
        "lines": [(one, one.entry.pk in chosen) for one in night.waiting],
        "ways": _ways_to_leave(tournament, night),
        "why": _why(night, offered) if ticked is None else "",
        "lacking": _lacking(night),
        "refusal": refusal,
        "may_start": may(roles, Act.RUN_ROUNDS) and tournament.closed_at is None,
    }
    with in_zone(tournament.club.time_zone):
        return render_page(
            request,
            "organise/queue.html",
            context,
            section="tournaments",
            fragment="organise/_queue.html",
            status=refusal.status if refusal else 200,
        )


def _ways_to_leave(tournament: Tournament, night: Night) -> list[tuple[str, str]]:
    """What may become of a game that somebody leaves, as `round_people` hears it; the rule of the evening first."""
    free = [*(one.entry for one in night.waiting), *night.resting]
    ways = {
        Outcome.STOP: [(str(Outcome.STOP), _("the points so far count, the others play on"))],
        Outcome.SUBSTITUTE: [
            (f"s{entry.pk}", _("%(name)s plays on") % {"name": entry.player.display_name}) for entry in free
        ],
        Outcome.VOID: [(str(Outcome.VOID), _("the game is void"))],
    }
    by_rule = sorted(ways, key=lambda outcome: outcome != tournament.on_leaving)
    return [way for outcome in by_rule for way in ways[outcome]]


def _size(request: HttpRequest, night: Night) -> int:
    """The size asked for where enough wait for it, else the one to be offered first; 0 where there is none."""
    asked = whole(request.GET.get("size", ""))
    if asked in night.open_sizes:
        return int(asked or 0)
    return night.open_sizes[0] if night.open_sizes else 0


def _lacking(night: Night) -> str:
    if not night.n_lacking:
        return ""
    return ngettext(
        "%(n)d more person, and a table of %(size)d can start.",
        "%(n)d more people, and a table of %(size)d can start.",
        night.n_lacking,
    ) % {"n": night.n_lacking, "size": min(night.sizes)}


def _why(night: Night, offered: Sequence[Entry]) -> str:
    """What speaks for the suggestion, or against it."""
    if not offered:
        return ""
    again = [
        _("%(one)s and %(other)s") % {"one": a.player.display_name, "other": b.player.display_name}
        for a, b in combinations(offered, 2)
        if night.met.get(frozenset((a.pk, b.pk)))
    ]
    if not again:
        return _("Nobody of them has met tonight.")
    if len(again) <= MOST_NAMED:
        return one_stop(_("Have met tonight: %(pairs)s.") % {"pairs": "; ".join(again)})
    return ngettext(
        "%(n)d pair of them has met tonight; fewer is not possible with those who waited longest.",
        "%(n)d pairs of them have met tonight; fewer is not possible with those who waited longest.",
        len(again),
    ) % {"n": len(again)}


def _here(tournament: Tournament) -> str:
    return reverse("queue", args=[tournament.slug])
