"""Roles offered by link, in a club or in one tournament: made, looked at, taken by one person, taken back."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.errors import EldestHandError, NotAllowed
from clubs.limits import take_by
from clubs.models import Club, Role, User
from clubs.rights import Act, may, require_in_club
from clubs.services.governing import find_user
from tournaments.models import Invitation, Official, Tournament
from tournaments.rights import require_in, roles_in

DAYS = 14
MOST_OPEN = 50
_IN_CLUB = dict.fromkeys(Role.Kind.values, Act.MANAGE_CLUB)
_IN_TOURNAMENT = {
    str(Official.Kind.DIRECTOR): Act.NAME_DIRECTORS,
    str(Official.Kind.SCOREKEEPER): Act.MAKE_LINKS,
}


class InvitationEnded(EldestHandError):
    """The link gives no role any more; `code` says why."""

    code = "invitation_ended"
    status = 410


def invite(
    club: Club, *, role: str, by: By, tournament: Tournament | None = None, hands_over: bool = False
) -> tuple[Invitation, str]:
    """An invitation and what stands in its address, which nobody can read again.

    `hands_over` (owners only): whoever invites is owner no more as soon as it is taken.
    """
    _require_to_give(club, tournament, role, by)
    if hands_over and (role != Role.Kind.OWNER or by.user_id is None):
        raise EldestHandError(_("Only an owner hands a club over, to an owner."), code="no_such_role")
    take_by("invitations", by)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if open_invitations(club).count() >= MOST_OPEN:
            raise EldestHandError(
                _("%(n)d invitations are open: take one back first.") % {"n": MOST_OPEN},
                code="too_many_invitations",
            )
        token, now = secrets.token_urlsafe(24), timezone.now()
        made = Invitation.objects.create(
            club=club,
            tournament=tournament,
            role=role,
            hands_over=hands_over,
            token_hash=_hash(token),
            made_by=by.user,
            made_at=now,
            expires_at=now + timedelta(days=DAYS),
        )
        _note("invitation.made", made, by, role=role, hands_over=hands_over)
    return made, token


def invitation_of(token: str) -> Invitation | None:
    """The invitation of a link, with what it is for and who made it; None for what was never handed out."""
    rows = Invitation.objects.select_related("club", "tournament", "made_by__player", "taken_by")
    return rows.filter(token_hash=_hash(token)).first()


def open_invitations(club: Club, tournament: Tournament | None = None) -> QuerySet[Invitation]:
    """Those somebody may still take, the newest first; of one tournament, or of the whole club and all of them."""
    rows = Invitation.objects.filter(
        club=club, taken_at__isnull=True, revoked_at__isnull=True, expires_at__gt=timezone.now()
    ).select_related("made_by", "tournament")
    return rows if tournament is None else rows.filter(tournament=tournament)


def why_ended(invitation: Invitation) -> str:
    """Empty while the link gives its role; else `taken`, `revoked`, `expired` or `powerless`. At most two queries."""
    if invitation.taken_at is not None:
        return "taken"
    if invitation.revoked_at is not None:
        return "revoked"
    if invitation.expires_at <= timezone.now():
        return "expired"
    try:
        _require_to_give(
            invitation.club, invitation.tournament, invitation.role, By(invitation.made_by, "web")
        )
    except NotAllowed:
        return "powerless"
    return ""


def ended_words(ended: str) -> str:
    return {
        "taken": _("This invitation was taken already: it is good for one person."),
        "revoked": _("This invitation was taken back. Ask for a new one."),
        "expired": _("This invitation is too old. Ask for a new one."),
        "powerless": _("Whoever made this invitation may not give that role any more."),
    }[ended]


def accept(invitation: Invitation, *, by: By) -> Invitation:
    """Whoever is signed in has the role from now on. Taken once; the same person twice changes nothing."""
    user = by.user
    if user is None:
        raise NotAllowed(_("Sign in first: a role belongs to an account."))
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=invitation.club_id)
        found = Invitation.objects.select_for_update(of=("self",)).select_related(
            "club", "tournament", "made_by"
        )
        invitation = found.get(pk=invitation.pk)
        if invitation.taken_at is not None and invitation.taken_by_id == user.pk:
            return invitation
        ended = why_ended(invitation)
        if ended:
            raise InvitationEnded(ended_words(ended), code=f"invitation_{ended}")
        invitation.taken_by, invitation.taken_at = user, timezone.now()
        invitation.save(update_fields=["taken_by", "taken_at"])
        _give(invitation, user)
        _note("invitation.taken", invitation, by, role=invitation.role)
        if invitation.hands_over and invitation.made_by_id not in (None, user.pk):
            Role.objects.filter(
                club=invitation.club, user_id=invitation.made_by_id, role=Role.Kind.OWNER
            ).delete()
            log(
                "role.handed_over",
                f"user:{invitation.made_by_id}",
                by=by,
                club_id=invitation.club_id,
                role=str(Role.Kind.OWNER),
                to=user.pk,
            )
    return invitation


def revoke(club: Club, *, invitation_id: int, by: By, tournament: Tournament | None = None) -> None:
    """Take an invitation back; one that is taken or gone stays as it is."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        found = Invitation.objects.filter(pk=invitation_id, club=club, taken_at=None, revoked_at=None)
        if tournament is not None:
            found = found.filter(tournament=tournament)
        invitation = found.select_related("tournament").first()
        if invitation is None:
            require_in_club(by, club, Act.MANAGE_CLUB) if tournament is None else require_in(
                by, tournament, Act.SEE_HELPERS
            )
            return
        _require_to_give(club, invitation.tournament, invitation.role, by)
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        _note("invitation.revoked", invitation, by, role=invitation.role)


