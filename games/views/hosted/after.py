"""What stays of a finished game: the replay with all hands, the log, the proof of the shuffle."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.pages import render_page
from clubs.typed import whole
from games.engine import EngineError
from games.engine.game import GameState
from games.engine.log import deals_off_the_seed
from games.engine.shuffle import GameSeed, commitment_of
from games.models import HostedSeat, HostedTable
from games.services.hosting import reading
from games.services.hosting.documents import log_of
from games.views.hosted.faces import face, trump_sign
from games.views.hosted.readers import Reader, reader_of
from games.views.hosted.scene import seat_name, seen_by
from games.views.hosted.words import said

LONGEST_LOG = 500_000


@require_safe
def play_replay(request: HttpRequest, key: str) -> HttpResponse:
    """Step by step, every hand open; the step is part of the address, so each can be shared."""
    reader = _finished(request, key)
    rows = reading.rows_of(reader.table)
    steps = [row["n"] for row in rows if row["type"] in ("deal", "bid", "play", "void", "finish")]
    asked = request.GET.get("step", "")
    step = min(int(asked), len(steps) - 1) if whole(asked, digits=5) is not None else 0
    until = steps[step + 1] if step + 1 < len(steps) else len(rows)
    found = reading.state_at(reader.table, until)
    assert found is not None
    names = [seat_name(seat) for seat in reader.seats]
    state = found[0]
    context = {
        "table": reader.table,
        "step": step,
        "n_steps": len(steps),
        "before": step - 1 if step else None,
        "after": step + 1 if step + 1 < len(steps) else None,
        "hands": _hand_starts(rows, steps),
        **_laid_open(state, names, shows_result=step + 1 == len(steps)),
        "said": _said(rows[steps[step] : until], state, names, reader.seats),
    }
    return render_page(request, "games/play/replay.html", context, section="tournaments")


@require_safe
def play_log(request: HttpRequest, key: str) -> HttpResponse:
    """The log, game/1, as `python -m games.engine replay` reads it."""
    reader = _finished(request, key)
    response = JsonResponse(
        log_of(reader.table, [seat_name(seat) for seat in reader.seats]),
        json_dumps_params={"ensure_ascii": False},
    )
    response["Content-Disposition"] = f'attachment; filename="game-{reader.table.game_id}.json"'
    return response


@require_safe
def play_shuffle(request: HttpRequest, key: str) -> HttpResponse:
    """The promise made before the first card and, once the game is over, its proof."""
    reader = reader_of(request, key)
    table = reader.table
    if table.game_id is None or table.state == HostedTable.State.WAITING:
        raise Http404
    start = reading.rows_of(table, until=1)
    context: dict[str, Any] = {"table": table, "commitment": start[0]["commitment"] if start else ""}
    if table.state == HostedTable.State.FINISHED:
        context |= {"proof": _proof(log_of(table, [seat_name(seat) for seat in reader.seats]))}
    return render_page(request, "games/play/shuffle.html", context, section="tournaments")


@require_http_methods(["GET", "HEAD", "POST"])
def play_check(request: HttpRequest) -> HttpResponse:
    """Anybody's log, checked against its seed."""
    context: dict[str, Any] = {"typed": ""}
    status = 200
    if request.method == "POST":
        typed = request.POST.get("log", "")[:LONGEST_LOG]
        context = {"typed": typed}
        try:
            context["proof"] = _proof(json.loads(typed))
        except EngineError as error:
            context["fault"], status = error.message, 422
        except (ValueError, RecursionError, KeyError, TypeError, AttributeError, LookupError):
            context["fault"], status = _("That is no log of a finished game: paste the whole file."), 422
    return render_page(request, "games/play/check.html", context, section="tournaments", status=status)


def _proof(document: Any) -> dict[str, Any]:
    """Whether the seed is the promised one, and whether every hand was dealt from it."""
    rows = document["events"]
    finish = rows[-1]
    seed = bytes.fromhex(finish["seed"])
    promised = rows[0]["commitment"]
    off = deals_off_the_seed(document, GameSeed(seed, document["id"]))
    n_deals = sum(1 for row in rows if row["type"] == "deal")
    return {
        "seed": finish["seed"],
        "id": document["id"],
        "promised": promised,
        "hash": commitment_of(seed),
        "keeps_promise": commitment_of(seed) == promised,
        "n_deals": n_deals,
        "off": off,
        "is_true": commitment_of(seed) == promised and not off and n_deals > 0,
    }


def _finished(request: HttpRequest, key: str) -> Reader:
    """Nothing of the cards is told by any road before the end."""
    reader = reader_of(request, key)
    if reader.table.state != HostedTable.State.FINISHED:
        raise Http404
    return reader


def _hand_starts(rows: list[dict[str, Any]], steps: list[int]) -> list[dict[str, Any]]:
    return [
        {"n": rows[n]["deal"] + 1, "step": step, "is_decider": bool(rows[n].get("decider"))}
        for step, n in enumerate(steps)
        if rows[n]["type"] == "deal"
    ]


def _said(
    rows: list[dict[str, Any]], state: GameState, names: list[str], seats: list[HostedSeat]
) -> list[str]:
    bots = {seat.number for seat in seats if seat.is_bot}
    told = said(rows, _open_view(state), names, is_rage=_is_rage(state), bots=bots)
    return [sentence for _n, sentence in told]


def _is_rage(state: GameState) -> bool:
    return state.rules.family == "rage"


def _open_view(state: GameState) -> dict[str, Any]:
    """The public view with every bid open: the game is over."""
    return seen_by(state, None) | {"dealt_at": state.n_events, "hides_bids": False}


def _laid_open(state: GameState, names: list[str], *, shows_result: bool) -> dict[str, Any]:
    """All hands, the trick and the score after a step."""
    deal = state.current
    seen: Any = seen_by(state, None)
    shown = seen["deal"]
    trick = shown["played"][-1] if shown and shown["played"] else {"cards": [], "winner": None}
    seats = [
        {
            "name": name,
            "bid": deal.bids[number] if deal else None,
            "taken": deal.tricks[number] if deal else 0,
            "total": state.totals[number],
            "place": state.finished.places[number] if state.finished and shows_result else None,
            "deals": deal is not None and deal.setup.dealer == number,
            "is_turn": deal is not None and deal.turn == number,
            "hand": [face(card) for card in state.deck.texts_of(deal.hands[number])] if deal else [],
        }
        for number, name in enumerate(names)
    ]
    return {
        "open_seats": seats,
        "hand_number": shown["deal"] + 1 if shown else 0,
        "trump": trump_sign(shown["trump"], is_rage=_is_rage(state), is_suspended=shown["trump_suspended"])
        if shown
        else None,
        "trick": [
            {"name": names[card["seat"]], "card": face(card["card"]), "wins": card["seat"] == trick["winner"]}
            for card in trick["cards"]
        ],
    }
