"""Rating systems: pure functions from one finished game to what each seat gains or loses.

A pure room (standard library only). Everything is a whole number of milli-points; only the order of the
places counts. The formulae are those of ratings.md "elo-mp v1".

>>> from ratings.systems import get_system
>>> get_system("elo-mp", 1).rate([1_500_000] * 3, games=[40] * 3, places=[1, 2, 2])
[10000, -5000, -5000]
"""

from ratings.systems.errors import BadTable, RatingError, UnknownSystem
from ratings.systems.registry import get_system, list_systems
from ratings.systems.system import SeatExplanation, System

__all__ = [
    "BadTable",
    "RatingError",
    "SeatExplanation",
    "System",
    "UnknownSystem",
    "get_system",
    "list_systems",
]
