"""The tournament's book: everything a tie-break may ask, worked out once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from tournaments.standings.exact import Exact, in_unit, plain_text
from tournaments.standings.facts import Decider, Facts, Penalty, Player, TableResult
from tournaments.standings.sums import RoundValues, Total, round_values, total_of
from tournaments.standings.table_points import parse_table_points


class Seating(NamedTuple):
    """A player's seat in one game; `round_index` is the position in `Facts.rounds`."""

    round_index: int
    table: TableResult
    seat: int


class Book:
    """Round values, totals and games of every player, in order of players.

    `rounds` and `totals` are counted in 1/`rounds.unit`.
    """

    def __init__(self, facts: Facts, whole: Book | None = None) -> None:
        """`whole` is the book of the same tournament with more rounds: what it knows is not worked out again."""
        self.facts = facts
        self.table_points = parse_table_points(facts.table_points)
        self.players = [Player(index) for index in range(len(facts.players))]
        n_rounds = len(facts.rounds)
        if whole is None:
            self.games: list[list[Seating]] = self._seat_players()
            self.rounds: RoundValues = self._count_rounds()
            self._texts: dict[Exact, str] = {}
        else:
            self.games = [[game for game in games if game.round_index < n_rounds] for games in whole.games]
            self.rounds = whole.rounds.until(n_rounds)
            self._texts = whole._texts
        self.totals: list[Total] = self._add_up()

    def until(self, number: int) -> Book:
        """The book of the same tournament when round `number` was its last."""
        return Book(self.facts.until(number), self)

    def _seat_players(self) -> list[list[Seating]]:
        games: list[list[Seating]] = [[] for _ in self.players]
        for index, round_ in enumerate(self.facts.rounds):
            for table in round_.tables:
                for seat, player in enumerate(table.seats):
                    games[player].append(Seating(index, table, seat))
        return games

    def deciders_of(self, group: Sequence[Player]) -> list[Decider]:
        """The deciders somebody of the group played, in their order."""
        found = sorted({index for player in group for index in self._deciders.get(player, ())})
        return [self.facts.deciders[index] for index in found]

    @cached_property
    def _deciders(self) -> dict[Player, list[int]]:
        played: dict[Player, list[int]] = {}
        for index, decider in enumerate(self.facts.deciders):
            for player in decider.points:
                played.setdefault(player, []).append(index)
        return played

    def _count_rounds(self) -> RoundValues:
        """Round values in a unit that keeps penalties and made-up rounds whole as well."""
        facts = self.facts
        denominators = {penalty.points.denominator for penalty in facts.penalties}
        divisors: set[int] = set()
        if facts.absent.points is not None:
            denominators.add(facts.absent.points.denominator)
        else:
            divisors = {len(games) for games in self.games if 0 < len(games) < len(facts.rounds)}
        return round_values(
            facts, self.table_points, weighted=True, denominators=denominators, divisors=divisors
        )

    def _add_up(self) -> list[Total]:
        unit = self.rounds.unit
        penalties: dict[Player, Exact] = {}
        for penalty in self.facts.penalties:
            penalties[penalty.player] = penalties.get(penalty.player, 0) + in_unit(penalty.points, unit)
        return [
            total_of(self.rounds.values[player], self.facts, unit=unit, penalty=penalties.get(player, 0))
            for player in self.players
        ]

    def is_ranked(self, player: Player) -> bool:
        enough = len(self.games[player]) >= self.facts.absent.min_rounds
        return enough and self.facts.players[player].ranked

    def id_of(self, player: Player) -> str:
        return self.facts.players[player].id

    @cached_property
    def penalties(self) -> dict[Player, tuple[Penalty, ...]]:
        """The penalties of those who have any."""
        given: dict[Player, list[Penalty]] = {}
        for penalty in self.facts.penalties:
            given.setdefault(penalty.player, []).append(penalty)
        return {player: tuple(penalties) for player, penalties in given.items()}

    def penalties_of(self, player: Player) -> tuple[Penalty, ...]:
        return self.penalties.get(player, ())

    def round_text(self, value: Exact) -> str:
        """A round value or a total as it is shown."""
        text = self._texts.get(value)
        if text is None:
            text = self._texts[value] = plain_text(value, self.rounds.unit)
        return text

    @cached_property
    def largest_table(self) -> int:
        return max((len(table.seats) for round_ in self.facts.rounds for table in round_.tables), default=0)

    def per_game(self, value: Callable[[Seating], Exact | None]) -> list[list[Exact] | None]:
        """One value of each game of each player; None when one of them is unknown."""
        table: list[list[Exact] | None] = []
        for games in self.games:
            values = [found for game in games if (found := value(game)) is not None]
            table.append(values if len(values) == len(games) else None)
        return table
