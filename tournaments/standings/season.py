"""A season's table: best N of M evenings (users.md 5), an evening being a round of `rank`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.standings.chains import DEFAULT_CHAINS
from tournaments.standings.exact import Exact
from tournaments.standings.ranking import Standings
from tournaments.standings.rows import Row


@dataclass(frozen=True, slots=True)
class Evening:
    """One tournament of the season: who was there, with what total and in which place.

    `number` puts the evenings in order; `weight` multiplies what the evening is worth, 2 for a final that counts
    double. `places` are in order of `players`, level ones equal.
    """

    number: int
    players: tuple[str, ...]
    totals: tuple[Exact, ...]
    places: tuple[int, ...]
    weight: Exact = 1


def evening_of(rows: Sequence[Row], *, number: int, played: Iterable[str], weight: Exact = 1) -> Evening:
    """The evening a tournament's standings make, for those in `played`.

    Rows without a place, the evening's guests, stand behind everybody who has one and take nobody's place.
    """
    present = set(played)
    there = [row for row in rows if row.player in present]
    behind = len(rows) + 1
    return Evening(
        number=number,
        players=tuple([row.player for row in there]),
        totals=tuple([row.total for row in there]),
        places=tuple([behind if row.place is None else row.place for row in there]),
        weight=weight,
    )


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How a season counts: `table_points` turns an evening's totals and places into season points.

    The `best_of` best evenings count (None = all); who came to fewer than `min_evenings` has no place;
    `absent_points` is what the first `absent_cap` missed evenings get ("mean" = the player's own mean).
    """

    table_points: str = "raw"
    best_of: int | None = None
    min_evenings: int = 0
    absent_points: Exact | str = 0
    absent_cap: int | None = 1
    tie_breaks: tuple[str, ...] = DEFAULT_CHAINS["season"]
    lot_seed: str | None = None


def season_standings(
    players: Mapping[str, bool], evenings: Iterable[Evening], rules: SeasonRules = SeasonRules()
) -> Standings:
    """The season's standings; `players` maps an id to whether it is ranked (a guest is not).

    `rows[i].columns["dropped"]` are the numbers of the evenings that do not count. Raises StandingsError.
    """
    return Standings(season_document(players, evenings, rules))


def season_document(
    players: Mapping[str, bool], evenings: Iterable[Evening], rules: SeasonRules
) -> dict[str, object]:
    """The document of users.md 8 that a season is; an evening is one table of all who came."""
    return {
        "players": [{"id": id_, "ranked": ranked} for id_, ranked in players.items()],
        "rounds": [_round(evening) for evening in evenings],
        "table_points": rules.table_points,
        "tie_breaks": list(rules.tie_breaks),
        "best_of": rules.best_of,
        "absent": {
            "points": rules.absent_points,
            "cap": rules.absent_cap,
            "min_rounds": rules.min_evenings,
        },
        "lot_seed": rules.lot_seed,
    }


def _round(evening: Evening) -> dict[str, object]:
    table = {
        "seats": list(evening.players),
        "points": list(evening.totals),
        "places": list(evening.places),
    }
    return {
        "number": evening.number,
        "weight": evening.weight,
        "tables": [table] if evening.players else [],
    }
