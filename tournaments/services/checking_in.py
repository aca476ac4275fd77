"""Here, by a code at the door: the one on the wall, which players scan, or a player's own, which the door scans."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.errors import Conflict, NotAllowed
from clubs.models import Player
from clubs.rights import Act
from tournaments.models import Entry, Tournament
from tournaments.models.play import Presence
from tournaments.rights import require_in
from tournaments.services.entries import enter_player, set_presence
from tournaments.services.signing_up import list_of

EARLY = timedelta(hours=12)  # before the start nobody is at the door


@dataclass(frozen=True, slots=True)
class Code:
    """What a code says. `player` is None for the one on the wall: whoever is signed in."""

    tournament: Tournament
    player: Player | None


def door_token(tournament: Tournament) -> str:
    """The code on the wall."""
    return _signer().sign(f"d{tournament.pk}")


def own_token(tournament: Tournament, player: Player) -> str:
    """A player's own code, on the page of the registration."""
    return _signer().sign(f"p{tournament.pk}-{player.pk}")


def code_of(token: str) -> Code | None:
    """The code of a token; None for what this site did not sign."""
    try:
        text = _signer().unsign(token)
    except BadSignature:
        return None
    tournament_id, _dash, player_id = text[1:].partition("-")
    tournament = Tournament.objects.select_related("club", "season").filter(pk=tournament_id).first()
    if tournament is None:
        return None
    if not player_id:
        return Code(tournament, None)
    player = Player.objects.select_related("merged_into").filter(pk=player_id).first()
    return Code(tournament, player.merged_into or player) if player is not None else None


def check_in(code: Code, *, by: By) -> Entry:
    """Note that the player is here, in the roll before the next round; twice is once.

    By the code on the wall one checks oneself in, with a place on the list or a line in the standings. A player's
    own code is worth something in the hands of whoever calls the roll.
    """
    if code.player is None:
        if by.user is None:
            raise NotAllowed(_("Sign in first: then the site knows who is here."))
        player = Player.objects.filter(user=by.user).first()
        if player is None:
            raise Conflict(
                _("You are not registered for this evening: ask at the door."), code="not_registered"
            )
    else:
        require_in(by, code.tournament, Act.CALL_ROLL)
        player = code.player
    with transaction.atomic():
        tournament = (
            Tournament.objects.select_for_update(of=("self",))
            .select_related("club")
            .get(pk=code.tournament.pk)
        )
        if tournament.starts_at - timezone.now() > EARLY:
            raise Conflict(_("It is too early: the door is not open yet."), code="too_early")
        entry = tournament.entries.filter(player=player).first()
        as_site = By(by.user, "check-in")
        if entry is None:
            _refuse_without_place(tournament, player)
            entry = enter_player(tournament, player, by=as_site)
        entry.tournament = tournament
        set_presence(entry, status=Presence.Status.PRESENT, by=as_site)
    return entry


def _refuse_without_place(tournament: Tournament, player: Player) -> None:
    standing, number = list_of(tournament).standing_of(player)
    if standing == "waiting":
        raise Conflict(
            _("%(name)s is number %(n)d on the waiting list: ask at the door.")
            % {"name": player.display_name, "n": number},
            code="waiting",
        )
    if standing != "admitted":
        raise Conflict(
            _("%(name)s is not registered for this evening: ask at the door.")
            % {"name": player.display_name},
            code="not_registered",
        )


def _signer() -> Signer:
    return Signer(salt="tournaments.check-in", sep=".")
