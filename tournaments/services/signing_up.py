"""Players register themselves: a list with room for so many, and a waiting list that moves up by itself.

The facts are `SignUp` lines. An entry (the line in the standings) is made at the door, when somebody is here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.errors import Conflict, NotAllowed
from clubs.limits import take_by
from clubs.models import Membership, Player
from clubs.rights import Act
from clubs.services.clubs import clean_name
from clubs.services.members import put_back
from clubs.services.rosters import bare
from tournaments.errors import TournamentError
from tournaments.models import Entry, SignUp, SignUpTerms, Tournament
from tournaments.models.play import Presence
from tournaments.rights import require_in
from tournaments.services.entries import set_presence

_IN, _WAITS, _OUT = SignUp.Kind.ADMITTED, SignUp.Kind.REGISTERED, SignUp.Kind.WITHDRAWN


@dataclass(frozen=True, slots=True)
class SignUpList:
    """Who has a place and who waits, each in the order they came to it; `withdrawn` by player id."""

    admitted: tuple[Player, ...]
    waiting: tuple[Player, ...]
    withdrawn: frozenset[int]

    def standing_of(self, player: Player | None) -> tuple[str, int]:
        """("admitted", 0), ("waiting", 1 for the first), ("withdrawn", 0) or ("", 0)."""
        if player is None:
            return "", 0
        if player in self.admitted:
            return "admitted", 0
        if player in self.waiting:
            return "waiting", self.waiting.index(player) + 1
        return ("withdrawn" if player.pk in self.withdrawn else ""), 0


def set_terms(
    tournament: Tournament,
    *,
    by: By,
    opens_at: datetime | None,
    closes_at: datetime | None,
    capacity: int | None,
) -> SignUpTerms:
    """Let players register themselves; more room moves the waiting list up, less takes no place away."""
    require_in(by, tournament, Act.REGISTER_OTHERS)
    if opens_at is not None and closes_at is not None and closes_at <= opens_at:
        raise TournamentError(_("Registration closes after it opens."), code="bad_times")
    if capacity is not None and not 1 <= capacity <= 10_000:
        raise TournamentError(
            _("Room is for 1 to %(most)s players, or empty for all.") % {"most": 10_000}, code="bad_capacity"
        )
    with transaction.atomic():
        tournament = _locked(tournament)
        terms, _made = SignUpTerms.objects.update_or_create(
            tournament=tournament,
            defaults={"opens_at": opens_at, "closes_at": closes_at, "capacity": capacity},
        )
        log(
            "sign_up.opened",
            tournament.scope,
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            n=capacity,
        )
        _move_up(tournament, terms, by)
    return terms


def terms_of(tournament: Tournament) -> SignUpTerms | None:
    return SignUpTerms.objects.filter(tournament=tournament).first()


def why_closed(tournament: Tournament, terms: SignUpTerms | None, now: datetime) -> str:
    """Empty while players may register themselves; else the reason, for readers."""
    if tournament.closed_at is not None:
        return _("The evening is over.")
    if terms is None:
        return _("The club enters the players itself.")
    if terms.opens_at is not None and now < terms.opens_at:
        return _("Registration opens on %(when)s.") % {"when": _when(terms.opens_at)}
    if terms.closes_at is not None and now >= terms.closes_at:
        return _("Registration closed on %(when)s.") % {"when": _when(terms.closes_at)}
    return ""


def sign_up(
    tournament: Tournament, *, by: By, of_age: bool, name: str = "", is_another: bool = False
) -> tuple[str, int]:
    """Register the account's own player; twice gives the place that stands: ("admitted", 0) or ("waiting", n).

    An account without a profile gets one under `name`, a guest of the club. If somebody there has that name,
    `is_another` says that it is somebody else. Minors are entered by the club (`users.md` 10).
    """
    require_in(by, tournament, Act.OWN_PROFILE)
    if by.user is None:
        raise NotAllowed(_("Sign in first: a registration belongs to an account."))
    if not of_age:
        raise TournamentError(
            _("Who is under age is registered by the owner of the club: ask there."), code="minor"
        )
    take_by("registrations", by)
    with transaction.atomic():
        tournament = _locked(tournament)
        terms = terms_of(tournament)
        closed = why_closed(tournament, terms, timezone.now())
        player = Player.objects.filter(user=by.user).first()
        found = list_of(tournament)
        standing = found.standing_of(player)
        if standing[0] in ("admitted", "waiting"):
            return standing
        if closed or terms is None:
            raise Conflict(closed, code="registration_closed")
        player = player or _new_player(tournament, name, by, is_another)
        Membership.objects.get_or_create(
            club_id=tournament.club_id, player=player, defaults={"kind": Membership.Kind.GUEST}
        )
        put_back(tournament.club, player, by=by, kind=Membership.Kind.GUEST)  # whoever left is a guest
        _say(tournament, player, _WAITS, by)
        _move_up(tournament, terms, by)
        return list_of(tournament).standing_of(player)


def sign_off(tournament: Tournament, *, by: By, player: Player | None = None) -> None:
    """Withdraw: oneself, or (who may register others) somebody; the first who waits gets the place."""
    own = Player.objects.filter(user=by.user).first() if by.user is not None else None
    player = player or own
    if player is None:
        require_in(by, tournament, Act.OWN_PROFILE)
        return
    if player != own:
        require_in(by, tournament, Act.REGISTER_OTHERS)
    with transaction.atomic():
        tournament = _locked(tournament)
        if list_of(tournament).standing_of(player)[0] not in ("admitted", "waiting"):
            return
        _say(tournament, player, _OUT, by)
        entry = Entry.objects.filter(tournament=tournament, player=player).first()
        if entry is not None and tournament.closed_at is None:
            entry.tournament = tournament
            set_presence(entry, status=Presence.Status.ABSENT, by=By(by.user, "sign-up"))
        _move_up(tournament, terms_of(tournament), by)


def list_of(tournament: Tournament) -> SignUpList:
    """The list as the facts say it, people under the profile they have today. Two queries."""
    said: dict[int, tuple[str, int]] = {}
    people: dict[int, Player] = {}
    for line in tournament.sign_ups.select_related("player__merged_into").order_by("pk"):
        player = line.player.merged_into or line.player
        people[player.pk] = player
        kind, since = said.get(player.pk, ("", 0))
        if line.kind == _WAITS and kind in (_WAITS, _IN):
            continue
        # Who gets a place keeps the turn of the registration, so places are in the order people came.
        said[player.pk] = (line.kind, since if line.kind == _IN and kind == _WAITS else line.pk)
    in_turn = sorted(said, key=lambda pk: said[pk][1])
    entered = _entered(tournament)
    return SignUpList(
        admitted=tuple(
            people[pk] for pk in in_turn if said[pk][0] == _IN or (said[pk][0] == _WAITS and pk in entered)
        ),
        waiting=tuple(people[pk] for pk in in_turn if said[pk][0] == _WAITS and pk not in entered),
        withdrawn=frozenset(pk for pk in in_turn if said[pk][0] == _OUT),
    )


def n_taken(tournament: Tournament, found: SignUpList) -> int:
    """Places that are gone: whoever was given one, and whoever was entered at the door."""
    entered = _entered(tournament) - found.withdrawn
    return len(entered | {player.pk for player in found.admitted})


def _entered(tournament: Tournament) -> set[int]:
    rows = tournament.entries.values_list("player", "player__merged_into")
    return {merged_into or player for player, merged_into in rows}


def _move_up(tournament: Tournament, terms: SignUpTerms | None, by: By) -> None:
    """Give free places to those who wait, in their order; inside the lock of the tournament."""
    if terms is None:
        return
    found = list_of(tournament)
    free = len(found.waiting) if terms.capacity is None else terms.capacity - n_taken(tournament, found)
    for player in found.waiting[: max(free, 0)]:
        _say(tournament, player, _IN, by)


def _new_player(tournament: Tournament, name: str, by: By, is_another: bool) -> Player:
    wanted = clean_name(name)
    rows = Membership.objects.current().filter(club_id=tournament.club_id, player__user__isnull=True)
    alike = [
        row.player
        for row in rows.select_related("player")
        if not row.player.hidden and bare(row.player.name) == bare(wanted)
    ]
    if alike and not is_another:
        raise TournamentError(
            _("%(name)s is on the roster already. If that is you, ask for the profile first; if not, say so.")
            % {"name": alike[0].name},
            code="look_alike",
            player=str(alike[0].uid),
            player_url=alike[0].get_absolute_url(),
        )
    player = Player.objects.create(name=wanted, user=by.user)
    log("player.added", f"player:{player.pk}", by=by, club_id=tournament.club_id, kind="guest")
    return player


def _say(tournament: Tournament, player: Player, kind: str, by: By) -> None:
    SignUp.objects.create(
        tournament=tournament, player=player, kind=kind, by_id_at=by.user_id, via=by.via, at=timezone.now()
    )
    log(
        f"sign_up.{kind}",
        f"player:{player.pk}",
        by=by,
        club_id=tournament.club_id,
        scope=tournament.scope,
        player=player.pk,
    )


def _locked(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament.pk)


def _when(at: datetime) -> str:
    return formats.date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")