def name_official(tournament: Tournament, *, text: str, role: str, by: By) -> Official:
    """A role in one tournament for the account of this name or e-mail address; twice changes nothing."""
    _require_to_give(tournament.club, tournament, role, by)
    user = find_user(text, tournament.club)
    with transaction.atomic():
        given, created = Official.objects.get_or_create(tournament=tournament, user=user, role=role)
        if created:
            _note_official("official.named", given, by)
    return given


def dismiss_official(tournament: Tournament, *, official_id: int, by: By) -> None:
    """Take a role in the tournament back; everybody may lay the own one down."""
    with transaction.atomic():
        given = Official.objects.filter(pk=official_id, tournament=tournament).first()
        if given is None:
            return
        if by.user_id is None or given.user_id != by.user_id:
            _require_to_give(tournament.club, tournament, given.role, by)
        _note_official("official.dismissed", given, by)
        given.delete()


def roles_to_give(user: User, tournament: Tournament) -> list[tuple[str, str]]:
    """The roles of a tournament this user may give, the smallest first."""
    roles = roles_in(user, tournament)
    return [
        (str(kind), str(Official.Kind(kind).label))
        for kind, act in reversed(_IN_TOURNAMENT.items())
        if may(roles, act)
    ]


def _require_to_give(club: Club, tournament: Tournament | None, role: str, by: By) -> None:
    acts = _IN_CLUB if tournament is None else _IN_TOURNAMENT
    if role not in acts:
        raise EldestHandError(_("Choose a role."), code="no_such_role")
    if tournament is None:
        require_in_club(by, club, acts[role])
    else:
        require_in(by, tournament, acts[role])


def _give(invitation: Invitation, user: User) -> None:
    if invitation.tournament is None:
        Role.objects.get_or_create(club=invitation.club, user=user, role=invitation.role)
    else:
        Official.objects.get_or_create(tournament=invitation.tournament, user=user, role=invitation.role)


def _note(verb: str, invitation: Invitation, by: By, **details: Any) -> None:
    scope = invitation.tournament.scope if invitation.tournament is not None else ""
    log(verb, f"invitation:{invitation.pk}", by=by, club_id=invitation.club_id, scope=scope, **details)


def _note_official(verb: str, given: Official, by: By) -> None:
    tournament = given.tournament
    log(
        verb,
        f"user:{given.user_id}",
        by=by,
        club_id=tournament.club_id,
        scope=tournament.scope,
        role=given.role,
    )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
