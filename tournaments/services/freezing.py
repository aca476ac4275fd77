"""The list before the prizes: public lists stop after a round, and come back from the bottom up.

While a list is frozen, whoever may not read frozen standings sees it as it stood after `frozen_after`; with `revealed`
lines shown, the last ones of the newest list as well. Sheets stay where they are: the table has seen them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.models import User
from clubs.rights import Act
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Standing, Tournament
from tournaments.rights import may_in, require_in
from tournaments.services import marks


@dataclass(frozen=True, slots=True)
class Veil:
    """What a reader may see of a list: everything up to round `after`, and the last `revealed` lines of the newest."""

    after: int
    revealed: int


def veil_for(user: User | AnonymousUser | None, tournament: Tournament) -> Veil | None:
    """None where nothing is hidden from this reader. No query while nothing is frozen."""
    if tournament.frozen_after is None or (user is not None and may_in(user, tournament, Act.READ_DRAFTS)):
        return None
    return Veil(tournament.frozen_after, tournament.revealed)


def freeze(tournament: Tournament, *, after: int, by: By) -> Tournament:
    """Stop the public lists after round `after` (0 = before the first).

    Every table of an open night is a round: its list stops with the tables that were started up to that one.
    """
    require_in(by, tournament, Act.FINISH)
    with transaction.atomic():
        tournament = _locked(tournament)
        last = last_list(tournament)
        if not 0 <= after <= last:
            raise TournamentError(_("Choose a round from 0 to %(last)d.") % {"last": last}, code="bad_round")
        if tournament.revealed:
            raise RoundConflict(_("The list is being revealed already: show all of it, then freeze again."))
        if tournament.frozen_after == after:
            return tournament
        tournament.frozen_after = after
        _keep(tournament, "list.frozen", by=by, number=after)
    return tournament


def reveal(tournament: Tournament, *, by: By, seen: int | None = None) -> Tournament:
    """Show the next place of the newest list, from the bottom; players who share a place come together.

    `seen` is the number of lines the page showed: the same tap again reveals nothing more. The last line ends the
    freeze.
    """
    require_in(by, tournament, Act.FINISH)
    with transaction.atomic():
        tournament = _locked(tournament)
        if tournament.frozen_after is None or (seen is not None and seen != tournament.revealed):
            return tournament
        rows = newest_rows(tournament)
        tournament.revealed = next_revealed(rows, tournament.revealed)
        if tournament.revealed >= len(rows):
            tournament.frozen_after, tournament.revealed = None, 0
        _keep(tournament, "list.revealed", by=by, number=tournament.revealed or len(rows))
    return tournament


def reveal_all(tournament: Tournament, *, by: By) -> Tournament:
    """Show everything again."""
    require_in(by, tournament, Act.FINISH)
    with transaction.atomic():
        tournament = _locked(tournament)
        if tournament.frozen_after is None:
            return tournament
        tournament.frozen_after, tournament.revealed = None, 0
        _keep(tournament, "list.shown", by=by)
    return tournament


def last_list(tournament: Tournament) -> int:
    """The highest round that a list may stop after. Of an open night: the newest list, one query."""
    if not tournament.is_open_night:
        return tournament.n_rounds
    found = Standing.objects.filter(tournament=tournament).aggregate(last=Max("after_round"))
    return int(found["last"] or 0)


def newest_rows(tournament: Tournament) -> list[Standing]:
    """The newest list, in its order. Two queries."""
    last = Standing.objects.filter(tournament=tournament).order_by("-after_round").first()
    if last is None:
        return []
    rows = Standing.objects.filter(tournament=tournament, after_round=last.after_round)
    return list(rows.select_related("entry__player__merged_into"))


def next_revealed(rows: Sequence[Standing], revealed: int) -> int:
    """How many lines are shown after the next step: one more, with all who share its place."""
    n = min(len(rows), revealed + 1)
    place = rows[-n].place if n else None
    while place is not None and n < len(rows) and rows[-n - 1].place == place:
        n += 1
    return n


def _locked(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_for_update().select_related("club").get(pk=tournament.pk)


def _keep(tournament: Tournament, verb: str, *, by: By, number: int | None = None) -> None:
    tournament.save(update_fields=["frozen_after", "revealed"])
    log(verb, tournament.scope, by=by, club_id=tournament.club_id, scope=tournament.scope, number=number)
    marks.mark_tournament(tournament.pk)
