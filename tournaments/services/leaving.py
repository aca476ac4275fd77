"""Somebody leaves a table that has begun: the points so far count, a substitute plays on, or the game is void.

The entry stays the line in the standings; the game keeps who sat there from which hand to which.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.activity import By, log
from clubs.live import announce
from clubs.models import Player
from clubs.rights import Act
from games.models import Game, Seat, SheetDraft, SheetState, Source
from games.services import facts
from games.services.sheets import void_game
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Entry, Presence, Round, RoundSeat, Table, Tournament
from tournaments.rights import require_in
from tournaments.services import marks, results
from tournaments.services.entries import set_presence
from tournaments.services.queue import refuse_busy

AS_RULED = "rule"
"""The outcome that follows the tournament's own rule."""


class Outcome(TextChoices):
    """What becomes of the game. Each may be the rule of a tournament (`Tournament.Leaving`)."""

    STOP = "stop", gettext_lazy("the points so far count")
    SUBSTITUTE = "substitute", gettext_lazy("somebody else plays on")
    VOID = "void", gettext_lazy("the game is void")


def leave_game(
    shown: Round,
    *,
    entry: Entry,
    outcome: str,
    by: By,
    hand: int | None = None,
    substitute: Player | None = None,
    reason: str = "",
) -> Game:
    """`hand` is the first one (from 1) that `entry` does not play any more; None = the first that is not whole.

    `outcome` `AS_RULED` takes the rule of the tournament; another one than its rule needs a reason.
    From the next round on they get no seat. Refused where no hand was played yet (`joining.leave_round` does that),
    for a final sheet, and for a substitute who has a seat in this round.
    """
    require_in(by, shown.tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=shown.tournament_id)
        seat, table, game = _seat_of(shown, entry)
        outcome = _ruled(tournament, outcome, reason)
        why = reason.strip() or _("%(player)s left the game.") % {"player": entry.player.display_name}
        if outcome == Outcome.VOID:
            game = _void(table, game, by, why)
        else:
            if outcome not in (Outcome.STOP, Outcome.SUBSTITUTE):
                raise TournamentError(_("Choose what is to happen."), code="nothing_chosen")
            if outcome == Outcome.SUBSTITUTE:
                _check_free(shown, substitute)
            sheet = results.sheet_as_typed(table)[1]
            first = hand if hand is not None else next_hand(sheet)
            if not 2 <= first <= len(sheet["deals"]):
                raise _no_such_hand(
                    table, entry, sheet, hand, substitute if outcome == Outcome.SUBSTITUTE else None
                )
            assert seat.seat is not None
            new = substitute if outcome == Outcome.SUBSTITUTE else None
            if game.revision:
                changed = changed_sheet(sheet, seat.seat, first - 1, str(new.uid) if new else None)
                game = results.enter_sheet(table, sheet=changed, by=by, reason=why).game
            else:
                _change_seats(game, seat.seat, first - 1, new)
        set_presence(entry, status=Presence.Status.LEFT, by=by)
        log(
            f"seat.{outcome}",
            f"game:{game.pk}",
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            reason=reason.strip(),
            number=shown.number,
            table_number=table.number,
            first=entry.pk,
            rule=tournament.on_leaving,
        )
        marks.mark_tournament(tournament.pk)
    return game


def _no_such_hand(
    table: Table, entry: Entry, sheet: Mapping[str, Any], hand: int | None, new: Player | None
) -> TournamentError:
    """Why the hand that was given, or found on the sheet, cannot be the first without them."""
    values = {"table": table.number, "player": entry.player.display_name, "last": len(sheet["deals"])}
    if new is not None and hand is not None:
        text = _("Say from which hand on %(new)s plays for %(player)s at table %(table)d: 2 to %(last)d.")
        return TournamentError(text % {**values, "new": new.display_name}, code="bad_hand")
    if hand is not None:
        text = _("Say from which hand on the seat of %(player)s at table %(table)d is empty: 2 to %(last)d.")
    elif next_hand(sheet) < 2:
        text = _(
            "Hand 1 of table %(table)d is not whole on its sheet: write it there first, or give the first hand that"
            " %(player)s does not play, 2 to %(last)d."
        )
    else:
        text = _(
            "Every hand of table %(table)d is on its sheet: none is left that %(player)s would not play."
        )
    return TournamentError(text % values, code="bad_hand")


def _ruled(tournament: Tournament, outcome: str, reason: str) -> str:
    """The outcome, that of the rule where it was asked for. Refused where the rule says otherwise without a reason."""
    rule = tournament.on_leaving
    if outcome == AS_RULED:
        if rule == Tournament.Leaving.ASK:
            raise TournamentError(
                _("This tournament has no rule for it: choose what is to happen."), code="nothing_chosen"
            )
        return rule
    if rule not in (Tournament.Leaving.ASK, outcome) and not reason.strip():
        raise TournamentError(
            _("The rule of this tournament is: %(rule)s. Say why it is done otherwise.")
            % {"rule": Outcome(rule).label},
            code="reason_missing",
        )
    return outcome


