"""What is being typed on a sheet, as the script of the grid keeps and fetches it: JSON, cell by cell."""

from __future__ import annotations

import time
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.errors import EldestHandError, NotAllowed
from clubs.models import User
from clubs.pages import in_zone
from clubs.rights import Act
from clubs.typed import whole
from games.engine import EngineError, Sheet, score_sheet, suspects_by_likelihood
from games.forms import mode_of
from games.models import Game
from games.services import facts
from games.services.drafts import contested_cells, writer_of
from games.services.merging import Standing, standing_of
from games.services.paper_modes import with_made
from games.services.photos import kept_uids
from games.views.corrections import author
from games.views.problem_words import problem_remarks, suspect_remarks
from tournaments.models import Table, Tournament
from tournaments.services import results
from tournaments.services.namesakes import players_of, tell_apart_at
from tournaments.views.desk import became_final_words, by_web, desk_act, for_scripts, table_of_sheet
from tournaments.views.draft_bodies import read_draft
from tournaments.views.seats_in_words import holders_of, seat_names

PRESENT_SECONDS = 12
MOST_BYTES = 100_000


@require_http_methods(["GET", "HEAD", "POST"])
@for_scripts
@desk_act(Act.TYPE_SHEET)
def sheet_draft(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponse:
    """POST `{"changes": {cell: value}, "seen": version, "revision": number}` keeps them.

    GET `?seen=` only asks what others typed.

    The answer: `version`, `others` (cells somebody else changed since), `contested` (cells with two values nobody has
    decided: both, who, when), `present` (who else has the sheet open), `photos` of the paper, `revision`, a fresh
    `token` for the next post, and with `"check": true` the problems and suspects of the sheet.
    """
    table = table_of_sheet(tournament, n)
    game = table.game
    assert game is not None
    with in_zone(tournament.club.time_zone):
        if request.method != "POST":
            key = request.GET.get("key", "")[:64]
            return _answer(request, table, game, seen=_number(request.GET.get("seen")), key=key)
        try:
            document, changes = read_draft(request.body, most_bytes=MOST_BYTES)
            seen = document.get("seen")
            seen = seen if type(seen) is int and seen >= 0 else 0
            key = str(document.get("client_key", ""))[:64]
            revision = document.get("revision", game.revision)
            if changes:
                # A late message of a page whose sheet is stored by now must not start a new draft.
                results.type_on_sheet(
                    table,
                    changes=changes,
                    seen=seen,
                    by=by_web(request),
                    client_key=key,
                    expected_revision=revision if type(revision) is int else -1,
                )
        except NotAllowed as error:
            game.refresh_from_db()
            is_overtaken = game.revision != revision
            message = became_final_words() if is_overtaken else error.message
            return JsonResponse({"code": error.code, "message": message}, status=error.status)
        except EldestHandError as error:
            return JsonResponse({"code": error.code, "message": error.message}, status=error.status)
        return _answer(request, table, game, seen=seen, key=key, document=document)


def _answer(
    request: HttpRequest,
    table: Table,
    game: Game,
    *,
    seen: int,
    key: str,
    document: dict[str, Any] | None = None,
) -> JsonResponse:
    standing = standing_of(game, results.blank_sheet_of(game, game.seats.select_related("player")))
    me = writer_of(by_web(request), key)
    contested = list(contested_cells(standing.cells, me))
    others = {
        cell: stands
        for cell, stands in standing.cells.items()
        if stands["version"] > seen and stands["writer"] != me
    }
    entries = [*others.values(), *(entry for _cell, *pair in contested for entry in pair)]
    writers = {entry["by"] for entry in entries if entry["by"]}
    people = User.objects.select_related("player").in_bulk(writers) if writers else {}
    tell_apart_at(table.tournament, players_of(people.values()))
    said: dict[str, Any] = {
        "version": standing.version,
        "revision": game.revision,
        "others": {
            cell: {"value": stands["value"], **_who(people, stands)} for cell, stands in others.items()
        },
        "contested": [
            {
                "cell": cell,
                "theirs": other["value"],
                "yours": own["value"],
                **_who(people, other),
                "other": "" if own["writer"] == me else _who(people, own)["name"],
            }
            for cell, other, own in contested
        ],
        "present": _present(request, table, key),
        "photos": [str(photo) for photo in kept_uids(game)],
        "token": get_token(request),
    }
    if document is not None and document.get("check") is True:
        mode = mode_of(standing.sheet, str(document.get("mode", "")))
        said |= _checked(game, standing, seat_names(holders_of(game, table.tournament)), mode)
    response = JsonResponse(said)
    response["Cache-Control"] = "no-store"
    return response


def _checked(game: Game, standing: Standing, names: list[str], mode: str) -> dict[str, Any]:
    """Problems of the sheet as typed, and which slips would explain them."""
    try:
        document = with_made(standing.sheet, game.ruleset, mode)
        sheet = Sheet.from_value(facts.full_sheet(game, document))
    except EngineError as error:
        return {"problems": [{"text": error.message, "cell": ""}], "suspects": []}
    score = score_sheet(sheet, with_suspects=False)
    problems = problem_remarks(sheet, score, names, mode=mode, while_typing=True)
    suspects = suspect_remarks(suspects_by_likelihood(sheet), names, mode=mode)[:5] if problems else []
    return {
        "problems": [{"text": remark.text, "cell": remark.cell} for remark in problems],
        "suspects": [{"text": remark.text, "cell": remark.cell} for remark in suspects],
    }


def _who(people: dict[int, User], stands: Any) -> dict[str, str]:
    writer = people.get(stands["by"] or 0)
    at = parse_datetime(stands["at"]) if stands.get("at") else None
    return {
        "name": author(writer, "web") if writer is not None else _("the table writer"),
        "time": date_format(localtime(at), "TIME_FORMAT") if at is not None else "",
    }


def _present(request: HttpRequest, table: Table, window: str) -> list[str]:
    """Names of the others who have the sheet open; forgotten a few seconds after their page is gone.

    Another window of the reader counts too: what is typed there is typed by somebody else's hand.
    """
    assert isinstance(request.user, User)
    key = f"sheet-open:{table.game_id}"
    now = time.time()
    found: dict[tuple[int, str], tuple[str, float]] = cache.get(key) or {}
    known = {who: seen for who, seen in found.items() if now - seen[1] < PRESENT_SECONDS}
    me = (request.user.pk, window)
    mine = known.get(me)
    if mine is None:
        tell_apart_at(table.tournament, players_of([request.user]))
    known[me] = (mine[0] if mine else author(request.user, "web"), now)
    cache.set(key, known, PRESENT_SECONDS)
    return [name for who, (name, _at) in known.items() if who != me]


def _number(text: str | None) -> int:
    return whole(text, digits=9) or 0
