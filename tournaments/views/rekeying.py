"""A second person keys the paper again into a blank grid; every cell is compared with the sheet as it is stored."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.errors import EldestHandError
from clubs.pages import asks_json, in_zone, render_page
from clubs.rights import Act
from games.engine import Sheet, score_sheet
from games.forms import TypedGrid, columns_of, mode_of, read_grid, shown
from games.models import Game, SheetDecision, SheetDraft, SheetRevision
from games.services import facts
from games.services.drafts import FLAGS, NUMBERS
from games.services.photos import kept_photos
from games.views.corrections import author
from games.views.entry_grid import entry_grid, grid_data
from tournaments.models import Table, Tournament
from tournaments.services import desk, results
from tournaments.views.desk import by_web, desk_act, for_scripts, signed_in, table_of_sheet
from tournaments.views.piles import differ_words
from tournaments.views.seats_in_words import holders_of, seat_names


@require_http_methods(["GET", "HEAD", "POST"])
@for_scripts
@desk_act(Act.VERIFY_SHEET)
def sheet_rekey(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponse:
    """The grid of a stored sheet, blank. Equal cells make the sheet final; of others neither value is shown."""
    table = table_of_sheet(tournament, n)
    game = table.game
    assert game is not None
    revision = game.revisions.filter(number=game.revision).select_related("by__player").first()
    if revision is None:
        return HttpResponseRedirect(reverse("sheet_detail", args=[tournament.slug, n]))
    rekeying = _Rekeying(request, tournament, table, game, revision)
    with in_zone(tournament.club.time_zone):
        return rekeying.compare() if request.method == "POST" else rekeying.page()


class _Rekeying:
    """One sheet that one person keys again, for one request."""

    def __init__(
        self, request: HttpRequest, tournament: Tournament, table: Table, game: Game, revision: SheetRevision
    ) -> None:
        self.request, self.tournament, self.table, self.game = request, tournament, table, game
        self.revision = revision
        self.cells = desk.rekeyed_cells(game, revision.sheet)
        self.names = seat_names(holders_of(game, tournament))

    def compare(self) -> HttpResponse:
        posted = {key: str(value) for key, value in self.request.POST.dict().items()}
        typed = read_grid(posted, self.cells)
        if typed.errors:
            return self._refused(typed, status=422)
        try:
            decision = desk.verify_cells(
                self.table,
                cells=typed.values,
                by=by_web(self.request),
                seen=posted.get("revision", ""),
                client_key=posted.get("client_key", "")[:64],
            )
            if decision.kind == SheetDecision.Kind.VERIFIED:
                text = _("Sheet %(n)d is final.") % {"n": self.table.sheet_number or 0}
                messages.success(self.request, text)
                return self._go(reverse("sheet_pile", args=[self.tournament.slug]))
            off = desk.cells_off(self.game, typed.values)
            if desk.is_keyed_twice(self.game, typed.values, off):
                return self._to_correct(typed, off)
        except EldestHandError as error:
            return self._refused(typed, message=error.message, status=error.status)
        return self._go(self.request.get_full_path())

    def page(self, typed: TypedGrid | None = None, *, message: str = "", status: int = 200) -> HttpResponse:
        """What the reader's last reading has in common with the sheet stands there; where they differ the field is
        blank again, and neither value is shown."""
        readings = desk.readings_of(self.game)
        raw, errors = (typed.raw, typed.errors) if typed is not None else self._agreed(readings)
        sheet = _blank(self.revision.sheet)
        columns = columns_of(mode_of(self.revision.sheet, None), is_rage=self.game.family == "rage")
        scored = Sheet.from_value(facts.full_sheet(self.game, sheet))
        score = score_sheet(scored, with_suspects=False)
        mode = mode_of(self.revision.sheet, None)
        grid = entry_grid(sheet, scored, score, self.names, columns, mode, raw=raw, errors=errors)
        me = signed_in(self.request)
        store = (
            f"eldest-hand:rekey:{self.game.pk}:{self.revision.number}:{len(readings)}:{me.pk if me else 0}"
        )
        data = grid_data(grid, sheet, scored, score)
        words = {**data["words"], "save": _("Compare"), "warnings": [_("Compare")]}
        look = next(iter(errors), "")
        context = {
            "tournament": self.tournament,
            "club": self.tournament.club,
            "table": self.table,
            "revision": self.revision,
            "grid": grid,
            "grid_data": {
                **data,
                "words": words,
                "revision": 0,
                "base": {},
                "store": store,
                "sent": [],
                "look": look,
            },
            "client_key": uuid.uuid4().hex,
            "keyed_by": author(self.revision.by, self.revision.via),
            "is_own": self.revision.is_own_of(me),
            "problem": message or (differ_words() if readings else ""),
            "readings": [{"by": author(found.by, found.via), "at": found.at} for found in readings],
            "photos": kept_photos(self.game),
        }
        return render_page(
            self.request, "tournaments/rekey.html", context, section="tournaments", status=status
        )

    def _agreed(self, readings: list[SheetDecision]) -> tuple[dict[str, str], dict[str, str]]:
        """The fields after the reader's last reading, and those to read again; all blank before the first."""
        me = signed_in(self.request)
        own = [found for found in readings if me is not None and found.by_id == me.pk]
        cells = (own[-1].reading or {}).get("cells") if own else None
        if not cells:
            return {}, {}
        off = desk.cells_off(self.game, cells)
        again = _("the readings differ here")
        return {cell: shown(value) for cell, value in cells.items() if cell not in off}, dict.fromkeys(
            off, again
        )

    def _refused(self, typed: TypedGrid, *, message: str = "", status: int) -> HttpResponse:
        if asks_json(self.request):  # the script sends the form as a plain one then, to show the page
            return JsonResponse({"code": "look", "message": message}, status=status)
        return self.page(typed, message=message, status=status)

    def _to_correct(self, typed: TypedGrid, off: list[str]) -> HttpResponse:
        """Two readings agree against the sheet: what they say goes into the grid."""
        version = SheetDraft.objects.filter(game=self.game).values_list("version", flat=True).first() or 0
        changes = {cell: typed.values.get(cell) for cell in off}
        results.type_on_sheet(self.table, changes=changes, seen=version, by=by_web(self.request))
        messages.warning(
            self.request,
            _("Two readings agree against the sheet. What they say stands in the grid: save it."),
        )
        return self._go(reverse("sheet_detail", args=[self.tournament.slug, self.table.sheet_number]))

    def _go(self, address: str) -> HttpResponse:
        return (
            JsonResponse({"address": address}) if asks_json(self.request) else HttpResponseRedirect(address)
        )


def _blank(sheet: dict[str, Any]) -> dict[str, Any]:
    """The hands and people of a sheet without anything that was written on it."""
    columns = (*NUMBERS, *FLAGS, "adjustments")
    deals = [{key: row for key, row in deal.items() if key not in columns} for deal in sheet["deals"]]
    return {
        **{key: value for key, value in sheet.items() if key not in ("paper_totals", "decider")},
        "deals": deals,
    }
