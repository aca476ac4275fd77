"""The standings of a document: rows in order, places, what decided (users.md 8)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from tournaments.standings.book import Book
from tournaments.standings.chain import SHARED, Order, order_players
from tournaments.standings.exact import Exact, exact_value
from tournaments.standings.facts import Player
from tournaments.standings.reading import read_facts
from tournaments.standings.rows import Row, Shown


def rank(request: Mapping[str, object]) -> list[Row]:
    """The rows of the standings, in order.

    `request` is the JSON document of users.md 8 as a Python value: numbers are int, Decimal or text, never
    float. Raises StandingsError.
    """
    return list(Standings(request).rows)


class Standings:
    """Standings that are worked out once and asked for their rows, their reasons and their arithmetic."""

    def __init__(self, request: Mapping[str, object] | Book) -> None:
        self.book = request if isinstance(request, Book) else Book(read_facts(request))
        self.order: Order = order_players(self.book)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        places = self._places()
        return tuple([self._row(player, *places.get(player, (None, None))) for player in self._lines()])

    @cached_property
    def _players(self) -> dict[str, Player]:
        return {self.book.id_of(player): player for player in self.book.players}

    def player(self, id_: str) -> Player:
        """The number behind an id. Raises KeyError for an id that is not in the document."""
        return self._players[id_]

    def total_of(self, id_: str) -> Exact:
        """A total to compare with others of the same standings; its unit is that of the book's rounds."""
        return self._total(self._players[id_])

    def _places(self) -> dict[Player, tuple[int | None, str | None]]:
        """Place and deciding key of every ranked player."""
        places: dict[Player, tuple[int | None, str | None]] = {}
        n_above = 0
        for group, decided_by in zip(self.order.groups, self.order.decided_by, strict=True):
            places[group[0]] = n_above + 1, decided_by if n_above else None
            for player in group[1:]:
                places[player] = n_above + 1, SHARED
            n_above += len(group)
        return places

    def _lines(self) -> list[Player]:
        """Ranked players in their order; the unranked ones by total, after ranked ones of the same total."""
        ranked = [player for group in self.order.groups for player in group]
        seen = set(ranked)
        unranked = [player for player in self.book.players if player not in seen]
        return sorted(ranked + unranked, key=self._total, reverse=True)

    def _total(self, player: Player) -> Exact:
        return self.book.totals[player].value

    def _row(self, player: Player, place: int | None, decided_by: str | None) -> Row:
        book, total = self.book, self.book.totals[player]
        columns: dict[str, Shown] = {
            "rounds": [None if value is None else book.round_text(value) for value in total.rounds],
            "dropped": [book.facts.rounds[index].number for index in total.dropped],
        }
        for key, cells in self.order.columns.items():
            columns[key] = cells[player]
        return Row(
            player=book.id_of(player),
            place=place,
            total=exact_value(total.value, book.rounds.unit),
            total_text=book.round_text(total.value),
            columns=columns,
            decided_by=decided_by,
        )
