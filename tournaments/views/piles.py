"""The pile of sheets: which one is next, who keyed which, verifying, voiding."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
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
from clubs.models import User
from clubs.pages import in_zone, render_page
from clubs.rights import Act, may
from clubs.typed import whole
from games.models import Game, Seat, SheetDecision, SheetDraft, SheetRevision, SheetState
from games.services.drafts import Value, is_contested
from games.services.photos import kept_photos
from games.views.corrections import author
from games.views.problem_words import n_warnings
from tournaments.models import Round, Table, Tournament
from tournaments.rights import roles_in
from tournaments.services import desk, results
from tournaments.services.namesakes import tell_apart_at
from tournaments.views.desk import by_web, desk_act, signed_in, table_of_sheet
from tournaments.views.seats_in_words import holders_of, seat_names

CONFLICT = "conflict"
PILES = (
    CONFLICT,
    SheetState.OPEN,
    SheetState.KEYED,
    SheetState.TO_VERIFY,
    SheetState.FINAL,
    SheetState.VOID,
)


@dataclass(frozen=True, slots=True)
class PileLine:
    """A sheet in the pile. `typed` says that somebody is typing on it; `is_mine` that the reader keyed it.

    `conflict` says why it lies among the conflicts; empty where it does not.
    """

    table: Table
    conflict: str
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
@desk_act(Act.READ_DRAFTS)
def sheet_pile(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All sheets by state; `?n=3` opens sheet 3, `?by=keyer` or `?by=table` orders them. Seven queries for any n."""
    asked = request.GET.get("n", "").strip()
    error = ""
    if asked:
        if whole(asked, digits=5) is not None and _exists(tournament, int(asked)):
            return redirect("sheet_detail", tournament.slug, int(asked))
        error = _("There is no sheet %(n)s in this tournament.") % {"n": asked[:20]}
    roles = roles_in(request.user, tournament)
    lines = _lines(tournament, signed_in(request))
    order = request.GET.get("by", "")
    lines.sort(key=_ORDERS.get(order, _ORDERS["number"]))
    piles = [_pile(state, lines) for state in PILES]
    waiting = [line for pile in piles if pile.key == SheetState.OPEN for line in pile.lines]
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "piles": [pile for pile in piles if pile.lines],
        "order": order if order in _ORDERS else "number",
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
    names = seat_names(holders_of(game, tournament))
    problem, status, typed = "", 200, [""] * len(names)
    if request.method == "POST":
        typed = [request.POST.get(f"total.{seat}", "").strip()[:8] for seat in range(len(names))]
        try:
            reading = desk.read_totals(typed, names)
            seen = request.POST.get("revision", "")
            key = request.POST.get("client_key", "")[:64]
            decision = desk.verify_sheet(
                table, reading=reading, by=by_web(request), seen=seen, client_key=key
            )
            if decision.kind == SheetDecision.Kind.VERIFIED:
                messages.success(request, _("Sheet %(n)d is final.") % {"n": n})
                return redirect("sheet_pile", tournament.slug)
            if desk.is_read_twice(game, reading):
                return _to_correct(request, table, reading)
            # A fresh reading: neither value is offered.
            problem, status, typed = differ_words(), 422, [""] * len(names)
        except EldestHandError as error:
            problem, status = error.message, error.status
    readings = desk.readings_of(game)
    off = _differing(desk.totals_of(game), readings)
    if readings and not problem:
        problem = differ_words()
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
                "client_key": uuid.uuid4().hex,
                "keyed_by": author(revision.by, revision.via),
                "is_own": revision.is_own_of(signed_in(request)),
                "totals": [
                    {"seat": seat, "name": name, "text": typed[seat], "off": seat in off}
                    for seat, name in enumerate(names)
                ],
                "problem": problem,
                "readings": [{"by": author(found.by, found.via), "at": found.at} for found in readings],
                "photos": kept_photos(game),
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


