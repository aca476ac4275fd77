"""Which ladders a reader may see, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Max, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Club, User
from clubs.querysets import leave_names_out
from games.models import Game
from ratings.models import Ladder, RatingEvent, RatingState
from ratings.services.board import played_at
from ratings.services.unseen import hidden_on

START = 1_500_000
"""Where everybody begins, in milli-points: in every ladder, under every system (`ratings.md` 1)."""

FAMILY_NAMES = {"oh-hell": "Oh Hell", "rage": "Rage"}


def visible_ladders(user: User | AnonymousUser) -> QuerySet[Ladder]:
    """Ladders of everybody, and of clubs whose page `user` may open."""
    of_clubs = Q(club__in=Club.objects.visible_to(user))
    return Ladder.objects.filter(Q(club__isnull=True) | of_clubs).select_related("club", "active_epoch")


def findable_ladders(user: User | AnonymousUser) -> QuerySet[Ladder]:
    """Ladders that can be had without the address of their club."""
    of_clubs = Q(club__in=Club.objects.findable_by(user))
    return Ladder.objects.filter(Q(club__isnull=True) | of_clubs).select_related("club", "active_epoch")


def listed_ladders() -> QuerySet[Ladder]:
    """Ladders that lists and profiles may name: those of everybody first, then those of clubs."""
    of_clubs = Q(club__in=Club.objects.listed())
    ladders = Ladder.objects.filter(Q(club__isnull=True) | of_clubs, active_epoch__isnull=False)
    return ladders.select_related("club", "active_epoch")


def may_ask_for(ladder: Ladder, user: User | AnonymousUser) -> bool:
    """Whether the lists of games take this ladder from `user`: they go by its name, which can be guessed."""
    if ladder.club is None or ladder.club.visibility == "public":
        return True
    return findable_ladders(user).filter(pk=ladder.pk).exists()


def leave_out_hidden(states: Sequence[RatingState], ladder: Ladder | None = None) -> None:
    """Make rows for showing say nothing of hidden games: how many games, when the last was and the highest rating are
    of the others.

    The rating itself counts every game. The rows are changed in memory and must not be saved. One query, two where
    somebody played where readers may not look. `ladder` is that of all rows, where it may be of a closed club.
    """
    if not states:
        return
    events = RatingEvent.objects.filter(
        epoch__in={state.epoch_id for state in states}, player__in={state.player_id for state in states}
    ).order_by()
    hidden = (hidden_on(ladder) if ladder is not None else Game.objects.hidden()).values("pk")
    rows = events.filter(game__in=hidden).values("epoch_id", "player_id").annotate(n=Count("seat"))
    unseen = {(row["epoch_id"], row["player_id"]): row["n"] for row in rows}
    if not unseen:
        return
    shown = events.filter(player__in={player for _epoch, player in unseen}).exclude(game__in=hidden)
    newest = shown.values("epoch_id", "player_id").annotate(
        key=Max("order_key"), peak=Max(F("r_before") + F("delta"))
    )
    best = {(row["epoch_id"], row["player_id"]): (row["key"], row["peak"]) for row in newest}
    for state in states:
        whose = state.epoch_id, state.player_id
        if whose in unseen:
            state.games -= unseen[whose]
            state.last_key, peak = best.get(whose, ("", START))
            state.peak = max(START, peak)
            state.last_played = played_at(state.last_key) if state.last_key else None


def leave_out(
    states: Sequence[RatingState], user: User | AnonymousUser, ladder: Ladder | None = None
) -> None:
    """What `user` may not learn from rows for showing: hidden games, and names of people of clubs that are closed
    to them. Two queries, three where somebody played where readers may not look."""
    leave_out_hidden(states, ladder)
    leave_names_out([state.player for state in states], user)


def ladder_name(ladder: Ladder) -> str:
    family = FAMILY_NAMES.get(ladder.family, ladder.family)
    if ladder.club is None:
        return _("%(game)s, everybody") % {"game": family}
    return _("%(game)s, %(club)s") % {"game": family, "club": ladder.club.name}
