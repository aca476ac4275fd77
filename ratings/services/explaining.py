"""What a game did to the ratings of its players, and why: the arithmetic in words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby

from django.db.models import Count
from django.utils import formats
from django.utils.translation import gettext as _

from clubs.models import Player
from games.models import Game, Seat
from ratings.models import Ladder, LadderEpoch, RatingEvent
from ratings.services.digits import Digits, cut, enough_digits, enough_for_mean
from ratings.services.ladders import Scope, system_of
from ratings.services.reading import read_games_at
from ratings.services.unseen import hidden_on
from ratings.systems import SeatExplanation, System

_MANY_GAMES = 10_000
"""Nobody has so few games any more that K still falls."""


@dataclass(frozen=True, slots=True)
class Duel:
    """One of the comparisons a change is the mean of: against whom, at which rating (milli-points), and how it went."""

    other: Player
    r_before: int
    expected: float
    scored: float
    digits: int = 3

    def line(self) -> str:
        """*against Bo (1480.0): expected 0.529, scored 1*."""
        return _("against %(name)s (%(rating)s): expected %(expected)s, scored %(scored)s") % {
            "name": self.other.display_name,
            "rating": _points(self.r_before, 1),
            "expected": _rounded(self.expected, self.digits),
            "scored": _rounded(self.scored, 0 if self.scored in (0, 1) else 1),
        }


@dataclass(frozen=True, slots=True)
class Said:
    """The numbers of one explanation as readers see them, with the decimals its arithmetic needs."""

    expected: str
    scored: str
    k: str
    change: str
    before: str
    after: str


def say(r_before: int, why: SeatExplanation) -> Said:
    n = enough_digits(r_before, why)
    return Said(
        expected=_rounded(why.expected, n.shares),
        scored=_rounded(why.scored, n.shares),
        k=_rounded(why.k, n.k),
        change=_signed_points(why.delta_milli, n.points),
        before=_points(r_before, n.points),
        after=_points(r_before + why.delta_milli, n.points),
    )


@dataclass(frozen=True, slots=True)
class SeatInWords:
    """One rated seat: the player's place, rating (milli-points) and games before, and the explanation."""

    seat: int
    player: Player
    place: int
    r_before: int
    n_before: int
    why: SeatExplanation
    duels: tuple[Duel, ...] = ()

    @property
    def said(self) -> Said:
        return say(self.r_before, self.why)

    def line(self) -> str:
        """*Ada, place 1: expected 0.543 of the table, scored 0.667, K 25: +3.1 (1500.0 -> 1503.1, 30 games before)*."""
        said = self.said
        return _(
            "%(name)s, place %(place)d: expected %(expected)s of the table, scored %(scored)s, K %(k)s: %(change)s "
            "(%(before)s → %(after)s, %(n)d games before)"
        ) % {
            "name": self.player.display_name,
            "place": self.place,
            "expected": said.expected,
            "scored": said.scored,
            "k": said.k,
            "change": said.change,
            "before": said.before,
            "after": said.after,
            "n": self.n_before,
        }


@dataclass(frozen=True, slots=True)
class GameOnLadder:
    """What the game did on one ladder, in seat order. Empty `seats`: the writer has not come to it yet."""

    ladder: Ladder
    seats: tuple[SeatInWords, ...]


def k_range(system: System) -> tuple[float, float, int]:
    """K of the first game, the least K, and after how many games it is reached."""

    def k_after(games: int) -> float:
        return system.explain([system.start_milli] * 2, [games] * 2, [1, 2])[0].k

    least = k_after(_MANY_GAMES)
    return k_after(0), least, bisect_left(range(_MANY_GAMES), True, key=lambda n: k_after(n) <= least)


def explain_game(game: Game, *, ahead: bool = False) -> list[GameOnLadder]:
    """Every ladder the game counts for, the global one first. Empty if it is not rated (`unrated_reason`).

    Recomputed by the canonical form from the states the events kept; four queries a ladder. A game corrected since the
    writer rated it has no seats; `ahead` tells what its new places give to the same states.
    """
    if not game.rated or game.order_key is None:
        return []
    ladders = Ladder.objects.filter(family=game.family, active_epoch__isnull=False).select_related(
        "active_epoch__system"
    )
    concerned = [ladder for ladder in ladders.order_by("-scope") if ladder.club_id in (None, game.club_id)]
    return [_on_ladder(game.order_key, ladder, ahead=ahead) for ladder in concerned]


