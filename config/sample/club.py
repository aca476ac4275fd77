"""The sample club: 24 people, two seasons, one Rage evening, and tonight in the middle of round 2."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from clubs.activity import By
from clubs.models import Club, Membership, Player, User
from clubs.services.clubs import add_player, create_club
from config.sample.playing import play_tables, played_sheet, tables_of
from tournaments.models import Season, Tournament
from tournaments.services import entries, rounds, seasons, standings
from tournaments.services.results import enter_sheet

NAMES = (
    "Anneli B.", "Birk H.", "Cosima R.", "Dagny L.", "Eskil V.", "Freya M.", "Gudrun S.", "Halvor T.",
    "Ísold J.", "Jorunn K.", "Kasimir W.", "Liv Å.", "Malte Ö.", "Nadja P.", "Oddvar N.", "Petra G.",
    "Quirin F.", "Runa D.", "Sölvi E.", "Torben C.", "Ulrike A.", "Þóra H.", "Wiebke L.", "Ylva M.",
)  # fmt: skip
HOUSE_RULES = {
    "preset": "oh-hell",
    "name": "house rules",
    "schedule": {"max": {"3": 10, "4": 10, "5": 9, "6": 8, "7": 7}},
    "hook": True,
}
RAGE_RULES = {"preset": "rage", "schedule": {"max": 7}}

Say = Callable[[str], None]


def make_sample_club(owner: User, *, now: datetime, seed: int = 1, say: Say = lambda line: None) -> Club:
    """Make the club with `owner` as its owner and bring everything derived up to date but the ratings.

    Evenings lie every second week before `now`, tonight's began an hour and a half before it. The same seed plays
    the same cards.
    """
    by = By(owner, "sample")
    rng = random.Random(seed)
    club = create_club(
        name="The Turned Card", owner=owner, by=by, time_zone="Europe/Oslo", house_rules=HOUSE_RULES
    )
    people = [
        add_player(club, name=name, by=by, kind=Membership.Kind.GUEST if n >= 22 else Membership.Kind.MEMBER)
        for n, name in enumerate(NAMES)
    ]
    tonight = (now - timedelta(minutes=90)).replace(second=0, microsecond=0)
    autumn = seasons.create_season(club, name="First season", by=by, best_of=3, min_evenings=2)
    spring = seasons.create_season(club, name="Second season", by=by, best_of=3, min_evenings=2)
    plan: list[tuple[Season, str, int, dict[str, Any]]] = [
        (autumn, "Opening evening", 8, {}),
        (autumn, "Second evening", 7, {}),
        (autumn, "Third evening", 6, {"draw": Tournament.Draw.SWISS}),
        (autumn, "Closing evening", 5, {}),
        (spring, "New season's evening", 4, {}),
        (spring, "Rage evening", 3, {"rules": RAGE_RULES}),
        (spring, "Evening of the fives", 2, {"table_sizes": (5, 4)}),
        (spring, "Last week's evening", 1, {}),
    ]
    for number, (season, name, fortnights_ago, settings) in enumerate(plan, start=1):
        say(f"evening {number} of {len(plan) + 1}: {name}")
        starts_at = tonight - timedelta(days=14 * fortnights_ago)
        evening = _open(
            club, season, name, starts_at, rng.sample(people, rng.randint(16, 19)), by, rng, settings
        )
        _play_out(evening, starts_at, by, rng)
    say(f"evening {len(plan) + 1} of {len(plan) + 1}: tonight, in the middle of round 2")
    evening = _open(club, spring, "Tonight", tonight, rng.sample(people, 18), by, rng, {})
    _play_half(evening, tonight, by, rng)
    for season in (autumn, spring):
        seasons.refresh(season.pk)
    return club


def _open(
    club: Club,
    season: Season,
    name: str,
    starts_at: datetime,
    people: Sequence[Player],
    by: By,
    rng: random.Random,
    settings: dict[str, Any],
) -> Tournament:
    tournament = entries.create_tournament(
        club,
        name=name,
        starts_at=starts_at,
        by=by,
        season=season,
        seed=rng.randrange(2**31),
        tie_breaks=("last-round", "bids-made", "wins", "best-round", "shared"),
        **settings,
    )
    guests = set(
        club.memberships.filter(kind=Membership.Kind.GUEST, player__in=people).values_list(
            "player_id", flat=True
        )
    )
    for player in people:
        entry = entries.enter_player(tournament, player, by=by, ranked=player.pk not in guests)
        entries.set_presence(entry, status="present", by=by, from_round=1)
    return tournament


def _play_out(tournament: Tournament, starts_at: datetime, by: By, rng: random.Random) -> None:
    """Three rounds; somebody leaves after the second; one sheet is corrected, one table runs over."""
    for number in (1, 2, 3):
        began = starts_at + timedelta(minutes=50 * (number - 1))
        if number == 3:
            entries.set_presence(_entry(tournament, rng), status="left", by=by)
        drafted = rounds.draft_round(tournament, by=by, at=began)
        published = rounds.publish_round(drafted, by=by, at=began)
        play_tables(tables_of(published), seed=tournament.seed, by=by, at=began + timedelta(minutes=45))
        rounds.close_round(published, by=by, at=began + timedelta(minutes=48))
        standings.refresh(tournament.pk)
        tournament.refresh_from_db()
    _correct(tournament, by, at=starts_at + timedelta(minutes=160))
    entries.give_penalty(_entry(tournament, rng), points="-1", reason="The table ran over the clock.", by=by)
    rounds.close_tournament(tournament, by=by, at=starts_at + timedelta(minutes=165))
    standings.refresh(tournament.pk)


def _play_half(tournament: Tournament, starts_at: datetime, by: By, rng: random.Random) -> None:
    first = rounds.draft_round(tournament, by=by, at=starts_at)
    first = rounds.publish_round(first, by=by, at=starts_at)
    play_tables(tables_of(first), seed=tournament.seed, by=by, at=starts_at + timedelta(minutes=44))
    rounds.close_round(first, by=by, at=starts_at + timedelta(minutes=50))
    standings.refresh(tournament.pk)
    tournament.refresh_from_db()
    second = rounds.draft_round(tournament, by=by, at=starts_at + timedelta(minutes=52))
    second = rounds.publish_round(second, by=by, at=starts_at + timedelta(minutes=55))
    play_tables(tables_of(second)[:2], seed=tournament.seed, by=by, at=starts_at + timedelta(minutes=88))
    standings.refresh(tournament.pk)


def _entry(tournament: Tournament, rng: random.Random) -> Any:
    return rng.choice(list(tournament.entries.order_by("number")))


def _correct(tournament: Tournament, by: By, at: datetime) -> None:
    """One bid of the last hand at table 1 of round 1 had been read wrongly."""
    table = tables_of(tournament.rounds.get(number=1))[0]
    sheet = played_sheet(table, tournament.seed)
    deal = sheet["deals"][-1]
    deal["bids"][0] = deal["bids"][0] + 1 if deal["bids"][0] < deal["hand_size"] else deal["bids"][0] - 1
    hand = len(sheet["deals"])
    enter_sheet(table, sheet=sheet, by=by, at=at, reason=f"Hand {hand}: the first bid was read wrongly.")
