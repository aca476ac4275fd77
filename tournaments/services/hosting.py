"""Rounds whose cards are dealt here: host the tables, and close the round when the last of them is over."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.models import Player, User
from clubs.rights import Act
from games.models import Game, HostedSeat, HostedTable, SheetState, Source
from games.services.hosting.opening import playable
from games.services.sheets import HOSTING
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Round, Table
from tournaments.rights import may_in, require_in
from tournaments.services.rounds import close_round, has_values


def host_round(
    published: Round,
    *,
    by: By,
    turn_seconds: int | None = 60,
    reserve_seconds: int = 180,
    watch_delay: int = 0,
) -> list[HostedTable]:
    """A card table for every table of a published round without a sheet, seats as drawn. Doing it twice adds nothing.

    The games are final at once when they end; spectators are `watch_delay` seconds behind.
    """
    tournament = published.tournament
    require_in(by, tournament, Act.RUN_ROUNDS)
    if by.user is None:
        raise TournamentError(_("Sign in to open a table."), code="nobody_opens")
    with transaction.atomic():
        if published.state != Round.State.PUBLISHED:
            raise RoundConflict(
                _("Round %(round)d is not being played: publish it first.") % {"round": published.number}
            )
        tables = Table.objects.filter(round=published, game__isnull=False).select_related("game__draft")
        hosted = [
            _host(table, table.game, by.user, turn_seconds, reserve_seconds, watch_delay)
            for table in tables.order_by("number")
            if table.game is not None and not has_values(table.game)
        ]
        if hosted:
            log(
                "round.hosted",
                f"round:{published.pk}",
                by=by,
                club_id=tournament.club_id,
                scope=tournament.scope,
                number=published.number,
                tables=len(hosted),
            )
    return hosted


def close_finished_rounds(tournament_id: int) -> int:
    """Close published rounds all of whose tables were hosted and are over; how many were closed. For the worker."""
    closed = 0
    for published in Round.objects.filter(
        tournament=tournament_id, state=Round.State.PUBLISHED
    ).select_related("tournament__club"):
        games = Game.objects.filter(table__round=published)
        if not games.filter(source=Source.HOSTED).exists():
            continue
        is_open = games.exclude(source=Source.HOSTED, state__in=[SheetState.FINAL, SheetState.VOID]).exists()
        if not is_open and not published.tables.filter(game__isnull=True).exists():
            close_round(published, by=By(None, HOSTING))
            closed += 1
    return closed


def directs(user: User, table: HostedTable) -> bool:
    """Whether the user directs the tournament a hosted table belongs to."""
    if not table.is_directed:
        return False
    at = Table.objects.filter(game=table.game_id).select_related("tournament__club").first()
    return at is not None and may_in(user, at.tournament, Act.RUN_ROUNDS)


def people_at(table: HostedTable) -> list[Player]:
    """Everybody on the list of the evening a hosted table belongs to. One query."""
    evening = Table.objects.filter(game=table.game_id).values("tournament")
    return list(Player.objects.current().filter(entries__tournament__in=evening))


def _host(
    table: Table, game: Game, user: User, turn_seconds: int | None, reserve_seconds: int, watch_delay: int
) -> HostedTable:
    seats = list(game.seats.select_related("player__user").order_by("number"))
    rules = playable(game.rules, len(seats))
    Game.objects.filter(pk=game.pk).update(source=Source.HOSTED, verify=False)
    hosted = HostedTable.objects.create(
        game=game,
        club=game.club,
        opened_by=user,
        rules=rules.to_json(),
        n_seats=len(seats),
        visibility=game.visibility,
        is_rated=not game.casual,
        is_directed=True,
        turn_seconds=turn_seconds,
        reserve_seconds=reserve_seconds if turn_seconds else 0,
        watch_delay=watch_delay,
    )
    HostedSeat.objects.bulk_create(
        [
            HostedSeat(
                table=hosted,
                number=seat.number,
                player=seat.player,
                user=seat.player.user if seat.player else None,
                name="" if seat.player else _("guest"),
            )
            for seat in seats
        ]
    )
    return hosted
