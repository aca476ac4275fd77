"""Tie-breaks on what happened at the tables: wins, places, points, bids, the last deal (users.md 7).

They count every game once, whatever the round's weight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from tournaments.standings.book import Book, Seating
from tournaments.standings.exact import Exact, common_unit, plain_text, quotients
from tournaments.standings.sums import round_values
from tournaments.standings.table_points import Rank, Raw, Share, TablePoints
from tournaments.standings.tie_breaks.column import Cell, Column


def wins(book: Book) -> Column:
    """Games with table place 1; a first place shared by s players counts 1/s."""
    shared_by = [[game.table.places.count(1) for game in games if _place(game) == 1] for games in book.games]
    unit = common_unit(n for sharing in shared_by for n in sharing)
    return _sums([[unit // n if unit else Fraction(1, n) for n in sharing] for sharing in shared_by], unit)


def _place(game: Seating) -> int:
    return game.table.places[game.seat]


def places(book: Book) -> Column:
    """Number of table places 1, then 2, then 3 ... up to the tournament's largest table."""
    counts = [[0] * book.largest_table for _ in book.players]
    for count, games in zip(counts, book.games, strict=True):
        for game in games:
            count[_place(game) - 1] += 1
    cells: list[Cell] = [[str(n) for n in count] for count in counts]
    return Column(keys=[tuple(count) for count in counts], cells=cells)


def share(book: Book) -> Column:
    return _formula(book, Share())


def points(book: Book) -> Column:
    return _formula(book, Raw())


def rank_points(book: Book) -> Column:
    return _formula(book, Rank())


def _formula(book: Book, formula: TablePoints) -> Column:
    values = round_values(book.facts, formula, weighted=False)
    return _sums([values.played(player) for player in book.players], values.unit)


def _sums(per_game: Sequence[Sequence[Exact] | None], unit: int) -> Column:
    sums = [None if values is None else sum(values) for values in per_game]
    return _one_number(sums, unit)


def _one_number(values: Sequence[Exact | None], unit: int) -> Column:
    return Column(
        keys=[None if value is None else (value,) for value in values],
        cells=[None if value is None else plain_text(value, unit) for value in values],
    )


def bids_made(book: Book) -> Column:
    """Deals with a made bid; needs `bids_made` of every game of the player."""
    return _sums(book.per_game(_bids_made), 1)


def _bids_made(game: Seating) -> Exact | None:
    return None if game.table.bids_made is None else game.table.bids_made[game.seat]


def bid_rate(book: Book) -> Column:
    """Bids made by deals played, for different numbers of deals; needs `deals` too, and a game."""
    made = book.per_game(_bids_made)
    deals = book.per_game(lambda game: game.table.deals)
    known = [
        (sum(some), sum(of)) if some is not None and of else None
        for some, of in zip(made, deals, strict=True)
    ]
    tops = [0 if pair is None else pair[0] for pair in known]
    bottoms = [1 if pair is None else int(pair[1]) for pair in known]
    rates, unit = quotients(tops, bottoms, 1)
    return _one_number(
        [None if pair is None else rate for pair, rate in zip(known, rates, strict=True)], unit
    )


def last_deal(book: Book) -> Column:
    """Points in the last deal of the player's last game; meant for rankings of one game."""
    return _last_of(
        book, lambda game: None if game.table.last_deal is None else game.table.last_deal[game.seat]
    )


def _last_of(book: Book, value: Callable[[Seating], Exact | None]) -> Column:
    return _one_number([value(games[-1]) if games else None for games in book.games], 1)


def opponents(book: Book) -> Column:
    """Mean total of all opponents met, counted per game; unknown for who met nobody."""
    totals = [total.value for total in book.totals]
    table_sums: dict[int, Exact] = {}
    sums: list[Exact] = []
    counts: list[int] = []
    for player, games in zip(book.players, book.games, strict=True):
        met: Exact = 0
        for game in games:
            table = id(game.table)
            if table not in table_sums:
                table_sums[table] = sum(totals[seat] for seat in game.table.seats)
            met += table_sums[table] - totals[player]
        sums.append(met)
        counts.append(sum(len(game.table.seats) - 1 for game in games))
    means, unit = quotients(sums, [count or 1 for count in counts], book.rounds.unit)
    return _one_number([mean if count else None for mean, count in zip(means, counts, strict=True)], unit)
