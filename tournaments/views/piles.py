"""The pile of sheets: which one is next, who keyed which, verifying, voiding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.errors import EldestHandError
from clubs.pages import in_zone, render_page
from clubs.rights import Act, may
from games.engine import EngineError, Sheet, score_sheet
from games.models import Seat, SheetDraft, SheetRevision, SheetState
from games.services import facts
from games.services.photos import kept_photos
from games.views.corrections import author
from games.views.problem_words import problem_remarks
from games.views.sheet_table import sheet_table
from tournaments.models import Round, Table, Tournament
from tournaments.rights import roles_in
from tournaments.services import desk, results
from tournaments.views.desk import by_web, desk_act, table_of_sheet
from tournaments.views.sheets import seat_names

PILES = (SheetState.OPEN, SheetState.KEYED, SheetState.TO_VERIFY, SheetState.FINAL, SheetState.VOID)


@dataclass(frozen=True, slots=True)
class PileLine:
    """A sheet in the pile. `typed` says that somebody is typing on it; `is_mine` that the reader keyed it."""

    table: Table
    names: str
    keyed_by: str
    at: Any
    typed: bool
    is_mine: bool
    n_warnings: int


@dataclass(frozen=True, slots=True)
class Pile:
    key: str
    title: str
    lines: tuple[PileLine, ...]


@require_safe
@desk_act(Act.TYPE_SHEET)
def sheet_pile(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All sheets by state; `?n=3` opens sheet 3. Five queries for any number of sheets."""
    asked = request.GET.get("n", "").strip()
    error = ""
    if asked:
        if asked.isascii() and asked.isdigit() and len(asked) < 6 and _exists(tournament, int(asked)):
            return redirect("sheet_detail", tournament.slug, int(asked))
        error = _("There is no sheet %(n)s in this tournament.") % {"n": asked[:20]}
    roles = roles_in(request.user, tournament)
    lines = _lines(tournament, request.user.pk)
    piles = [_pile(state, lines) for state in PILES]
    waiting = [line for pile in piles if pile.key == SheetState.OPEN for line in pile.lines]
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "piles": [pile for pile in piles if pile.lines],
        "n_sheets": len(lines),
        "n_open": len(waiting),
        "next": waiting[0] if waiting else None,
        "number_error": error,
        "asked": asked,
        "number_focus": True,
        "may_correct": may(roles, Act.CORRECT_SHEET),
    }
    with in_zone(tournament.club.time_zone):
        return render_page(
            request,
            "tournaments/sheets.html",
            context,
            section="tournaments",
            fragment="tournaments/_sheets.html",
            status=404 if error else 200,
        )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_act(Act.VERIFY_SHEET)
