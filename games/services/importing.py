"""Bring in games that a club kept as bids, made or missed, and points as written.

The file is one JSON object: `{"games": [{"id", "date", "players", "deals": [{"hand_size", "dealer", "bids", "made",
"points"}], "totals"}]}`, one value per player in the order of `players`; null = the player was not in the game in
this deal, or nothing was written. Nothing is recomputed and nothing is hidden: what disagrees is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.folding import fold
from clubs.models import Club, Player
from clubs.services.clubs import add_player, clean_name
from games.engine import Score
from games.errors import GameError
from games.models import Game, Source
from games.services import facts
from games.services.flag_sheets import FlagGame, read_game
from games.services.games import create_game
from games.services.sheets import record_sheet

Progress = Callable[[int, int], None]


class ImportRefused(GameError):
    """The file as a whole cannot be read; nothing was stored."""

    code = "import_refused"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One place where the paper contradicts itself.

    `kind`: `total` (the written total is not the sum of its rows), `points` (a made bid without points, or a missed
    one with points), `hook` (the bids add up to the hand although the club forbids it; `player` is the dealer),
    `absent` (nothing written for a player in this deal). `deal` counts from 0, None for a total.
    """

    game: str
    deal: int | None
    player: str | None
    kind: str
    written: Any
    computed: Any

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "deal": self.deal,
            "player": self.player,
            "kind": self.kind,
            "written": self.written,
            "computed": self.computed,
        }


@dataclass(slots=True)
class Summary:
    """What an import did. `off_formula` counts single scores that differ from the club's base formula."""

    games: int = 0
    new: int = 0
    known: int = 0
    changed: int = 0
    off_formula: int = 0
    refused: list[dict[str, str]] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "new": self.new,
            "known": self.known,
            "changed": self.changed,
            "off_formula": self.off_formula,
            "refused": self.refused,
            "disagreements": [disagreement.to_json() for disagreement in self.disagreements],
        }


def import_games(document: object, *, club: Club, by: By, progress: Progress | None = None) -> Summary:
    """Store every game of the file that can be stored, each in its own transaction and once however often it runs.

    A game whose content changed since becomes a new revision. A game that cannot be read is named in `refused`, and
    the rest goes on. `progress` is called with (done, all) after each game.
    """
    games = document.get("games") if isinstance(document, Mapping) else None
    if not isinstance(games, list):
        raise ImportRefused(_('The file holds no list "games": is it the right file?'))
    known = [
        *club.memberships.former().select_related("player"),
        *club.memberships.current().select_related("player"),
    ]
    people = {key(member.player.name): member.player for member in known}
    summary = Summary(games=len(games))
    seen: set[str] = set()
    for number, value in enumerate(games, start=1):
        _import_one(value, number, seen, club=club, by=by, people=people, summary=summary)
        if progress is not None:
            progress(number, len(games))
    return summary


def key(name: str) -> str:
    """Two spellings of one name have one key: NFC, trimmed, caseless."""
    return fold(clean_name(name))


def _import_one(
    value: object,
    number: int,
    seen: set[str],
    *,
    club: Club,
    by: By,
    people: dict[str, Player],
    summary: Summary,
) -> None:
    name = str(value.get("id")) if isinstance(value, Mapping) and value.get("id") else f"#{number}"
    known_people = dict(people)
    try:
        game = read_game(value)
        if game.id in seen:
            raise GameError(
                _("Game %(game)s stands twice in the file.") % {"game": game.id}, code="duplicate_game"
            )
        with transaction.atomic():
            score, outcome = _store(game, club=club, by=by, people=people)
    except EldestHandError as error:
        people.clear()
        people.update(known_people)  # the people of a game that was not stored are not there either
        summary.refused.append({"game": name, "code": error.code, "message": error.message})
        return
    seen.add(game.id)
    setattr(summary, outcome, getattr(summary, outcome) + 1)
    summary.off_formula += sum(1 for problem in score.problems if problem.code == "points.mismatch")
    summary.disagreements += disagreements(game, score)


def _store(game: FlagGame, *, club: Club, by: By, people: dict[str, Player]) -> tuple[Score, str]:
    players = [_person(name, club=club, by=by, people=people) for name in game.players]
    stored = Game.objects.filter(club=club, import_key=game.id).first()
    outcome = "new" if stored is None else "known"
    if stored is None:
        stored = create_game(
            club=club,
            rules=game.rules,
            players=players,
            played_at=played_at(game.on, club),
            by=by,
            source=Source.IMPORT,
            count="written",
            first_dealer=game.first_dealer,
            visibility=club.visibility,
            import_key=game.id,
        )
    sheet = game.sheet([str(player.uid) for player in players])
    recorded = record_sheet(
        stored, sheet=sheet, by=by, reason=_("The file changed.") if outcome == "known" else ""
    )
    if recorded.created and outcome == "known":
        outcome = "changed"
    return facts.score_of(recorded.game, recorded.revision), outcome


def played_at(on: date, club: Club) -> datetime:
    """Noon of the day in the club's time zone, when only the date is known (`ratings.md` 2)."""
    return datetime.combine(on, time(12), tzinfo=ZoneInfo(club.time_zone)).astimezone(UTC)


def _person(name: str, *, club: Club, by: By, people: dict[str, Player]) -> Player:
    known = people.get(key(name))
    if known is None:
        known = people[key(name)] = add_player(club, name=name, by=by)
    return known


def disagreements(game: FlagGame, score: Score) -> Sequence[Disagreement]:
    """Everything on the sheet that contradicts itself, in order of deals; totals last."""
    found: list[Disagreement] = []
    for index, deal in enumerate(game.deals):
        for seat, player in enumerate(game.players):
            points, made = deal.points[seat], deal.made[seat]
            if points is None or made is None or deal.bids[seat] is None:
                found.append(Disagreement(game.id, index, player, "absent", points, None))
            elif made is not (points > 0):
                found.append(
                    Disagreement(game.id, index, player, "points", points, game.formula(index, seat))
                )
    for problem in score.problems:
        if problem.code == "hook" and problem.deal is not None:
            deal = game.deals[problem.deal]
            total = sum(bid for bid in deal.bids if bid is not None)
            found.append(Disagreement(game.id, problem.deal, deal.dealer, "hook", total, deal.hand_size))
    found.sort(key=lambda entry: entry.deal if entry.deal is not None else len(game.deals))
    for seat, player in enumerate(game.players):
        rows = [deal.points[seat] for deal in game.deals]
        total = sum(points for points in rows if points is not None)
        if game.totals[seat] != total:
            found.append(Disagreement(game.id, None, player, "total", game.totals[seat], total))
    return found
