"""One's own account: all that is stored about its person, and its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import models, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authtoken.models import Token

from clubs.activity import By, log
from clubs.errors import EldestHandError, NotAllowed
from clubs.folding import in_order
from clubs.models import Activity, Club, Player, Role, User
from clubs.rights import is_trusted
from clubs.services.claiming import open_claims, withdraw_claim
from clubs.services.forgetting import anonymise_player, forget_account
from clubs.services.governing import other_owners
from games.models import HostedSeat
from tournaments.models import Entry, IncomingFile, Invitation, Official

FORMAT = "eldest-hand-account/1"
# Also the seed of a card table: from it follows every card that is still to come.
_SECRET = frozenset(
    {"password", "key", "token_hash", "link_hash", "user_ptr", "seed", "mfa.Authenticator.data"}
)
# Ratings are numbers of the ladders, by the thousand; the profile's page shows them. So are places and draws, which
# are computed and may not be shown yet.
_LEFT_OUT = frozenset(
    {"ratings.RatingEvent", "authtoken.TokenProxy", "tournaments.Standing", "tournaments.RoundSeat"}
)


def account_document(user: User, *, now: datetime | None = None) -> dict[str, Any]:
    """Every stored row that names the account, its profile or its lines in evenings, secrets apart; the log of what
    it did, and of what others did to it.

    `rows` has a list per table and column that points here, such as `games.SheetRevision.by`. Who the others are is
    theirs.
    """
    player = Player.objects.filter(user=user).first()
    profiles = [player, *player.merged_from.all()] if player is not None else []
    entries = list(Entry.objects.filter(player__in=profiles))
    owned: dict[Any, list[Any]] = {User: [user], Player: profiles, Entry: entries}
    rows: dict[str, list[dict[str, Any]]] = {}
    for model in apps.get_models():
        if model._meta.proxy or model._meta.label in _LEFT_OUT:
            continue
        for field in model._meta.concrete_fields:
            owners = owned.get(field.related_model) if field.is_relation else None
            if owners and (found := _rows(model, {f"{field.name}__in": owners})):
                rows[f"{model._meta.label}.{field.name}"] = found
    return {
        "format": FORMAT,
        "made_at": now or timezone.now(),
        "account": _row(user, User),
        "profiles": [_row(profile, Player) for profile in profiles],
        "rows": rows,
        "log": _rows(Activity, {"actor_id_at": user.pk}),
        "log_about": _log_about(user, profiles, entries),
    }


def _log_about(user: User, profiles: Sequence[Player], entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """What others did to the account, its profiles and its lines in evenings; not who they are."""
    subjects = [f"user:{user.pk}"]
    subjects += [f"player:{profile.pk}" for profile in profiles]
    subjects += [f"entry:{entry.pk}" for entry in entries]
    lines = Activity.objects.filter(subject__in=subjects).exclude(actor_id_at=user.pk).order_by("pk")
    columns = ("at", "verb", "subject", "scope", "club_id_at", "reason", "details")
    return [dict(line) for line in lines.values(*columns)]


def last_owner_of(user: User) -> list[Club]:
    """Clubs that are open and have no other owner who can sign in: they are handed over first."""
    owned = Role.objects.filter(user=user, role=Role.Kind.OWNER).values("club")
    others = other_owners(user.pk).filter(club=OuterRef("pk"))
    clubs = Club.objects.filter(~Exists(others), pk__in=owned, closed_at__isnull=True)
    return sorted(clubs.order_by("pk"), key=lambda club: in_order(club.name))


def delete_account(user: User, *, by: By) -> None:
    """The profile becomes nameless, the login, its addresses, roles and tokens go, and what tells of it in any text.

    Games stay, and what was done.

    Refused for the last owner of a club, who names another one first. Twice changes nothing.
    """
    if not is_trusted(by) and by.user_id != user.pk:
        raise NotAllowed(_("Only the person deletes an account: sign in to it."))
    with transaction.atomic():
        list(Club.objects.select_for_update().filter(roles__user=user).order_by("pk"))
        user = User.objects.select_for_update().get(pk=user.pk)
        if clubs := last_owner_of(user):
            raise EldestHandError(
                _("You are the only owner of %(clubs)s: name another owner first, or have the club closed.")
                % {"clubs": ", ".join(club.name for club in clubs)},
                code="last_owner",
                status=409,
            )
        for claim in open_claims().filter(user=user):
            withdraw_claim(claim, by=By(user, by.via))
        player = Player.objects.filter(user=user).first()
        if player is not None:
            anonymise_player(player, by=by)
        _take_offices(user, by)
        forget_account(user)
        _empty(user)
        log("account.deleted", f"user:{user.pk}", by=by, club_id=None)


def _take_offices(user: User, by: By) -> None:
    for role in Role.objects.filter(user=user):
        log("role.taken", f"user:{user.pk}", by=by, club_id=role.club_id, role=role.role)
    Role.objects.filter(user=user).delete()
    Official.objects.filter(user=user).delete()
    open_ones = Invitation.objects.filter(made_by=user, taken_at__isnull=True, revoked_at__isnull=True)
    open_ones.update(revoked_at=timezone.now())


def _empty(user: User) -> None:
    """The row stays, since facts name who wrote them; nothing in it names the person. Its sessions end."""
    EmailAddress.objects.filter(user=user).delete()
    Token.objects.filter(user=user).delete()
    if apps.is_installed("allauth.mfa"):
        apps.get_model("mfa", "Authenticator")._default_manager.filter(user=user).delete()
    HostedSeat.objects.filter(user=user).update(name="")
    IncomingFile.objects.filter(user=user).delete()
    user.username = f"deleted-{user.pk}"
    user.email = user.first_name = user.last_name = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.groups.clear()
    user.user_permissions.clear()
    user.save()


def _rows(model: type[models.Model], wanted: Mapping[str, Any]) -> list[dict[str, Any]]:
    label = model._meta.label
    # Bytes stand in no JSON; the only ones are those of a file the person sent.
    names = [f.attname for f in model._meta.concrete_fields if not isinstance(f, models.BinaryField)]
    columns = [name for name in names if _SECRET.isdisjoint((name, f"{label}.{name}"))]
    return list(model._base_manager.filter(**wanted).order_by("pk").values(*columns))


def _row(one: models.Model, model: type[models.Model]) -> dict[str, Any]:
    return _rows(model, {"pk": one.pk})[0]
