"""A hosted game from the first card to its sheet, by the services."""

from __future__ import annotations

import json
import re

import pytest
from django.db import IntegrityError

from clubs.activity import By
from clubs.errors import ImmutableFact
from clubs.models import Club, Player, User
from clubs.services.clubs import add_player
from games.engine import replay_document
from games.engine.log import deals_off_the_seed
from games.errors import ActRefused, GameError, SheetRefused, TableRefused
from games.models import Game, GameEvent, HostedState, HostedTable, SheetState
from games.services.hosting.acting import act
from games.services.hosting.opening import Terms, open_table, start_table, take_seat
from games.services.hosting.reading import rows_of, state_at, state_now
from games.services.hosting.sitting import seed_of
from games.services.sheets import record_sheet
from games.services.verifying import differences
from tests.games.hosting.tables import people, play_on, seated, shown, started, waited_for

pytestmark = pytest.mark.django_db

VARIANTS = [
    {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1, 3, 1]}},
    {
        "preset": "oh-hell-german",
        "schedule": {"shape": "list", "sizes": [2, 1]},
        "tie_break": ["decider", "shared"],
        "hook": False,
        "no_trump": "never",
    },
    {"preset": "oh-hell", "bidding": "secret", "schedule": {"shape": "list", "sizes": [3, 2]}},
    {"preset": "oh-hell", "bidding": "simultaneous", "schedule": {"shape": "list", "sizes": [3, 2]}},
    {"preset": "rage", "schedule": {"shape": "list", "sizes": [4, 2]}},
]


@pytest.mark.parametrize("rules", VARIANTS, ids=["open", "decider", "secret", "simultaneous", "rage"])
def test_a_game_played_to_its_end_is_final_and_its_log_replays_to_it(rules: dict[str, object]) -> None:
    table = started(rules=rules)
    play_on(table)
    assert table.state == HostedTable.State.FINISHED
    game = table.game
    assert game is not None
    game.refresh_from_db()
    assert (game.state, game.revision, game.n_problems) == (SheetState.FINAL, 1, 0)
    document = {"format": "game/1", "id": str(game.uid), "events": rows_of(table)}
    replayed = replay_document(json.loads(json.dumps(document)))
    seats = list(game.seats.order_by("number"))
    assert replayed["totals"] == [seat.total for seat in seats]
    assert replayed["places"] == [seat.place for seat in seats]
    assert deals_off_the_seed(document, seed_of(table, game)) == []
    assert list(differences()) == []


def test_the_log_folds_to_the_same_state_at_every_prefix() -> None:
    table = started(rules=VARIANTS[4])
    while waited_for(table):
        play_on(table, most=1)
        stored = HostedState.objects.get(game=table.game_id)
        assert state_at(table, stored.version) == state_now(table)
    assert GameEvent.objects.filter(game=table.game_id).count() == HostedState.objects.get().version


def test_an_act_seen_from_an_older_event_is_refused_and_changes_nothing() -> None:
    table = started(rules=VARIANTS[0])
    seat = waited_for(table)[0]
    seen = shown(table, seat)
    before = rows_of(table)
    user = people(3)[seat]
    with pytest.raises(ActRefused) as stale:
        act(table, seat=seat, seen=seen["event"] - 1, by=By(user, "web"), bid=seen["deal"]["legal"][0])
    assert (stale.value.code, stale.value.status) == ("stale", 409)
    assert stale.value.extra["newest"] == seen["event"]
    other = (seat + 1) % 3
    with pytest.raises(ActRefused) as early:
        act(table, seat=other, seen=seen["event"], by=By(people(3)[other], "web"), bid=0)
    assert early.value.code == "not-your-turn"
    with pytest.raises(ActRefused) as wild:
        act(table, seat=seat, seen=seen["event"], by=By(user, "web"), bid=9)
    assert (wild.value.code, wild.value.status) == ("bad-bid", 422)
    assert rows_of(table) == before


@pytest.mark.scenario("S38")
def test_the_same_act_sent_twice_is_one_act() -> None:
    table = started(rules=VARIANTS[0])
    seat = waited_for(table)[0]
    seen = shown(table, seat)["event"]
    by = By(people(3)[seat], "web")
    act(table, seat=seat, seen=seen, by=by, bid=0)
    n_events = len(rows_of(table))
    with pytest.raises(ActRefused, match="moved on"):
        act(table, seat=seat, seen=seen, by=by, bid=0)
    assert len(rows_of(table)) == n_events


