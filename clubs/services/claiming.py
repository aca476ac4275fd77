"""A person says "this profile is mine"; an owner of one of its clubs, or whoever runs the site, approves."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.errors import Conflict, EldestHandError, NotAllowed
from clubs.limits import take_by
from clubs.models import Claim, Club, Membership, Player, User
from clubs.rights import Act, As, is_trusted, require, require_in_club, roles_in_club
from clubs.sentences import one_stop
from clubs.typed import storable

MOST_WORDS = 500


def ask_claim(player: Player, *, by: By, words: str = "") -> Claim:
    """Ask for a profile; asking twice gives the request that stands. One account has one profile, and the reverse."""
    require(by, roles_in_club(by.user, None), Act.OWN_PROFILE)
    if by.user is None:
        raise NotAllowed(_("Sign in first: a profile belongs to an account."))
    take_by("claims", by)
    with transaction.atomic():
        player, user = _locked(player, by.user)
        _refuse_unfit(player, user)
        standing = open_claims().filter(player=player, user=user).first()
        if standing is not None:
            return standing
        return _say(Claim.Kind.ASKED, player, user, by=by, reason=words.strip()[:MOST_WORDS])


def withdraw_claim(claim: Claim, *, by: By) -> None:
    """The asker does not ask any more; twice changes nothing."""
    with transaction.atomic():
        player, user = _locked(claim.player, claim.user)
        if by.user_id != user.pk:
            raise NotAllowed(_("Only who asked for a profile takes that back."))
        if open_claims().filter(pk=claim.pk).exists():
            _say(Claim.Kind.WITHDRAWN, player, user, by=by, asked=claim)


def approve_claim(claim: Claim, *, club: Club, by: By) -> Player:
    """The profile is the asker's from now on; other requests for it are open no more."""
    _require(claim, club, by)
    with transaction.atomic():
        player, user = _locked(claim.player, claim.user)
        if player.user_id == user.pk:
            return player
        _refuse_answered(claim)
        _refuse_unfit(player, user)
        player.user = user
        player.save(update_fields=["user"])
        _say(Claim.Kind.APPROVED, player, user, by=by, asked=claim, club=club)
    return player


def refuse_claim(claim: Claim, *, club: Club, by: By, reason: str) -> None:
    """The asker reads why."""
    _require(claim, club, by)
    if not reason.strip():
        raise EldestHandError(_("Say why: whoever asked for the profile reads it."), code="reason_missing")
    with transaction.atomic():
        player, user = _locked(claim.player, claim.user)
        _refuse_answered(claim)
        _say(
            Claim.Kind.REFUSED,
            player,
            user,
            by=by,
            asked=claim,
            club=club,
            reason=reason.strip()[:MOST_WORDS],
        )


def release_profile(player: Player, *, by: By) -> None:
    """The person gives the profile back (or whoever runs the site takes it): it is nobody's, and keeps all it has."""
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.user is None:
            return
        is_own = by.user_id is not None and by.user_id == player.user_id
        if not (is_own or is_trusted(by) or As.ADMIN in roles_in_club(by.user, None)):
            raise NotAllowed(_("Only the person gives a profile back: sign in to its account."))
        user, player.user = player.user, None
        player.save(update_fields=["user"])
        _say(Claim.Kind.RELEASED, player, user, by=by)


def open_claims() -> QuerySet[Claim]:
    """Requests nobody has answered and that can still be granted."""
    return Claim.objects.filter(
        kind=Claim.Kind.ASKED,
        answer__isnull=True,
        player__user__isnull=True,
        player__anonymised_at__isnull=True,
        user__player__isnull=True,
    )


def open_claims_in(club: Club) -> QuerySet[Claim]:
    """Those an owner of the club answers: for profiles on its roster, or merged into one that is. The oldest first."""
    roster = Membership.objects.filter(club=club).values("player")
    rows = open_claims().filter(Q(player__in=roster) | Q(player__merged_from__in=roster))
    return rows.select_related("player", "user").order_by("pk").distinct()


def own_claim(player: Player, user: User) -> Claim | None:
    """The last request of a user for a profile, answered or not."""
    asked = Claim.objects.filter(kind=Claim.Kind.ASKED, player=player, user=user)
    return asked.select_related("answer").order_by("-pk").first()


def _require(claim: Claim, club: Club, by: By) -> None:
    require_in_club(by, club, Act.MERGE_PLAYERS)
    if is_trusted(by) or As.ADMIN in roles_in_club(by.user, club):
        return
    on_roster = Membership.objects.filter(club=club).filter(
        Q(player=claim.player_id) | Q(player__merged_into=claim.player_id)
    )
    if not on_roster.exists():
        raise NotAllowed(
            one_stop(_("This profile stands on no roster of %(club)s.") % {"club": club.name}),
            code="not_on_roster",
        )


def _locked(player: Player, user: User) -> tuple[Player, User]:
    """Profile, then account: always in this order."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.merged_into_id is not None:
        player = Player.objects.select_for_update().get(pk=player.merged_into_id)
    return player, User.objects.select_for_update().get(pk=user.pk)


def _refuse_unfit(player: Player, user: User) -> None:
    if player.anonymised_at is not None:
        raise EldestHandError(
            _("An anonymised profile has no person any more: nobody can have it."), code="anonymised"
        )
    if player.user_id is not None and player.user_id != user.pk:
        # Without the name: whoever asks need not know it.
        raise Conflict(
            _("This profile belongs to an account already. If that is not the person, tell the club."),
            code="claimed",
        )
    own = Player.objects.filter(user=user).first()
    if own is not None:
        raise Conflict(
            _(
                "This account has a profile already, %(name)s: give it back first, or ask the club to merge them."
            )
            % {"name": own.display_name},
            code="has_profile",
        )


def _refuse_answered(claim: Claim) -> None:
    answer = Claim.objects.filter(asked=claim).first()
    if answer is not None:
        raise Conflict(
            _("This was answered already: %(answer)s.") % {"answer": answer.get_kind_display()},
            code="answered",
        )


def _say(
    kind: str,
    player: Player,
    user: User,
    *,
    by: By,
    asked: Claim | None = None,
    club: Club | None = None,
    reason: str = "",
) -> Claim:
    said = Claim.objects.create(
        kind=kind,
        player=player,
        user=user,
        asked=asked,
        by_id_at=by.user_id,
        via=by.via,
        at=timezone.now(),
        reason=storable(reason),
    )
    log(
        f"claim.{kind}",
        f"player:{player.pk}",
        by=by,
        club_id=club.pk if club is not None else None,
        user=user.pk,
    )
    return said
