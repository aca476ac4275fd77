"""The page of a game: what happened at this table. It stands here because its breadcrumb names the tournament."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.models import Player
from clubs.namesakes import tell_apart
from clubs.pages import in_zone, render_page
from clubs.sentences import isolated
from games.engine import EngineError, Score, Sheet, score_sheet
from games.models import Game, Seat, SheetDecision, SheetRevision, SheetState
from games.services import facts
from games.views.corrections import author, corrections, judgements
from games.views.rule_words import rule_sentences
from games.views.sheet_table import SheetTable, sheet_table
from ratings.models import RatingEvent
from ratings.services.explaining import SeatInWords, explain_events
from ratings.services.ladders import system_of
from tournaments.models import Table
from tournaments.querysets import games_visible_to
from tournaments.services.namesakes import tell_apart_at
from tournaments.views.access import visible_tournament
from tournaments.views.criteria_words import criterion
from tournaments.views.desk import table_of_sheet


@require_safe
def game_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """The sheet as on paper, its corrections, what it did to the ratings. Twelve queries at most for any sheet."""
    return _page(request, get_object_or_404(games_visible_to(request.user).select_related("club"), pk=pk))


@require_safe
def evening_game(request: HttpRequest, slug: str, n: int) -> HttpResponse:
    """The same by the number of the sheet: who has the address of an unlisted evening reads its games here."""
    table = table_of_sheet(visible_tournament(request.user, slug), n)
    assert table.game is not None
    return _page(request, table.game)


def _page(request: HttpRequest, game: Game) -> HttpResponse:
    seats = list(game.seats.select_related("player__merged_into"))
    holders = _holders(seats)
    revisions = list(game.revisions.select_related("by__player"))
    table = Table.objects.filter(game=game).select_related("round__tournament__season").first()
    rated = _rated(game, seats)
    named = _named(revisions) if len(revisions) > 1 else []
    _tell_apart(game, table, [*(seat.player for seat in seats), *_told_of(rated), *named])
    sheet, score, shown = _scored(game, revisions, holders)
    names = {str(player.uid): player.display_name for player in named}
    context = {
        "game": game,
        "club": game.club,
        "table": table,
        "tournament": table.round.tournament if table else None,
        "sheet": shown,
        "seats": seats,
        **_outcome(holders),
        "ties": _ties(score, holders) if score else [],
        "adjustments": _adjustments(sheet, holders) if sheet else [],
        "corrections": corrections(game, revisions, names),
        "judgements": judgements(game),
        "keyed": _keyed(revisions),
        "verified": _verified(game),
        "rated": rated,
        "rule_words": _rules(game),
        "is_void": game.state == SheetState.VOID,
        "n_players": len(holders),
    }
    with in_zone(game.club.time_zone if game.club else "UTC"):
        return render_page(request, "games/detail.html", context, section="tournaments")


def _holders(seats: list[Seat]) -> list[list[Seat]]:
    """The stints of each seat in order of time."""
    held: dict[int, list[Seat]] = {}
    for seat in seats:
        held.setdefault(seat.number, []).append(seat)
    return [held[number] for number in sorted(held)]


def _outcome(holders: list[list[Seat]]) -> dict[str, object]:
    """Who won and by how much; `lead` None where the last deal or a criterion decided, or nothing is scored."""
    last = [stints[-1] for stints in holders if stints[-1].place is not None]
    last.sort(key=lambda seat: (seat.place or 0, seat.number))
    winners = [seat.player for seat in last if seat.place == 1 and seat.player is not None]
    totals = [seat.total for seat in last if seat.total is not None]
    lead = totals[0] - totals[1] if len(totals) > 1 and len(winners) == 1 else None
    return {
        "winners": winners,
        "total": totals[0] if totals else None,
        "lead": lead if lead and last[1].player is not None else None,
        "runner_up": last[1].player if len(last) > 1 else None,
    }


def _scored(
    game: Game, revisions: list[SheetRevision], holders: list[list[Seat]]
) -> tuple[Sheet | None, Score | None, SheetTable | None]:
    """The current sheet and the engine's word on it; nothing before the first revision."""
    current = next((revision for revision in revisions if revision.number == game.revision), None)
    if current is None:
        return None, None, None
    try:
        sheet = Sheet.from_value(facts.full_sheet(game, current.sheet))
    except EngineError:
        return None, None, None
    score = score_sheet(sheet, with_suspects=False)
    return sheet, score, sheet_table(sheet, score, holders)


