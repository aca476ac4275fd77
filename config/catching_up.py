"""Derived rows brought up to their facts at once, for commands that run without a worker."""

from __future__ import annotations

from ratings.services import sweeping, writer
from tournaments.services import hosting, marks, open_nights, seasons, standings


def catch_up() -> None:
    """Do here and now what the marks ask for: standings, then seasons, then ladders."""
    for scope in sorted(marks.left(), reverse=True):
        kind, _colon, number = scope.partition(":")
        if kind == "tournament":
            hosting.close_finished_rounds(int(number))
            open_nights.close_finished_tables(int(number))
            standings.refresh(int(number))
    for scope in marks.left():
        kind, _colon, number = scope.partition(":")
        if kind == "season":
            seasons.refresh(int(number))
    for ladder_id in sweeping.behind():
        writer.advance_ladder(ladder_id)
