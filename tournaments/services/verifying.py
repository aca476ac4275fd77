"""Are standings and season tables equal to what their facts give?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.services.verifying import Difference
from tournaments.models import Season, SeasonStanding, Standing, Tournament
from tournaments.services import marks, seasons, standings
from tournaments.services.standings import COLUMNS

_SEASON_COLUMNS = ("position", "place", "total", "evenings", "columns", "decided_by")


def differences() -> Iterator[Difference]:
    """Every line of every standings and season table that its facts do not give. Reads only.

    Scopes with a mark are left out: the worker has not come to them yet.
    """
    late = set(marks.left())
    for tournament in Tournament.objects.order_by("pk").iterator(chunk_size=100):
        if tournament.scope not in late:
            yield from _of_tournament(tournament)
    for season in Season.objects.order_by("pk"):
        if seasons.scope_of(season) not in late:
            yield from _of_season(season)


def _of_tournament(tournament: Tournament) -> Iterator[Difference]:
    computed = {(line.after_round, line.entry_id): line for line in standings.derive(tournament)}
    stored = {(row.after_round, row.entry_id): row for row in tournament.standings.all()}
    for key in sorted(set(computed) | set(stored)):
        where = f"(tournament {tournament.pk}, after round {key[0]}, entry {key[1]})"
        yield from _compare(Standing, where, stored.get(key), computed.get(key), COLUMNS)


def _of_season(season: Season) -> Iterator[Difference]:
    computed = {row.player_id: row for row in seasons.derive(season, version=0)}
    stored = {row.player_id: row for row in season.standings.all()}
    for player_id in sorted(set(computed) | set(stored)):
        where = f"(season {season.pk}, player {player_id})"
        yield from _compare(
            SeasonStanding, where, stored.get(player_id), computed.get(player_id), _SEASON_COLUMNS
        )


def _compare(
    model: type[Standing] | type[SeasonStanding],
    where: str,
    stored: Standing | SeasonStanding | None,
    computed: Any,
    columns: tuple[str, ...],
) -> Iterator[Difference]:
    table = model._meta.db_table
    if stored is None or computed is None:
        yield Difference(
            f"{table} {where}",
            "row",
            None if stored is None else "present",
            None if computed is None else "present",
        )
        return
    for column in columns:
        if getattr(stored, column) != getattr(computed, column):
            yield Difference(
                f"{table} {stored.pk} {where}", column, getattr(stored, column), getattr(computed, column)
            )
