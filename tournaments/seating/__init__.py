"""The seating engine: splits, plans of an evening, next rounds (seating.md).

Pure: no clock, no global chance, standard library only. Same input and seed, same bytes.
"""

from .bounds import rematches_certain
from .capacity import free_rounds, rounds_without_repeat
from .checking import check_seating
from .errors import SeatingError
from .library import LIBRARY_VERSION
from .moving import Draft, MoveCost, TableFigures, move_cost
from .next_round import next_round
from .notes import Note
from .offering import Change, Offer, changes_between, offers
from .planning import plan
from .problem import LockedTable, SeatingProblem, Weights, check_fresh
from .results import ALGORITHM, NextRound, Plan, Repeat
from .solving import round_seed, solve
from .splitting import DEFAULT_SIZES, Alternative, Split, split

__all__ = [
    "ALGORITHM",
    "DEFAULT_SIZES",
    "LIBRARY_VERSION",
    "Alternative",
    "Change",
    "Draft",
    "LockedTable",
    "MoveCost",
    "NextRound",
    "Note",
    "Offer",
    "Plan",
    "Repeat",
    "SeatingError",
    "SeatingProblem",
    "Split",
    "TableFigures",
    "Weights",
    "changes_between",
    "check_fresh",
    "check_seating",
    "free_rounds",
    "move_cost",
    "next_round",
    "offers",
    "plan",
    "rematches_certain",
    "round_seed",
    "rounds_without_repeat",
    "solve",
    "split",
]