def test_the_log_is_append_only_and_numbers_are_taken_once() -> None:
    table = started()
    event = GameEvent.objects.filter(game=table.game_id).last()
    assert event is not None
    event.payload = {"type": "bid"}
    with pytest.raises(ImmutableFact):
        event.save()
    with pytest.raises(ImmutableFact):
        GameEvent.objects.filter(game=table.game_id).delete()
    assert table.game is not None
    with pytest.raises(IntegrityError):
        GameEvent.objects.create(game=table.game, number=event.number, payload={}, via="web", at=event.at)


@pytest.mark.scenario("S55")
def test_last_cards_and_one_card_hands_play_themselves() -> None:
    table = started(rules={"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1, 2]}})
    n_acts = play_on(table)
    plays = [row for row in rows_of(table) if row["type"] == "play"]
    assert n_acts == 3 + 3 + 3  # the bids of both hands, and the first trick of the second
    assert [row.get("auto", False) for row in plays] == [True] * 3 + [False] * 3 + [True] * 3


def test_members_are_named_by_uid_and_rated_only_when_the_table_said_so(club: Club, alice: User) -> None:
    users = people(3)
    by = By(alice, "web")
    for user in users:
        Player.objects.filter(pk=add_player(club, name=user.username, by=by).pk).update(user=user)
    for is_rated in (True, False):
        table = seated(club=club, is_rated=is_rated)
        start_table(table, by=By(users[0], "web"))
        table.refresh_from_db()
        play_on(table)
        assert table.game_id is not None
        game = Game.objects.get(pk=table.game_id)
        assert game.rated is is_rated
        assert game.unrated_reason == ("" if is_rated else "casual")
        assert [seat.player.name for seat in game.seats.order_by("number") if seat.player] == [
            "ada",
            "bo",
            "cleo",
        ]
        assert not re.search(r"\bada\b", json.dumps(rows_of(table)))  # "ada" alone may stand in a hash


def test_a_bot_from_the_start_makes_the_game_unrated(club: Club) -> None:
    users = people(2)
    table = open_table(Terms("oh-hell", 4, is_rated=True, turn_seconds=None), by=By(users[0], "web"))
    take_seat(table, by=By(users[1], "web"))
    with pytest.raises(TableRefused):
        start_table(table, by=By(users[1], "web"), with_bots=True)  # that is for whoever opened it
    with pytest.raises(TableRefused) as free:
        start_table(table, by=By(users[0], "web"))
    assert free.value.code == "seats_free"
    table = start_table(table, by=By(users[0], "web"), with_bots=True)
    assert table.game is not None
    assert table.game.bots
    assert [seat.is_bot for seat in table.seats.all()] == [False, False, True, True]


def test_one_person_opens_so_many_tables_and_no_more(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.hosting.opening.MOST_OPEN", 2)
    for _ in range(2):
        open_table(Terms("oh-hell", 3), by=By(alice, "web"))
    with pytest.raises(TableRefused) as refused:
        open_table(Terms("oh-hell", 3), by=By(alice, "web"))
    assert refused.value.code == "too_many_tables"


def test_nobody_writes_the_sheet_of_a_running_game_by_hand() -> None:
    table = started()
    game = table.game
    assert game is not None
    sheet = {"players": [None] * 3, "deals": [{"hand_size": 1, "bids": [0, 0, 1], "tricks": [0, 0, 1]}]}
    with pytest.raises(SheetRefused) as refused:
        record_sheet(game, sheet=sheet, by=By(people(1)[0], "web"))
    assert refused.value.code == "game_is_hosted"


@pytest.mark.parametrize(
    ("rules", "n_seats", "code"), [("plump", 4, "rules.paper-only"), ("oh-hell", 8, "players.range")]
)
def test_rules_the_engine_cannot_deal_are_refused(alice: User, rules: str, n_seats: int, code: str) -> None:
    with pytest.raises(GameError) as refused:
        open_table(Terms(rules, n_seats), by=By(alice, "web"))
    assert refused.value.code == code


def test_a_guest_sits_by_name_and_everybody_sits_once(alice: User) -> None:
    table = open_table(Terms(VARIANTS[0], 3), by=By(alice, "web"))
    own, word = take_seat(table, by=By(alice, "web"))
    assert (own.number, word) == (0, "")
    guest, word = take_seat(table, by=By(None, "web"), name="Ny gjest")
    assert (guest.number, guest.name) == (1, "Ny gjest")
    assert len(word) >= 20
    assert word not in guest.link_hash
    with pytest.raises(GameError):
        take_seat(table, by=By(None, "web"), name=" ")
    take_seat(table, by=By(None, "web"), name="Third")
    with pytest.raises(TableRefused):
        take_seat(table, by=By(None, "web"), name="Fourth")
