"""K: how much one game may move a player, falling with the games already rated (ratings.md section 2)."""


class KFactor:
    """`max(minimum, numerator / (offset + n))`, tabled up to the first game where the minimum holds for good.

    >>> k = KFactor(minimum=20, numerator=1000, offset=10)
    >>> [k.of(n) for n in (0, 10, 40, 1000)]
    [100.0, 50.0, 20.0, 20.0]
    """

    __slots__ = ("minimum", "settled", "table")

    def __init__(self, *, minimum: int, numerator: int, offset: int) -> None:
        self.minimum = float(minimum)
        self.settled = max(0, -(-numerator // minimum) - offset)
        """From this number of games on K is the minimum."""
        self.table = {n: max(self.minimum, numerator / (offset + n)) for n in range(self.settled)}
        """K below `settled`; a dictionary, so that a negative number is a `KeyError`, not the last entry."""

    def of(self, games: int) -> float:
        """K for a player with so many rated games before this one; `KeyError` if the number is negative."""
        return self.table[games] if games < self.settled else self.minimum
