"""What the director wants of every draw, on a page: who is kept apart, who has a table of their own, clubs apart."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.acting import by_web, refused
from clubs.errors import Conflict, EldestHandError, NotAllowed
from clubs.folding import in_order
from clubs.pages import render_page
from clubs.rights import Act, may
from clubs.typed import whole
from tournaments.errors import TournamentError
from tournaments.models import Entry, SeatingWish, Tournament
from tournaments.rights import roles_in
from tournaments.services.namesakes import tell_apart_at
from tournaments.services.wishes import drop_wish, fix_table, keep_apart, keep_clubs_apart, wishes_of
from tournaments.views.organise.guards import drafting_tournament


@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: HttpRequest, slug: str) -> HttpResponse:
    """The wishes in force, and three small forms."""
    tournament = drafting_tournament(
        request, slug, Act.RUN_ROUNDS if request.method == "POST" else Act.READ_DRAFTS
    )
    if request.method != "POST":
        return _page(request, tournament)
    try:
        _wished(request, tournament)
    except (NotAllowed, Conflict) as error:
        return refused(request, error, back=_here(tournament), back_text=_("Back to the wishes"))
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    messages.success(request, _("Every draw from now on honours it."))
    return HttpResponseRedirect(_here(tournament))


@require_POST
def wish_drop(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a wish back; pressed twice it is taken back once."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    wish = get_object_or_404(SeatingWish, tournament=tournament, pk=pk, cancels=None)
    try:
        drop_wish(wish, by=by_web(request))
    except (NotAllowed, Conflict) as error:
        return refused(request, error, back=_here(tournament), back_text=_("Back to the wishes"))
    messages.success(request, _("The wish was taken back."))
    return HttpResponseRedirect(_here(tournament))


def _wished(request: HttpRequest, tournament: Tournament) -> None:
    typed, by = request.POST, by_web(request)
    kind = typed.get("kind")
    if kind == SeatingWish.Kind.CLUBS:
        keep_clubs_apart(tournament, by=by)
    elif kind == SeatingWish.Kind.APART:
        first, second = (_entry(tournament, typed.get(name, "")) for name in ("first", "second"))
        keep_apart(tournament, first=first, second=second, by=by)
    elif kind == SeatingWish.Kind.TABLE:
        table = typed.get("table", "")
        is_number = whole(table, digits=4) is not None
        entry = _entry(tournament, typed.get("entry", ""))
        fix_table(tournament, entry=entry, table=int(table) if is_number else 0, by=by)
    else:
        raise TournamentError(_("Choose what is wished."), code="nothing_chosen")


def _entry(tournament: Tournament, text: str) -> Entry:
    is_id = whole(text) is not None
    found = tournament.entries.filter(pk=int(text)).first() if is_id else None
    if found is None:
        raise TournamentError(_("Choose a name from the list."), code="nobody_chosen")
    return found


def _page(
    request: HttpRequest, tournament: Tournament, *, refusal: EldestHandError | None = None
) -> HttpResponse:
    found = wishes_of(tournament)
    entries = list(tournament.entries.select_related("player__merged_into"))
    wished = [entry.player for wish in found for entry in (wish.entry, wish.other) if entry is not None]
    tell_apart_at(tournament, [*(entry.player for entry in entries), *wished])
    entries.sort(
        key=lambda entry: in_order(entry.player.display_name),
    )
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "wishes": found,
        "entries": entries,
        "clubs_apart": any(wish.kind == SeatingWish.Kind.CLUBS for wish in found),
        "may_run": may(roles_in(request.user, tournament), Act.RUN_ROUNDS),
        "refusal": refusal,
        "typed": request.POST if refusal else {},
    }
    response = render_page(
        request,
        "organise/wishes.html",
        context,
        section="tournaments",
        status=refusal.status if refusal else 200,
    )
    response["Cache-Control"] = "no-store"
    return response


def _here(tournament: Tournament) -> str:
    return reverse("wishes", args=[tournament.slug])
