"""What a game did to the ratings of its players, and why: the arithmetic in words."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.models import Player
from games.models import Game
from ratings.models import Ladder, RatingEvent
from ratings.services.ladders import Scope, system_of
from ratings.services.reading import read_games_at
from ratings.systems import SeatExplanation


@dataclass(frozen=True, slots=True)
class SeatInWords:
    """One rated seat: the player's place, rating (milli-points) and games before, and the explanation."""

    seat: int
    player: Player
    place: int
    r_before: int
    n_before: int
    why: SeatExplanation

    def line(self) -> str:
        """*Ada, place 1: expected 0.543 of the table, scored 0.667, K 25: +3.1 (1500.0 -> 1503.1)*."""
        why = self.why
        return (
            f"{self.player.display_name}, place {self.place}: expected {why.expected:.3f} of the table, "
            f"scored {why.scored:.3f}, K {why.k:.3g}: {why.delta_milli / 1000:+.1f} "
            f"({self.r_before / 1000:.1f} -> {(self.r_before + why.delta_milli) / 1000:.1f}, "
            f"{self.n_before} games before)"
        )


@dataclass(frozen=True, slots=True)
class GameOnLadder:
    """What the game did on one ladder, in seat order. Empty `seats`: the writer has not come to it yet."""

    ladder: Ladder
    seats: tuple[SeatInWords, ...]


def explain_game(game: Game) -> list[GameOnLadder]:
    """Every ladder the game counts for, the global one first. Empty if it is not rated (`unrated_reason`).

    Recomputed by the canonical form from the states the events kept; four queries a ladder.
    """
    if not game.rated or game.order_key is None:
        return []
    ladders = Ladder.objects.filter(family=game.family, active_epoch__isnull=False).select_related(
        "active_epoch__system"
    )
    concerned = [ladder for ladder in ladders.order_by("-scope") if ladder.club_id in (None, game.club_id)]
    return [_on_ladder(game, game.order_key, ladder) for ladder in concerned]


def _on_ladder(game: Game, order_key: str, ladder: Ladder) -> GameOnLadder:
    epoch = ladder.active_epoch
    assert epoch is not None
    events = list(
        RatingEvent.objects.filter(epoch=epoch, order_key=order_key).select_related("player").order_by("seat")
    )
    read = read_games_at(Scope.of(ladder), [order_key])
    if not read or read[0].seats != [event.seat for event in events]:
        return GameOnLadder(ladder, ())
    places = read[0].places
    explained = system_of(epoch).explain(
        [event.r_before for event in events], [event.n_before for event in events], places
    )
    return GameOnLadder(
        ladder,
        tuple(
            SeatInWords(event.seat, event.player, place, event.r_before, event.n_before, why)
            for event, place, why in zip(events, places, explained, strict=True)
        ),
    )
