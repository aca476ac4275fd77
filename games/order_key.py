"""The order in which games were played, as one text (ratings.md section 2, "Order key").

Fixed-width digits sort the same under every collation of PostgreSQL and in SQLite; letters and punctuation do
not.
"""

LENGTH = 46

_PARTS = (("played_at_us", 16), ("tournament", 10), ("round_no", 4), ("table_no", 4), ("game_id", 12))


def order_key(played_at_us: int, tournament: int, round_no: int, table_no: int, game_id: int) -> str:
    """46 digits: time, tournament, round, table, game; 0 for what a game does not have.

    `played_at_us` counts microseconds since 1970-01-01 UTC; 16 digits last until 2286. `ValueError` names the
    part that is negative or too long: a key of another width would sort wrongly.

    >>> order_key(1_700_000_000_000_000, 12, 3, 1, 77)
    '1700000000000000000000001200030001000000000077'
    """
    values = (played_at_us, tournament, round_no, table_no, game_id)
    for (name, width), value in zip(_PARTS, values, strict=True):
        if not 0 <= value < 10**width:
            raise ValueError(
                f"Order key: {name} is {value}, but it must have at most {width} digits and no sign."
            )
    return "".join(f"{value:0{width}d}" for (_, width), value in zip(_PARTS, values, strict=True))
