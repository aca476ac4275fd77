"""Two profiles that are one person, as a club's owner or a site admin sees it: what moves, the act, its undo.

`games.services.people` does the work and knows tables; here are the rights, and what the floors above would show.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Activity, Club, Membership, Player, User, Visibility
from clubs.rights import Act, As, is_trusted, require_in_club, roles_in_club
from clubs.services.rosters import bare
from games.services.people import MERGED, Merge, merge_players, preview_merge, unmerge_player
from ratings.models import Ladder
from ratings.services.foretelling import Foretold, foretell_merge
from tournaments.models import Entry, Tournament

MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Preview:
    """All that becomes `into`'s. `both_in` are evenings with a line of each, which stay two lines.

    Evenings, clubs, ladders and names of circles the reader may not find are not in it; `n_lines` counts every line
    in standings, `n_untold` the lines and rosters that are left out.
    """

    merge: Merge
    n_lines: int
    n_untold: int
    entries: tuple[Entry, ...]
    both_in: tuple[Tournament, ...]
    joins: tuple[Club, ...]
    names: tuple[str, ...]
    account: User | None
    ladders: tuple[Foretold, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """A merge that stands: whose profile is whose, since when, by whom and why."""

    source: Player
    into: Player
    at: datetime | None
    by: User | None
    reason: str


def look_at_merge(club: Club, source: Player, into: Player, *, by: By) -> Preview:
    """What `merge_in_club` would do, or its refusal; changes nothing. Replays the ladders in memory."""
    _require(club, (source, into), by)
    merge = preview_merge(source, into=into)
    into = merge.into
    profiles = [source.pk, *source.merged_from.values_list("pk", flat=True)]
    entries = list(
        Entry.objects.filter(player__in=profiles)
        .select_related("tournament__club")
        .order_by("-tournament__starts_at", "-pk")
    )
    own = Q(player=into) | Q(player__merged_into=into)
    both = set(
        Entry.objects.filter(own, tournament__in=[entry.tournament_id for entry in entries]).values_list(
            "tournament", flat=True
        )
    )
    rows = list(Membership.objects.filter(player__in=[*profiles, into.pk]).select_related("club"))
    there = {row.club_id for row in rows if row.player_id == into.pk}
    joins = [
        row.club
        for row in rows
        if row.player_id == source.pk and row.left_at is None and row.club_id not in there
    ]
    reader = _Reader.of(by, entries, rows)
    told = [entry for entry in entries if entry.tournament_id in reader.tournaments]
    told_joins = [joined for joined in joins if joined.pk in reader.clubs]
    names = [
        *Player.objects.filter(pk__in=profiles).order_by("pk").values_list("name", flat=True),
        *(
            alias
            for row in rows
            if row.player_id in profiles and row.club_id in reader.clubs
            for alias in row.aliases
        ),
    ]
    ladders = (line for line in foretell_merge(source, into) if reader.may_find(line.ladder))
    return Preview(
        merge=merge,
        n_lines=len(entries),
        n_untold=len(entries) - len(told) + len(joins) - len(told_joins),
        entries=tuple(told),
        both_in=tuple(entry.tournament for entry in told if entry.tournament_id in both),
        joins=tuple(told_joins),
        names=tuple(dict.fromkeys(name for name in names if name != into.name)),
        account=source.user,
        ladders=tuple(ladders),
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """Which of the evenings and clubs of a preview its reader may find without their addresses."""

    tournaments: frozenset[int]
    clubs: frozenset[int]
    sees_all: bool

    @classmethod
    def of(cls, by: By, entries: list[Entry], rows: list[Membership]) -> _Reader:
        evenings = {entry.tournament_id for entry in entries}
        clubs = {row.club_id for row in rows}
        if by.user is None:  # the machine itself
            return cls(frozenset(evenings), frozenset(clubs), sees_all=True)
        found = Tournament.objects.findable_by(by.user).filter(pk__in=evenings)
        known = Club.objects.findable_by(by.user).filter(pk__in=clubs)
        return cls(
            frozenset(found.values_list("pk", flat=True)),
            frozenset(known.values_list("pk", flat=True)),
            sees_all=by.user.is_superuser,
        )

    def may_find(self, ladder: Ladder) -> bool:
        return (
            self.sees_all
            or ladder.club is None
            or ladder.club_id in self.clubs
            or ladder.club.visibility == Visibility.PUBLIC
        )


def merge_in_club(club: Club, source: Player, into: Player, *, by: By, reason: str) -> Merge:
    """From now on `source` is `into` (`games.services.people.merge_players`)."""
    _require(club, (source, into), by)
    return merge_players(source, into=into, by=by, reason=reason, club=club)


def unmerge_in_club(club: Club, source: Player, *, by: By, reason: str) -> Merge:
    """Both profiles as if they had never been merged."""
    _require(club, (source,), by)
    return unmerge_player(source, by=by, reason=reason, club=club)


def merges_of(club: Club) -> list[Done]:
    """The merges that stand of profiles on the roster, the newest first. Three queries."""
    merged = Player.objects.filter(merged_into__isnull=False, memberships__club=club)
    people = {player.pk: player for player in merged.select_related("merged_into")}
    lines = {
        line.subject: line
        for line in Activity.objects.filter(
            verb=MERGED, subject__in=[f"player:{pk}" for pk in people]
        ).order_by("pk")
    }
    users = User.objects.in_bulk({line.actor_id_at for line in lines.values() if line.actor_id_at})
    found = []
    for pk, player in people.items():
        assert player.merged_into is not None
        line = lines.get(f"player:{pk}")
        found.append(
            Done(
                player,
                player.merged_into,
                line.at if line else None,
                users.get(line.actor_id_at or 0) if line else None,
                line.reason if line else "",
            )
        )
    found.sort(key=lambda one: (one.at.timestamp() if one.at else 0.0, one.source.pk), reverse=True)
    return found[:MOST_SHOWN]


def alike_in(club: Club) -> list[tuple[Player, Player]]:
    """People of the roster whose names are the same without case, accents and punctuation. One query."""
    groups: dict[str, list[Player]] = defaultdict(list)
    for row in Membership.objects.current().filter(club=club).select_related("player").order_by("pk"):
        if not row.player.hidden and row.player.anonymised_at is None:
            groups[bare(row.player.name)].append(row.player)
    pairs = [(later, group[0]) for key, group in groups.items() if key for later in group[1:]]
    return pairs[:20]


def person_numbered(text: str) -> Player:
    """The profile with this number; what is typed where a page asks for one."""
    text = text.strip()
    found = (
        Player.objects.select_related("merged_into", "user").filter(pk=int(text)).first()
        if text.isascii() and text.isdigit() and len(text) < 19
        else None
    )
    if found is None:
        raise EldestHandError(
            _("Choose two profiles: no profile has the number “%(number)s”.") % {"number": text[:40]},
            code="no_such_player",
        )
    return found


def _require(club: Club, people: tuple[Player, ...], by: By) -> None:
    """An owner merges people of the own roster; whoever runs the site merges anybody."""
    require_in_club(by, club, Act.MERGE_PLAYERS)
    if is_trusted(by) or As.ADMIN in roles_in_club(by.user, club):
        return
    known = set(Membership.objects.filter(club=club, player__in=people).values_list("player", flat=True))
    if any(player.pk not in known for player in people):
        raise NotAllowed(
            _(
                "Both profiles must stand on the roster of %(club)s: "
                "people of other clubs are merged by whoever runs the site."
            )
            % {"club": club.name},
            code="not_on_roster",
        )
