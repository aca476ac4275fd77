"""Reading one table of one round: seats, points and what tie-breaks need to know of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from tournaments.standings.errors import quoted, shortened
from tournaments.standings.exact import Exact, read_whole
from tournaments.standings.facts import Player, TableResult
from tournaments.standings.fields import Fields, Where, known_player, read_number
from tournaments.standings.table_places import competition_places, places_at_table

TABLE_FIELDS = frozenset({"seats", "points", "last_deal", "bids_made", "decider", "deals", "places"})


def read_table(
    value: object, where: Where, players: Mapping[str, Player], game_chain: Sequence[str], taken: set[Player]
) -> TableResult:
    """One table; its players are added to `taken`, those who already have a seat in the round."""
    fields = Fields(value, name="a table", allowed=TABLE_FIELDS, where=where)
    ids = fields.list_of("seats")
    if not ids:
        raise fields.refusal("bad_field", "a table needs at least one seat", "seats")
    seats = tuple([known_player(id_, players, "seats", where) for id_ in ids])
    for id_, player in zip(ids, seats, strict=True):
        if player in taken:
            refusal = fields.refusal("duplicate_seat", f"{quoted(id_)} has two seats in this round", "seats")
            raise refusal.at(player=shortened(str(id_)))
        taken.add(player)
    points = _numbers(fields, "points", ids)
    last_deal = _read_optional(fields, "last_deal", ids)
    bids_made = _read_optional(fields, "bids_made", ids)
    _refuse_parts_of_bids(fields, bids_made, ids)
    tie_breaks = {
        "last-deal": last_deal,
        "bids-made": bids_made,
        "decider": _read_optional(fields, "decider", ids),
    }
    places = _read_places(fields, ids) if fields.has("places") else None
    return TableResult(
        number=int(where["table"]),
        seats=seats,
        points=points,
        places=places or places_at_table(points, [tie_breaks[key] for key in game_chain]),
        last_deal=last_deal,
        bids_made=bids_made,
        deals=fields.whole("deals", least=1) if fields.has("deals") else None,
    )


def _per_seat(fields: Fields, field: str, ids: Sequence[object]) -> Sequence[object]:
    values = fields.list_of(field)
    if len(values) != len(ids):
        raise fields.refusal("length_mismatch", f"{len(ids)} seats but {len(values)} {field}", field)
    return values


def _numbers(fields: Fields, field: str, ids: Sequence[object]) -> tuple[Exact, ...]:
    return tuple([
        value if _is_small(value) else read_number(value, field, _at(fields.where, id_))
        for id_, value in zip(ids, _per_seat(fields, field, ids), strict=True)
    ])  # fmt: skip


def _read_optional(fields: Fields, field: str, ids: Sequence[object]) -> tuple[Exact | None, ...] | None:
    if not fields.has(field):
        return None
    return tuple([
        value if value is None or _is_small(value) else read_number(value, field, _at(fields.where, id_))
        for id_, value in zip(ids, _per_seat(fields, field, ids), strict=True)
    ])  # fmt: skip


def _is_small(value: object) -> TypeGuard[int]:
    return type(value) is int and -1_000_000 < value < 1_000_000


def _refuse_parts_of_bids(
    fields: Fields, bids_made: tuple[Exact | None, ...] | None, ids: Sequence[object]
) -> None:
    for id_, made in zip(ids, bids_made or (), strict=bids_made is not None):
        if made is not None and (not isinstance(made, int) or made < 0):
            refusal = fields.refusal(
                "bad_field", f"bids_made must be 0, 1, 2 ..., not {quoted(made)}", "bids_made"
            )
            raise refusal.at(player=shortened(str(id_)))


def _read_places(fields: Fields, ids: Sequence[object]) -> tuple[int, ...]:
    """The engine's places; only their order counts, so the places of some seats of a game are fine."""
    places = []
    for id_, value in zip(ids, _per_seat(fields, "places", ids), strict=True):
        place = read_whole(value)
        if place is None or place < 1:
            refusal = fields.refusal("bad_field", f"a place is 1, 2, 3 ..., not {quoted(value)}", "places")
            raise refusal.at(player=shortened(str(id_)))
        places.append(-place)
    return competition_places(places)


def _at(where: Where, id_: object) -> dict[str, int | str]:
    return {**where, "player": shortened(str(id_))}
