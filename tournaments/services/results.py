"""Results of a table: the one way by which web form, API and command enter a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.live import announce, row_id
from clubs.models import User
from clubs.rights import Act
from clubs.typed import storable
from games.errors import SheetConflict
from games.forms import mode_of
from games.models import Game, Seat, SheetState
from games.services.drafts import Typed, Value, clear_draft, draft_of, merged_sheet, type_cells
from games.services.sheets import Recorded, record_sheet
from tournaments.errors import RoundConflict
from tournaments.models import Round, Table
from tournaments.rights import may_in, require_at
from tournaments.services.noted_seats import noted_at, refuse_others

_NONE_SEEN = -1  # no revision has this number: whatever is stored is another one


def enter_sheet(
    table: Table,
    *,
    sheet: Mapping[str, Any],
    by: By,
    reason: str = "",
    client_key: str | None = None,
    expected_revision: int | None = None,
    at: datetime | None = None,
    may_reseat: bool = True,
) -> Recorded:
    """Store the sheet of a table of a published round; `record_sheet` tells the rest.

    Without `may_reseat` a sheet that seats others than are noted at the table is refused.
    """
    with transaction.atomic():
        game = writable_game(table, by, client_key=client_key)
        noted = None if may_reseat else noted_at(game)
        recorded = record_sheet(
            game,
            sheet=sheet,
            by=by,
            reason=reason,
            client_key=client_key,
            expected_revision=expected_revision,
            at=at,
            is_locked=True,
        )
        if recorded.created:
            game = recorded.game
            if noted is not None:
                refuse_others(noted, table, recorded)
            announce(sheet_topic(game), game.version + recorded.draft_version)
        return recorded


def stored_against(table: Table, *, sheet: Mapping[str, Any], by: By) -> SheetConflict | None:
    """What is stored against a sheet of somebody who may type here, whatever the state; None where they are the same.

    Nothing is stored. A sheet that could not be stored anyway is refused as always.
    """
    with transaction.atomic():
        require_at(by, table, Act.TYPE_SHEET)
        try:
            record_sheet(game_of(table), sheet=sheet, by=by, expected_revision=_NONE_SEEN)
        except SheetConflict as conflict:
            return conflict
    return None


def type_on_sheet(
    table: Table,
    *,
    changes: Mapping[str, Value],
    seen: int,
    by: By,
    client_key: str = "",
    expected_revision: int | None = None,
) -> Typed:
    """Keep what is being typed at a table; `games.services.drafts.type_cells` tells how two writers merge."""
    with transaction.atomic():
        game = writable_game(table, by)
        typed = type_cells(
            game,
            changes=changes,
            seen=seen,
            by=by,
            client_key=client_key,
            expected_revision=expected_revision,
            is_locked=True,
        )
        announce(sheet_topic(game), game.version + typed.version)
        return typed


def discard_typed(table: Table, *, by: By) -> None:
    """Throw away what was typed since the last save; what is stored stays."""
    with transaction.atomic():
        clear_draft(writable_game(table, by))


def sheet_topic(game: Game) -> str:
    """What pages that show this sheet while it is typed listen to."""
    return f"sheet:{game.pk}"


def typed_version(user: User | AnonymousUser, key: str) -> int | None:
    """Rises whenever a cell is typed or the sheet is stored; None for whoever may not type on it."""
    game_id = row_id(key)
    if game_id is None or not user.is_authenticated:
        return None
    table = Table.objects.filter(game=game_id).select_related("tournament__club", "game__draft").first()
    if table is None or table.game is None or not may_in(user, table.tournament, Act.TYPE_SHEET):
        return None
    draft = getattr(table.game, "draft", None)
    return table.game.version + (draft.version if draft is not None else 0)


def sheet_as_typed(table: Table) -> tuple[int, dict[str, Any]]:
    """Version of the draft, and the sheet as it stands: the stored one, or the blank one, with what was typed since."""
    game = game_of(table)
    version, cells = draft_of(game)
    current = game.revisions.filter(number=game.revision).first()
    return version, merged_sheet(current.sheet if current is not None else blank_sheet(table), cells)


def usual_mode(game: Game) -> str | None:
    """How the club's last sheet was read: its papers look alike. None before the first. Two queries."""
    if game.club_id is None:
        return None
    stored = Game.objects.filter(club=game.club_id, family=game.family, revision__gt=0)
    last = stored.order_by("-played_at", "-pk").first()
    revision = last.revisions.filter(number=last.revision).first() if last is not None else None
    return mode_of(revision.sheet, None) if revision is not None else None


def writable_game(table: Table, by: By, *, client_key: str | None = None) -> Game:
    """The game of a table, locked, if `by` may write on its sheet as it is now, or only repeats what made it final."""
    game = Game.objects.select_for_update().filter(pk=game_of(table).pk).first()
    if game is None:
        raise _not_published(table)  # taken back between the page and the act
    is_final = game.state in (SheetState.FINAL, SheetState.VOID)
    is_repeated = bool(
        is_final
        and client_key
        and game.revisions.filter(client_key=storable(client_key), by=by.user).exists()
    )
    require_at(by, table, Act.CORRECT_SHEET if is_final and not is_repeated else Act.TYPE_SHEET)
    table.game = game  # each knows the other: who hears of the game need not look up its table
    return game


def blank_sheet(table: Table) -> dict[str, Any]:
    """The sheet of a table before anything was written: its people in seat order and the hands to be played."""
    game = game_of(table)
    return blank_sheet_of(game, game.seats.select_related("player").order_by("number"))


def blank_sheet_of(game: Game, stints: Iterable[Seat]) -> dict[str, Any]:
    """The same where the seat rows are at hand already. Who left is out of the hands that nobody plays for them."""
    held: dict[int, list[Seat]] = {}
    for stint in sorted(stints, key=lambda one: (one.number, one.from_deal)):
        held.setdefault(stint.number, []).append(stint)
    deals: list[dict[str, Any]] = [{"hand_size": size} for size in game.ruleset.hand_sizes(len(held))]
    sheet = {
        "players": [_uid(rows[0]) for rows in held.values()],
        "first_dealer": game.first_dealer,
        "deals": deals,
    }
    if any(len(rows) > 1 or rows[0].to_deal is not None for rows in held.values()):
        sheet["seats"] = [
            {"seat": row.number, "player": _uid(row), "from": row.from_deal, "to": row.to_deal}
            for rows in held.values()
            for row in rows
        ]
        gone = {number: rows[-1].to_deal for number, rows in held.items()}
        for number, deal in enumerate(deals):
            out = [seat for seat, last in gone.items() if last is not None and number > last]
            if out:
                deal["out"] = out
    return sheet


def _uid(stint: Seat) -> str | None:
    return str(stint.player.uid) if stint.player else None


def game_of(table: Table) -> Game:
    """The game of a table; refused while the round is a draft."""
    if table.game is None or table.round.state == Round.State.DRAFT:
        raise _not_published(table)
    return table.game


def _not_published(table: Table) -> RoundConflict:
    return RoundConflict(
        _("Round %(round)d is not published: there is no game at table %(table)d yet.")
        % {"round": table.round.number, "table": table.number},
        code="round_not_published",
    )
