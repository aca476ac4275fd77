"""The validator every result passes before anyone sees it, and drafts edited by hand as well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .errors import SeatingError


def check_seating(
    players: Iterable[str],
    rounds: Iterable[Iterable[Sequence[str]]],
    sit_outs: Sequence[Sequence[str]] = (),
) -> None:
    """Refuse rounds that do not seat each player exactly once.

    `sit_outs` names who sits out in each round. Raises `duplicate_player` (somebody twice, or
    paired with himself), `unknown_player` (somebody who is not here) or `bad_input` (somebody
    without a seat), naming the players, the round and the table.
    """
    everyone = set(players)
    for r, tables in enumerate(rounds, start=1):
        seated: dict[str, str] = {}
        places = [(f"table {number}", table) for number, table in enumerate(tables, start=1)]
        if len(sit_outs) >= r:
            places.append(("the sit-outs", sit_outs[r - 1]))
        for place, table in places:
            for player in table:
                if player in seated:
                    message = f"Round {r}: {player} is at {seated[player]} and again at {place}."
                    raise SeatingError("duplicate_player", message, players=[player], round=r)
                if player not in everyone:
                    message = f"Round {r}: {player} at {place} is not among the players."
                    raise SeatingError("unknown_player", message, players=[player], round=r)
                seated[player] = place
        left = sorted(everyone.difference(seated))
        if left:
            message = f"Round {r}: no seat for {', '.join(left[:12])}."
            raise SeatingError("bad_input", message, players=left, round=r, path=f"rounds[{r - 1}]")
