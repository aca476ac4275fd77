"""One sheet in front of one person: what a save comes to, and the page of the grid with what must be said about it."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.errors import EldestHandError
from clubs.pages import asks_json, render_page
from clubs.rights import Act
from clubs.typed import storable
from games.engine import EngineError, Sheet, deal_points, score_sheet, suspects_by_likelihood
from games.errors import SheetConflict
from games.forms import (
    MODE_NAMES,
    MODES,
    Column,
    TypedGrid,
    cell_names,
    columns_of,
    mode_of,
    read_grid,
    shown,
    value_in,
)
from games.models import Game
from games.services import facts
from games.services.drafts import merged_sheet
from games.services.merging import Contested, Standing, merge, origins, pruned, standing_of
from games.services.paper_modes import with_made
from games.services.photos import kept_photos
from games.views.corrections import author, corrections, judgements
from games.views.entry_grid import base_of, entry_grid, grid_data
from games.views.problem_words import Remark, n_warnings, problem_remarks, suspect_remarks
from tournaments.models import Table, Tournament
from tournaments.rights import may_in
from tournaments.services import results
from tournaments.services.desk import readings_of
from tournaments.services.effects import Effects, effects_of
from tournaments.services.namesakes import tell_apart_at
from tournaments.views.desk import became_final_words, by_web
from tournaments.views.seats_in_words import seat_names, where


@dataclass(frozen=True, slots=True)
class Question:
    """A contested cell as the page asks about it."""

    cell: str
    where: str
    theirs: str
    yours: str
    by: str
    at: Any

    @property
    def anchor(self) -> str:
        return f"c-{self.cell.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a save came to, where the page must be shown again."""

    status: int = 200
    message: str = ""
    raw: dict[str, str] | None = None
    errors: dict[str, str] = field(default_factory=dict)
    base: dict[str, Any] | None = None
    questions: tuple[Contested, ...] = ()
    taken: tuple[str, ...] = ()
    effects: Effects | None = None
    reason: str = ""
    reason_error: str = ""
    ended_early: bool | None = None
    client_key: str = ""
    confirmed: str = ""
    differing: tuple[Contested, ...] = ()


