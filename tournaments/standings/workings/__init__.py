"""The arithmetic behind a cell of the standings (users.md 7: "Every column cell opens to its arithmetic")."""

from __future__ import annotations

from tournaments.standings.chain import TOTAL
from tournaments.standings.ranking import Standings
from tournaments.standings.rows import Shown
from tournaments.standings.workings.criteria import WORK_OF
from tournaments.standings.workings.term import Arithmetic, Term
from tournaments.standings.workings.totals import round_working, total_working

__all__ = ["Arithmetic", "Term", "arithmetic"]

ROUND = "round:"


def arithmetic(standings: Standings, player: str, column: str) -> Arithmetic:
    """The terms behind one cell.

    `column` is `total`, `round:N` for the value of round number N, or a key of the chain. A cell without a
    value has the terms that are known, or none. Raises KeyError for a player, round or column the standings
    do not have.
    """
    book, who = standings.book, standings.player(player)
    shown: Shown
    if column == TOTAL:
        shown = book.round_text(book.totals[who].value)
        method, terms, formula = total_working(book, who)
    elif column.startswith(ROUND):
        index = {f"{ROUND}{round_.number}": index for index, round_ in enumerate(book.facts.rounds)}[column]
        value = book.totals[who].rounds[index]
        shown = None if value is None else book.round_text(value)
        method, terms, formula = round_working(book, who, index)
    else:
        shown = standings.order.columns[column][who]
        if shown is None and column in ("manual", "head-to-head", "decider"):
            return Arithmetic(player, column, None, "given", ())
        method, terms, formula = WORK_OF[column](standings, who)
    return Arithmetic(player, column, shown, method, tuple(terms), formula)
