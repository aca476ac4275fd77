"""What became different from one revision of a sheet to the next, cell by cell, with who, when and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import User
from clubs.sentences import isolated, one_stop
from games.engine import EngineError
from games.models import Game, SheetDecision, SheetRevision
from games.services import facts

MOST_LINES = 12


@dataclass(frozen=True, slots=True)
class Correction:
    """One later revision: `changes` are sentences, `n_more` counts those that were left out."""

    number: int
    changes: tuple[str, ...]
    n_more: int
    reason: str
    by: str
    at: datetime


def corrections(game: Game, revisions: Sequence[SheetRevision], names: Mapping[str, str]) -> list[Correction]:
    """Every revision after the first, newest first. `names` maps the uids of the sheets to names.

    `revisions` come oldest first, with their authors loaded.
    """
    found = []
    for earlier, later in pairwise(revisions):
        changes = _changes(game, earlier, later, names)
        found.append(
            Correction(
                number=later.number,
                changes=tuple(changes[:MOST_LINES]),
                n_more=max(0, len(changes) - MOST_LINES),
                reason=later.reason,
                by=author(later.by, later.via),
                at=later.at,
            )
        )
    return found[::-1]


@dataclass(frozen=True, slots=True)
class Judgement:
    """Somebody sent the sheet back or opened it again; what he read from the paper is not for everybody."""

    text: str
    reason: str
    by: str
    at: datetime


def judgements(game: Game) -> list[Judgement]:
    """Decisions that kept or made the sheet other than final, newest first. One query; none before the first save."""
    if not game.revision:
        return []
    words = {
        SheetDecision.Kind.REJECTED: _("The totals were read differently from the paper."),
        SheetDecision.Kind.REOPENED: _("The final sheet was opened again."),
    }
    decisions = game.decisions.filter(kind__in=words).select_related("by__player").order_by("-id")
    return [
        Judgement(words[SheetDecision.Kind(found.kind)], found.reason, author(found.by, found.via), found.at)
        for found in decisions
    ]


def author(user: User | None, via: str) -> str:
    """The name a reader may see of whoever wrote."""
    if user is not None:
        player = getattr(user, "player", None)
        return isolated(player.display_name if player is not None else user.get_username())
    return {
        "link": _("the table writer"),
        "import": _("import"),
        "command": _("the site"),
        "sample": _("the sample evening"),
    }.get(via, _("the desk"))


def _changes(game: Game, earlier: SheetRevision, later: SheetRevision, names: Mapping[str, str]) -> list[str]:
    if earlier.void != later.void:
        return [_("The game was made void.") if later.void else _("The game counts again.")]
    old, new = earlier.sheet, later.sheet
    lines = []
    if old.get("players") != new.get("players"):
        lines.append(
            one_stop(
                _("At the table: %(new)s instead of %(old)s.")
                % {"new": _people(new, names), "old": _people(old, names)}
            )
        )
    if old.get("first_dealer") != new.get("first_dealer"):
        lines.append(_("Another first dealer."))
    lines += _deal_changes(old, new, names)
    if old.get("decider") != new.get("decider"):
        lines.append(_("Another decider."))
    lines += _total_changes(game, earlier, later, names)
    return lines or [_("Notes on the sheet changed, no values.")]


def _deal_changes(old: Mapping[str, Any], new: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    before, after = old.get("deals", []), new.get("deals", [])
    lines = []
    if len(before) != len(after):
        lines.append(_("%(new)d hands instead of %(old)d.") % {"new": len(after), "old": len(before)})
    for number, (was, now) in enumerate(zip(before, after, strict=False), start=1):
        if was != now:
            lines += _cell_changes(number, was, now, [_name(uid, names) for uid in new.get("players", [])])
    return lines


def _cell_changes(
    number: int, was: Mapping[str, Any], now: Mapping[str, Any], names: Sequence[str]
) -> list[str]:
    words = {
        "bids": _("bid"),
        "tricks": _("tricks"),
        "made": _("made"),
        "plus_fives": _("+5 cards"),
        "minus_fives": _("−5 cards"),
        "paper_points": _("points on paper"),
        "paper_running": _("total on paper"),
    }
    lines = []
    for seat, name in enumerate(names):
        parts = []
        for column, word in words.items():
            old, new = _at(was.get(column) or [], seat), _at(now.get(column) or [], seat)
            if old != new:
                parts.append(
                    _("%(what)s %(old)s, now %(new)s")
                    % {"what": word, "old": _shown(old), "new": _shown(new)}
                )
        if parts:
            lines.append(
                _("Hand %(hand)d, %(player)s: %(changes)s.")
                % {"hand": number, "player": name, "changes": "; ".join(parts)}
            )
    if was.get("hand_size") != now.get("hand_size"):
        lines.append(
            _("Hand %(hand)d: %(old)s cards, now %(new)s.")
            % {"hand": number, "old": _shown(was.get("hand_size")), "new": _shown(now.get("hand_size"))}
        )
    if bool(was.get("void")) != bool(now.get("void")):
        lines.append(
            (_("Hand %(hand)d is void.") if now.get("void") else _("Hand %(hand)d counts again."))
            % {"hand": number}
        )
    return lines or [_("Hand %(hand)d: notes changed.") % {"hand": number}]


def _total_changes(
    game: Game, earlier: SheetRevision, later: SheetRevision, names: Mapping[str, str]
) -> list[str]:
    if earlier.sheet.get("players") != later.sheet.get("players"):
        return []
    try:
        old, new = facts.score_of(game, earlier).totals, facts.score_of(game, later).totals
    except EngineError:
        return []
    return [
        _("%(player)s’s total went from %(old)d to %(new)d.")
        % {"player": _name(uid, names), "old": before, "new": after}
        for uid, before, after in zip(later.sheet.get("players", []), old, new, strict=False)
        if before != after
    ]


def _people(sheet: Mapping[str, Any], names: Mapping[str, str]) -> str:
    return ", ".join(_name(uid, names) for uid in sheet.get("players", []))


def _name(uid: str | None, names: Mapping[str, str]) -> str:
    return isolated(names.get(uid or "", _("guest")))


def _at(cells: Sequence[Any], seat: int) -> Any:
    return cells[seat] if seat < len(cells) else None


def _shown(value: Any) -> str:
    if value is None:
        return _("blank")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return f"{value}".replace("-", "−")