def next_hand(sheet: Mapping[str, Any]) -> int:
    """The first hand, from 1, that is not whole on a sheet; one more than there are where all are."""
    for number, deal in enumerate(sheet["deals"], start=1):
        if not _is_whole(deal, len(sheet["players"])):
            return number
    return len(sheet["deals"]) + 1


def _is_whole(deal: Mapping[str, Any], n_seats: int) -> bool:
    playing = [seat for seat in range(n_seats) if seat not in (deal.get("out") or ())]
    columns = [deal.get(name) for name in ("tricks", "made", "paper_points", "paper_running")]
    return bool(deal.get("void")) or any(
        column and all(column[seat] is not None for seat in playing) for column in columns
    )


def changed_sheet(sheet: Mapping[str, Any], seat: int, deal: int, player: str | None) -> dict[str, Any]:
    """The sheet with another holder of `seat` from `deal` on (an index), or with nobody there."""
    changed: dict[str, Any] = {**sheet, "deals": [dict(row) for row in sheet["deals"]]}
    stints = [
        {"seat": number, "player": uid, "from": start, "to": end}
        for number, uid, start, end in facts.seat_holders(sheet)
    ]
    last = max((row for row in stints if row["seat"] == seat), key=lambda row: int(row["from"] or 0))
    if int(last["from"] or 0) >= deal or last["to"] is not None:
        raise _gone_already()
    last["to"] = deal - 1
    if player is not None:
        stints.append({"seat": seat, "player": player, "from": deal, "to": None})
    else:
        for row in changed["deals"][deal:]:
            row["out"] = sorted({*(row.get("out") or ()), seat})
            for name, cells in row.items():
                if name != "out" and isinstance(cells, list):
                    row[name] = [None if number == seat else cell for number, cell in enumerate(cells)]
    changed["seats"] = sorted(stints, key=lambda row: (row["seat"], row["from"]))
    return changed


def _change_seats(game: Game, seat: int, deal: int, player: Player | None) -> None:
    """The same for a sheet of which nothing is stored: its blank form follows from the seats."""
    last = game.seats.filter(number=seat).order_by("-from_deal")[0]
    if last.from_deal >= deal or last.to_deal is not None:
        raise _gone_already()
    last.to_deal = deal - 1
    last.save(update_fields=["to_deal"])
    draft = SheetDraft.objects.filter(game=game).first()
    if player is not None:
        Seat.objects.create(game=game, number=seat, player=player, from_deal=deal)
    elif draft is not None:
        draft.cells = {cell: one for cell, one in draft.cells.items() if not _is_after(cell, seat, deal)}
        draft.version += 1
        draft.save()
    game.version += 1
    game.save(update_fields=["version"])
    announce(results.sheet_topic(game), game.version + (draft.version if draft is not None else 0))


def _is_after(cell: str, seat: int, deal: int) -> bool:
    first, *rest = cell.split(".")
    return first.isdigit() and int(first) >= deal and rest[-1] == str(seat)


def _void(table: Table, game: Game, by: By, why: str) -> Game:
    if not game.revision:
        sheet = {**results.sheet_as_typed(table)[1], "ended_early": True}
        game = results.enter_sheet(table, sheet=sheet, by=by, reason=why).game
    return void_game(game, by=by, reason=why).game


def _seat_of(shown: Round, entry: Entry) -> tuple[RoundSeat, Table, Game]:
    current = Round.objects.filter(pk=shown.pk).first()
    if current is None or current.state != Round.State.PUBLISHED:
        raise RoundConflict(
            _("Round %(round)d is not being played: look at it again.") % {"round": shown.number}
        )
    seat = current.seats.filter(entry=entry, table__game__isnull=False).select_related("table").first()
    if seat is None or seat.table is None:
        raise RoundConflict(
            _("%(player)s has no seat in this round.") % {"player": entry.player.display_name}
        )
    table = seat.table
    assert table.game_id is not None
    table.round, table.tournament = current, shown.tournament
    game = Game.objects.select_for_update().get(pk=table.game_id)
    table.game = game
    if game.source == Source.HOSTED:
        raise RoundConflict(
            _("Table %(table)d is played here: the seat is handed on at the table itself.")
            % {"table": table.number}
        )
    if game.state in (SheetState.FINAL, SheetState.VOID):
        raise RoundConflict(
            _("The sheet of table %(table)d is closed: correct it, with a reason.") % {"table": table.number}
        )
    return seat, table, game


def _check_free(shown: Round, substitute: Player | None) -> None:
    if substitute is None:
        raise TournamentError(_("Choose who plays on."), code="nobody_chosen")
    same = {substitute.pk, substitute.merged_into_id or substitute.pk}
    held = Seat.objects.filter(game__table__round=shown, player__in=same, to_deal__isnull=True)
    if held.exists():
        raise RoundConflict(
            _("%(player)s has a seat in this round already.") % {"player": substitute.display_name}
        )
    refuse_busy(shown.tournament, substitute)


def _gone_already() -> RoundConflict:
    return RoundConflict(_("This seat changed hands already at that hand: look at the sheet."))
