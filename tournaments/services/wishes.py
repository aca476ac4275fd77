"""What the director wants of every draw: people kept apart, people at their own table, club mates apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.models import Membership
from clubs.rights import Act
from tournaments.errors import TournamentError
from tournaments.models import Entry, SeatingWish, Tournament
from tournaments.rights import require_in

LAST_TABLE = 500


def wishes_of(tournament: Tournament) -> list[SeatingWish]:
    """Those in force, oldest first. One query."""
    rows = tournament.seating_wishes.filter(cancels=None, cancelled_by=None)
    return list(rows.select_related("entry__player__merged_into", "other__player__merged_into"))


def keep_apart(tournament: Tournament, *, first: Entry, second: Entry, by: By) -> SeatingWish:
    """Two people never share a table; asked for twice it stands once."""
    if first.pk == second.pk:
        raise TournamentError(_("Choose two different people to keep apart."), code="same_person")
    one, other = sorted((first, second), key=lambda entry: entry.pk)
    return _wish(tournament, SeatingWish.Kind.APART, by=by, entry=one, other=other)


def fix_table(tournament: Tournament, *, entry: Entry, table: int, by: By) -> SeatingWish:
    """Somebody always sits at one table; another table takes the place of the one before."""
    if not 1 <= table <= LAST_TABLE:
        raise TournamentError(
            _("Tables have numbers from 1 to %(most)d.") % {"most": LAST_TABLE}, code="no_such_table"
        )
    with transaction.atomic():
        for wish in tournament.seating_wishes.filter(
            kind=SeatingWish.Kind.TABLE, entry=entry, cancels=None, cancelled_by=None
        ).exclude(table=table):
            drop_wish(wish, by=by)
        return _wish(tournament, SeatingWish.Kind.TABLE, by=by, entry=entry, table=table)


def keep_clubs_apart(tournament: Tournament, *, by: By) -> SeatingWish:
    """People of one club share a table only where it cannot be helped."""
    return _wish(tournament, SeatingWish.Kind.CLUBS, by=by)


def drop_wish(wish: SeatingWish, *, by: By) -> SeatingWish:
    """Take a wish back by a line of its own; twice gives the first."""
    require_in(by, wish.tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=wish.tournament_id)
        done = SeatingWish.objects.filter(cancels=wish).first()
        if done is not None:
            return done
        return _append(tournament, "seating.wish_dropped", wish.kind, by, _columns(wish), cancels=wish)


def rules_for_draw(
    wishes: Iterable[SeatingWish], ids: Mapping[int, str], players: Mapping[int, int]
) -> dict[str, Any]:
    """The wishes as the engine reads them. `ids` are those of the present entries, `players` their people.

    One query when clubs are kept apart.
    """
    apart, fixed, by_club = [], {}, False
    for wish in wishes:
        if wish.kind == SeatingWish.Kind.CLUBS:
            by_club = True
            continue
        one, other = ids.get(wish.entry_id or 0), ids.get(wish.other_id or 0)
        if one is not None and wish.kind == SeatingWish.Kind.TABLE:
            fixed[one] = wish.table
        elif one is not None and other is not None:
            apart.append([one, other])
    rules: dict[str, Any] = {}
    if apart:
        rules["keep_apart"] = apart
    if fixed:
        rules["fixed_tables"] = fixed
    if by_club and (groups := _clubs(ids, players)):
        rules["groups"] = groups
    return rules


def _clubs(ids: Mapping[int, str], players: Mapping[int, int]) -> dict[str, list[str]]:
    """Clubs with two or more members here, by number; one that everybody belongs to keeps nobody apart."""
    entries = {player_id: entry_id for entry_id, player_id in players.items() if entry_id in ids}
    members = Membership.objects.filter(kind=Membership.Kind.MEMBER, left_at__isnull=True)
    rows = members.filter(player__in=entries).order_by("club", "player")
    clubs: dict[str, list[str]] = {}
    for club_id, player_id in rows.values_list("club_id", "player_id"):
        clubs.setdefault(f"club:{club_id}", []).append(ids[entries[player_id]])
    return {name: members for name, members in clubs.items() if 1 < len(members) < len(ids)}


def _wish(tournament: Tournament, kind: str, *, by: By, **columns: Any) -> SeatingWish:
    require_in(by, tournament, Act.RUN_ROUNDS)
    for entry in (columns.get("entry"), columns.get("other")):
        if entry is not None and entry.tournament_id != tournament.pk:
            raise TournamentError(_("Somebody of this list does not play here."), code="not_entered")
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if tournament.closed_at is not None:
            raise TournamentError(
                _("%(tournament)s is closed.") % {"tournament": tournament.name}, code="tournament_closed"
            )
        stands = tournament.seating_wishes.filter(kind=kind, cancels=None, cancelled_by=None, **columns)
        return stands.first() or _append(tournament, "seating.wished", kind, by, columns)


def _append(
    tournament: Tournament,
    verb: str,
    kind: str,
    by: By,
    columns: Mapping[str, Any],
    *,
    cancels: SeatingWish | None = None,
) -> SeatingWish:
    wish = SeatingWish.objects.create(
        tournament=tournament,
        kind=kind,
        cancels=cancels,
        by=by.user,
        via=by.via,
        at=timezone.now(),
        **columns,
    )
    details: dict[str, Any] = {
        "first": wish.entry_id,
        "second": wish.other_id,
        "table_number": wish.table,
        "kind": str(kind),
    }
    log(
        verb,
        tournament.scope,
        by=by,
        club_id=tournament.club_id,
        scope=tournament.scope,
        **{name: value for name, value in details.items() if value is not None},
    )
    return wish


def _columns(wish: SeatingWish) -> dict[str, Any]:
    return {"entry": wish.entry, "other": wish.other, "table": wish.table}
