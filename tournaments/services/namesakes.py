"""Namesakes at one evening: whoever shares a name with somebody else on its list is told apart everywhere there."""

from __future__ import annotations

from collections.abc import Iterable

from clubs.folding import fold
from clubs.models import Player, User
from clubs.namesakes import tell_apart
from tournaments.models import Entry, Tournament


def tell_apart_at(tournament: Tournament, people: Iterable[Player | None]) -> None:
    """Give namesakes of the evening their `apart`, also where only one of them stands among `people`.

    A sheet has one Ada, but the paper of the other one lies beside it. Two queries, one without namesakes.
    """
    here = [player for player in people if player is not None]
    names = dict(Entry.objects.filter(tournament=tournament).values_list("player_id", "player__name"))
    folded = {fold(player.name) for player in here}
    wanted = [pk for pk, name in names.items() if fold(name) in folded]
    missing = set(wanted) - {player.pk for player in here}
    others = Player.objects.filter(pk__in=missing) if missing else []
    tell_apart([*here, *others], club=tournament.club)


def players_of(users: Iterable[User]) -> list[Player | None]:
    """The person behind each account, for those who write at a sheet; None where nobody claimed one."""
    return [getattr(user, "player", None) for user in users]