def _lines(tournament: Tournament, me: User | None) -> list[PileLine]:
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
    tell_apart_at(tournament, (seat.player for seats in held.values() for seat in seats))
    drafts = list(SheetDraft.objects.filter(game__in=games).values_list("game_id", "cells"))
    typed = {game for game, cells in drafts if cells}
    contested = {game for game, cells in drafts if is_contested(cells)}
    decisions = SheetDecision.objects.filter(game__in=games).order_by("id")
    last = {found.game_id: found for found in decisions.only("game_id", "revision", "kind")}
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
                conflict=_conflict(table.game, last.get(table.game.pk), is_typed=table.game.pk in contested),
                names=", ".join(seat_names(held.get(table.game.pk, []))),
                keyed_by=author(revision.by, revision.via) if revision else "",
                at=revision.at if revision else None,
                typed=table.game.pk in typed,
                is_mine=revision is not None and revision.is_own_of(me),
                n_warnings=n_warnings(table.game, revision.sheet) if revision else 0,
            )
        )
    return lines


def _conflict(game: Game, last: SheetDecision | None, *, is_typed: bool) -> str:
    if is_typed:
        return _("two people typed different values")
    is_rejected = last is not None and last.kind == SheetDecision.Kind.REJECTED
    if is_rejected and last is not None and last.revision == game.revision and game.state in _UNDECIDED:
        return _("the paper was read differently")
    return ""


_UNDECIDED = (SheetState.KEYED, SheetState.TO_VERIFY)


def _number(line: PileLine) -> tuple[int, ...]:
    return (line.table.sheet_number or 0,)


_ORDERS: dict[str, Callable[[PileLine], Any]] = {
    "number": _number,
    "table": lambda line: (line.table.round.number, line.table.number),
    "keyer": lambda line: (line.keyed_by, *_number(line)),
}


def _pile(key: str, lines: Sequence[PileLine]) -> Pile:
    titles = {
        CONFLICT: pgettext("pile of sheets", "Conflict"),
        SheetState.OPEN: pgettext("pile of sheets", "Open"),
        SheetState.KEYED: pgettext("pile of sheets", "Keyed, not whole"),
        SheetState.TO_VERIFY: pgettext("pile of sheets", "To verify"),
        SheetState.FINAL: pgettext("pile of sheets", "Final"),
        SheetState.VOID: pgettext("pile of sheets", "Void"),
    }
    chosen = [line for line in lines if key == (CONFLICT if line.conflict else _state_of(line))]
    if key == SheetState.TO_VERIFY:  # by who keyed: one verifier takes one keyer's pile
        chosen.sort(key=_ORDERS["keyer"])
    return Pile(str(key), titles[key], tuple(chosen))


def _state_of(line: PileLine) -> str:
    assert line.table.game is not None
    return line.table.game.state


def differ_words() -> str:
    return _("Two readings of the paper differ. Read it once more, as if you had not seen it.")


def _differing(totals: Sequence[int | None], readings: Sequence[SheetDecision]) -> set[int]:
    """Seats where somebody read another total than the sheet gives."""
    read = [(found.reading or {}).get("totals") or [] for found in readings]
    return {seat for row in read for seat, value in enumerate(row[: len(totals)]) if value != totals[seat]}


def _to_correct(request: HttpRequest, table: Table, reading: Sequence[int]) -> HttpResponse:
    """Two readings agree against the sheet: the totals go into the grid, whose suspects then say where to look."""
    game = table.game
    assert game is not None
    changes: dict[str, Value] = {f"total.{seat}": total for seat, total in enumerate(reading)}
    version = SheetDraft.objects.filter(game=game).values_list("version", flat=True).first() or 0
    results.type_on_sheet(table, changes=changes, seen=version, by=by_web(request))
    messages.warning(
        request, _("Two readings agree against the sheet. Their totals stand in the grid: find the cell.")
    )
    return redirect("sheet_detail", table.tournament.slug, table.sheet_number or 0)
