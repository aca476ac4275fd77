"""A tournament: where do I sit, what happens next."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubs.namesakes import tell_apart
from clubs.pages import in_zone, render_page
from games.engine import EngineError
from games.views.rule_words import rule_sentences
from tournaments.models import Entry, Round, Tournament
from tournaments.services.freshness import catch_up_for
from tournaments.services.queue import night_of
from tournaments.views.access import own_entry_id, visible_tournament
from tournaments.views.clock import clock_view
from tournaments.views.leaders import Leaders, leaders_of
from tournaments.views.organise.next_step import next_step_of
from tournaments.views.seating import Seating, seating_of_rounds

LEAVING = {
    Tournament.Leaving.ASK: gettext_lazy(
        "When somebody leaves in the middle of a game, the director decides what becomes of it."
    ),
    Tournament.Leaving.STOP: gettext_lazy(
        "Who leaves in the middle of a game keeps the points so far; the others play on."
    ),
    Tournament.Leaving.SUBSTITUTE: gettext_lazy(
        "When somebody leaves in the middle of a game, a substitute plays on; the line in the standings stays."
    ),
    Tournament.Leaving.VOID: gettext_lazy("When somebody leaves in the middle of a game, the game is void."),
}
"""The rule of a tournament for games that somebody leaves, as its page says it."""


@require_safe
def tournament_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """The programme, the tables of the round in play, who leads. Query count is the same for 9 and 250 players."""
    tournament = visible_tournament(request.user, slug)
    catch_up_for(request.user, tournament)
    own_entry = own_entry_id(request.user, tournament)
    rounds = list(Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT))
    current = rounds[-1] if rounds else None
    playing = [one for one in rounds if one.state == Round.State.PUBLISHED]
    is_night = tournament.is_open_night
    is_open = current is not None and current.state == Round.State.PUBLISHED and not is_night
    leaders = leaders_of(tournament)
    entries = []
    if current is None:
        entries = list(tournament.entries.select_related("player__merged_into"))
        tell_apart((entry.player for entry in entries), club=tournament.club)
    seating = (
        seating_of_rounds(tournament, playing if is_night else [current], own_entry) if current else None
    )
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "rounds": [] if is_night else rounds,
        "ahead": range(len(rounds) + 1, tournament.n_rounds + 1)
        if tournament.closed_at is None and not is_night
        else (),
        "is_night": is_night,
        "queue": [one.entry.player for one in night_of(tournament).waiting] if is_night else [],
        "current": current,
        "is_open": is_open,
        "clock": None if is_night else clock_view(current),
        "seating": seating,
        "entries": entries,
        "n_entries": len(entries) if current is None else Entry.objects.filter(tournament=tournament).count(),
        "leaders": leaders,
        "hides_end": current is not None
        and tournament.frozen_after is not None
        and tournament.frozen_after < current.number,
        "is_on_the_way": is_open and _is_on_the_way(leaders, current, seating),
        "mine": _own_place(leaders, own_entry),
        "rule_words": _rules(tournament),
        "leaving": LEAVING[Tournament.Leaving(tournament.on_leaving)],
        "next_step": next_step_of(request.user, tournament),
    }
    with in_zone(tournament.club.time_zone):
        return render_page(request, "tournaments/detail.html", context, section="tournaments")


def _is_on_the_way(leaders: Leaders | None, current: Round | None, seating: Seating | None) -> bool:
    """Whether the newest list is one of the round that is being played, with tables that have no result yet."""
    if leaders is None or current is None or seating is None or leaders.after != current.number:
        return False
    return not all(table.is_scored or table.is_void for table in seating.tables)


def _own_place(leaders: Leaders | None, own_entry: int | None) -> tuple[int | None, str] | None:
    if leaders is None or own_entry is None:
        return None
    return next(((s.place, s.total) for s in leaders.rows if s.entry_id == own_entry), None)


def _rules(tournament: Tournament) -> list[str]:
    try:
        return rule_sentences(tournament.ruleset)
    except EngineError:
        return []
