"""One line of a club's roster, changed: guest or member, number, name, former names; taken off it and put back."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Club, Membership, Player
from clubs.rights import Act, require_in_club
from clubs.services.clubs import clean_name
from clubs.typed import storable

MOST_ALIASES = 20


def change_member(
    club: Club,
    player: Player,
    *,
    by: By,
    kind: str | None = None,
    number: str | None = None,
    name: str | None = None,
    aliases: Iterable[str] | None = None,
) -> Membership:
    """Change what is not None; a guest becomes a member so. Twice changes nothing.

    A new name makes the old one an alias on every roster, so that it is still found; who has a name of their own
    keeps it: only the person renames a profile that an account has claimed.
    """
    require_in_club(by, club, Act.MANAGE_CLUB)
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        row = Membership.objects.select_for_update().filter(club=club, player=player, left_at=None).first()
        if row is None or player.merged_into_id is not None:
            raise EldestHandError(
                _("%(name)s is not on this roster any more: load the page again.")
                % {"name": player.display_name},
                code="not_on_roster",
                status=404,
            )
        changed = _set(row, kind, number, aliases)
        if changed:
            row.save(update_fields=changed)
        if name is not None and _rename(player, name, by):
            changed.append("name")
            row.refresh_from_db()
        if changed:
            log("member.changed", f"player:{player.pk}", by=by, club_id=club.pk, changed=changed)
    return row


def take_off(club: Club, player: Player, *, by: By) -> None:
    """The person is on the roster no more and reads nothing as a member; whatever was played stays. Twice is once."""
    require_in_club(by, club, Act.MANAGE_CLUB)
    with transaction.atomic():
        row = Membership.objects.select_for_update().current().filter(club=club, player=player).first()
        if row is None:
            return
        row.left_at = timezone.now()
        row.save(update_fields=["left_at"])
        log("member.left", f"player:{player.pk}", by=by, club_id=club.pk)


def take_back(club: Club, player: Player, *, by: By) -> None:
    """Whoever left is on the roster again, as before; twice is once."""
    require_in_club(by, club, Act.MANAGE_CLUB)
    put_back(club, player, by=by)


def put_back(club: Club, player: Player, *, by: By, kind: str | None = None) -> None:
    """`take_back` for services that have asked for a right of their own; `kind` is what they stand there as now."""
    with transaction.atomic():
        row = Membership.objects.select_for_update().former().filter(club=club, player=player).first()
        if row is None:
            return
        row.left_at, row.kind = None, kind or row.kind
        row.save(update_fields=["left_at", "kind"])
        log("member.returned", f"player:{player.pk}", by=by, club_id=club.pk, kind=str(row.kind))


def rename_self(player: Player, *, name: str, by: By) -> bool:
    """The person's own new name; the old one still finds the profile. False if it was this name."""
    if by.user_id is None or by.user_id != player.user_id:
        raise NotAllowed(_("This is not your profile."))
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        is_new = _rename(player, name, by)
        if is_new:
            log("player.renamed", f"player:{player.pk}", by=by, club_id=None)
    return is_new


def known_as(player: Player, club: Club | None = None) -> list[str]:
    """The other names of a person: of profiles merged into it, and aliases (of one club's roster). Two queries."""
    merged = Player.objects.filter(merged_into=player, hidden=False, anonymised_at=None).order_by("pk")
    profiles = {player.pk: "", **dict(merged.values_list("pk", "name"))}
    rows = Membership.objects.filter(player__in=profiles).order_by("pk")
    if club is not None:
        rows = rows.filter(club=club)
    else:
        rows = rows.filter(club__visibility="public")
    names = [
        *profiles.values(),
        *(alias for found in rows.values_list("aliases", flat=True) for alias in found),
    ]
    return [name for name in dict.fromkeys(names) if name and name != player.name]


def _set(row: Membership, kind: str | None, number: str | None, aliases: Iterable[str] | None) -> list[str]:
    changed = []
    if kind is not None and kind != row.kind:
        if kind not in Membership.Kind.values:
            raise EldestHandError(_("Choose member or guest."), code="unknown_kind")
        row.kind = kind
        changed.append("kind")
    number = storable(number).strip() if number is not None else None
    if number is not None and number != row.number:
        row.number = number
        if len(row.number) > 30:
            raise EldestHandError(
                _("A member number has at most %(n)d characters.") % {"n": 30}, code="number_too_long"
            )
        changed.append("number")
    if aliases is not None:
        cleaned = list(dict.fromkeys(clean_name(alias) for alias in aliases if alias.strip()))
        if len(cleaned) > MOST_ALIASES:
            raise EldestHandError(
                _("Keep at most %(n)d other names.") % {"n": MOST_ALIASES}, code="too_many_aliases"
            )
        if cleaned != row.aliases:
            row.aliases = cleaned
            changed.append("aliases")
    return changed


def _rename(player: Player, name: str, by: By) -> bool:
    wanted, old = clean_name(name), player.name
    if wanted == old:
        return False
    if player.anonymised_at is not None:
        raise EldestHandError(_("This profile has no name any more."), code="anonymised")
    if player.user_id is not None and player.user_id != by.user_id:
        raise EldestHandError(
            _("%(name)s has an account: only the person changes that name.") % {"name": player.display_name},
            code="claimed",
        )
    player.name = wanted
    player.save(update_fields=["name"])
    for row in Membership.objects.filter(player=player):
        names = [alias for alias in row.aliases if alias != wanted]
        row.aliases = [*names, *([old] if old not in names else [])][-MOST_ALIASES:]
        row.save(update_fields=["aliases"])
    return True
