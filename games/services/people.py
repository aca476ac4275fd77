"""Two profiles that are one person: merge and unmerge. Stands on this floor because it must look at tables.

Nothing that was written is touched: sheets keep naming the profile of the time, `Player.merged_into` says who
that is today, and everything derived resolves it late. So an unmerge gives both back exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.models import Activity, Club, Membership, Player
from clubs.namesakes import tell_apart
from games.errors import GameError, ReasonMissing
from games.models import Game, Seat
from games.services import facts
from games.signals import game_corrected

MERGED = "player.merged"
_IDENTITIES = (7_106, 1)  # two plain numbers name an advisory lock of PostgreSQL


class MetAtTable(GameError):
    """Both profiles sat at one table, so they are two people. `extra["game_id"]` is the first such game."""

    code = "met_at_table"


@dataclass(frozen=True, slots=True)
class Merge:
    """What a merge (or an unmerge) moved, or would move: how many games, how many of them rated.

    `first_key` is the order key of the first rated one, empty if there is none.
    """

    source: Player
    into: Player
    n_games: int
    n_rated: int
    first_key: str = ""


def preview_merge(source: Player, *, into: Player) -> Merge:
    """What `merge_players` would do, or its refusal; changes nothing."""
    into = into.merged_into or into
    _refuse_unfit(source, into)
    _refuse_if_met(source, into)
    return _merge_of(source, into, _games_of(_profiles(source)))


def merge_players(source: Player, *, into: Player, by: By, reason: str, club: Club | None = None) -> Merge:
    """From now on `source` is `into`, in every list and on every ladder. Doing it twice changes nothing.

    Profiles merged into `source` before follow it, so a name is always one step from its person; so does the
    account that claimed `source`. Refused with `met_at_table` if both ever sat at one table. Asks for no right:
    `tournaments.services.merging` does. `club` only says in whose log the line stands.
    """
    if not reason.strip():
        raise ReasonMissing(_("Say why these are one person: the reason is kept with the merge."))
    with transaction.atomic():
        hold_identities(alone=True)
        source, into = _locked(source), _locked(into)
        into = into.merged_into or into
        if source.merged_into_id == into.pk:
            return _merge_of(source, into, [])
        _refuse_unfit(source, into)
        _refuse_if_met(source, into)
        games = _games_of(_profiles(source))
        followers = list(source.merged_from.order_by("pk").values_list("pk", flat=True))
        Player.objects.filter(pk__in=followers).update(merged_into=into)
        claim = _move_claim(source, into)
        source.merged_into = into
        source.save(update_fields=["merged_into"])
        log(
            MERGED,
            f"player:{source.pk}",
            by=by,
            club_id=club.pk if club is not None else None,
            reason=reason,
            into=into.pk,
            followers=followers,
            memberships=_join_clubs(source, into),
            changed=_better_memberships(source, into),
            claim=claim,
            games=len(games),
        )
        _announce(games, by)
    return _merge_of(source, into, games)


def unmerge_player(source: Player, *, by: By, reason: str, club: Club | None = None) -> Merge:
    """`source` is a person of its own again, with whoever was merged into it; both are as if never merged."""
    if not reason.strip():
        raise ReasonMissing(_("Say why these are two people: the reason is kept with it."))
    with transaction.atomic():
        hold_identities(alone=True)
        source = _locked(source)
        into = source.merged_into
        if into is None:
            raise GameError(
                _("%(name)s is not merged into anybody.") % {"name": source.display_name}, code="not_merged"
            )
        merged = Activity.objects.filter(verb=MERGED, subject=f"player:{source.pk}").order_by("-pk").first()
        if merged is not None:
            _give_back(source, _locked(into), merged)
        source.merged_into = None
        source.save(update_fields=["merged_into"])
        games = _games_of(_profiles(source))
        log(
            "player.unmerged",
            f"player:{source.pk}",
            by=by,
            club_id=club.pk if club is not None else None,
            reason=reason,
            out_of=into.pk,
            games=len(games),
        )
        _announce(games, by)
    return _merge_of(source, into, games)


def hold_identities(*, alone: bool = False) -> None:
    """Up to the end of the transaction nobody is merged; with `alone`, nobody seats people either.

    A sheet that seats two profiles and a merge of the two must not pass each other unseen. Sheets share the lock.
    SQLite needs none: its writing transactions are one at a time.
    """
    if connection.vendor == "postgresql":
        lock = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {lock}(%s, %s)", _IDENTITIES)


def _locked(player: Player) -> Player:
    return Player.objects.select_for_update().get(pk=player.pk)


def _profiles(player: Player) -> list[int]:
    """The profile and those merged into it."""
    return [player.pk, *player.merged_from.values_list("pk", flat=True)]


def _refuse_unfit(source: Player, into: Player) -> None:
    if into.pk == source.pk:
        raise GameError(_("These two are one profile already: choose another one."), code="same_player")
    if source.merged_into_id is not None:
        raise GameError(
            _("%(name)s is merged already: undo that merge first.") % {"name": source.display_name},
            code="merged_already",
        )
    if source.anonymised_at is not None or into.anonymised_at is not None:
        raise GameError(
            _("An anonymised profile has no person any more: it cannot be merged."), code="anonymised"
        )
    if source.user_id is not None and into.user_id is not None:
        raise GameError(
            _(
                "Two accounts have claimed %(source)s and %(into)s: one of them gives its profile back first, "
                "on the page of the profile."
            )
            % {"source": source.display_name, "into": into.display_name},
            code="claimed_twice",
        )


def _refuse_if_met(source: Player, into: Player) -> None:
    met = (
        Seat.objects.filter(player_id__in=_profiles(source), game__seats__player_id__in=_profiles(into))
        .select_related("game")
        .order_by("game__order_key")
        .first()
    )
    if met is not None:
        tell_apart([source, into])
        raise MetAtTable(
            _(
                "%(source)s and %(into)s sat at one table in game %(game)d on %(date)s, "
                "so they are two people: correct that sheet first if it is wrong."
            )
            % {
                "source": source.display_name,
                "into": into.display_name,
                "game": met.game_id,
                "date": formats.date_format(timezone.localtime(met.game.played_at), "SHORT_DATE_FORMAT"),
            },
            game_id=met.game_id,
        )


def _join_clubs(source: Player, into: Player) -> list[int]:
    """Put the person on the rosters only the other profile was on; returns the new rows, to be undone."""
    theirs = Membership.objects.filter(player=into).values("club")
    joined = [
        Membership.objects.create(club_id=row.club_id, player=into, kind=row.kind, number=row.number)
        for row in Membership.objects.filter(player=source, left_at__isnull=True).exclude(club__in=theirs)
    ]
    return [row.pk for row in joined]


def _better_memberships(source: Player, into: Player) -> list[dict[str, Any]]:
    """Where both are on a roster the person is a member if one was, and is there if one still is.

    Returns what the rows were and became: `{"id", "was": [kind, left_at], "made": [kind, left_at]}`.
    """
    changed = []
    theirs = {row.club_id: row for row in Membership.objects.filter(player=source, left_at__isnull=True)}
    for row in Membership.objects.filter(player=into, club__in=theirs).order_by("pk"):
        other, was = theirs[row.club_id], _standing(row)
        kind = other.kind if row.left_at is not None else max(row.kind, other.kind)  # "member" > "guest"
        if (row.kind, row.left_at) == (kind, None):
            continue
        row.kind, row.left_at = kind, None
        row.save(update_fields=["kind", "left_at"])
        changed.append({"id": row.pk, "was": was, "made": _standing(row)})
    return changed


def _standing(row: Membership) -> list[str | None]:
    return [str(row.kind), row.left_at.isoformat() if row.left_at is not None else None]


def _move_claim(source: Player, into: Player) -> int | None:
    """The account of `source` is that of `into` from now on; its id, None if there is none to move."""
    claim = source.user_id
    if claim is not None:
        source.user = None
        source.save(update_fields=["user"])  # before the other row: an account has one profile
        into.user_id = claim
        into.save(update_fields=["user"])
    return claim


def _give_back(source: Player, into: Player, merged: Activity) -> None:
    """Undo what the merge took along, but for profiles that were merged anew since."""
    for pk in merged.details.get("followers", []):
        later = Activity.objects.filter(verb=MERGED, subject=f"player:{pk}", pk__gt=merged.pk)
        if not later.exists():
            Player.objects.filter(pk=pk, merged_into=into).update(merged_into=source)
    Membership.objects.filter(pk__in=merged.details.get("memberships", []), player=into).delete()
    for change in merged.details.get("changed", []):
        row = Membership.objects.filter(pk=change["id"], player=into).first()
        if row is not None and _standing(row) == change["made"]:
            kind, left_at = change["was"]
            row.kind, row.left_at = kind, datetime.fromisoformat(left_at) if left_at else None
            row.save(update_fields=["kind", "left_at"])
    claim = merged.details.get("claim")
    if claim is not None and into.user_id == claim:
        into.user = None
        into.save(update_fields=["user"])
        source.user_id = claim
        source.save(update_fields=["user"])


def _games_of(profiles: Iterable[int]) -> list[Game]:
    """Games with a seat of any of the profiles, in played order; only what is needed here is loaded."""
    seated = Seat.objects.filter(player_id__in=list(profiles)).values("game")
    return list(
        Game.objects.filter(pk__in=seated)
        .order_by("order_key")
        .only("pk", "order_key", "club_id", "family", "rated")
    )


def _merge_of(source: Player, into: Player, games: list[Game]) -> Merge:
    first = next((game.order_key or "" for game in games if game.rated), "")
    return Merge(source, into, len(games), sum(game.rated for game in games), first)


def _announce(games: list[Game], by: By) -> None:
    """Tell the floors above, by one game for many.

    Ladders go back to the first game concerned and replay the rest by themselves; standings are marked per
    tournament. So the first rated game of each club, family and tournament says it all: some hundred signals
    for a person with thousands of games.
    """
    spokesmen: dict[tuple[int | None, str, str], Game] = {}
    for game in games:
        tournament_no = (game.order_key or "")[16:26]
        group = (game.club_id, game.family, tournament_no)
        known = spokesmen.get(group)
        if known is None or (game.rated and not known.rated):
            spokesmen[group] = game
    for game in spokesmen.values():
        game_corrected.send(sender=Game, game=game, old=facts.rating_facts(game), actor_id=by.user_id)
