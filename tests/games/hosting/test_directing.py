"""What the director of a table does: points for and against, stand-ins, substitutes; by page and API alike."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import Activity, Club, Player, User
from clubs.services.clubs import add_player
from games.engine import replay_document
from games.errors import GameError, ReasonMissing, TableRefused
from games.models import Clock, Game, HostedSeat, HostedTable, SheetRevision
from games.services.hosting import acting, directing, standing_in
from games.services.hosting.documents import log_of
from games.services.hosting.opening import start_table, take_seat
from games.services.hosting.reading import rows_of
from tests.games.hosting.tables import people, play_on, run_stand_ins, seated, shown, started, waited_for

pytestmark = pytest.mark.django_db
Act = Callable[[HostedTable, HostedSeat, By], None]
RULES = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [2, 3, 1]}}


def opener() -> By:
    return By(people(1)[0], "web")


def direct(table: HostedTable, client: Client, **posted: str) -> Any:
    return client.post(f"{table.get_absolute_url()}direct/", posted)


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(people(1)[0])
    return client


def test_points_by_the_director_stand_in_the_log_on_the_sheet_and_in_the_replay() -> None:
    table = started(rules=RULES)
    play_on(table, most=4)
    directing.adjust(table, number=1, points=-10, by=opener(), reason="Looked at another hand")
    play_on(table)
    sheet = SheetRevision.objects.get(game=table.game_id).sheet
    given = [(one["seat"], one["points"]) for deal in sheet["deals"] for one in deal.get("adjustments", [])]
    assert given == [(1, -10)]
    assert table.game is not None
    totals = [seat.total for seat in table.game.seats.order_by("number")]
    assert replay_document(log_of(table, ["a", "b", "c"]))["totals"] == totals
    scored = [row["points"] for row in rows_of(table) if row["type"] == "score"]
    assert totals[1] == sum(points[1] for points in scored) - 10
    told = Activity.objects.get(verb="table.adjusted")
    assert (told.details["seat"], told.details["points"]) == (1, -10)


@pytest.mark.parametrize("points", [0, 1001, -1001])
def test_points_without_a_size_or_a_reason_are_refused_and_change_nothing(points: int) -> None:
    table = started(rules=RULES)
    before = rows_of(table)
    with pytest.raises(GameError):
        directing.adjust(table, number=1, points=points, by=opener(), reason="why not")
    with pytest.raises(ReasonMissing):
        directing.adjust(table, number=1, points=5, by=opener(), reason=" ")
    with pytest.raises(NotAllowed):
        directing.adjust(table, number=1, points=5, by=By(people(2)[1], "web"), reason="mine")
    assert rows_of(table) == before


def test_the_page_gives_points_says_so_to_all_and_keeps_what_was_typed(director: Client) -> None:
    table = started(rules=RULES)
    refused = direct(table, director, what="adjust", seat="1", points="−5000", reason="Too late")
    assert refused.status_code == 422
    page = refused.content.decode()
    assert 'value="Too late"' in page
    assert 'value="−5000"' in page
    assert '<option value="1" selected>' in page
    assert direct(table, director, what="adjust", seat="1", points="−5", reason="Too late").status_code == 302
    seen = Client().get(table.get_absolute_url()).content.decode()
    assert "bo: −5 points by the director. Too late." in seen
    assert shown(table, None)["totals"] == [0, -5, 0]


def test_a_stand_in_for_a_late_player_plays_is_named_and_leaves_the_game_rated(club: Club) -> None:
    users = people(3)
    for user in users:
        player = add_player(club, name=user.username, by=By(club.roles.get().user, "web"))
        Player.objects.filter(pk=player.pk).update(user=user)
    table = started(rules=RULES, club=club, is_rated=True)
    directing.let_stand_in(table, number=1, by=opener())
    directing.let_stand_in(table, number=1, by=opener())
    assert Activity.objects.filter(verb="table.stand_in_put").count() == 1
    while waited_for(table) != (1,):
        play_on(table, most=1)
    run_stand_ins(table, timezone.now())
    bids = [row for row in rows_of(table) if row["type"] == "bid" and row["seat"] == 1]
    assert [row["by"] for row in bids] == ["bot"]
    page = Client().get(table.get_absolute_url()).content.decode()
    assert "The stand-in for bo bids" in page
    play_on(table)
    assert table.game_id is not None
    game = Game.objects.get(pk=table.game_id)
    assert (game.rated, game.bots) == (True, False)


def test_a_card_of_a_stand_in_is_marked_in_the_trick_and_a_bots_own_is_not() -> None:
    table = started(rules=RULES, turn_seconds=30)
    play_on(table, most=3)
    seat = waited_for(table)[0]
    clock = Clock.objects.get(table=table, seat=seat)
    assert clock.due_at is not None
    assert standing_in.run_table(table.pk, now=clock.due_at + timedelta(seconds=1)) == 1
    page = Client().get(table.get_absolute_url()).content.decode()
    assert page.count("<small>stand-in</small>") == 1
    table.seats.filter(number=seat).update(is_bot=True)
    assert "<small>stand-in</small>" not in Client().get(table.get_absolute_url()).content.decode()


def test_a_substitute_called_like_a_member_is_that_member_and_gets_a_link(
    club: Club, director: Client
) -> None:
    by = By(club.roles.get().user, "web")
    player = add_player(club, name="Øyvind Ås", by=by)
    table = started(rules=RULES, club=None)
    HostedTable.objects.filter(pk=table.pk).update(club=club)
    page = director.get(table.get_absolute_url()).content.decode()
    assert '<option value="Øyvind Ås">' in page
    assert direct(table, director, what="substitute", seat="2", name=" øyvind ås ").status_code == 302
    assert table.seats.get(number=2).player == player
    assert "/seat/" in director.get(table.get_absolute_url()).content.decode()
    direct(table, director, what="substitute", seat="1", name="Somebody")
    seat = table.seats.get(number=1)
    assert (seat.player, seat.name) == (None, "Somebody")
    play_on(table, most=0)


def test_of_two_members_of_one_name_the_one_that_was_chosen_takes_the_seat(
    club: Club, director: Client
) -> None:
    by = By(club.roles.get().user, "web")
    seven = add_player(club, name="Ann", number="7", by=by)
    other = add_player(club, name="Ann", by=by)
    table = started(rules=RULES, club=None)
    HostedTable.objects.filter(pk=table.pk).update(club=club)
    page = director.get(table.get_absolute_url()).content.decode()
    assert '<option value="Ann (no. 7)">' in page
    assert f'<option value="Ann (profile {other.pk})">' in page
    refused = direct(table, director, what="substitute", seat="2", name="ann")
    assert f"Ann (no. 7) · Ann (profile {other.pk})" in refused.content.decode()
    assert direct(table, director, what="substitute", seat="2", name="ann (No. 7)").status_code == 302
    assert table.seats.get(number=2).player == seven


def test_whoever_lost_the_seat_meanwhile_gets_no_link_to_it() -> None:
    table = started(rules=RULES)
    own, by = table.seats.get(number=1), By(people(2)[1], "web")
    directing.substitute(table, number=1, by=opener(), name="Somebody")
    now = table.seats.get(number=1)
    with pytest.raises(TableRefused) as refused:
        directing.new_link(table, number=1, by=by, own=own)
    assert refused.value.code == "no_seat"
    assert table.seats.get(number=1).link_hash == now.link_hash
    directing.new_link(table, number=1, by=By(None, "link"), own=now)
    assert table.seats.get(number=1).link_hash != now.link_hash


def mind(what: str) -> Act:
    return lambda table, own, by: acting.mind_seat(table, own, what, by=by)


def bid(table: HostedTable, own: HostedSeat, by: By) -> None:
    acting.act(table, seat=own.number, held=own, seen=0, bid=0, by=by)


@pytest.mark.parametrize("do", [*map(mind, ("away", "back", "pause", "no-pause", "go-on")), bid])
def test_whoever_lost_the_seat_meanwhile_has_no_say_in_it(do: Act) -> None:
    table = started(rules=RULES)
    own, by = table.seats.get(number=1), By(people(2)[1], "web")
    directing.substitute(table, number=1, by=opener(), name="Somebody")
    before = [*table.seats.values()], table.game and table.game.events.count()
    with pytest.raises(TableRefused) as refused:
        do(table, own, by)
    assert refused.value.code == "no_seat"
    assert ([*table.seats.values()], table.game and table.game.events.count()) == before


def test_a_free_seat_that_another_took_is_not_left_for_them() -> None:
    table = seated(rules=RULES)
    own, by = table.seats.get(number=1), By(people(2)[1], "web")
    acting.mind_seat(table, own, "leave", by=by)
    take_seat(table, number=1, by=By(None, "link"), name="Somebody")
    with pytest.raises(TableRefused):
        acting.mind_seat(table, own, "leave", by=by)
    assert table.seats.get(number=1).name == "Somebody"


def test_a_link_that_is_made_while_the_table_starts_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(rules=RULES)
    save = HostedSeat.save

    def meanwhile(seat: HostedSeat, **kwargs: Any) -> None:
        HostedSeat.objects.filter(table=table, number=1).update(link_hash="f" * 64)
        save(seat, **kwargs)

    monkeypatch.setattr(HostedSeat, "save", meanwhile)
    start_table(table, by=opener())
    assert table.seats.get(number=1).link_hash == "f" * 64


def test_two_members_of_one_name_are_not_guessed_between(club: Club) -> None:
    by = By(club.roles.get().user, "web")
    for _ in range(2):
        add_player(club, name="Kim", by=by)
    table = started(rules=RULES)
    HostedTable.objects.filter(pk=table.pk).update(club=club)
    table.refresh_from_db()
    with pytest.raises(GameError) as refused:
        directing.substitute(table, number=1, by=opener(), name="Kim")
    assert refused.value.code == "name_ambiguous"


def test_a_table_that_is_not_played_has_nothing_to_direct_but_its_end() -> None:
    table = seated(rules=RULES)
    for act in (directing.pause, directing.resume):
        with pytest.raises(TableRefused):
            act(table, by=opener())
    with pytest.raises(TableRefused):
        directing.let_stand_in(table, number=0, by=opener())


def test_the_director_directs_by_the_api_and_nobody_else_does(director: Client, bob: User) -> None:
    table = started(rules=RULES)
    path = f"/api/v1/tables/{table.key}/direct/"

    def post(client: Client, body: dict[str, object]) -> Any:
        return client.post(path, json.dumps(body), content_type="application/json")

    outside = Client()
    outside.force_login(bob)
    assert post(outside, {"what": "pause"}).status_code == 403
    assert post(Client(), {"what": "pause"}).status_code == 401
    assert post(director, {"what": "pause"}).json()["paused"] is True
    assert post(director, {"what": "resume"}).json()["paused"] is False
    assert post(director, {"what": "adjust", "seat": 1, "points": 5}).status_code == 422
    adjusted = post(director, {"what": "adjust", "seat": 1, "points": 5, "reason": "good manners"})
    assert adjusted.json()["view"]["totals"] == [0, 5, 0]
    replaced = post(director, {"what": "substitute", "seat": 2, "name": "Gjest"}).json()
    assert replaced["seats"][2] == "Gjest"
    assert len(replaced["word"]) >= 20
    assert post(director, {"what": "close", "reason": "rain"}).json()["state"] == "closed"
