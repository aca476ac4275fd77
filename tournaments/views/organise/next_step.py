"""What the people who run an evening do next: one sentence, one act, the way there."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import User
from clubs.rights import Act, may
from tournaments.models import Round, Tournament
from tournaments.rights import roles_in
from tournaments.services.entries import statuses
from tournaments.services.queue import night_of
from tournaments.views.organise.door_list import SEATED


@dataclass(frozen=True, slots=True)
class NextStep:
    text: str
    url: str
    act: str


def next_step_of(user: User | AnonymousUser, tournament: Tournament) -> NextStep | None:
    """For those who may call the roll; None for everybody else, without a query for visitors.

    At most five queries, whatever the size.
    """
    if not user.is_authenticated or tournament.closed_at is not None:
        return None
    roles = roles_in(user, tournament)
    if not may(roles, Act.CALL_ROLL):
        return None
    if tournament.is_open_night:
        return _queue(tournament)
    last = tournament.rounds.order_by("-number").first()
    if last is not None and last.state == Round.State.DRAFT:
        text = _("Round %(n)d is drawn and nobody else sees it yet.") % {"n": last.number}
        return NextStep(text, _to("draw", tournament), _("Look at the draft"))
    if last is not None and last.state == Round.State.PUBLISHED:
        return _sheets(tournament, last)
    if last is not None and last.number >= tournament.n_rounds:
        text = ngettext("The %(n)d planned round is over.", "All %(n)d planned rounds are over.", last.number)
        way = "tournament_close" if may(roles, Act.FINISH) else "tournament_log"
        return NextStep(text % {"n": last.number}, _to(way, tournament), _("Close the evening"))
    number = last.number + 1 if last is not None else 1
    n_here = sum(status in SEATED for status in statuses(tournament, number).values())
    if n_here == 0:
        return NextStep(_("Nobody is marked as here yet."), _to("door", tournament), _("Call the roll"))
    text = ngettext("%(n)d person is here.", "%(n)d people are here.", n_here) % {"n": n_here}
    if not may(roles, Act.RUN_ROUNDS):
        return NextStep(text, _to("door", tournament), _("Call the roll"))
    return NextStep(text, _to("draw", tournament), _("Draw round %(n)d") % {"n": number})


def _queue(tournament: Tournament) -> NextStep:
    n = len(night_of(tournament).waiting)
    if not n and not tournament.rounds.exists():
        return NextStep(_("Nobody is marked as here yet."), _to("door", tournament), _("Call the roll"))
    text = ngettext("%(n)d person waits for a table.", "%(n)d people wait for a table.", n) % {"n": n}
    return NextStep(text, _to("queue", tournament), _("To the queue"))


def _sheets(tournament: Tournament, published: Round) -> NextStep:
    n = published.tables.count()
    n_in = published.tables.filter(game__revision__gt=0).count()
    text = ngettext("%(done)d of %(n)d sheet is in.", "%(done)d of %(n)d sheets are in.", n) % {
        "done": n_in,
        "n": n,
    }
    if n_in == n:
        return NextStep(text, _to("draw", tournament), _("Close round %(n)d") % {"n": published.number})
    return NextStep(text, _to("sheet_pile", tournament) or _to("draw", tournament), _("Enter sheets"))


def _to(name: str, tournament: Tournament) -> str:
    """Empty where this site has no such page."""
    try:
        return reverse(name, args=[tournament.slug])
    except NoReverseMatch:
        return ""
