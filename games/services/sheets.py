"""Record, void, restore and judge the sheet of a game. Every act appends; every act may be repeated."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.models import User
from clubs.typed import storable
from games.engine import EngineError, Score, score_sheet
from games.errors import ReasonMissing, SheetConflict, SheetRefused
from games.models import Game, HostedTable, SheetDecision, SheetRevision, SheetState, Source
from games.services import facts
from games.services.drafts import clear_draft
from games.services.people import hold_identities
from games.services.sheet_extras import check_extras
from games.signals import game_confirmed, game_corrected, game_recorded, game_voided

HOSTING = "hosting"  # `via` of what a hosted table does by itself

# What a stored sheet keeps; the rules are the game's own and are not repeated.
KEPT = (
    "players",
    "first_dealer",
    "deals",
    "decider",
    "paper_totals",
    "count",
    "seats",
    "ended_early",
    "note",
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """`created` is False when the same sheet (or the same client key) had been stored before.

    `draft_version` is that of the draft which became this revision.
    """

    game: Game
    revision: SheetRevision
    created: bool
    draft_version: int = 0


def record_sheet(
    game: Game,
    *,
    sheet: Mapping[str, Any],
    by: By,
    reason: str = "",
    client_key: str | None = None,
    expected_revision: int | None = None,
    at: datetime | None = None,
    is_locked: bool = False,
) -> Recorded:
    """Store a whole sheet as the next revision, with seats, state, log line and signals, in one transaction.

    `sheet` is sheet/1 with player uids as `players` (null = guest). `expected_revision` is the revision the writer
    saw (0 = none): another one stored meanwhile is a `SheetConflict`. Problems never block; a malformed sheet is
    `SheetRefused`. A correction (revision 2 and later) needs `reason`. `at` is when it was written, now if None.
    `is_locked` says that the caller read `game` under its lock in this transaction, and lets a refusal end that.
    """
    client_key = storable(client_key) if client_key else None
    # Inside the caller's transaction a refusal undoes all of it: no savepoint is needed.
    with transaction.atomic(savepoint=not is_locked):
        if not is_locked:
            game = Game.objects.select_for_update().get(pk=game.pk)
        if client_key and (sent := game.revisions.filter(client_key=client_key).first()):
            return Recorded(game, sent, created=False)
        _refuse_while_hosted(game, by)
        stored, score = _checked(game, sheet)
        digest = digest_of(stored)
        current = _current(game)
        if current is not None and not current.void and current.sheet_hash == digest:
            return Recorded(game, current, created=False)
        if expected_revision is not None and expected_revision != game.revision:
            raise SheetConflict(
                _(
                    "Somebody stored revision %(number)d of this sheet meanwhile: compare both before you save."
                )
                % {"number": game.revision},
                current_revision=game.revision,
                current=current.sheet if current else None,
                yours=stored,
            )
        if current is not None and current.void:
            raise SheetRefused(
                _("This game is void: restore it before you correct its sheet."), code="game_void"
            )
        if current is not None and not reason.strip():
            raise ReasonMissing(_("This sheet is stored already: say why it changes."))
        draft = clear_draft(game)
        revision = _append(
            game,
            stored,
            digest,
            score,
            by=by,
            reason=reason,
            client_key=client_key,
            typed_by=_uids(draft.typists - {by.user_id}),
            at=at,
        )
        return Recorded(game, revision, created=True, draft_version=draft.version)


def void_game(game: Game, *, by: By, reason: str) -> Recorded:
    """The game no longer counts; its sheet stays readable. Voiding a void game changes nothing."""
    return _toggle_void(game, void=True, by=by, reason=reason)


def restore_game(game: Game, *, by: By, reason: str) -> Recorded:
    """A void game counts again, with the sheet it had."""
    return _toggle_void(game, void=False, by=by, reason=reason)


def decide_sheet(
    game: Game, *, kind: str, by: By, reading: Mapping[str, Any] | None = None, reason: str = ""
) -> SheetDecision:
    """Append a decision on the current revision: verified, rejected or reopened, and derive the state again."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        current = _current(game)
        if current is None:
            raise SheetRefused(_("Nothing was keyed on this sheet yet."), code="sheet_empty")
        if kind == SheetDecision.Kind.VERIFIED:
            refuse_own(current, by)
        if kind == SheetDecision.Kind.REOPENED and not reason.strip():
            raise ReasonMissing(_("Say why the final sheet is opened again."))
        decision = SheetDecision.objects.create(
            game=game,
            revision=current.number,
            kind=kind,
            by=by.user,
            via=by.via,
            at=timezone.now(),
            reading=dict(reading) if reading is not None else None,
            reason=reason,
        )
        old = facts.rating_facts(game)
        game.version += 1
        _derive_and_apply(game, current, facts.score_of(game, current))
        log(
            f"sheet.{kind}",
            f"game:{game.pk}",
            by=by,
            club_id=game.club_id,
            reason=reason,
            revision=current.number,
        )
        _announce(game, old)
    return decision


