"""The arithmetic of a total and of one round."""

from __future__ import annotations

from tournaments.standings.book import Book, Seating
from tournaments.standings.exact import plain_text
from tournaments.standings.facts import Player
from tournaments.standings.workings.term import Note, Term, Working


def total_working(book: Book, player: Player) -> Working:
    """Every round as it counts or not, then the penalties."""
    total = book.totals[player]
    terms = []
    for index, (value, played) in enumerate(zip(total.rounds, book.rounds.values[player], strict=True)):
        note: Note = "" if played is not None else "made-up"
        if index in total.dropped:
            note = "dropped"
        elif value is None:
            note = "missed"
        text = None if value is None else book.round_text(value)
        terms.append(Term(text, round=book.facts.rounds[index].number, note=note))
    penalties = [
        Term(plain_text(penalty.points), note="penalty", reason=penalty.reason)
        for penalty in book.penalties_of(player)
    ]
    return "sum", terms + penalties, ""


def round_working(book: Book, player: Player, index: int) -> Working:
    """The table and its formula; or how a missed round was made up for."""
    game = next((game for game in book.games[player] if game.round_index == index), None)
    if game is not None:
        return "table-points", _table_terms(book, game), book.table_points.text
    value = book.totals[player].rounds[index]
    if value is None:
        return "made-up", [Term(None, note="missed")], ""
    if book.facts.absent.points is None:
        return "mean", rounds_played(book, player), ""
    return "made-up", [Term(book.round_text(value), note="made-up")], ""


def _table_terms(book: Book, game: Seating) -> list[Term]:
    """Everybody's points and place at the table, then the round's weight unless it is 1."""
    round_ = book.facts.rounds[game.round_index]
    table = game.table
    terms = [
        Term(
            plain_text(points),
            round=round_.number,
            table=table.number,
            player=book.id_of(player),
            place=place,
            note="own-seat" if seat == game.seat else "",
        )
        for seat, (player, points, place) in enumerate(
            zip(table.seats, table.points, table.places, strict=True)
        )
    ]
    if round_.weight != 1:
        terms.append(Term(plain_text(round_.weight), round=round_.number, note="weight"))
    return terms


def rounds_played(book: Book, player: Player) -> list[Term]:
    """The player's value of each round with a seat, in order of rounds."""
    return [term for term in all_rounds(book, player) if term.value is not None]


def all_rounds(book: Book, player: Player) -> list[Term]:
    return [
        Term(None, round=round_.number, note="missed")
        if value is None
        else Term(book.round_text(value), round=round_.number)
        for round_, value in zip(book.facts.rounds, book.rounds.values[player], strict=True)
    ]
