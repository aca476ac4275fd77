"""The arithmetic of each tie-break of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from tournaments.standings.book import Seating
from tournaments.standings.exact import Exact, plain_text
from tournaments.standings.facts import Player
from tournaments.standings.ranking import Standings
from tournaments.standings.table_points import Rank, Raw, Share, TablePoints
from tournaments.standings.tie_breaks.rulings import lot_digest
from tournaments.standings.workings.term import Method, Term, Working
from tournaments.standings.workings.totals import all_rounds, rounds_played

Work = Callable[[Standings, Player], Working]
Value = Callable[[Seating], Exact | None]


def _last_round(standings: Standings, player: Player) -> Working:
    return "first", all_rounds(standings.book, player)[-1:], ""


def _countback(standings: Standings, player: Player) -> Working:
    return "in-order", all_rounds(standings.book, player)[::-1], ""


def _games(standings: Standings, player: Player) -> Working:
    return "count", rounds_played(standings.book, player), ""


def _best_first(method: Method) -> Work:
    def work(standings: Standings, player: Player) -> Working:
        book = standings.book
        values = zip(book.facts.rounds, book.rounds.values[player], strict=True)
        known = [(value, round_.number) for round_, value in values if value is not None]
        known.sort(key=lambda pair: pair[0], reverse=True)
        return method, [Term(book.round_text(value), round=number) for value, number in known], ""

    return work


def _of_games(method: Method, value: Value, formula: str = "", *, last_only: bool = False) -> Work:
    """One term per game of the player, or only the last one."""

    def work(standings: Standings, player: Player) -> Working:
        games = standings.book.games[player]
        if last_only:
            games = games[-1:]
        return method, [_game_term(standings, game, value) for game in games], formula

    return work


def _game_term(standings: Standings, game: Seating, value: Value) -> Term:
    found = value(game)
    return Term(
        None if found is None else plain_text(found),
        round=standings.book.facts.rounds[game.round_index].number,
        table=game.table.number,
        place=game.table.places[game.seat],
        deals=game.table.deals,
    )


def _won(game: Seating) -> Exact:
    places = game.table.places
    return Fraction(1, places.count(1)) if places[game.seat] == 1 else 0


def _place(game: Seating) -> Exact:
    return game.table.places[game.seat]


def _bids_made(game: Seating) -> Exact | None:
    return None if game.table.bids_made is None else game.table.bids_made[game.seat]


def _last_deal(game: Seating) -> Exact | None:
    return None if game.table.last_deal is None else game.table.last_deal[game.seat]


def _by_formula(formula: TablePoints) -> Work:
    def worth(game: Seating) -> Exact:
        tops, bottom = formula.of_table(game.table.points, game.table.places)
        return Fraction(tops[game.seat], bottom)

    return _of_games("sum", worth, formula.text)


def _opponents(standings: Standings, player: Player) -> Working:
    """The total of everybody met, once per game."""
    book = standings.book
    terms = [
        Term(
            book.round_text(book.totals[other].value),
            round=book.facts.rounds[game.round_index].number,
            table=game.table.number,
            player=book.id_of(other),
        )
        for game in book.games[player]
        for other in game.table.seats
        if other != player
    ]
    return "mean", terms, ""


def _head_to_head(standings: Standings, player: Player) -> Working:
    """1, 0 or -1 for each member of the group met at each table."""
    book = standings.book
    group = _group(standings, player, "head-to-head")
    terms = []
    for game in book.games[player]:
        own = game.table.places[game.seat]
        for other, place in zip(game.table.seats, game.table.places, strict=True):
            if other != player and other in group:
                terms.append(
                    Term(
                        str((place > own) - (place < own)),
                        round=book.facts.rounds[game.round_index].number,
                        table=game.table.number,
                        player=book.id_of(other),
                    )
                )
    return "sum", terms, ""


def _group(standings: Standings, player: Player, key: str) -> tuple[Player, ...]:
    """The group the criterion was last applied to with this player in it."""
    used = [step for step in standings.order.steps.get(player, []) if step.key == key and step.cells]
    return used[-1].group if used else ()


def _decider(standings: Standings, player: Player) -> Working:
    shown = standings.order.columns["decider"][player]
    return "in-order", [Term(points) for points in shown] if isinstance(shown, list) else [], ""


def _manual(standings: Standings, player: Player) -> Working:
    return "given", [Term(plain_text(standings.book.facts.manual[player]))], ""


def _lot(standings: Standings, player: Player) -> Working:
    """The whole hash, of which the cell shows the beginning."""
    return "sha-256", [Term(lot_digest(standings.book, player))], ""


WORK_OF: Final[dict[str, Work]] = {
    "last-round": _last_round,
    "countback": _countback,
    "wins": _of_games("sum", _won),
    "places": _of_games("count", _place),
    "best-round": _best_first("first"),
    "best-rounds": _best_first("in-order"),
    "share": _by_formula(Share()),
    "points": _by_formula(Raw()),
    "rank-points": _by_formula(Rank()),
    "bids-made": _of_games("sum", _bids_made),
    "bid-rate": _of_games("rate", _bids_made),
    "last-deal": _of_games("first", _last_deal, last_only=True),
    "head-to-head": _head_to_head,
    "opponents": _opponents,
    "games": _games,
    "decider": _decider,
    "manual": _manual,
    "lot": _lot,
}
