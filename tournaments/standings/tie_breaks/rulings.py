"""Tie-breaks from outside the games: the director's number and the lot (users.md 7)."""

from __future__ import annotations

from tournaments.standings.book import Book
from tournaments.standings.exact import plain_text
from tournaments.standings.facts import Player
from tournaments.standings.tie_breaks.column import Column

SHOWN_OF_LOT = 8


def manual(book: Book) -> Column:
    """The director's number, lower first."""
    numbers = [book.facts.manual.get(player) for player in book.players]
    return Column(
        keys=[None if number is None else (-number,) for number in numbers],
        cells=[None if number is None else plain_text(number) for number in numbers],
    )


def lot(book: Book) -> Column:
    """Hash of seed and id, smaller first: the same seed gives the same order for ever."""
    digests = [lot_digest(book, player) for player in book.players]
    return Column(
        keys=[(-int(digest, 16),) for digest in digests],
        cells=[digest[:SHOWN_OF_LOT] for digest in digests],
    )


def lot_digest(book: Book, player: Player) -> str:
    """SHA-256 of "seed:id" in hex."""
    import hashlib  # loads OpenSSL, which few calls need

    return hashlib.sha256(f"{book.facts.lot_seed or ''}:{book.id_of(player)}".encode()).hexdigest()
