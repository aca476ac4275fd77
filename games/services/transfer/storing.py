"""Games of a file put into the site: facts appended in bulk, rows derived by the same functions as ever."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.models import Club, Player
from clubs.shapes import read_moment
from games.engine import RuleSet
from games.models import Game, Seat, SheetDecision, SheetRevision, Source
from games.services import facts
from games.services.drafts import clear_draft
from games.services.games import key_of
from games.services.sheets import digest_of
from games.services.transfer.checking import GamePlan
from games.services.transfer.fates import Fate, Row
from games.services.transfer.hosted import store_hosted
from games.signals import game_confirmed, game_corrected, game_recorded

BATCH = 500


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game belongs: what the floor above writes on it, and its part of the order of games."""

    visibility: str
    occasion: str = ""
    occasion_url: str = ""
    tournament_no: int = 0
    round_no: int = 0
    table_no: int = 0


@dataclass(frozen=True, slots=True)
class Known:
    """Whom the uids of a file mean here: users by id, players whole; and its rules by their hash."""

    users: Mapping[str, int]
    people: Mapping[str, Player]
    rules: Mapping[str, RuleSet]

    def user_id(self, uid: str | None) -> int | None:
        return self.users[uid] if uid else None


def store_new(
    plans: Sequence[GamePlan], *, club: Club, known: Known, places: Mapping[str, Place]
) -> dict[str, Game]:
    """Games the site did not know, by uid. A dozen queries for every 500 games, more for those played here."""
    made: dict[str, Game] = {}
    for start in range(0, len(plans), BATCH):
        batch = plans[start : start + BATCH]
        games = [_game(plan, club, known, places[plan.uid]) for plan in batch]
        revisions = [
            _revisions(game, plan.value["revisions"], known) for game, plan in zip(games, batch, strict=True)
        ]
        decisions = [
            _decisions(game, plan.value["decisions"], known) for game, plan in zip(games, batch, strict=True)
        ]
        seats = [
            _derive(game, plan, rows, words, known)
            for game, plan, rows, words in zip(games, batch, revisions, decisions, strict=True)
        ]
        Game.objects.bulk_create(games)
        for game, plan in zip(games, batch, strict=True):
            place = places[plan.uid]
            game.order_key = key_of(
                game.played_at, place.tournament_no, place.round_no, place.table_no, game.pk
            )
        Game.objects.bulk_update(games, ["order_key"], batch_size=100)
        SheetRevision.objects.bulk_create([row for rows in revisions for row in rows])
        SheetDecision.objects.bulk_create([row for rows in decisions for row in rows])
        Seat.objects.bulk_create([seat for row in seats for seat in row], batch_size=500)
        for game, plan in zip(games, batch, strict=True):
            if plan.value["hosted"] is not None:
                store_hosted(game, plan.value["hosted"], users=known.users, people=known.people)
            made[plan.uid] = game
    return made


def tell(games: Iterable[Game]) -> None:
    """News of new games to the floors above, by the first rated one of each club and family.

    A ladder goes back to the game it hears of and replays what follows, so the first one says it all.
    """
    first: dict[tuple[int | None, str], Game] = {}
    for game in games:
        group = (game.club_id, game.family)
        if game.rated and (group not in first or (game.order_key or "") < (first[group].order_key or "")):
            first[group] = game
    for game in first.values():
        game_confirmed.send(sender=Game, game=game, old=None)


def store_changed(plan: GamePlan, *, known: Known) -> Game:
    """Append to a game the site knows what the file has beyond it. Call under the game's lock."""
    assert plan.stored is not None
    game = plan.stored
    old = facts.rating_facts(game)
    first = game.revision + 1
    revisions = _revisions(game, plan.revisions, known, first=first)
    SheetRevision.objects.bulk_create(revisions)
    SheetDecision.objects.bulk_create(_decisions(game, plan.decisions, known))
    if plan.brings_table:
        game.source = Source.HOSTED
        game.bots = plan.value["bots"]
        game.save(update_fields=["source", "bots"])
        store_hosted(game, plan.value["hosted"], users=known.users, people=known.people)
    if revisions:
        clear_draft(game)
        game.revision = revisions[-1].number
    game.version += 1
    current = game.revisions.filter(number=game.revision).first()
    if current is None:
        game.save(update_fields=["version"])
        return game
    facts.apply(game, facts.derive(game, current, list(game.decisions.all()), players=known.people))
    if revisions:
        game_recorded.send(sender=Game, game=game, old=old)
    if old.rated or game.rated:
        sent = game_corrected if old.rated else game_confirmed
        sent.send(sender=Game, game=game, old=old, recorded=bool(revisions))
    return game


def is_ahead(plan: GamePlan) -> bool:
    """Whether storing the plan changes anything."""
    return plan.fate in (Fate.NEW, Fate.CHANGED)


def _game(plan: GamePlan, club: Club, known: Known, place: Place) -> Game:
    value, ruleset = plan.value, known.rules[plan.value["rules"]]
    return Game(
        uid=value["uid"],
        club=club,
        rules=ruleset.to_json(),
        rules_hash=ruleset.hash,
        family=ruleset.family,
        source=value["source"],
        count=value["count"],
        first_dealer=value["first_dealer"],
        casual=value["casual"],
        bots=value["bots"],
        verify=value["verify"],
        played_at=read_moment(value["played_at"]),
        import_key=value["import_key"],
        revision=len(value["revisions"]),
        version=len(value["revisions"]) + len(value["decisions"]),
        visibility=place.visibility,
        occasion=place.occasion,
        occasion_url=place.occasion_url,
    )


def _derive(
    game: Game,
    plan: GamePlan,
    revisions: Sequence[SheetRevision],
    decisions: Sequence[SheetDecision],
    known: Known,
) -> list[Seat]:
    if not revisions:
        return [
            Seat(
                game=game,
                number=seat["number"],
                player=known.people[seat["player"]] if seat["player"] else None,
                from_deal=seat["from"],
                to_deal=seat["to"],
            )
            for seat in plan.value["seats"]
        ]
    derived = facts.derive(game, revisions[-1], decisions, players=known.people, score=plan.score)
    game.state, game.rated = derived.state, derived.rated
    game.unrated_reason, game.n_problems = derived.unrated_reason, derived.n_problems
    return [Seat(game=game, **columns) for columns in derived.seats]


def _revisions(game: Game, rows: Iterable[Row], known: Known, *, first: int = 1) -> list[SheetRevision]:
    return [
        SheetRevision(
            game=game,
            number=number,
            sheet=row["sheet"],
            sheet_hash=digest_of(dict(row["sheet"])),
            void=row["void"],
            by_id=known.user_id(row["by"]),
            via=row["via"],
            at=read_moment(row["at"]),
            reason=row["reason"],
            client_key=row["client_key"],
            typed_by=row["typed_by"],
        )
        for number, row in enumerate(rows, start=first)
    ]


def _decisions(game: Game, rows: Iterable[Row], known: Known) -> list[SheetDecision]:
    def made(row: Mapping[str, Any]) -> SheetDecision:
        return SheetDecision(
            game=game,
            revision=row["revision"],
            kind=row["kind"],
            by_id=known.user_id(row["by"]),
            via=row["via"],
            at=read_moment(row["at"]),
            reading=row["reading"],
            reason=row["reason"],
        )

    return [made(row) for row in rows]
