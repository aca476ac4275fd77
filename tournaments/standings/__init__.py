"""Standings: who leads a tournament and why; table points, tie-breaks, places (users.md 6, 7, 8).

A pure room: a document in, rows out; no database, no clock, no binary floats.
"""

from tournaments.standings.chains import DEFAULT_CHAINS, before_cut
from tournaments.standings.errors import StandingsError
from tournaments.standings.ranking import Standings, rank
from tournaments.standings.reasons import Comparison, Passed, Why, why
from tournaments.standings.rows import Row
from tournaments.standings.table_points import TablePoints, parse_table_points
from tournaments.standings.tie_breaks import TIE_BREAKS
from tournaments.standings.workings import Arithmetic, Term, arithmetic

__all__ = [
    "DEFAULT_CHAINS",
    "TIE_BREAKS",
    "Arithmetic",
    "Comparison",
    "Passed",
    "Row",
    "Standings",
    "StandingsError",
    "TablePoints",
    "Term",
    "Why",
    "arithmetic",
    "before_cut",
    "parse_table_points",
    "rank",
    "why",
]
