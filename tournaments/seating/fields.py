"""Finite fields for the algebraic designs (seating.md section 5.2)."""

from __future__ import annotations

from functools import lru_cache

IRREDUCIBLE = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    16: (2, (1, 1, 0, 0)),
    32: (2, (1, 0, 1, 0, 0)),
    64: (2, (1, 1, 0, 0, 0, 0)),
    9: (3, (1, 0)),
    27: (3, (1, 2, 0)),
    25: (5, (3, 0)),
    49: (7, (1, 0)),
}
"""Order -> prime, and the lower coefficients of a monic irreducible polynomial, constant first."""


def is_field_order(q: int) -> bool:
    """Whether arithmetic of GF(q) is at hand: primes and the prime powers up to 64."""
    return q in IRREDUCIBLE or (q > 1 and all(q % p for p in range(2, int(q**0.5) + 1)))


@lru_cache(maxsize=16)
def field_tables(q: int) -> tuple[list[list[int]], list[list[int]]]:
    """Addition and multiplication tables of GF(q); elements are 0..q-1, 0 the zero.

    An element of a prime power stands for its polynomial, digits to the base of the prime.
    """
    if q not in IRREDUCIBLE:
        add = [[(a + b) % q for b in range(q)] for a in range(q)]
        return add, [[a * b % q for b in range(q)] for a in range(q)]
    p, lower = IRREDUCIBLE[q]
    degree = len(lower)
    digits = [[a // p**k % p for k in range(degree)] for a in range(q)]

    def number(coefficients: list[int]) -> int:
        return sum(c % p * p**k for k, c in enumerate(coefficients))

    def times(a: list[int], b: list[int]) -> int:
        product = [0] * (2 * degree - 1)
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                product[i + j] += x * y
        for top in range(2 * degree - 2, degree - 1, -1):
            for k, c in enumerate(lower):
                product[top - degree + k] -= product[top] * c
        return number(product[:degree])

    add = [[number([x + y for x, y in zip(a, b, strict=True)]) for b in digits] for a in digits]
    return add, [[times(a, b) for b in digits] for a in digits]
