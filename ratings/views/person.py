"""One person over all profiles: the seats readers may see, and the ladder that is shown first."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from clubs.models import Player, User
from clubs.paging import Keyset, read_time
from clubs.querysets import leave_names_out
from games.models import Game, Seat
from games.querysets import GameQuerySet
from ratings.models import Ladder, RatingState
from ratings.visibility import listed_ladders

NEWEST_FIRST = Keyset("played", "id", read_time, descending=True)


class Moved(Exception):
    """The profile with the number `merged` is that of `person` now, and so are its pages."""

    def __init__(self, merged: int, person: Player) -> None:
        super().__init__(merged, person.pk)
        self.merged = merged
        self.person = person


def find_person(pk: int, user: User | AnonymousUser) -> Player:
    """The player with this number, as `user` may know them; `Moved` for a merged profile, 404 for none."""
    if pk >= 2**63:
        raise Http404
    player = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
    if player.merged_into is not None:
        raise Moved(pk, player.merged_into)
    leave_names_out([player], user)
    return player


def profiles_of(player: Player) -> list[int]:
    """The profile and those merged into it."""
    return [player.pk, *player.merged_from.values_list("pk", flat=True)]


def seats_of(profiles: Sequence[int], games: GameQuerySet | None = None) -> QuerySet[Seat]:
    """Seats in scored games: in those that profiles may name, if no others are given."""
    shown = games if games is not None else Game.objects.listed()
    return (
        Seat.objects.filter(player__in=profiles, game__in=shown.scored(), place__isnull=False)
        .select_related("game__club")
        .annotate(played=F("game__played_at"))
    )


def ladder_states(player: Player, ladders: QuerySet[Ladder]) -> list[RatingState]:
    """The states on some ladders; that of the ladder shown first, in front. One query."""
    states = RatingState.objects.filter(player=player, epoch__active_of__in=ladders).select_related(
        "epoch__ladder__club", "epoch__system"
    )
    return sorted(states, key=lambda s: (s.epoch.ladder.club_id is not None, -s.games, s.epoch.ladder.slug))


def main_state(player: Player) -> RatingState | None:
    """The state on the ladder shown first: of those of everybody, the one with most games. One query."""
    return next(iter(ladder_states(player, listed_ladders())), None)
