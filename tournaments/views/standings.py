"""The standings page: who leads and why."""

from __future__ import annotations

from decimal import Decimal

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubs.fragments import kept_page
from clubs.pages import in_zone, render_page
from clubs.typed import whole
from games.views.corrections import author
from tournaments.models import Penalty, Round, RoundSeat, Tournament
from tournaments.services.freezing import veil_for
from tournaments.services.freshness import catch_up_for
from tournaments.services.namesakes import tell_apart_at
from tournaments.services.settings import late_change_of_places
from tournaments.views.access import own_entry_id, visible_tournament
from tournaments.views.criteria_words import criterion
from tournaments.views.standings_table import standings_table


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The list after the newest round, or after round N by `?after=N`; a round without standings is 404."""
    asked = request.GET.get("after")
    after = _round_number(asked) if asked else None
    if request.user.is_authenticated:
        catch_up_for(request.user, visible_tournament(request.user, slug))
    visible = Tournament.objects.visible_to(request.user).filter(slug=slug)
    state = visible.values_list("uid", "version", "frozen_after", "revealed").first()
    if state is None:
        raise Http404
    key = ":".join(str(part) for part in ("standings", *state))
    return kept_page(
        request, key, lambda: _page(request, visible_tournament(request.user, slug), after), asked={"after"}
    )


def _page(request: HttpRequest, tournament: Tournament, after: int | None) -> HttpResponse:
    veil = veil_for(request.user, tournament)
    penalties = list(_penalties(tournament))
    table = standings_table(
        tournament,
        after=after,
        own_entry=own_entry_id(request.user, tournament),
        penalties=_sums(penalties),
        veil=veil,
    )
    if table is None and after is not None:
        raise Http404
    outs = _sit_outs(tournament, table.after) if table else []
    tell_apart_at(tournament, [*(row.entry.player for row in outs), *(row.entry.player for row in penalties)])
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "table": table,
        "penalties": [{"penalty": penalty, "by": author(penalty.by, penalty.via)} for penalty in penalties],
        "sit_outs": _by_round(outs),
        "chain": table.chain if table else [criterion(key) for key in tournament.tie_breaks],
        "chain_changed_at": late_change_of_places(tournament),
        "veil": veil,
        "is_frozen": tournament.frozen_after is not None,
        "is_newest": table is not None and table.after == table.afters[-1],
    }
    with in_zone(tournament.club.time_zone):
        return render_page(
            request,
            "tournaments/standings.html",
            context,
            section="tournaments",
            fragment="tournaments/_standings.html",
        )


def _round_number(text: str) -> int:
    if whole(text, digits=4) is None:
        raise Http404
    return int(text)


def _penalties(tournament: Tournament) -> list[Penalty]:
    """Penalties that stand: neither cancelled nor a cancellation."""
    rows = Penalty.objects.filter(tournament=tournament, cancels=None, cancelled_by=None)
    return list(rows.select_related("entry__player__merged_into", "by__player"))


def _sums(penalties: list[Penalty]) -> dict[int, str]:
    sums: dict[int, Decimal] = {}
    for penalty in penalties:
        sums[penalty.entry_id] = sums.get(penalty.entry_id, Decimal(0)) + penalty.points
    return {entry: f"{points.normalize():f}" for entry, points in sums.items()}


def _sit_outs(tournament: Tournament, after: int) -> list[RoundSeat]:
    """Who sat out, in the order of the rounds."""
    rows = (
        RoundSeat.objects.filter(round__tournament=tournament, round__number__lte=after, table__isnull=True)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round", "entry__player__merged_into")
        .order_by("round__number", "entry__number")
    )
    return list(rows)


def _by_round(rows: list[RoundSeat]) -> list[tuple[int, list[str]]]:
    found: dict[int, list[str]] = {}
    for row in rows:
        found.setdefault(row.round.number, []).append(row.entry.player.display_name)
    return list(found.items())
