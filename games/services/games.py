"""Make a game, and change what is known about when and for whom it was played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.models import Club, Player, Visibility
from games.engine import EngineError, RuleSet
from games.errors import GameError
from games.models import Game, Seat, Source
from games.order_key import order_key
from games.services import facts
from games.signals import game_corrected

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def create_game(
    *,
    club: Club | None,
    rules: object,
    players: Sequence[Player | None],
    played_at: datetime,
    by: By,
    source: str = Source.PAPER,
    count: str = "computed",
    first_dealer: int | None = 0,
    casual: bool = False,
    verify: bool = False,
    visibility: str = Visibility.PUBLIC,
    occasion: str = "",
    occasion_url: str = "",
    tournament_no: int = 0,
    round_no: int = 0,
    table_no: int = 0,
    import_key: str | None = None,
) -> Game:
    """An open game with its people seated; `players` in seat order, None = a guest without a profile.

    `rules` is whatever `RuleSet.from_value` reads and is stored whole. Refuses bad rules, a number of players the
    rules do not know, one person twice, and a time more than a day ahead. Three queries more than its rows.
    """
    ruleset = _ruleset(rules, len(players))
    seated = [player.pk for player in players if player is not None]
    if len(set(seated)) < len(seated):
        raise GameError(
            _("One person cannot hold two seats at a table: seat everybody once."), code="duplicate_player"
        )
    _refuse_impossible(played_at)
    with transaction.atomic():
        game = Game.objects.create(
            club=club,
            rules=ruleset.to_json(),
            rules_hash=ruleset.hash,
            family=ruleset.family,
            source=source,
            count=count,
            first_dealer=first_dealer,
            casual=casual,
            verify=verify,
            played_at=played_at,
            visibility=visibility,
            occasion=occasion,
            occasion_url=occasion_url,
            import_key=import_key,
        )
        game.order_key = key_of(played_at, tournament_no, round_no, table_no, game.pk)
        game.save(update_fields=["order_key"])
        Seat.objects.bulk_create(
            [Seat(game=game, number=number, player=player) for number, player in enumerate(players)]
        )
        log("game.created", f"game:{game.pk}", by=by, club_id=game.club_id)
    return game


def move_game(game: Game, *, played_at: datetime, by: By, reason: str) -> Game:
    """Put the game at another time; it is rated there. Keeps its tournament, round and table."""
    if not reason.strip():
        raise GameError(_("Say why the game moves: the reason is kept with it."), code="reason_missing")
    _refuse_impossible(played_at)
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        old = facts.rating_facts(game)
        key = game.order_key or ""
        tournament_no, round_no, table_no = int(key[16:26]), int(key[26:30]), int(key[30:34])
        game.played_at = played_at
        game.order_key = key_of(played_at, tournament_no, round_no, table_no, game.pk)
        game.version += 1
        game.save(update_fields=["played_at", "order_key", "version"])
        log("game.moved", f"game:{game.pk}", by=by, club_id=game.club_id, reason=reason)
        game_corrected.send(sender=Game, game=game, old=old)
    return game


def _refuse_impossible(played_at: datetime) -> None:
    if played_at > timezone.now() + timedelta(days=1):
        raise GameError(_("The game lies more than a day ahead: check its date."), code="played_at_ahead")
    if played_at < _EPOCH:
        raise GameError(_("The game lies before 1970: check its date."), code="played_at_early")


def key_of(played_at: datetime, tournament_no: int, round_no: int, table_no: int, game_id: int) -> str:
    """The order key of a game, from its time in UTC."""
    return order_key(
        (played_at - _EPOCH) // timedelta(microseconds=1), tournament_no, round_no, table_no, game_id
    )


def _ruleset(rules: object, n_players: int) -> RuleSet:
    try:
        ruleset = rules if isinstance(rules, RuleSet) else RuleSet.from_value(rules)
    except EngineError as error:
        raise GameError(
            _("The rules cannot be used: %(why)s") % {"why": error.message}, code=error.code
        ) from error
    low, high = ruleset.players
    if not low <= n_players <= high:
        raise GameError(
            _(
                "These rules seat %(low)d to %(high)d players, this table has %(n)d: change the table or the rules."
            )
            % {"low": low, "high": high, "n": n_players},
            code="players.range",
        )
    return ruleset