class SheetDesk:
    """One sheet in front of one person, for one request."""

    def __init__(
        self,
        request: HttpRequest,
        tournament: Tournament,
        table: Table,
        game: Game,
        *,
        may_store: bool = True,
    ) -> None:
        self.request, self.tournament, self.table, self.game = request, tournament, table, game
        self.may_store = may_store
        self.holders = list(game.seats.select_related("player__merged_into"))
        self.standing: Standing = standing_of(game, results.blank_sheet_of(game, self.holders))
        asked = request.POST.get("mode") or request.GET.get("mode")
        if not asked and not game.revision and not self.standing.cells:
            asked = results.usual_mode(game)
        self.mode = mode_of(self.standing.sheet, asked)
        self.columns: tuple[Column, ...] = columns_of(self.mode, is_rage=game.family == "rage")

    @cached_property
    def names(self) -> list[str]:
        """Who holds each seat, namesakes told apart; a sheet that is simply stored needs no names."""
        tell_apart_at(self.tournament, (seat.player for seat in self.holders))
        return seat_names(self.holders)

    def save(self) -> HttpResponse:
        """Store the grid, or show it again: 422 what cannot be read, 409 what somebody else wrote too."""
        posted = self.request.POST.dict()
        typed, again = self.answer_to(posted)
        if self._was_sent(again.client_key):
            return self._done(created=False)
        if typed.errors:
            return self.page(replace(again, status=422))
        if not self.may_store:
            return self._too_late(typed, again)
        return self._store(typed, again, str(posted.get("revision", "")))

    def _overtaken(self, typed: TypedGrid, again: Answer) -> HttpResponse | None:
        """The answer where another save was stored in the moment of this one; None if none was."""
        before = self.game.revision
        self.game.refresh_from_db()
        if self.game.revision == before:
            return None
        self.standing = standing_of(self.game, results.blank_sheet_of(self.game, self.holders))
        return self._too_late(typed, again)

    def _too_late(self, typed: TypedGrid, again: Answer) -> HttpResponse:
        """The sheet became final while somebody typed on it who may not correct it."""
        merged = merge(self.standing, typed, by=by_web(self.request))
        if pruned(with_made(merged.sheet, self.game.ruleset, self.mode)) == pruned(self.standing.stored):
            return self._done(created=False)
        again = replace(again, status=409, message=became_final_words(), differing=self._differing(typed))
        return self.page(again)

    def _differing(self, typed: TypedGrid) -> tuple[Contested, ...]:
        """Cells typed here that the stored sheet has otherwise: both values, and whose it is."""
        stored = {cell: value_in(self.standing.stored, cell) for cell in typed.values}
        differing = {
            cell: sent
            for cell, sent in typed.values.items()
            if sent not in (stored[cell], typed.base.get(cell))
        }
        return tuple(
            Contested(cell, stored[cell], differing[cell], whose.by, whose.at.isoformat(), whose.via)
            for cell, whose in origins(self.game.pk, differing).items()
        )

    def answer_to(self, posted: dict[str, Any], *, message: str = "") -> tuple[TypedGrid, Answer]:
        """The grid as it was sent, and the page that shows it once more."""
        typed = read_grid({key: str(value) for key, value in posted.items()}, self._names())
        return typed, Answer(
            message=message,
            raw=typed.raw,
            errors=typed.errors,
            base=typed.base,
            reason=str(posted.get("reason", "")).strip(),
            ended_early="ended_early" in posted,
            client_key=storable(str(posted.get("client_key", "")))[:64],
        )

    def _store(self, typed: TypedGrid, again: Answer, seen: str) -> HttpResponse:
        by = by_web(self.request)
        merged = merge(self.standing, typed, by=by)
        sheet = with_made(merged.sheet, self.game.ruleset, self.mode)
        if again.ended_early:
            sheet["ended_early"] = True
        else:
            sheet.pop("ended_early", None)
        stood = self.standing.sheet
        mine = {
            **again.raw,  # type: ignore[dict-item]
            **{cell: shown(value) for cell, value in merged.theirs.items()},
        }
        now = {cell: value_in(stood, cell) for cell, _column in self._names()}
        again = replace(again, raw=mine, base=base_of(now), taken=tuple(merged.theirs))
        is_stored = self.game.revision > 0
        if is_stored and pruned(sheet) == pruned(self.standing.stored):
            results.discard_typed(self.table, by=by)
            return self._done(created=False)
        if merged.contested or seen != str(self.game.revision):
            message = (
                ""
                if merged.contested
                else _("Somebody saved this sheet meanwhile: compare, then save again.")
            )
            return self.page(replace(again, status=409, message=message, questions=merged.contested))
        if is_stored and not again.reason:
            error = _("This sheet is stored already: say why it changes.")
            return self.page(replace(again, status=422, reason_error=error))
        try:
            if is_stored and self.request.POST.get("confirmed") != _fingerprint(sheet):
                if asks_json(self.request):
                    return self.page(again)
                effects = effects_of(self.table, sheet=sheet, by=by, reason=again.reason)
                moved = [*(move.entry.player for move in effects.moves), *(m.player for m in effects.ratings)]
                moved += [player for cut in effects.cuts for player in (*cut.joining, *cut.leaving)]
                tell_apart_at(self.tournament, moved)
                return self.page(replace(again, effects=effects, confirmed=_fingerprint(sheet)))
            recorded = results.enter_sheet(
                self.table,
                sheet=sheet,
                by=by,
                reason=again.reason,
                client_key=again.client_key or None,
                expected_revision=self.game.revision,
            )
        except SheetConflict:
            self.game.refresh_from_db()
            self.standing = standing_of(self.game, results.blank_sheet_of(self.game, self.holders))
            return self._store(typed, replace(again, raw=dict(typed.raw)), seen)
        except EldestHandError as error:
            overtaken = self._overtaken(typed, again)
            return overtaken or self.page(replace(again, status=error.status, message=error.message))
        self.game = recorded.game
        return self._done(created=recorded.created, sheet=recorded.revision.sheet)

    def page(self, answer: Answer) -> HttpResponse:
        """The grid with whatever must be said about it."""
        if asks_json(self.request):
            return JsonResponse({"code": "look", "message": answer.message}, status=answer.status)
        sheet = self._as_shown(answer)
        scored = Sheet.from_value(facts.full_sheet(self.game, sheet))
        score = score_sheet(scored, with_suspects=False)
        grid = entry_grid(
            sheet,
            scored,
            score,
            self.names,
            self.columns,
            self.mode,
            raw=answer.raw,
            errors=answer.errors,
        )
        started = any(row.state != "untouched" for row in grid.rows)
        remarks = (
            problem_remarks(scored, score, self.names, mode=self.mode, while_typing=self.game.revision == 0)
            if started
            else []
        )
        base = answer.base
        if base is None:
            base = base_of({cell: value_in(sheet, cell) for cell, _column in self._names()})
        readings = readings_of(self.game)
        suspects = self._suspects(scored, remarks, grid_is_typed=started)
        revisions = list(self.game.revisions.select_related("by__player")) if self.game.revision else []
        context = {
            "tournament": self.tournament,
            "club": self.tournament.club,
            "table": self.table,
            "game": self.game,
            "grid": grid,
            "grid_data": {
                **grid_data(grid, sheet, scored, score),
                "revision": self.game.revision,
                "base": base,
                "store": f"eldest-hand:sheet:{self.game.pk}:{self.request.user.pk}",
                "game": self.game.pk,
                "look": suspects[0].cell if suspects and readings else "",
                "differs": [found.cell for found in answer.differing],
                "sent": [revision.client_key for revision in revisions if revision.client_key],
            },
            "answer": answer,
            "base_text": json.dumps(base, separators=(",", ":")),
            "client_key": answer.client_key or uuid.uuid4().hex,
            "questions": [self._question(found) for found in answer.questions],
            "differing": [self._question(found) for found in answer.differing],
            "differing_cells": [found.cell for found in answer.differing],
            "may_store": self.may_store,
            "asked": " ".join(found.cell for found in answer.questions),
            "taken": [self._where(cell) for cell in answer.taken],
            "remarks": remarks,
            "suspects": suspects,
            "reason": answer.reason or (_("Read again from the paper.") if readings else ""),
            "judgements": judgements(self.game),
            "n_warnings": len(remarks),
            "modes": [
                (key, MODE_NAMES[key])
                for key in MODES
                if key != "made" or self._misses_need_no_tricks(scored)
            ],
            "is_correction": self.game.revision > 0,
            "ended_early": sheet.get("ended_early", False)
            if answer.ended_early is None
            else answer.ended_early,
            "draft_version": self.standing.version,
            "corrections": corrections(self.game, revisions, self._uids()) if len(revisions) > 1 else [],
            "keyed": {"by": author(revisions[0].by, revisions[0].via), "at": revisions[0].at}
            if revisions
            else None,
            "photos": kept_photos(self.game),
            "may_exchange": may_in(self.request.user, self.tournament, Act.CORRECT_SHEET),
            "has_draft": bool(self.standing.cells) and self.game.revision > 0,
        }
        return render_page(
            self.request, "tournaments/sheet.html", context, section="tournaments", status=answer.status
        )

    def _as_shown(self, answer: Answer) -> dict[str, Any]:
        """The sheet whose arithmetic the page shows: what stands, with what was typed now where it can be read."""
        sheet = self.standing.sheet
        if answer.raw is not None:
            sheet = _merge_all(self.standing, read_grid(answer.raw, self._names()))
        return with_made(sheet, self.game.ruleset, self.mode)

    def _suspects(self, scored: Sheet, remarks: list[Remark], *, grid_is_typed: bool) -> list[Remark]:
        if not remarks or not grid_is_typed:
            return []
        try:
            return suspect_remarks(suspects_by_likelihood(scored), self.names, mode=self.mode)[:5]
        except EngineError:
            return []

    def _misses_need_no_tricks(self, scored: Sheet) -> bool:
        """Made or missed is enough only where a miss costs the same whatever was taken."""
        return deal_points(scored.rules, hand_size=1, bid=1, made=False) is not None and (
            deal_points(scored.rules, hand_size=1, bid=0, made=False) is not None
        )

    def _names(self) -> list[tuple[str, Column | None]]:
        return list(cell_names(self.standing.stored, self.columns))

    def _uids(self) -> dict[str, str]:
        """Display names by uid; `names` has told namesakes apart by then."""
        return {str(s.player.uid): s.player.display_name for s in self.holders if s.player is not None}

    def _question(self, found: Contested) -> Question:
        return Question(
            cell=found.cell,
            where=self._where(found.cell),
            theirs=shown(found.theirs) or _("blank"),
            yours=shown(found.yours) or _("blank"),
            by=author(found.by, found.via),
            at=parse_datetime(found.at) if found.at else None,
        )

    def _where(self, cell: str) -> str:
        return where(cell, self.names, self.columns)

    def _was_sent(self, client_key: str) -> bool:
        return (
            bool(client_key and self.game.revision)
            and self.game.revisions.filter(client_key=client_key).exists()
        )

    def _done(self, *, created: bool, sheet: Mapping[str, Any] | None = None) -> HttpResponse:
        """On to the pile, with a word; `sheet` as it was stored now."""
        number = self.table.sheet_number or 0
        if not created or sheet is None:
            messages.info(self.request, _("Sheet %(n)d: this was stored already.") % {"n": number})
        elif n := n_warnings(self.game, sheet):
            text = ngettext(
                "Sheet %(n)d is saved with %(warnings)d warning.",
                "Sheet %(n)d is saved with %(warnings)d warnings.",
                n,
            )
            messages.warning(self.request, text % {"n": number, "warnings": n})
        else:
            messages.success(self.request, _("Sheet %(n)d is saved.") % {"n": number})
        address = reverse("sheet_pile", args=[self.tournament.slug])
        return (
            JsonResponse({"address": address}) if asks_json(self.request) else HttpResponseRedirect(address)
        )


def _merge_all(standing: Standing, typed: TypedGrid) -> dict[str, Any]:
    """What stands with every readable typed cell on top, contested or not: only for showing."""
    return merged_sheet(standing.sheet, typed.values)


def _fingerprint(sheet: dict[str, Any]) -> str:
    """Names one content of a sheet, so that what is confirmed is what was shown."""
    text = json.dumps(sheet, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
