"""Random tables as ratings.md section 4 asks for: T = 2-7, ties, ratings 700-2500, n 0-90."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st


@dataclass(frozen=True)
class Table:
    """One table in seat order, as `System.rate` takes it."""

    ratings: list[int]
    games: list[int]
    places: list[int]

    @property
    def seats(self) -> range:
        return range(len(self.places))

    def reseated(self, order: list[int]) -> "Table":
        """The same people on other chairs: chair i holds the one who sat on chair order[i]."""
        return Table(
            [self.ratings[i] for i in order], [self.games[i] for i in order], [self.places[i] for i in order]
        )


def random_tables(n_tables: int, seed: int) -> Iterator[Table]:
    """Seeded tables; a third of them with equal ratings somewhere, many with ties."""
    rng = Random(seed)
    for _ in range(n_tables):
        size = rng.randint(2, 7)
        ratings = [rng.randint(700_000, 2_500_000) for _ in range(size)]
        if rng.random() < 0.33:
            ratings[rng.randrange(size)] = ratings[rng.randrange(size)] = 1_500_000
        yield Table(
            ratings,
            [rng.randint(0, 90) for _ in range(size)],
            [rng.randint(1, size) for _ in range(size)],
        )


@st.composite
def tables(draw: st.DrawFn, max_size: int = 10, limit_milli: int = 20_000_000) -> Table:
    """Any table up to ten seats, ratings up to +-20000."""
    size = draw(st.integers(2, max_size))
    rating = st.integers(-limit_milli, limit_milli) | st.integers(1_400_000, 1_600_000)
    return Table(
        draw(st.lists(rating, min_size=size, max_size=size)),
        draw(st.lists(st.integers(0, 90), min_size=size, max_size=size)),
        draw(st.lists(st.integers(1, size), min_size=size, max_size=size)),
    )
