"""The clock of the round that is being played: one page for the wall, with the director's words below it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.errors import EldestHandError
from clubs.pages import in_zone, render_page
from clubs.rights import Act
from tournaments.models import Round, Tournament
from tournaments.rights import may_in
from tournaments.services.clocks import WARNING, Clock, clock_answer, clock_of, milliseconds, open_round
from tournaments.views.access import visible_tournament

USUAL_MINUTES = 45


@dataclass(frozen=True, slots=True)
class ClockView:
    """A clock as a page shows it: times for readers, milliseconds since 1970 for the script that counts down.

    With a `table` it is that table's own, extra time included.
    """

    round: Round
    clock: Clock
    table: int | None = None

    @property
    def ends_at(self) -> datetime | None:
        return self.clock.deadline(self.table)

    @property
    def ends(self) -> int | None:
        return milliseconds(self.ends_at)

    @property
    def left(self) -> str:
        """`12:30`, `1:05:00` or `−2:10` on a paused clock, which does not change; empty while it runs."""
        seconds = self.clock.left(timezone.now(), self.table) if self.clock.is_paused else None
        if seconds is None:
            return ""
        minutes, rest = divmod(abs(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        shown = f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
        return f"−{shown}" if seconds < 0 else shown

    @property
    def warning(self) -> int:
        return WARNING

    @property
    def tables(self) -> list[dict[str, Any]]:
        """The tables with time of their own; a table's own clock names none."""
        if self.table is not None:
            return []
        return [
            {
                "number": number,
                "minutes": seconds // 60,
                "ends_at": self.clock.deadline(number),
                "ends": milliseconds(self.clock.deadline(number)),
            }
            for number, seconds in sorted(self.clock.tables.items())
            if seconds
        ]


def clock_view(current: Round | None, table: int | None = None) -> ClockView | None:
    """The clock of a round that is being played, or of one of its tables, if one was started. One query."""
    if current is None or current.state != Round.State.PUBLISHED:
        return None
    clock = clock_of(current)
    return ClockView(current, clock, table) if clock.is_on else None


@require_safe
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """The clock, large enough for the wall; who runs the rounds finds the words for it underneath."""
    return clock_page(request, visible_tournament(request.user, slug))


def clock_page(
    request: HttpRequest, tournament: Tournament, *, refusal: EldestHandError | None = None
) -> HttpResponse:
    current = open_round(tournament)
    state = clock_of(current) if current is not None else Clock()
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "round": current,
        "clock": ClockView(current, state) if current is not None and state.is_on else None,
        "state": state,
        "may_set": may_in(request.user, tournament, Act.RUN_ROUNDS) and current is not None,
        "tables": current.tables.order_by("number") if current is not None else [],
        "usual_minutes": USUAL_MINUTES,
        "refusal": refusal,
        "typed": request.POST if refusal else {},
    }
    with in_zone(tournament.club.time_zone):
        return render_page(
            request,
            "tournaments/clock.html",
            context,
            section="tournaments",
            status=refusal.status if refusal else 200,
        )


@require_safe
@never_cache
def clock_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The server's time and the clock's, for screens whose own clocks differ. Milliseconds since 1970."""
    tournament = visible_tournament(request.user, slug)
    return JsonResponse(clock_answer(open_round(tournament)))
