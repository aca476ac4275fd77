"""Acts on a round that is published: close it, take it back, let people come and go, prove its draw."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.acting import by_web
from clubs.errors import Conflict, EldestHandError, NotAllowed
from clubs.pages import render_page
from clubs.rights import Act, may
from clubs.sentences import one_stop
from clubs.typed import whole
from tournaments.errors import TournamentError
from tournaments.models import Entry, Presence, Round, Tournament
from tournaments.rights import roles_in
from tournaments.services import rounds
from tournaments.services.entries import set_presence
from tournaments.services.joining import join_table, leave_round
from tournaments.services.leaving import Outcome, leave_game
from tournaments.services.orders import is_long
from tournaments.services.proving import prove_draw
from tournaments.views.organise.draw_page import draw_page, here, refused_draw
from tournaments.views.organise.guards import drafting_tournament
from tournaments.views.organise.open_round import is_last
from tournaments.views.organise.seating_words import PROOFS, proof


@require_POST
def round_unpublish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a published round back to the board, with a reason, while nothing is entered."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    published = _round(tournament, number)
    reason = request.POST.get("reason", "").strip()
    try:
        if not reason:
            raise TournamentError(
                _("Say why the round is taken back: people have seen it."), code="reason_missing"
            )
        rounds.unpublish_round(published, by=by_web(request), reason=reason)
    except (NotAllowed, Conflict) as error:
        return refused_draw(request, tournament, error)
    except EldestHandError as error:
        return draw_page(request, tournament, refusal=error)
    messages.success(request, _("Round %(n)d is a draft again: nobody else sees it.") % {"n": number})
    return HttpResponseRedirect(here(tournament))


@require_POST
def round_close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The round is over; pressed twice it is closed once."""
    tournament = drafting_tournament(request, slug, Act.FINISH)
    published = _round(tournament, number)
    if published.state != Round.State.CLOSED:
        try:
            rounds.close_round(published, by=by_web(request))
        except (NotAllowed, Conflict) as error:
            return refused_draw(request, tournament, error)
        messages.success(request, _("Round %(n)d is closed.") % {"n": number})
    return HttpResponseRedirect(here(tournament))


@require_POST
def round_people(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Somebody comes or goes: `to` is a table (`t3`), `wait`, `leave`, or the person who takes the seat (`p12`).

    In the middle of a game: `stop`, `void`, or the person who plays on (`s12`), from `hand` on.
    """
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    published = _round(tournament, number)
    try:
        who = _entry(tournament, request.POST.get("who", ""))
        messages.success(request, _done(request, published, who, request.POST.get("to", "")))
    except (NotAllowed, Conflict) as error:
        return refused_draw(request, tournament, error)
    except EldestHandError as error:
        if tournament.is_open_night:  # its tables stand on the page of the queue, which has no board
            return refused_draw(request, tournament, error)
        return draw_page(request, tournament, refusal=error)
    return HttpResponseRedirect(here(tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def draw_proof(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a draw was made from; a post computes it again."""
    tournament = drafting_tournament(request, slug, Act.READ_DRAFTS)
    drawn = _round(tournament, number)
    is_too_long = is_long(len(drawn.seating_input.get("players") or ()))
    found = prove_draw(drawn) if request.method == "POST" and not is_too_long else None
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "round": drawn,
        "facts": proof(drawn),
        "found": found,
        "words": PROOFS[found.outcome] if found else "",
        "is_long": is_too_long,
        "may_run": may(roles_in(request.user, tournament), Act.RUN_ROUNDS),
    }
    response = render_page(request, "organise/proof.html", context, section="tournaments")
    response["Cache-Control"] = "no-store"
    return response


def _done(request: HttpRequest, published: Round, who: Entry, to: str) -> str:
    by = by_web(request)
    values = {"who": who.player.display_name, "n": published.number}
    if to == "wait":
        set_presence(who, status=Presence.Status.STAND_BY, by=by)
        return _("%(who)s stands by.") % values
    if to == "next" and not is_last(published):
        set_presence(who, status=Presence.Status.PRESENT, by=by)
        return _("%(who)s plays from the next round on.") % values
    if to.startswith("t") and to[1:].isascii() and to[1:].isdigit() and len(to) < 5:
        join_table(published, entry=who, table_number=int(to[1:]), by=by)
        return _("%(who)s sits at table %(table)s.") % {**values, "table": to[1:]}
    if to in (Outcome.STOP, Outcome.VOID) or to.startswith("s"):
        return _left_in_the_middle(request, published, who, to)
    if to == "leave" or to.startswith("p"):
        substitute = None if to == "leave" else _entry(published.tournament, to[1:])
        if leave_round(published, entry=who, by=by, substitute=substitute):
            return _("%(who)s has no seat any more in round %(n)d.") % values
        if is_last(published):
            return _("%(who)s has left; this round stays as it is.") % values
        return _("%(who)s gets no seat from the next round on; this round stays as it is.") % values
    raise TournamentError(_("Choose what is to happen."), code="nothing_chosen")


def _left_in_the_middle(request: HttpRequest, published: Round, who: Entry, to: str) -> str:
    new = None if to in (Outcome.STOP, Outcome.VOID) else _entry(published.tournament, to[1:])
    typed = request.POST.get("hand", "").strip()
    is_void = to == Outcome.VOID
    may_be_blank = (
        published.tournament.is_open_night and not typed
    )  # the first that is not whole on the sheet
    if not is_void and not may_be_blank and whole(typed, digits=3) is None:
        values = {"who": who.player.display_name, "new": new.player.display_name if new is not None else ""}
        raise TournamentError(
            one_stop(_("Write the number of the first hand that %(new)s plays for %(who)s.") % values)
            if new is not None
            else _("Write the number of the first hand that %(who)s does not play.") % values,
            code="bad_hand",
        )
    leave_game(
        published,
        entry=who,
        outcome=Outcome.SUBSTITUTE if new is not None else to,
        hand=None if is_void or may_be_blank else int(typed),
        substitute=new.player if new is not None else None,
        reason=request.POST.get("reason", ""),
        by=by_web(request),
    )
    values = {"who": who.player.display_name, "hand": typed}
    if may_be_blank and not is_void:
        return _("%(who)s has left the table; the hands that are on its sheet stay.") % values
    if new is not None:
        values["new"] = new.player.display_name
        return one_stop(_("%(new)s plays for %(who)s from hand %(hand)s on.") % values)
    if is_void:
        return _("%(who)s has left; the game is void.") % values
    return _("%(who)s has left before hand %(hand)s; the points so far count.") % values


def _round(tournament: Tournament, number: int) -> Round:
    found = get_object_or_404(tournament.rounds.select_related("tournament__club"), number=number)
    found.tournament = tournament
    return found


def _entry(tournament: Tournament, text: str) -> Entry:
    is_id = whole(text) is not None
    entries = tournament.entries.select_related("player__merged_into")
    found = entries.filter(pk=int(text)).first() if is_id else None
    if found is None:
        raise TournamentError(_("Choose a name from the list."), code="nobody_chosen")
    found.tournament = tournament
    return found
