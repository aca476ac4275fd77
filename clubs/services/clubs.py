"""Found a club, put people on its roster, give roles."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubs.activity import By, log, log_each
from clubs.errors import EldestHandError
from clubs.models import Club, Membership, Player, Role, User, Visibility
from clubs.rights import Act, As, require, require_in_club, roles_in_club

RESERVED_SLUGS = frozenset({"new"})  # `/clubs/new/` is a page
_TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_NOTHING = dict.fromkeys([0x00AD, 0x180E, 0x200B, *range(0x2060, 0x2065), 0xFEFF])


def clean_name(text: str) -> str:
    """A name as it is stored: NFC, trimmed, single spaces; refuses an empty one.

    Marks that would turn what stands beside the name around are left out, and what nobody sees (blanks of no width,
    soft hyphens); those of the letters themselves stay, and what joins the parts of one letter or emoji.
    """
    return name_as_kept(text.translate(_NOTHING))


def name_as_kept(text: str) -> str:
    """The same for a name that is kept already, here or elsewhere: what nobody sees in it is left as it is."""
    name = " ".join(unicodedata.normalize("NFC", text).translate(_TURNING).split())
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in name):
        raise EldestHandError(
            _("This name holds a control character: type it again."), code="name_unreadable"
        )
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise EldestHandError(_("A name is missing: type at least one letter."), code="name_missing")
    if len(name) > 200:
        raise EldestHandError(_("This name has more than 200 characters: shorten it."), code="name_too_long")
    return name


def free_slug(text: str, taken: Any, *, max_length: int = 60) -> str:
    """A slug from `text` that no row of the queryset `taken` carries yet: `name`, `name-2`, `name-3` ..."""
    base = slugify(text)[: max_length - 5] or "x"
    used = set(taken.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in used:
        return base
    return next(slug for n in range(2, len(used) + 3) if (slug := f"{base}-{n}") not in used)


def secret_slug(text: str, *, max_length: int = 60) -> str:
    """A slug that nobody guesses from the name: `name-` and 64 random bits. For what is unlisted."""
    secret = secrets.token_hex(8)
    return f"{slugify(text)[: max_length - len(secret) - 1].rstrip('-') or 'x'}-{secret}"


def found_club(*, name: str, owner: User, by: By, **settings: Any) -> tuple[Club, bool]:
    """The club of this name that `owner` owns, made now if there is none; and whether it was made.

    Nobody founds two clubs of one name: the same words sent twice, even at once, name one club.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        own = Club.objects.filter(
            name=clean_name(name), roles__user=owner, roles__role=Role.Kind.OWNER
        ).first()
        if own is not None:
            return own, False
        return create_club(name=name, owner=owner, by=by, **settings), True


def create_club(
    *,
    name: str,
    owner: User,
    by: By,
    language: str = "en",
    time_zone: str = "UTC",
    house_rules: Mapping[str, Any] | None = None,
    visibility: str = Visibility.PUBLIC,
    verifies_sheets: bool = False,
    slug: str | None = None,
) -> Club:
    """A club with its first owner."""
    require(by, roles_in_club(by.user, None), Act.CREATE_CLUB)
    with transaction.atomic():
        club = Club.objects.create(
            slug=slug or (secret_slug(name) if visibility == Visibility.UNLISTED else _club_slug(name)),
            name=clean_name(name),
            language=language,
            time_zone=time_zone,
            house_rules=dict(house_rules or {"preset": "oh-hell"}),
            visibility=visibility,
            verifies_sheets=verifies_sheets,
        )
        Role.objects.create(club=club, user=owner, role=Role.Kind.OWNER)
        log("club.created", f"club:{club.pk}", by=by, club_id=club.pk, owner=owner.pk)
    return club


def _club_slug(name: str) -> str:
    slug = free_slug(name, Club.objects)
    return free_slug(f"{slug}-club", Club.objects) if slug in RESERVED_SLUGS else slug


@dataclass(frozen=True, slots=True)
class NewMember:
    """Somebody to be put on a roster."""

    name: str
    kind: str = Membership.Kind.MEMBER
    number: str = ""
    aliases: tuple[str, ...] = ()
    uid: UUID | None = None  # of the profile to be made; None for any


def add_player(
    club: Club,
    *,
    name: str,
    by: By,
    kind: str = Membership.Kind.MEMBER,
    number: str = "",
    aliases: list[str] | None = None,
    roles: Collection[As] | None = None,
) -> Player:
    """A new person on the roster. Never looks for namesakes: who calls has asked already.

    `roles` are those `by` has where he acts, when they are more than his roles in the club (one evening's director).
    """
    one = NewMember(name, kind, number, tuple(aliases or ()))
    return add_players(club, [one], by=by, roles=roles)[0]


def add_players(
    club: Club, people: Sequence[NewMember], *, by: By, roles: Collection[As] | None = None
) -> list[Player]:
    """New people on the roster, in their order; as many queries for a hundred as for one. See `add_player`."""
    if roles is None:
        require_in_club(by, club, Act.ADD_WALK_IN)
    else:
        require(by, roles, Act.ADD_WALK_IN)
    with transaction.atomic():
        players = Player.objects.bulk_create(
            [Player(name=clean_name(one.name), uid=one.uid or uuid4()) for one in people]
        )
        Membership.objects.bulk_create(
            [
                Membership(
                    club=club, player=player, kind=one.kind, number=one.number, aliases=list(one.aliases)
                )
                for player, one in zip(players, people, strict=True)
            ]
        )
        for kind in dict.fromkeys(one.kind for one in people):
            added = [player for player, one in zip(players, people, strict=True) if one.kind == kind]
            log_each(
                "player.added",
                [f"player:{player.pk}" for player in added],
                by=by,
                club_id=club.pk,
                kind=str(kind),
            )
    return players


def give_role(club: Club, *, user: User, role: str, by: By) -> Role:
    """Give `user` a role in the whole club; giving it twice changes nothing."""
    require_in_club(by, club, Act.MANAGE_CLUB)
    with transaction.atomic():
        given, created = Role.objects.get_or_create(club=club, user=user, role=role)
        if created:
            log("role.given", f"user:{user.pk}", by=by, club_id=club.pk, role=str(role))
    return given
