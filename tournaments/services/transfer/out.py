"""A tournament or a whole club as one document: its facts, with uids, in one order, whatever site it stands on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.errors import Conflict
from clubs.models import Club, HouseRules, Membership, Player
from clubs.shapes import write_moment
from games.models import Game, HostedTable
from games.services.transfer.checking import people_of
from games.services.transfer.hosted import who_said
from games.services.transfer.reading import read_games, rules_of
from tournaments.models import Round, Season, Tournament
from tournaments.services.transfer import logbook, registration
from tournaments.services.transfer.canonical import CLUB, TOURNAMENT, VERSION

Value = dict[str, Any]


def tournament_document(tournament: Tournament, *, with_hidden: bool = False) -> Value:
    """Everything that was noted of a tournament. `with_hidden`: with the names of people who hide theirs.

    Refused while a card table of it is being played: its log holds cards that nobody may know yet.
    Some thirty queries, and eight more for every 200 games.
    """
    body = body_of(tournament)
    uids = _people_at(body)
    uids |= {uid for game in _games_in(body) for uid in people_of(game)}
    season = tournament.season
    return {
        "format": TOURNAMENT,
        "version": VERSION,
        "club": club_value(tournament.club),
        "rules": _rules(tournament),
        "players": _players(tournament.club, Q(uid__in=uids), with_hidden=with_hidden),
        **body,
        "tournament": {**body["tournament"], "season": season_value(season) if season else None},
    }


def club_document(club: Club, *, with_hidden: bool = False) -> Value:
    """Everything that was noted in a club: people, rules, seasons, tournaments, games at no tournament."""
    tournaments = list(club.tournaments.select_related("club", "season").order_by("pk"))
    bodies = []
    for tournament in tournaments:
        body = body_of(tournament)
        season = tournament.season
        bodies.append(
            {**body, "tournament": {**body["tournament"], "season": str(season.uid) if season else None}}
        )
    free = Game.objects.filter(club=club, table__isnull=True).exclude(hosted__state="playing")
    games = [
        {
            **value,
            "visibility": game.visibility,
            "occasion": game.occasion,
            "occasion_url": game.occasion_url,
        }
        for game, value in read_games(free.order_by("pk"))
    ]
    uids = {uid for body in bodies for uid in _people_at(body)}
    uids |= {uid for body in bodies for game in _games_in(body) for uid in people_of(game)}
    uids |= {uid for game in games for uid in people_of(game)}
    rules = rules_of(Game.objects.filter(club=club))
    for tournament in tournaments:
        rules[tournament.rules_hash] = tournament.rules
    return {
        "format": CLUB,
        "version": VERSION,
        "club": club_value(club),
        "house_rules": [_house_rules_value(row) for row in club.rule_sets.order_by("pk")],
        "rules": rules,
        "players": _players(club, Q(uid__in=uids) | Q(memberships__club=club), with_hidden=with_hidden),
        "seasons": [season_value(season) for season in club.seasons.order_by("slug")],
        "tournaments": bodies,
        "games": games,
    }


def club_value(club: Club) -> Value:
    return {
        "uid": str(club.uid),
        "slug": club.slug,
        "name": club.name,
        "language": club.language,
        "time_zone": club.time_zone,
        "house_rules": club.house_rules,
        "visibility": club.visibility,
        "verifies_sheets": club.verifies_sheets,
    }


def season_value(season: Season) -> Value:
    return {
        "uid": str(season.uid),
        "slug": season.slug,
        "name": season.name,
        "best_of": season.best_of,
        "min_evenings": season.min_evenings,
        "tie_breaks": season.tie_breaks,
    }


def _house_rules_value(row: HouseRules) -> Value:
    return {
        "uid": str(row.uid),
        "name": row.name,
        "version": row.version,
        "preset": row.preset,
        "rules": row.rules,
        "made_at": write_moment(row.made_at),
        "archived_at": write_moment(row.archived_at) if row.archived_at else None,
    }


def _people_at(body: Mapping[str, Any]) -> set[str]:
    """Who has a line in the standings, who registered, and of whom the log speaks."""
    rows = (*body["tournament"]["entries"], *body["tournament"]["sign_ups"])
    return {row["player"] for row in rows} | set(logbook.players_in(body["log"]))


def _games_in(body: Mapping[str, Any]) -> Iterable[Value]:
    return (table["game"] for played in body["rounds"] for table in played["tables"] if table["game"])


def _rules(tournament: Tournament) -> Value:
    rules = rules_of(Game.objects.filter(table__tournament=tournament).exclude(table__round__state="draft"))
    return {**rules, tournament.rules_hash: tournament.rules}


def _players(club: Club, wanted: Q, *, with_hidden: bool) -> list[Value]:
    """People by uid, with whoever they were merged into."""
    found = {player.pk: player for player in Player.objects.filter(wanted).distinct()}
    into = {player.merged_into_id for player in found.values() if player.merged_into_id} - set(found)
    found |= Player.objects.in_bulk(into)
    members = {row.player_id: row for row in Membership.objects.filter(club=club, player__in=found)}
    uids = {pk: str(player.uid) for pk, player in found.items()}
    rows = [
        _player_value(player, members.get(pk), uids, with_hidden=with_hidden) for pk, player in found.items()
    ]
    return sorted(rows, key=lambda row: str(row["uid"]))


def _player_value(
    player: Player, member: Membership | None, uids: Mapping[int, str], *, with_hidden: bool
) -> Value:
    is_named = player.anonymised_at is None and (with_hidden or not player.hidden)
    return {
        "uid": str(player.uid),
        "name": player.name if is_named else None,
        "hidden": player.hidden,
        "anonymised_at": write_moment(player.anonymised_at) if player.anonymised_at else None,
        "merged_into": uids[player.merged_into_id] if player.merged_into_id else None,
        "member": None
        if member is None
        else {
            "kind": member.kind,
            "number": member.number if is_named else "",
            "aliases": member.aliases if is_named else [],
            "joined_at": write_moment(member.joined_at),
            "left_at": write_moment(member.left_at) if member.left_at else None,
        },
    }


def body_of(tournament: Tournament) -> Value:
    """The parts that a tournament has to itself; `season` is left to the caller."""
    _refuse_while_played(tournament)
    entries = list(tournament.entries.select_related("player"))
    numbers = {entry.pk: entry.number for entry in entries}
    return {
        "tournament": {
            **tournament_value(tournament),
            "entries": [
                {
                    "uid": str(entry.uid),
                    "number": entry.number,
                    "player": str(entry.player.uid),
                    "ranked": entry.ranked,
                }
                for entry in entries
            ],
            "officials": registration.officials(tournament),
            "sign_up_terms": registration.sign_up_terms(tournament),
            "sign_ups": registration.sign_up_lines(tournament),
            "presence": [
                {"entry": numbers[row.entry_id], "from_round": row.from_round, "status": row.status}
                | who_said(row)
                for row in tournament.presences.select_related("by")
            ],
            "cuts": _chain(
                tournament.cuts.select_related("by"),
                lambda row: {
                    "after_round": row.after_round,
                    "n_rounds": row.n_rounds,
                    "entries": [numbers[pk] for pk in row.entries],
                    "level": [numbers[pk] for pk in row.level],
                    "how": row.how,
                    "carry": row.carry,
                    "lot_seed": row.lot_seed,
                    "reason": row.reason,
                },
            ),
            "wishes": _chain(
                tournament.seating_wishes.select_related("by"),
                lambda row: {
                    "kind": row.kind,
                    "entry": numbers[row.entry_id] if row.entry_id else None,
                    "other": numbers[row.other_id] if row.other_id else None,
                    "table": row.table,
                },
            ),
            "clock": [
                {
                    "round": row.round_number,
                    "kind": row.kind,
                    "seconds": row.seconds,
                    "table": row.table_number,
                }
                | who_said(row)
                for row in tournament.clock_acts.select_related("by")
            ],
        },
        "rounds": _rounds(tournament, numbers),
        "penalties": _chain(
            tournament.penalties.select_related("by"),
            lambda row: {
                "entry": numbers[row.entry_id],
                "points": f"{row.points:.2f}",
                "reason": row.reason,
            },
        ),
        "deciders": _chain(
            tournament.deciders.select_related("by"),
            lambda row: {
                "kind": row.kind,
                "points": [[numbers[pk], points] for pk, points in row.points],
                "reason": row.reason,
            },
        ),
        "log": logbook.lines_of(tournament, logbook.names_of(tournament)),
    }


def tournament_value(tournament: Tournament) -> Value:
    """The settings, as they are now."""
    return {
        "uid": str(tournament.uid),
        "slug": tournament.slug,
        "name": tournament.name,
        "season_weight": f"{tournament.season_weight:.2f}",
        "rules": tournament.rules_hash,
        "table_sizes": tournament.table_sizes,
        "n_rounds": tournament.n_rounds,
        "draw": tournament.draw,
        "table_points": tournament.table_points,
        "tie_breaks": tournament.tie_breaks,
        "best_of": tournament.best_of,
        "absent": tournament.absent,
        "seed": tournament.seed,
        "lot_seed": tournament.lot_seed,
        "on_leaving": tournament.on_leaving,
        "visibility": tournament.visibility,
        "starts_at": write_moment(tournament.starts_at),
        "closed_at": write_moment(tournament.closed_at) if tournament.closed_at else None,
        "frozen_after": tournament.frozen_after,
        "revealed": tournament.revealed,
    }


def _rounds(tournament: Tournament, numbers: Mapping[int, int]) -> list[Value]:
    """Rounds as published, with their tables, people, sit-outs and games; a draft is nobody's business."""
    rounds = tournament.rounds.exclude(state=Round.State.DRAFT)
    games = Game.objects.filter(table__tournament=tournament, table__round__in=rounds).order_by("pk")
    values = {game.pk: value for game, value in read_games(games)}
    return [
        round_value(played)
        | {
            "tables": [
                {
                    "number": table.number,
                    "sheet_number": table.sheet_number,
                    "seats": [
                        {"seat": seat.seat, "entry": numbers[seat.entry_id]}
                        for seat in sorted(table.seats.all(), key=lambda seat: seat.seat or 0)
                    ],
                    "game": values[table.game_id] if table.game_id else None,
                }
                for table in played.tables.all()
            ],
            "sit_outs": sorted(
                numbers[seat.entry_id] for seat in played.seats.all() if seat.table_id is None
            ),
        }
        for played in rounds.prefetch_related("tables__seats", "seats")
    ]


