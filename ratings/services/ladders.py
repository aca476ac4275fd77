"""Which ladders there are, and which of them a game belongs to. Made when first needed."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from clubs.models import Club
from clubs.services.clubs import free_slug
from ratings.errors import UnknownLadder
from ratings.models import Ladder, LadderEpoch, RatingSystem
from ratings.systems import System, get_system

DEFAULT_SYSTEM = ("elo-mp", 1)
MIN_GAMES = {Ladder.Scope.GLOBAL: 10, Ladder.Scope.CLUB: 3}


@dataclass(frozen=True, slots=True)
class Scope:
    """Which games a ladder rates: a family, everywhere or in one club (`club_id` None = everywhere)."""

    family: str
    club_id: int | None

    @classmethod
    def of(cls, ladder: Ladder) -> Scope:
        return cls(ladder.family, ladder.club_id)


def scopes_of(family: str, club_id: int | None) -> list[Scope]:
    """The ladders a game of this family and club counts for, the global one first."""
    scopes = [Scope(family, None)]
    if club_id is not None:
        scopes.append(Scope(family, club_id))
    return scopes


def ensure_ladder(scope: Scope) -> Ladder:
    """The ladder of a scope with its active epoch, made if need be; two at once make one.

    Ladder and epoch commit together, so nobody ever sees a ladder without one.
    """
    found = _find(scope)
    if found is not None:
        return found
    kind = Ladder.Scope.GLOBAL if scope.club_id is None else Ladder.Scope.CLUB
    with transaction.atomic():
        ladder, created = Ladder.objects.get_or_create(
            family=scope.family,
            scope=kind,
            club=None if scope.club_id is None else Club.objects.get(pk=scope.club_id),
            defaults={"slug": slug_of(scope), "min_games": MIN_GAMES[kind]},
        )
        if created:
            ladder.active_epoch = LadderEpoch.objects.create(
                ladder=ladder,
                system=stored_system(*DEFAULT_SYSTEM),
                status=LadderEpoch.Status.ACTIVE,
                built_at=timezone.now(),
            )
            ladder.save(update_fields=["active_epoch"])
    return ladder


def slug_of(scope: Scope) -> str:
    """`oh-hell` for the global ladder of a family, `<club>-oh-hell` for a club's; numbered if that is taken."""
    if scope.club_id is None:
        return scope.family
    wanted = f"{Club.objects.get(pk=scope.club_id).slug}-{scope.family}"
    return free_slug(wanted, Ladder.objects, max_length=80)


def readdress_ladders(club: Club) -> None:
    """Give the ladders of a club the addresses that its slug says now."""
    for ladder in Ladder.objects.filter(club=club):
        ladder.slug = slug_of(Scope.of(ladder))
        ladder.save(update_fields=["slug"])


def ladder_named(slug: str) -> Ladder:
    """The ladder with this slug; `UnknownLadder` names those there are."""
    ladder = Ladder.objects.filter(slug=slug).first()
    if ladder is None:
        known = ", ".join(Ladder.objects.order_by("slug").values_list("slug", flat=True)[:20])
        raise UnknownLadder(f"There is no ladder {slug!r}. Known: {known or 'none yet'}.")
    return ladder


def stored_system(code: str, version: int) -> RatingSystem:
    """The row of a registered system, made when first used; its parameters never change."""
    system = get_system(code, version)
    row, _created = RatingSystem.objects.get_or_create(
        code=code,
        version=version,
        defaults={"params": dict(system.params), "params_hash": system.params_hash},
    )
    if row.params_hash != system.params_hash:
        raise RuntimeError(
            f"{code}:{version} was stored with other parameters than the code has: "
            "a changed formula needs a new version."
        )
    return row


def system_of(epoch: LadderEpoch) -> System:
    """The arithmetic an epoch is made with."""
    return get_system(epoch.system.code, epoch.system.version)


def _find(scope: Scope) -> Ladder | None:
    ladders = Ladder.objects.filter(family=scope.family)
    if scope.club_id is None:
        return ladders.filter(scope=Ladder.Scope.GLOBAL).first()
    return ladders.filter(club_id=scope.club_id).first()
