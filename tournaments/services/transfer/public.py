"""What a visitor may take along: names as they are shown, sheets as they stand, the list as far as it is shown.

No logins, no log, no corrections and who made them, no seeds of draws to come, nothing of who hides. It is for
reading elsewhere and cannot be brought in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from clubs.models import Club, Player
from clubs.querysets import leave_names_out
from clubs.shapes import write_moment
from games.models import Game, SheetRevision, SheetState
from games.services import facts
from games.services.transfer.reading import rules_of
from tournaments.models import Penalty, Round, Standing, Tournament
from tournaments.services.freezing import veil_for
from tournaments.services.transfer.canonical import PUBLIC_CLUB, PUBLIC_TOURNAMENT, VERSION

Value = dict[str, Any]
_OF_A_SHEET = ("players", "seats", "first_dealer", "deals", "decider", "ended_early")


def public_tournament(tournament: Tournament) -> Value:
    """The public part of an evening, whoever asks: what its pages show a visitor. A dozen queries."""
    games = Game.objects.filter(table__tournament=tournament).exclude(table__round__state=Round.State.DRAFT)
    body = _body(tournament)
    return {
        "format": PUBLIC_TOURNAMENT,
        "version": VERSION,
        "club": _club(tournament.club),
        "rules": {**rules_of(games), tournament.rules_hash: tournament.rules},
        "players": _players(_uids_in([body], [])),
        **body,
    }


def public_club(club: Club) -> Value:
    """The public part of a club: its public evenings and its games at none. A dozen queries for every evening."""
    nobody = AnonymousUser()
    tournaments = Tournament.objects.findable_by(nobody).filter(club=club).select_related("club", "season")
    bodies = [_body(tournament) for tournament in tournaments.order_by("pk")]
    free = Game.objects.visible_to(nobody).filter(club=club, table__isnull=True, revision__gt=0)
    games = _games(free)
    rules = rules_of(Game.objects.filter(club=club, uid__in=[game["uid"] for game in games]))
    for tournament in tournaments:
        played = Game.objects.filter(table__tournament=tournament)
        rules |= {**rules_of(played), tournament.rules_hash: tournament.rules}
    return {
        "format": PUBLIC_CLUB,
        "version": VERSION,
        "club": _club(club),
        "rules": rules,
        "players": _players(_uids_in(bodies, games)),
        "tournaments": bodies,
        "games": games,
    }


def _club(club: Club) -> Value:
    return {
        "uid": str(club.uid),
        "slug": club.slug,
        "name": club.name,
        "language": club.language,
        "time_zone": club.time_zone,
    }


def _body(tournament: Tournament) -> Value:
    entries = list(tournament.entries.select_related("player"))
    numbers = {entry.pk: entry.number for entry in entries}
    return {
        "tournament": {
            "uid": str(tournament.uid),
            "slug": tournament.slug,
            "name": tournament.name,
            "season": tournament.season.name if tournament.season else None,
            "rules": tournament.rules_hash,
            "n_rounds": tournament.n_rounds,
            "table_points": tournament.table_points,
            "tie_breaks": tournament.tie_breaks,
            "best_of": tournament.best_of,
            "starts_at": write_moment(tournament.starts_at),
            "closed_at": write_moment(tournament.closed_at) if tournament.closed_at else None,
            "entries": [
                {"number": entry.number, "player": str(entry.player.uid), "ranked": entry.ranked}
                for entry in entries
            ],
        },
        "rounds": _rounds(tournament, numbers),
        "penalties": [
            {"entry": numbers[row.entry_id], "points": f"{row.points:.2f}", "reason": row.reason}
            for row in Penalty.objects.filter(tournament=tournament, cancels=None, cancelled_by=None)
        ],
        "standings": _standings(tournament, numbers),
    }


def _rounds(tournament: Tournament, numbers: Mapping[int, int]) -> list[Value]:
    rounds = tournament.rounds.exclude(state=Round.State.DRAFT).prefetch_related("tables__seats", "seats")
    games = Game.objects.filter(table__tournament=tournament, table__round__in=rounds)
    values = {game["uid"]: game for game in _games(games)}
    uids = dict(games.values_list("pk", "uid"))
    return [
        {
            "number": played.number,
            "state": played.state,
            "weight": f"{played.weight:.2f}",
            "tables": [
                {
                    "number": table.number,
                    "sheet_number": table.sheet_number,
                    "seats": [
                        {"seat": seat.seat, "entry": numbers[seat.entry_id]}
                        for seat in sorted(table.seats.all(), key=lambda seat: seat.seat or 0)
                    ],
                    "game": values[str(uids[table.game_id])] if table.game_id else None,
                }
                for table in played.tables.all()
            ],
            "sit_outs": sorted(
                numbers[seat.entry_id] for seat in played.seats.all() if seat.table_id is None
            ),
        }
        for played in rounds
    ]


def _games(games: QuerySet[Game]) -> list[Value]:
    """Each game with its sheet as it stands; null for one without, and for a void one."""
    found = list(games.order_by("pk"))
    newest: dict[int, SheetRevision] = {}
    for row in SheetRevision.objects.filter(game__in=[game.pk for game in found]).order_by("number"):
        newest[row.game_id] = row
    return [_game(game, newest.get(game.pk)) for game in found]


def _game(game: Game, revision: SheetRevision | None) -> Value:
    is_shown = revision is not None and game.state != SheetState.VOID
    sheet = revision.sheet if is_shown and revision is not None else None
    return {
        "uid": str(game.uid),
        "rules": game.rules_hash,
        "played_at": write_moment(game.played_at),
        "is_void": game.state == SheetState.VOID,
        "sheet": {name: sheet[name] for name in _OF_A_SHEET if name in sheet} if sheet else None,
    }


def _standings(tournament: Tournament, numbers: Mapping[int, int]) -> Value:
    """The newest list that everybody may see."""
    rows = Standing.objects.filter(tournament=tournament)
    veil = veil_for(None, tournament)
    if veil is not None:
        rows = rows.filter(after_round__lte=veil.after)
    newest = rows.order_by("-after_round").first()
    after = newest.after_round if newest is not None else 0
    return {
        "after": after,
        "rows": [
            {
                "entry": numbers[row.entry_id],
                "place": row.place,
                "total": row.total,
                "columns": row.columns,
                "decided_by": row.decided_by,
            }
            for row in rows.filter(after_round=after).order_by("position")
        ],
    }


def _uids_in(bodies: Iterable[Value], games: Iterable[Value]) -> set[str]:
    found: set[str] = set()
    shown = list(games)
    for body in bodies:
        found |= {entry["player"] for entry in body["tournament"]["entries"]}
        shown += [table["game"] for played in body["rounds"] for table in played["tables"] if table["game"]]
    for game in shown:
        if game["sheet"]:
            found |= {uid for _seat, uid, _from, _to in facts.seat_holders(game["sheet"]) if uid}
            found |= {uid for uid in game["sheet"]["players"] if uid}
    return found


def _players(uids: set[str]) -> list[Value]:
    """Names as a visitor reads them, under the profile a person has today."""
    rows = list(Player.objects.filter(uid__in=uids).select_related("merged_into"))
    people = {row.pk: row.merged_into or row for row in rows}
    leave_names_out(people.values(), AnonymousUser())
    return sorted(
        (
            {
                "uid": str(row.uid),
                "name": people[row.pk].display_name,
                "merged_into": str(row.merged_into.uid) if row.merged_into else None,
            }
            for row in rows
        ),
        key=lambda value: str(value["uid"]),
    )
