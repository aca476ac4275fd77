"""What else a season's table says of a person: games played and bids made, in the evenings it counts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass

from games.models import Seat
from tournaments.models import Round, RoundSeat
from tournaments.services.standing_facts import played_games


@dataclass(slots=True)
class Figures:
    """`bids_made` of `bids`, in so many games; games whose bids nobody wrote down have none."""

    games: int = 0
    bids: int = 0
    bids_made: int = 0

    def to_json(self) -> dict[str, int]:
        return asdict(self)


def figures_of(tournaments: Collection[int]) -> dict[int, Figures]:
    """By person, what stands to their name in the lists of these evenings, as the criteria read it. Two queries.

    A substitute's hands belong to the line they were played for.
    """
    people = (
        RoundSeat.objects.filter(round__tournament__in=tournaments, table__game__in=played_games())
        .exclude(round__state=Round.State.DRAFT)
        .values_list("table__game_id", "seat", "entry__player_id", "entry__player__merged_into_id")
    )
    seats = (
        Seat.objects.filter(game__table__tournament__in=tournaments, total__isnull=False)
        .order_by("from_deal")
        .values_list("game_id", "number", "deals", "bids_made")
    )
    scores: dict[tuple[int | None, int | None], tuple[int, int]] = {
        (game, number): (deals, made) for game, number, deals, made in seats
    }
    found: dict[int, Figures] = {}
    for game, seat, player, merged_into in people:
        if (game, seat) not in scores:
            continue
        deals, made = scores[game, seat]
        figures = found.setdefault(merged_into or player, Figures())
        figures.games += 1
        figures.bids += deals
        figures.bids_made += made
    return found
