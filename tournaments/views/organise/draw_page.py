"""The page of the draw in its four states: before the draw, while it is computed, the board, the open round."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.acting import refused
from clubs.errors import EldestHandError
from clubs.pages import in_zone, render_page
from clubs.rights import Act, may
from clubs.typed import whole
from tournaments.errors import DrawRefused, TournamentError
from tournaments.models import DrawOrder, Round, Tournament
from tournaments.rights import roles_in
from tournaments.seating import Offer
from tournaments.services.drawing import (
    LEAST,
    PATCH,
    REST,
    ROUND,
    WAYS,
    DrawSettings,
    open_ways,
    present_in,
    question_of,
)
from tournaments.services.entries import next_round_number
from tournaments.services.orders import is_long, order_of
from tournaments.services.wishes import wishes_of
from tournaments.views.organise.board import Board, RoundChange, board_of, difference
from tournaments.views.organise.moves import Preview, costs_of, preview_of, read_change
from tournaments.views.organise.open_round import open_round_of
from tournaments.views.organise.splits import Splits, splits_for


@dataclass(frozen=True, slots=True)
class WayOn:
    """One way to go on with a plan after people came or left: its price and its differences."""

    value: str
    title: str
    text: str
    changes: tuple[RoundChange, ...]


def draw_page(
    request: HttpRequest, tournament: Tournament, *, refusal: EldestHandError | None = None
) -> HttpResponse:
    roles = roles_in(request.user, tournament)
    last = tournament.rounds.order_by("-number").first()
    context: dict[str, Any] = {
        "tournament": tournament,
        "club": tournament.club,
        "refusal": refusal,
        "may_run": may(roles, Act.RUN_ROUNDS),
        "may_close": may(roles, Act.FINISH),
        "typed": request.POST if refusal else {},
    }
    order = order_of(tournament)
    if order is not None and order.refusal and refusal is None:
        context["refusal"] = DrawRefused(order.refusal)
    fragment = None
    if order is not None and not order.refusal:
        template, fragment = "organise/being_drawn.html", "organise/_being_drawn.html"
        context |= {"order": order, "steps": _steps(order)}
    elif last is not None and last.state == Round.State.DRAFT:
        template, fragment = _board(request, tournament, last, context)
    elif last is not None and last.state == Round.State.PUBLISHED:
        last.tournament = tournament
        template = "organise/open_round.html"
        context["open"] = open_round_of(last, request.GET.get("who") or context["typed"].get("who", ""))
    else:
        template = "organise/draw.html"
        _before(tournament, last, context)
    with in_zone(tournament.club.time_zone):
        response = render_page(
            request,
            template,
            context,
            section="tournaments",
            fragment=fragment,
            status=refusal.status if refusal else 200,
        )
    response["Cache-Control"] = "no-store"  # a draft stays in no cache on any road (scenarios.md S23)
    return response


def read_settings(typed: QueryDict) -> DrawSettings:
    """What a form of the draw asks for. A `TournamentError` for what no form sends."""
    way = typed.get("way") or LEAST
    kept = typed.getlist("kept")
    tables = [part for part in typed.get("tables", "").split("-") if part]
    if way not in WAYS or not all(map(_is_number, [*kept, *tables])):
        raise TournamentError(_("Choose tables and ways from the list."), code="no_such_choice")
    return DrawSettings(
        tables=tuple(sorted(map(int, tables), reverse=True)) or None,
        way=way,
        kept=tuple(sorted(set(map(int, kept)))),
        mend="mend" in typed,
    )


def refused_draw(request: HttpRequest, tournament: Tournament, error: EldestHandError) -> HttpResponse:
    return refused(request, error, back=here(tournament), back_text=_("To the board as it stands"))


def here(tournament: Tournament) -> str:
    return reverse("draw", args=[tournament.slug])


def _before(tournament: Tournament, last: Round | None, context: dict[str, Any]) -> None:
    """The splits, the wishes, and how a plan could go on."""
    number = next_round_number(tournament)
    n_here = len(present_in(tournament, number))
    splits = splits_for(tournament, n_here, number, last)
    context |= {
        "number": number,
        "splits": splits,
        "over": number > tournament.n_rounds,
        "wishes": wishes_of(tournament),
        "ways": ways_on(tournament, number, splits),
        "is_long": is_long(n_here),
    }


def ways_on(tournament: Tournament, number: int, splits: Splits) -> list[WayOn]:
    """Only where people came or left since the plan was made; the default split is the one they are reckoned for."""
    played = tournament.rounds.exclude(state=Round.State.DRAFT).order_by("-number").first()
    is_planned = tournament.draw == Tournament.Draw.PLAN and played is not None
    if not is_planned or not splits.offers or is_long(splits.n) or splits.n_out:
        return []
    question = question_of(tournament, number)
    problem = question.problem
    if problem.previous is None or played is None:
        return []
    if list(problem.players) == played.seating_input.get("players"):
        return []
    names = {key: entry.player.display_name for key, entry in question.entries.items()}
    return [_way_on(offer, number, names) for offer in open_ways(question)]


def _way_on(offer: Offer, number: int, names: Mapping[str, str]) -> WayOn:
    titles = {
        LEAST: _("Change as little as pays"),
        PATCH: _("Change only what must change"),
        ROUND: _("Draw this round anew, keep the later ones"),
        REST: _("Draw all open rounds anew"),
    }
    plan = offer.plan
    n_tables = sum(bool(change.after) for change in offer.changes)
    parts = [
        ngettext("%(n)d table changes", "%(n)d tables change", n_tables) % {"n": n_tables},
        ngettext("%(n)d move", "%(n)d moves", offer.moved_players) % {"n": offer.moved_players},
        ngettext("%(n)d pair meets again", "%(n)d pairs meet again", plan.repeats) % {"n": plan.repeats},
    ]
    text = ", ".join(parts)
    if plan.is_optimal:
        text += " (" + _("proven best") + ")"
    rounds: dict[int, list[Any]] = {}
    for change in offer.changes:
        rounds.setdefault(number + change.round - 1, []).append(difference(change, names))
    changes = tuple(RoundChange(at, tuple(rows)) for at, rows in sorted(rounds.items()))
    return WayOn("" if offer.kind == LEAST else offer.kind, titles[offer.kind], text, changes)


def _board(
    request: HttpRequest, tournament: Tournament, drafted: Round, context: dict[str, Any]
) -> tuple[str, str]:
    drafted.tournament = tournament
    board = board_of(tournament, drafted)
    preview, found = _preview(board, request)
    splits = splits_for(tournament, board.n_here, drafted.number, drafted)
    is_planned = tournament.draw == Tournament.Draw.PLAN
    who = request.GET.get("who", "")
    person = next((entry for entry in board.entries if str(entry.pk) == who), None)
    context |= {
        "board": board,
        "preview": preview,
        "refusal": context["refusal"] or found,
        "who": who,
        "to": request.GET.get("to", ""),
        "splits": splits,
        "can_mend": is_planned and not splits.n_out and bool(board.came or board.gone),
    }
    if person is not None and preview is None and context["may_run"]:
        costs = costs_of(board, person)
        context |= {"person": person, "costs_text": json.dumps(costs), "best": _cheapest(board, costs)}
    is_asking = "who" in request.GET and request.method != "POST"
    return "organise/board.html", "organise/_preview.html" if is_asking else "organise/_board.html"


def _cheapest(board: Board, costs: Mapping[str, int]) -> list[tuple[str, str]]:
    """The five cheapest moves in words, each with its price."""
    names = {f"p{entry.pk}": entry.player.display_name for entry in board.entries}
    names |= {f"t{table.number}": _("table %(table)d") % {"table": table.number} for table in board.tables}
    signed = {to: f"+{n}" if n > 0 else f"\N{MINUS SIGN}{-n}" if n else "±0" for to, n in costs.items()}
    return [(names[to], signed[to]) for to in sorted(costs, key=lambda to: costs[to])[:5]]


def _preview(board: Board, request: HttpRequest) -> tuple[Preview | None, EldestHandError | None]:
    if request.method == "POST":
        return None, None
    try:
        change = read_change(board, request.GET)
        return (preview_of(board, change) if change else None), None
    except EldestHandError as error:
        return None, error


def _steps(order: DrawOrder) -> Iterable[tuple[str, str]]:
    """The three steps of a long draw, each with `done`, `now` or nothing."""
    begun = order.begun_at is not None
    return (
        (_("A worker takes it up"), "done" if begun else "now"),
        (_("The tables are searched"), "now" if begun else ""),
        (_("The draft stands here"), ""),
    )


def _is_number(text: str) -> bool:
    return whole(text, digits=3) is not None