def sheet_verify(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponse:
    """A second person reads the totals from the paper; equal totals make the sheet final."""
    table = table_of_sheet(tournament, n)
    game = table.game
    assert game is not None
    revision = game.revisions.filter(number=game.revision).select_related("by__player").first()
    if revision is None:
        return redirect("sheet_detail", tournament.slug, n)
    seats = list(game.seats.select_related("player__merged_into"))
    names = seat_names(seats)
    problem, off, status, typed = "", set[int](), 200, [""] * len(names)
    if request.method == "POST":
        typed = [request.POST.get(f"total.{seat}", "").strip()[:8] for seat in range(len(names))]
        kind = request.POST.get("act", "verify")
        try:
            reading = desk.read_totals(typed, names)
            totals = desk.totals_of(game)
            off = {seat for seat, total in enumerate(reading) if total != totals[seat]}
            if kind == "reject":
                desk.reject_sheet(
                    table, reading=reading, by=by_web(request), reason=request.POST.get("reason", "")
                )
                messages.warning(request, _("Sheet %(n)d goes back to the pile.") % {"n": n})
                return redirect("sheet_detail", tournament.slug, n)
            if not off:
                desk.verify_sheet(
                    table, reading=reading, by=by_web(request), seen=request.POST.get("revision", "")
                )
                messages.success(request, _("Sheet %(n)d is final.") % {"n": n})
                return redirect("sheet_pile", tournament.slug)
            problem = _("These totals differ from the sheet as keyed. Read the paper once more.")
            status = 422
        except EldestHandError as error:
            problem, status = error.message, error.status
    with in_zone(tournament.club.time_zone):
        return render_page(
            request,
            "tournaments/verify.html",
            {
                "tournament": tournament,
                "club": tournament.club,
                "table": table,
                "game": game,
                "revision": revision,
                "keyed_by": author(revision.by, revision.via),
                "is_own": revision.by_id == request.user.pk,
                "totals": [
                    {"seat": seat, "name": name, "text": typed[seat], "off": seat in off}
                    for seat, name in enumerate(names)
                ],
                "problem": problem,
                "photos": kept_photos(game),
                "shown": _shown(table, revision, seats, names) if off else None,
            },
            section="tournaments",
            status=status,
        )


@require_POST
@desk_act(Act.CORRECT_SHEET)
def sheet_void(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Take a game out of the standings, or put it back; both with a reason."""
    table = table_of_sheet(tournament, n)
    reason = request.POST.get("reason", "").strip()
    try:
        if request.POST.get("act") == "restore":
            desk.restore_table(table, by=by_web(request), reason=reason)
            messages.success(request, _("Sheet %(n)d counts again.") % {"n": n})
        else:
            desk.void_table(table, by=by_web(request), reason=reason)
            messages.warning(request, _("Sheet %(n)d does not count any more.") % {"n": n})
    except EldestHandError as error:
        messages.error(request, error.message)
    return redirect("sheet_pile", tournament.slug)


@require_POST
@desk_act(Act.TYPE_SHEET)
def sheet_discard(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Throw away what was typed since the last save."""
    try:
        results.discard_typed(table_of_sheet(tournament, n), by=by_web(request))
    except EldestHandError as error:
        raise PermissionDenied(error.message) from error
    return redirect("sheet_detail", tournament.slug, n)


def _exists(tournament: Tournament, n: int) -> bool:
    tables = Table.objects.filter(tournament=tournament, sheet_number=n, game__isnull=False)
    return tables.exclude(round__state=Round.State.DRAFT).exists()


def _lines(tournament: Tournament, me: int | None) -> list[PileLine]:
    tables = list(
        Table.objects.filter(tournament=tournament, game__isnull=False)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round", "game")
        .order_by("sheet_number")
    )
    games = [table.game_id for table in tables]
    held: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(game__in=games).select_related("player__merged_into"):
        held.setdefault(seat.game_id, []).append(seat)
    drafts = SheetDraft.objects.filter(game__in=games).values_list("game_id", "cells")
    typed = {game for game, cells in drafts if cells}
    revisions = {
        revision.game_id: revision
        for revision in SheetRevision.objects.filter(game__in=games)
        .select_related("by__player")
        .order_by("number")
    }
    lines = []
    for table in tables:
        assert table.game is not None
        table.tournament = tournament
        revision = revisions.get(table.game.pk)
        lines.append(
            PileLine(
                table=table,
                names=", ".join(seat_names(held.get(table.game.pk, []))),
                keyed_by=author(revision.by, revision.via) if revision else "",
                at=revision.at if revision else None,
                typed=table.game.pk in typed,
                is_mine=revision is not None and revision.by_id == me,
                n_warnings=table.game.n_problems,
            )
        )
    return lines


def _pile(state: SheetState, lines: Sequence[PileLine]) -> Pile:
    titles = {
        SheetState.OPEN: pgettext("pile of sheets", "Open"),
        SheetState.KEYED: pgettext("pile of sheets", "Keyed, not whole"),
        SheetState.TO_VERIFY: pgettext("pile of sheets", "To verify"),
        SheetState.FINAL: pgettext("pile of sheets", "Final"),
        SheetState.VOID: pgettext("pile of sheets", "Void"),
    }
    chosen = [line for line in lines if line.table.game is not None and line.table.game.state == state]
    if state == SheetState.TO_VERIFY:  # by who keyed: one verifier takes one keyer's pile
        chosen.sort(key=lambda line: (line.keyed_by, line.table.sheet_number or 0))
    return Pile(str(state), titles[state], tuple(chosen))


def _shown(
    table: Table, revision: SheetRevision, seats: list[Seat], names: list[str]
) -> dict[str, Any] | None:
    """The keyed sheet and its problems, once the totals were read and differ."""
    assert table.game is not None
    try:
        sheet = Sheet.from_value(facts.full_sheet(table.game, revision.sheet))
    except EngineError:
        return None
    score = score_sheet(sheet, with_suspects=False)
    held: dict[int, list[Seat]] = {}
    for seat in seats:
        held.setdefault(seat.number, []).append(seat)
    return {
        "sheet": sheet_table(sheet, score, [held[number] for number in sorted(held)]),
        "remarks": problem_remarks(sheet, score, names),
    }
