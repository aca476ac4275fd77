"""What follows from the facts of one game: seats, state, eligibility. Pure of side effects but for `apply`."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from clubs.models import Player
from games.engine import Score, Sheet, score_sheet
from games.models import Game, Seat, SheetDecision, SheetRevision, SheetState, UnratedReason
from games.services.plays import plays_of

# What a sheet may lack and still be whole as far as points go.
_INCOMPLETE = frozenset({"deal.incomplete", "deals.short", "tricks.needed"})


@dataclass(frozen=True, slots=True)
class RatingFacts:
    """What decides where a game is rated: its place in time, its scope, and whether it counts."""

    order_key: str
    club_id: int | None
    family: str
    rated: bool


@dataclass(frozen=True, slots=True)
class Derived:
    """Everything a game's rows carry that follows from its facts. `seats` has one mapping of columns per row."""

    state: str
    rated: bool
    unrated_reason: str
    n_problems: int
    seats: tuple[dict[str, Any], ...]


def rating_facts(game: Game) -> RatingFacts:
    return RatingFacts(game.order_key or "", game.club_id, game.family, game.rated)


def full_sheet(game: Game, sheet: Mapping[str, Any]) -> dict[str, Any]:
    """The stored sheet with the game's own rules put back and guests given a name, ready for the engine."""
    players = sheet.get("players")
    names = (
        [uid or f"guest {seat}" for seat, uid in enumerate(players)] if isinstance(players, list) else players
    )
    return {
        **sheet,
        "format": "sheet/1",
        "rules": game.rules,
        "players": names,
        "count": sheet.get("count", game.count),
    }


def score_of(game: Game, revision: SheetRevision, *, with_suspects: bool = False) -> Score:
    """The engine's word on a stored revision."""
    return score_sheet(full_sheet(game, revision.sheet), with_suspects=with_suspects)


def derive(
    game: Game,
    revision: SheetRevision,
    decisions: Iterable[SheetDecision],
    *,
    players: Mapping[str, Player],
    score: Score | None = None,
) -> Derived:
    """State, eligibility and seat rows of a game with its current revision.

    `players` maps the uids of the sheet to profiles; `decisions` are all decisions on the game, oldest first.
    """
    sheet = Sheet.from_value(full_sheet(game, revision.sheet))
    if score is None:
        score = score_sheet(sheet, with_suspects=False)
    n_problems = len(score.problems)
    seats = tuple(_seat_rows(revision.sheet, sheet, score, players))
    state = _state(game, revision, decisions, score)
    rated, reason = _eligible(game, state, seats)
    return Derived(state, rated, reason, n_problems, seats)


def apply(game: Game, derived: Derived) -> None:
    """Write what was derived: the game's columns and its seat rows, replaced whole. Call under the game's lock."""
    game.state = derived.state
    game.rated = derived.rated
    game.unrated_reason = derived.unrated_reason
    game.n_problems = derived.n_problems
    game.save(update_fields=["revision", "state", "rated", "unrated_reason", "n_problems", "version"])
    game.seats.all().delete()
    Seat.objects.bulk_create([Seat(game=game, **columns) for columns in derived.seats])


def players_by_uid(uids: Iterable[str]) -> dict[str, Player]:
    """Profiles by uid text, one query; unknown and malformed uids are absent."""
    wanted = {uid for uid in uids if _is_uid(uid)}
    return {str(player.uid): player for player in Player.objects.filter(uid__in=wanted)}


def _is_uid(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


def seat_holders(sheet: Mapping[str, Any]) -> list[tuple[int, str | None, int, int | None]]:
    """Who held which seat: (seat, uid or None, from_deal, to_deal or None), by seat and time.

    `sheet["seats"]` where it was written; else each player from the first deal he was in to the end.
    """
    if sheet.get("seats"):
        rows = [(s["seat"], s.get("player"), s.get("from", 0), s.get("to")) for s in sheet["seats"]]
        return sorted(rows, key=lambda row: (row[0], row[2]))
    holders: list[tuple[int, str | None, int, int | None]] = []
    for seat, uid in enumerate(sheet["players"]):
        present = [i for i, deal in enumerate(sheet.get("deals", [])) if seat not in (deal.get("out") or ())]
        start = present[0] if present else 0
        last = len(sheet.get("deals", [])) - 1
        end = present[-1] if present and present[-1] < last else None
        holders.append((seat, uid or None, start, end))
    return holders


def _seat_rows(
    stored: Mapping[str, Any], sheet: Sheet, score: Score, players: Mapping[str, Player]
) -> Iterable[dict[str, Any]]:
    for seat, uid, start, end in seat_holders(stored):
        yield {
            "number": seat,
            "player": players[uid] if uid else None,
            "from_deal": start,
            "to_deal": end,
            "total": score.totals[seat],
            "place": score.places[seat],
            "last_deal_points": score.last_deal_points[seat],
            "deals": score.deals_played[seat],
            "bids_made": score.bids_made[seat] or 0,
            "zero_bids": score.zero_bids[seat] or 0,
            "zeros_made": score.zeros_made[seat] or 0,
            "overs": score.overs[seat],
            "unders": score.unders[seat],
            "table_size": len(score.totals),
            "plays": plays_of(sheet, score, seat, start=start, end=end),
        }


def _state(game: Game, revision: SheetRevision, decisions: Iterable[SheetDecision], score: Score) -> str:
    if revision.void:
        return SheetState.VOID
    last = None
    for decision in decisions:
        if decision.revision == revision.number:
            last = decision.kind
    if last == SheetDecision.Kind.VERIFIED:
        return SheetState.FINAL
    if last == SheetDecision.Kind.REOPENED:
        return SheetState.KEYED
    whole = bool(revision.sheet.get("ended_early")) or score_is_whole(game, score)
    if not whole:
        return SheetState.KEYED
    return SheetState.TO_VERIFY if game.verify else SheetState.FINAL


def score_is_whole(game: Game, score: Score) -> bool:
    """Every deal of the schedule is there and scored; sheets counted as written only need their totals."""
    if game.count == "written":
        return all(total is not None for total in score.totals)
    return not any(problem.code in _INCOMPLETE for problem in score.problems)


def _eligible(game: Game, state: str, seats: tuple[dict[str, Any], ...]) -> tuple[bool, str]:
    if state == SheetState.VOID:
        return False, UnratedReason.VOID
    if state != SheetState.FINAL:
        return False, UnratedReason.UNCONFIRMED
    if game.bots:
        return False, UnratedReason.BOTS
    if game.casual:
        return False, UnratedReason.CASUAL
    if len(rated_rows(seats)) < 2:
        return False, UnratedReason.TOO_FEW
    return True, ""


def rated_rows(seats: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The seats that count for ratings: one person with a profile, from the first deal on (`ratings.md` 2)."""
    rows = list(seats)
    numbers = [row["number"] for row in rows]
    return [
        row
        for row in rows
        if row["player"] is not None and row["from_deal"] == 0 and numbers.count(row["number"]) == 1
    ]