def _named(revisions: list[SheetRevision]) -> list[Player]:
    """Everybody any revision speaks of. One query."""
    uids = {uid for revision in revisions for uid in revision.sheet.get("players", []) if uid}
    return list(Player.objects.filter(uid__in=uids))


def _told_of(rated: list[SeatInWords]) -> list[Player]:
    """Whom the words about the ratings name."""
    return [one for seat in rated for one in (seat.player, *(duel.other for duel in seat.duels))]


def _tell_apart(game: Game, table: Table | None, people: list[Player | None]) -> None:
    if table is not None:
        tell_apart_at(table.round.tournament, people)
    else:
        tell_apart((player for player in people if player is not None), club=game.club)


def _name(stints: list[Seat]) -> str:
    people = [stint.player.display_name for stint in stints if stint.player is not None]
    return " / ".join(isolated(name) for name in dict.fromkeys(people)) or "–"


def _ties(score: Score, holders: list[list[Seat]]) -> list[str]:
    """What separated neighbours of equal totals, a sentence for each two."""
    lines = []
    for tie in score.decided_by:
        for above, below, key in zip(tie.seats, tie.seats[1:], tie.by, strict=False):
            values = {
                "above": _name(holders[above]),
                "below": _name(holders[below]),
                "criterion": criterion(key),
            }
            if key == "shared":
                lines.append(
                    _("%(above)s and %(below)s are level in everything and share the place.") % values
                )
            else:
                lines.append(_("%(above)s before %(below)s by %(criterion)s.") % values)
    return lines


def _adjustments(sheet: Sheet, holders: list[list[Seat]]) -> list[dict[str, object]]:
    return [
        {
            "hand": number,
            "name": _name(holders[entry.seat]),
            "points": entry.points,
            "reason": entry.reason or "",
        }
        for number, deal in enumerate(sheet.deals, start=1)
        for entry in deal.adjustments
    ]


def _keyed(revisions: list[SheetRevision]) -> dict[str, object] | None:
    if not revisions:
        return None
    return {"by": author(revisions[0].by, revisions[0].via), "at": revisions[0].at}


def _verified(game: Game) -> dict[str, object] | None:
    """Who verified the revision that stands, if it is final by somebody's word."""
    if game.state != SheetState.FINAL:
        return None
    decision = (
        SheetDecision.objects.filter(game=game, revision=game.revision, kind=SheetDecision.Kind.VERIFIED)
        .select_related("by__player")
        .order_by("-id")
        .first()
    )
    return {"by": author(decision.by, decision.via), "at": decision.at} if decision else None


def _rated(game: Game, seats: list[Seat]) -> list[SeatInWords]:
    """What the game did on the ladder of everybody, and what had been expected, the largest gain first. One query."""
    events = list(
        RatingEvent.objects.filter(
            game=game, epoch__status="active", epoch__ladder__scope="global", epoch__active_of__isnull=False
        )
        .select_related("player__merged_into", "epoch__system")
        .order_by("seat")
    )
    places = {seat.number: seat.place for seat in seats if seat.from_deal == 0 and seat.place is not None}
    if not events or any(event.seat not in places for event in events):
        return []
    told = explain_events(system_of(events[0].epoch), events, [places[event.seat] for event in events])
    return sorted(told, key=lambda seat: -seat.why.delta_milli)


def _rules(game: Game) -> list[str]:
    try:
        return rule_sentences(game.ruleset, len({seat.number for seat in game.seats.all()}) or None)
    except EngineError:
        return []