def round_value(played: Round) -> Value:
    """How a round was drawn and how far it is."""
    return {
        "number": played.number,
        "state": played.state,
        "seed": played.seed,
        "algorithm": played.algorithm,
        "input_hash": played.input_hash,
        "seating_input": played.seating_input,
        "seating_report": played.seating_report,
        "moved_by_hand": played.moved_by_hand,
        "weight": f"{played.weight:.2f}",
        "drawn_at": write_moment(played.drawn_at),
        "published_at": write_moment(played.published_at) if played.published_at else None,
        "started_at": write_moment(played.started_at) if played.started_at else None,
        "closed_at": write_moment(played.closed_at) if played.closed_at else None,
    }


def _chain(rows: Iterable[Any], value: Any) -> list[Value]:
    """Rows that may take one another back; `cancels` is the place in this list of what is taken back."""
    found = list(rows)
    places = {row.pk: place for place, row in enumerate(found)}
    return [
        value(row) | {"cancels": places[row.cancels_id] if row.cancels_id else None} | who_said(row)
        for row in found
    ]


def _refuse_while_played(tournament: Tournament) -> None:
    playing = HostedTable.objects.filter(
        game__table__tournament=tournament, state__in=["waiting", "playing"]
    ).values_list("game__table__round__number", "game__table__number")
    first = playing.order_by("game__table__round__number", "game__table__number").first()
    if first is not None:
        raise Conflict(
            _("Table %(table)d of round %(round)d is being played here: export when its last card is played.")
            % {"round": first[0], "table": first[1]},
            code="game_runs",
        )