def refuse_own(revision: SheetRevision, by: By) -> None:
    """`SheetRefused` where this person keyed the sheet, or typed some of it before another one saved it."""
    if not revision.is_own_of(by.user):
        return
    if revision.by_id == by.user_id:
        text = _("You keyed this sheet yourself: another person must verify it.")
    else:
        text = _("You typed some of this sheet yourself: another person must verify it.")
    raise SheetRefused(text, code="own_sheet", status=403)


def _uids(users: Iterable[int]) -> list[str]:
    wanted = list(users)
    if not wanted:
        return []
    return sorted(str(uid) for uid in User.objects.filter(pk__in=wanted).values_list("uid", flat=True))


def _others(revision: SheetRevision, by: By) -> list[str]:
    """Whose sheet it stays when somebody takes it out of the standings or puts it back."""
    whose = {*revision.typed_by, *(_uids([revision.by_id]) if revision.by_id else ())}
    return sorted(whose - ({str(by.user.uid)} if by.user is not None else set()))


def _current(game: Game) -> SheetRevision | None:
    return game.revisions.get(number=game.revision) if game.revision else None


def _refuse_while_hosted(game: Game, by: By) -> None:
    """The cards write the sheet of a hosted game; by hand only after its table was closed or the game is over."""
    if (
        game.source == Source.HOSTED
        and by.via != HOSTING
        and HostedTable.objects.filter(game=game, state="playing")
    ):
        raise SheetRefused(
            _("This game is being played here; its sheet writes itself when the last hand is over."),
            code="game_is_hosted",
        )


def _checked(game: Game, sheet: Mapping[str, Any]) -> tuple[dict[str, Any], Score]:
    """What is kept of a sheet, and the engine's word on it; raises `SheetRefused`."""
    stored = {key: sheet[key] for key in KEPT if sheet.get(key) is not None}
    if "first_dealer" not in sheet:
        stored["first_dealer"] = game.first_dealer
    try:
        score = score_sheet(facts.full_sheet(game, stored), with_suspects=False)
    except EngineError as error:
        raise SheetRefused(error.message, code=error.code, where=error.where) from error
    check_extras(stored, score)
    if _is_blank(stored):
        raise SheetRefused(
            _("Nothing is written on this sheet yet: type the first hand."), code="sheet_blank"
        )
    return stored, score


def _is_blank(stored: Mapping[str, Any]) -> bool:
    """No value in any cell, no total, nothing decided; a sheet of nothing is no result. `stored` is well formed."""
    if stored.get("ended_early") or any(value is not None for value in stored.get("paper_totals") or ()):
        return False
    columns = ("bids", "tricks", "made", "paper_points", "paper_running", "adjustments")
    cells = [row.get(name) or () for row in stored["deals"] for name in columns]
    return not any(row.get("void") for row in stored["deals"]) and all(
        value is None for values in cells for value in values
    )


