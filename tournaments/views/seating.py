"""The tables of a published round: who sits where, who deals first, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import Player
from games.models import Game, Seat, SheetState
from tournaments.models import Round, RoundSeat, Table, Tournament
from tournaments.services.namesakes import tell_apart_at
from tournaments.views.access import game_address


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of a table. `players` are who held it; more than one after a substitution."""

    number: int
    entry_id: int
    players: tuple[Player, ...]
    deals_first: bool
    total: int | None
    place: int | None
    is_me: bool


@dataclass(frozen=True, slots=True)
class TableView:
    number: int
    sheet_number: int | None
    game: Game | None
    game_url: str
    play_url: str  # the card table, where the cards are dealt here
    seats: tuple[SeatLine, ...]
    is_mine: bool

    @property
    def is_scored(self) -> bool:
        return self.game is not None and self.game.revision > 0 and self.game.state != SheetState.VOID

    @property
    def is_void(self) -> bool:
        return self.game is not None and self.game.state == SheetState.VOID


@dataclass(frozen=True, slots=True)
class Seating:
    """`my_seat` is the reader's own seat, if any, with its table. `hides_points`: the list is kept for the prizes."""

    tables: tuple[TableView, ...]
    sit_outs: tuple[Player, ...]
    my_table: TableView | None
    my_seat: SeatLine | None
    my_sit_out: bool
    hides_points: bool = False

    @property
    def n_done(self) -> int:
        return sum(table.is_scored for table in self.tables)

    @property
    def others_at_my_table(self) -> list[Player]:
        if self.my_table is None:
            return []
        return [player for seat in self.my_table.seats if not seat.is_me for player in seat.players]


def seating_of(tournament: Tournament, published: Round, own_entry: int | None) -> Seating:
    """Tables of one round that is published already. Four queries."""
    return seating_of_rounds(tournament, [published], own_entry)


def seating_of_rounds(tournament: Tournament, shown: Sequence[Round], own_entry: int | None) -> Seating:
    """Tables of several published rounds side by side, as they play on an open night. Four queries."""
    tables = list(Table.objects.filter(round__in=shown).select_related("game__hosted").order_by("number"))
    round_seats: dict[int | None, list[RoundSeat]] = {}
    rows = RoundSeat.objects.filter(round__in=shown).select_related("entry__player__merged_into")
    for row in rows.order_by("table", "seat"):
        round_seats.setdefault(row.table_id, []).append(row)
    held: dict[int, list[Seat]] = {}
    game_ids = [table.game_id for table in tables if table.game_id]
    for seat in Seat.objects.filter(game__in=game_ids).select_related("player__merged_into"):
        held.setdefault(seat.game_id, []).append(seat)
    views = tuple(
        _view(tournament, t, round_seats.get(t.pk, []), held.get(t.game_id or 0, []), own_entry)
        for t in tables
    )
    mine = next((view for view in views if view.is_mine), None)
    outs = round_seats.get(None, [])
    seated = [player for view in views for seat in view.seats for player in seat.players]
    tell_apart_at(tournament, [*seated, *(row.entry.player for row in outs)])
    return Seating(
        tables=views,
        sit_outs=tuple(row.entry.player for row in outs),
        my_table=mine,
        my_seat=next((seat for seat in mine.seats if seat.is_me), None) if mine else None,
        my_sit_out=any(row.entry_id == own_entry for row in outs),
        hides_points=tournament.frozen_after is not None
        and any(one.number > tournament.frozen_after for one in shown),
    )


def _play_url(table: Table) -> str:
    hosted = getattr(table.game, "hosted", None)
    return hosted.get_absolute_url() if hosted is not None else ""


def _view(
    tournament: Tournament,
    table: Table,
    rows: Sequence[RoundSeat],
    held: Sequence[Seat],
    own_entry: int | None,
) -> TableView:
    first_dealer = table.game.first_dealer if table.game else 0
    lines = []
    for row in rows:
        stints = [seat for seat in held if seat.number == row.seat]
        people = tuple(dict.fromkeys(seat.player for seat in stints if seat.player is not None))
        lines.append(
            SeatLine(
                number=row.seat or 0,
                entry_id=row.entry_id,
                players=people or (row.entry.player,),
                deals_first=row.seat == first_dealer,
                total=stints[0].total if stints else None,
                place=stints[0].place if stints else None,
                is_me=row.entry_id == own_entry,
            )
        )
    return TableView(
        number=table.number,
        sheet_number=table.sheet_number,
        game=table.game,
        game_url=game_address(tournament, table.game.pk, table.sheet_number) if table.game else "",
        play_url=_play_url(table),
        seats=tuple(lines),
        is_mine=any(line.is_me for line in lines),
    )
