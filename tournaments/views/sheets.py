"""The sheet of a table in entry: who may open it, type and save; correct a stored one."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.pages import in_zone
from clubs.rights import Act, may
from games.models import SheetState
from tournaments.rights import roles_in
from tournaments.views.access import game_address, visible_tournament
from tournaments.views.desk import for_scripts, table_of_sheet, to_sign_in
from tournaments.views.kept_typing import keep_typed, take_kept
from tournaments.views.sheet_desk import Answer, SheetDesk


@require_http_methods(["GET", "HEAD", "POST"])
@for_scripts
def sheet_detail(request: HttpRequest, slug: str, n: int) -> HttpResponse:
    """The entry grid for those who may type on this sheet; its game for other accounts.

    Who is signed out is asked to sign in and comes back here: pages link only helpers to a sheet, and what one of them
    typed is kept in the browser for this page.

    A script that saves gets `address`, where to go on, or a `code` where the page itself must be shown.
    """
    if not request.user.is_authenticated:
        keep_typed(request)
        return to_sign_in(request)
    tournament = visible_tournament(request.user, slug)
    table = table_of_sheet(tournament, n)
    game = table.game
    assert game is not None
    is_final = game.state in (SheetState.FINAL, SheetState.VOID)
    roles = roles_in(request.user, tournament)
    may_store = may(roles, Act.CORRECT_SHEET if is_final else Act.TYPE_SHEET)
    came_late = request.method == "POST" and is_final and may(roles, Act.TYPE_SHEET)
    if not (may_store or came_late) or game.state == SheetState.VOID:
        if request.method == "POST":
            raise PermissionDenied
        return HttpResponseRedirect(game_address(tournament, game.pk, n))
    desk = SheetDesk(request, tournament, table, game, may_store=may_store)
    with in_zone(tournament.club.time_zone):
        if request.method == "POST":
            return desk.save()
        kept = take_kept(request)
        if not kept:
            return desk.page(Answer())
        text = _("You are signed in again. Nothing is saved yet.")
        return desk.page(desk.answer_to(kept, message=text)[1])