def without_hidden(on_ladder: GameOnLadder, game: Game) -> GameOnLadder:
    """The same for readers: games before are those they may know of. K counts every game, as the rating does. One
    query."""
    ladder = on_ladder.ladder
    rows = RatingEvent.objects.filter(
        epoch=ladder.active_epoch_id,
        player__in=[seat.player.pk for seat in on_ladder.seats],
        order_key__lt=game.order_key,
        game__in=hidden_on(ladder).values("pk"),
    )
    counted = rows.order_by().values("player").annotate(n=Count("seat"))
    unseen = dict(counted.values_list("player", "n"))
    seats = [replace(s, n_before=s.n_before - unseen.get(s.player.pk, 0)) for s in on_ladder.seats]
    return replace(on_ladder, seats=tuple(seats))


def _on_ladder(order_key: str, ladder: Ladder, *, ahead: bool) -> GameOnLadder:
    epoch = ladder.active_epoch
    assert epoch is not None
    events = list(
        RatingEvent.objects.filter(epoch=epoch, order_key=order_key).select_related("player").order_by("seat")
    )
    read = read_games_at(Scope.of(ladder), [order_key])
    if not read or [event.seat for event in events] != read[0].seats:
        return GameOnLadder(ladder, ())
    if not ahead and any(event.revision != read[0].revision for event in events):
        return GameOnLadder(ladder, ())
    places = read[0].places
    return GameOnLadder(ladder, explain_events(system_of(epoch), events, places))


def explain_events(
    system: System, events: Sequence[RatingEvent], places: Sequence[int]
) -> tuple[SeatInWords, ...]:
    """The seats of one game from its events on one ladder (with players) and its places, both in seat order."""
    if len(events) < 2:
        return ()
    told = system.explain([e.r_before for e in events], [e.n_before for e in events], places)
    return tuple(
        SeatInWords(
            event.seat,
            event.player,
            place,
            event.r_before,
            event.n_before,
            why,
            _with_digits(duels, why, enough_digits(event.r_before, why)),
        )
        for event, place, why, duels in zip(events, places, told, _duels(system, events, places), strict=True)
    )


def _duels(
    system: System, events: Sequence[RatingEvent], places: Sequence[int]
) -> Iterable[tuple[Duel, ...]]:
    for own, place in zip(events, places, strict=True):
        found = []
        for other, their_place in zip(events, places, strict=True):
            if other is not own:
                why = duel(system, (own.r_before, other.r_before), (place, their_place))
                found.append(Duel(other.player, other.r_before, why.expected, why.scored))
        yield tuple(found)


def _with_digits(duels: Sequence[Duel], why: SeatExplanation, n: Digits) -> tuple[Duel, ...]:
    """So printed that their mean is what the line of the table says."""
    digits = enough_for_mean([duel.expected for duel in duels], why.expected, n.shares)
    return tuple(replace(duel, digits=digits) for duel in duels)


def duel(system: System, ratings: tuple[int, int], places: tuple[int, int]) -> SeatExplanation:
    """What the first of two was expected to take from the second, and took: a table of two is one duel."""
    return system.explain(ratings, (0, 0), places)[0]


def explain_seats(epoch: LadderEpoch, player_id: int, games: Iterable[Game]) -> Mapping[int, SeatExplanation]:
    """By game id: what the player was expected to score in each of the games, and scored. Two queries."""
    by_key = {game.order_key: game for game in games if game.order_key}
    events = list(
        RatingEvent.objects.filter(epoch=epoch, order_key__in=list(by_key)).order_by("order_key", "seat")
    )
    ids = [game.pk for game in by_key.values()]
    rows = Seat.objects.filter(game__in=ids, from_deal=0, place__isnull=False)
    places = {(game, number): place for game, number, place in rows.values_list("game", "number", "place")}
    system = system_of(epoch)
    found: dict[int, SeatExplanation] = {}
    for key, grouped in groupby(events, key=lambda event: event.order_key):
        table, game = list(grouped), by_key[key]
        if any(event.revision != game.revision for event in table):
            continue  # corrected, and the writer has not come to it yet
        known = [places.get((event.game_id, event.seat)) for event in table]
        taken = [place for place in known if place is not None]
        if len(taken) < len(table) or len(table) < 2:
            continue
        told = system.explain([e.r_before for e in table], [e.n_before for e in table], taken)
        for event, why in zip(table, told, strict=True):
            if event.player_id == player_id:
                found[game.pk] = why
    return found


def _points(milli: int, places: int) -> str:
    return _rounded(cut(milli, places), places)


def _signed_points(milli: int, places: int) -> str:
    return ("+" if milli > 0 else "−" if milli < 0 else "") + _points(abs(milli), places)


def _rounded(value: float | Decimal, places: int) -> str:
    """In the reader's notation. `number_format` alone would cut the digits off."""
    return formats.number_format(f"{value:.{places}f}", places)
