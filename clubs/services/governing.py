"""A club's settings, and who may do what there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.errors import EldestHandError
from clubs.models import Club, Membership, Role, User, Visibility
from clubs.rights import Act, require_in_club
from clubs.services.clubs import clean_name, give_role, secret_slug
from clubs.typed import storable

SETTINGS = frozenset({"name", "language", "time_zone", "house_rules", "visibility", "verifies_sheets"})


def change_club(club: Club, *, by: By, changes: Mapping[str, Any]) -> Club:
    """Change what `changes` names; games and tournaments that are made keep the rules of their day.

    A club that becomes unlisted gets an address nobody can guess; the old one no longer answers.
    """
    unknown = set(changes) - SETTINGS
    if unknown:
        raise TypeError(f"unknown settings: {', '.join(sorted(unknown))}")
    require_in_club(by, club, Act.MANAGE_CLUB)
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        wanted = dict(changes)
        if "name" in wanted:
            wanted["name"] = clean_name(wanted["name"])
        changed = [name for name in sorted(wanted) if getattr(club, name) != wanted[name]]
        if not changed:
            return club
        kept = [name for name in changed if name != "name"]
        old = {name: getattr(club, name) for name in kept}
        for name in changed:
            setattr(club, name, wanted[name])
        written = list(changed)
        if "visibility" in changed and club.visibility == Visibility.UNLISTED:
            club.slug = secret_slug(club.name)
            written.append("slug")
        club.save(update_fields=written)
        log(
            "club.changed",
            f"club:{club.pk}",
            by=by,
            club_id=club.pk,
            changed=changed,
            old=old,
            new={name: wanted[name] for name in kept},
        )
    return club


def refuse_orphaning(user: User) -> None:
    """Refuse what would take `user` away while a club has no other owner; inside the act's transaction.

    The clubs are locked, so of two owners who go at once the second one is refused.
    """
    owned = Role.objects.filter(user=user, role=Role.Kind.OWNER).values("club")
    for club in Club.objects.select_for_update().filter(pk__in=owned).order_by("pk"):
        _refuse_last(club, user.pk)


def other_owners(user_id: int) -> QuerySet[Role]:
    """Who owns a club beside this account. One that is switched off keeps no club alive."""
    return Role.objects.filter(role=Role.Kind.OWNER, user__is_active=True).exclude(user=user_id)


def _refuse_last(club: Club, user_id: int) -> None:
    if not other_owners(user_id).filter(club=club).exists():
        raise EldestHandError(
            _("%(club)s keeps at least one owner: name another one first.") % {"club": club.name},
            code="last_owner",
        )


def find_user(text: str, club: Club) -> User:
    """The account with this user name, or with this e-mail address; refuses when there is none, or more than one.

    By an address only people of the club are found, whose addresses its owner may read: everybody may found a club,
    and nobody learns there whether a stranger's address has an account.
    """
    wanted = storable(text).strip()
    accounts = User.objects.all()
    if "@" in wanted:
        roster = Membership.objects.current().filter(club=club, player__user__isnull=False)
        roles = Role.objects.filter(club=club)
        accounts = accounts.filter(Q(pk__in=roster.values("player__user")) | Q(pk__in=roles.values("user")))
    named = Q(username__iexact=wanted) | Q(email__iexact=wanted)
    found = list(accounts.filter(named)[:2]) if wanted else []
    if len(found) == 1:
        return found[0]
    raise EldestHandError(
        _(
            "Nobody is found by this: write the user name of the account, or make a link for the role and send it."
        )
        if not found
        else _("More than one account has this name: write the e-mail address."),
        code="no_such_user",
    )


def appoint(club: Club, *, text: str, role: str, by: By) -> Role:
    """Give a role to whoever has this user name or e-mail address."""
    require_in_club(by, club, Act.MANAGE_CLUB)
    if role not in Role.Kind.values:
        raise EldestHandError(_("Choose a role."), code="no_such_role")
    return give_role(club, user=find_user(text, club), role=role, by=by)


def take_role(club: Club, *, role_id: int, by: By) -> None:
    """Take a role back, or lay the own one down; one that is gone is gone. The last owner stays."""
    own = Role.objects.filter(pk=role_id, club=club, user_id=by.user_id) if by.user_id is not None else None
    if own is None or not own.exists():
        require_in_club(by, club, Act.MANAGE_CLUB)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        given = Role.objects.filter(pk=role_id, club=club).first()
        if given is None:
            return
        if given.role == Role.Kind.OWNER:
            _refuse_last(club, given.user_id)
        given.delete()
        log("role.taken", f"user:{given.user_id}", by=by, club_id=club.pk, role=given.role)