def digest_of(stored: Mapping[str, Any]) -> str:
    text = json.dumps(stored, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def renew_digest(sender: type[SheetRevision], pk: int, **_kwargs: object) -> None:
    """A receiver of `clubs.facts.blotted`: the same sheet, saved again without the name, is still the same."""
    rows: models.QuerySet[SheetRevision] = models.QuerySet(sender).filter(pk=pk)
    for sheet in rows.values_list("sheet", flat=True):
        rows.update(sheet_hash=digest_of(sheet))


def _append(
    game: Game,
    stored: dict[str, Any],
    digest: str,
    score: Score,
    *,
    by: By,
    reason: str,
    client_key: str | None = None,
    typed_by: Sequence[str] = (),
    void: bool = False,
    at: datetime | None = None,
) -> SheetRevision:
    old = facts.rating_facts(game)
    revision = SheetRevision(
        game=game,
        number=game.revision + 1,
        sheet=stored,
        sheet_hash=digest,
        void=void,
        by=by.user,
        via=by.via,
        at=at or timezone.now(),
        reason=reason,
        client_key=client_key or None,
        typed_by=list(typed_by),
    )
    game.revision = revision.number
    game.version += 1
    _derive_and_apply(game, revision, score)
    revision.save(force_insert=True)
    verb = "sheet.voided" if void else "sheet.recorded" if revision.number == 1 else "sheet.corrected"
    log(verb, f"game:{game.pk}", by=by, club_id=game.club_id, reason=reason, revision=revision.number)
    game_recorded.send(sender=Game, game=game, old=old)
    _announce(game, old, recorded=True)
    return revision


def _derive_and_apply(game: Game, revision: SheetRevision, score: Score) -> None:
    holders = facts.seat_holders(revision.sheet)
    uids = [uid for _seat, uid, _from, _to in holders if uid]
    hold_identities()
    players = facts.players_by_uid(uids)
    unknown = [uid for uid in uids if uid not in players]
    if unknown:
        raise SheetRefused(
            _("The sheet names a player nobody knows: %(uid)s.") % {"uid": unknown[0]}, code="unknown_player"
        )
    seats_of: dict[int, set[int]] = {}
    for seat, uid, _from, _to in holders:
        if uid:
            seats_of.setdefault(players[uid].merged_into_id or players[uid].pk, set()).add(seat)
    if any(len(seats) > 1 for seats in seats_of.values()):
        raise SheetRefused(
            _("One person cannot hold two seats at a table: check the names."), code="duplicate_player"
        )
    decisions = list(game.decisions.all()) if revision.pk else []
    facts.apply(game, facts.derive(game, revision, decisions, players=players, score=score))


def _toggle_void(game: Game, *, void: bool, by: By, reason: str) -> Recorded:
    if not reason.strip():
        raise ReasonMissing(_("Say why: the reason is kept with the game."))
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        current = _current(game)
        if current is None:
            raise SheetRefused(_("Nothing was keyed on this sheet yet."), code="sheet_empty")
        if current.void == void:
            return Recorded(game, current, created=False)
        score = facts.score_of(game, current)
        revision = _append(
            game,
            current.sheet,
            current.sheet_hash,
            score,
            by=by,
            reason=reason,
            typed_by=_others(current, by),
            void=void,
        )
        return Recorded(game, revision, created=True)


def _announce(game: Game, old: facts.RatingFacts, *, recorded: bool = False) -> None:
    """Tell the floors above what the ratings must know: it became final, it changed while final, it went away."""
    if game.state == SheetState.VOID:
        game_voided.send(sender=Game, game=game, old=old, recorded=recorded)
    elif game.rated and not old.rated:
        game_confirmed.send(sender=Game, game=game, old=old, recorded=recorded)
    elif old.rated or not recorded:
        game_corrected.send(sender=Game, game=game, old=old, recorded=recorded)
