"""Tie-breaks on the rounds of a tournament: the last, from last to first, the best (users.md 7).

They look at all rounds played, also at those dropped by best-of, and never at rounds that were made up for.
"""

from __future__ import annotations

from tournaments.standings.book import Book
from tournaments.standings.exact import Exact
from tournaments.standings.tie_breaks.column import Cell, Column


def last_round(book: Book) -> Column:
    """Table points of the highest round number; whoever had no seat in it is below everybody."""
    last = [values[-1] if values else None for values in book.rounds.values]
    below = _below_all(book)
    return Column(
        keys=[(below if value is None else value,) for value in last],
        cells=[None if value is None else book.round_text(value) for value in last],
    )


def countback(book: Book) -> Column:
    """Rounds from last to first one by one; a round without a seat is below any value."""
    below = _below_all(book)
    backwards = [values[::-1] for values in book.rounds.values]
    return Column(
        keys=[tuple([below if value is None else value for value in values]) for values in backwards],
        cells=[
            [None if value is None else book.round_text(value) for value in values] for values in backwards
        ],
    )


def _below_all(book: Book) -> Exact:
    return min((value for player in book.players for value in book.rounds.played(player)), default=0) - 1


def best_round(book: Book) -> Column:
    best = [max(book.rounds.played(player), default=None) for player in book.players]
    return Column(
        keys=[None if value is None else (value,) for value in best],
        cells=[None if value is None else book.round_text(value) for value in best],
    )


def best_rounds(book: Book) -> Column:
    """Best, second best ...; who has fewer rounds is below where the other still has one."""
    ordered = [sorted(book.rounds.played(player), reverse=True) for player in book.players]
    cells: list[Cell] = [[book.round_text(value) for value in values] for values in ordered]
    return Column(keys=[tuple(values) for values in ordered], cells=cells)


def games(book: Book) -> Column:
    counts = [len(games) for games in book.games]
    return Column(keys=[(count,) for count in counts], cells=[str(count) for count in counts])
