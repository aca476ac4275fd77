"""Acts of an evening through the API: refusals say why and change nothing, what is sent twice is done once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.activity import By
from clubs.models import Club, Player, Role, User
from games.models import Game
from tests.config.api_client import ApiClient
from tests.evenings import Evening, make_evening, make_players, tables_of
from tournaments.models import Round, Table, Tournament
from tournaments.rights import by_link
from tournaments.services import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(alice: User) -> ApiClient:
    return ApiClient(alice)


@pytest.fixture
def sven(club: Club) -> User:
    """Keeps scores beside alice."""
    sven = User.objects.create_user("sven", "sven@example.org", "sven-pass-1")
    Role.objects.create(club=club, user=sven, role="scorekeeper")
    return sven


def here(evening: Evening, part: str = "") -> str:
    return f"tournaments/{evening.tournament.uid}/{part}"


def totals(api: ApiClient, place: str) -> Any:
    return api.get(place)["score"]["totals"]


def test_a_look_alike_is_refused_and_named(api: ApiClient, club: Club, by_alice: By) -> None:
    make_players(club, 3, by=by_alice)
    path = f"clubs/{club.uid}/members/"
    refused = api.post(path, {"names": ["Quirin", "Ádà"]}, expect=422)
    assert refused["code"] == "look_alike"
    assert [(one["name"], [p["name"] for p in one["people"]]) for one in refused["alike"]] == [
        ("Ádà", ["Ada"])
    ]
    assert not Player.objects.filter(name="Quirin").exists()
    ada = refused["alike"][0]["people"][0]["uid"]
    answer = api.post(path, {"names": ["Quirin", "Ádà"], "decisions": {"Ádà": ada}}, expect=201)
    assert [player["name"] for player in answer["players"]] == ["Quirin", "Ada"]
    api.post(path, {"names": ["Ádà"], "decisions": {"Ádà": None}}, expect=201)
    assert Player.objects.filter(name="Ádà").count() == 1


@pytest.mark.parametrize("is_walk_in", [False, True])
def test_the_same_key_adds_a_namesake_once_and_another_key_another_one(
    api: ApiClient, evening: Evening, is_walk_in: bool
) -> None:
    path = here(evening, "walk-ins/") if is_walk_in else f"clubs/{evening.tournament.club.uid}/members/"
    body = {"names": ["Ada", "Quirin"], "decisions": {"Ada": None}}
    first = api.post(path, {**body, "client_key": "1"}, expect=201)
    assert api.post(path, {**body, "client_key": "1"}, expect=201) == first
    assert [Player.objects.filter(name=name).count() for name in ("Ada", "Quirin")] == [2, 1]
    other = api.post(path, {"names": ["Ada"], "decisions": {"Ada": None}, "client_key": "2"}, expect=201)
    assert other != first
    assert Player.objects.filter(name="Ada").count() == 3
    long = api.post(path, {**body, "client_key": "x" * 65}, expect=422)
    assert "client_key" in str(long)


def test_walk_ins_are_entered_and_here(api: ApiClient, evening: Evening) -> None:
    api.post(here(evening, "walk-ins/"), {"names": ["Quirin", "Rosa"]}, expect=201)
    roll = api.get(here(evening, "presence/"))
    assert [(line["player"]["name"], line["status"]) for line in roll[-2:]] == [
        ("Quirin", "present"),
        ("Rosa", "present"),
    ]


def test_settings_that_nobody_can_be_ranked_by_are_refused(api: ApiClient, club: Club) -> None:
    body = {"club": str(club.uid), "name": "May", "starts_at": "2026-05-01T18:00:00Z"}
    for field, value in (
        ("table_points", "list:x"),
        ("tie_breaks", ["shared", "wins"]),
        ("tie_breaks", ["luck"]),
        ("absent", {"points": "many"}),
        ("rules", {"preset": "no-such"}),
        ("table_sizes", [4, 4]),
        ("season", "00000000-0000-0000-0000-000000000000"),
    ):
        assert api.post("tournaments/", {**body, field: value}, expect=422)["detail"], field
    assert not Tournament.objects.exists()


@pytest.mark.scenario("S28")
def test_tie_breaks_change_during_play_only_when_confirmed(api: ApiClient, evening: Evening) -> None:
    evening.play_round()
    wanted = {"tie_breaks": ["wins", "shared"]}
    before = {row.entry.uid: row.place for row in evening.tournament.standings.filter(after_round=1)}
    refusal = api.patch(here(evening), {**wanted, "table_points": "list:9-1-0-0-0"}, expect=422)
    assert refusal["code"] == "confirmation_needed"
    moves = refusal["effects"]["places"]
    assert {move["entry"]: move["place_before"] for move in moves} == {
        str(uid): place for uid, place in before.items() if str(uid) in {move["entry"] for move in moves}
    }
    assert any(move["total_before"] != move["total_after"] for move in moves)
    assert api.patch(here(evening), wanted, expect=422)["code"] == "confirmation_needed"
    changed = api.patch(here(evening), {**wanted, "confirmed": True})
    assert changed["tie_breaks"] == ["wins", "shared"]
    assert api.patch(here(evening), wanted)["tie_breaks"] == [
        "wins",
        "shared",
    ]  # as it stands: nothing to confirm


def test_an_evening_that_makes_no_list_can_be_mended(api: ApiClient, evening: Evening) -> None:
    """Its list of points says nothing about its tables: no list to compare with, and the way out stays open."""
    evening.play_round()
    Tournament.objects.update(table_points="list:3=9-7-5")
    refusal = api.patch(here(evening), {"table_points": "raw"}, expect=422)
    assert refusal["code"] == "confirmation_needed"
    assert refusal["effects"]["places"]
    assert api.patch(here(evening), {"table_points": "raw", "confirmed": True})["table_points"] == "raw"


def test_new_rules_leave_games_that_are_made(api: ApiClient, evening: Evening) -> None:
    game = tables_of(evening.publish())[0].game
    assert game is not None
    wanted = {"rules": {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [5]}}}
    assert api.patch(here(evening), wanted, expect=422)["settings"] == ["rules"]
    api.patch(here(evening), {**wanted, "confirmed": True})
    assert Game.objects.get(pk=game.pk).ruleset.hand_sizes(4) == (1, 2, 3)
    assert Tournament.objects.get().ruleset.hand_sizes(4) == (5,)


def test_a_draft_is_moved_only_by_who_saw_it(api: ApiClient, evening: Evening) -> None:
    drafted = api.post(here(evening, "draft/"), {}, expect=201)
    one, other = (table["seats"][0]["entry"] for table in drafted["tables"])
    swap = {"first": one, "second": other, "seen": drafted["seen"]}
    moved = api.post(here(evening, "draft/swap/"), swap)["draft"]
    assert [table["seats"][0]["entry"] for table in moved["tables"]] == [other, one]
    assert moved["seen"] != drafted["seen"]
    assert api.post(here(evening, "draft/swap/"), swap, expect=409)["code"] == "round_conflict"
    move = {"entry": one, "table": 1, "seen": moved["seen"]}
    after = api.post(here(evening, "draft/move/"), move)["draft"]
    assert [len(table["seats"]) for table in after["tables"]] == [5, 3]
    assert api.post(here(evening, "draft/publish/"), {"seen": moved["seen"]}, expect=409)
    assert api.post(here(evening, "draft/publish/"), {"seen": after["seen"]})["state"] == "published"


def test_a_second_draw_is_a_conflict_and_a_discarded_draft_is_gone(api: ApiClient, evening: Evening) -> None:
    api.post(here(evening, "draft/"), {}, expect=201)
    assert api.post(here(evening, "draft/"), {}, expect=409)["code"] == "round_conflict"
    assert api.send("DELETE", here(evening, "draft/?reason=again"))[0] == 204
    assert api.send("GET", here(evening, "draft/"))[0] == 404
    assert not Round.objects.exists()


def test_a_round_is_taken_back_until_something_is_typed(api: ApiClient, evening: Evening) -> None:
    evening.publish()
    path = here(evening, "rounds/1/unpublish/")
    assert api.post(path, {}, expect=422)["errors"][0]["field"] == "reason"
    assert api.post(path, {"reason": "wrong tables"})["state"] == "draft"
    assert api.send("POST", path, {"reason": "again"})[0] == 404
    evening.publish(Round.objects.get())
    api.patch(here(evening, "sheets/1/"), {"changes": {"0.bids.0": 1}, "seen": 0})
    assert "Table 1" in api.post(path, {"reason": "too late"}, expect=409)["detail"]


def test_cells_two_people_typed_come_back_with_both_values(
    api: ApiClient, evening: Evening, sven: User
) -> None:
    evening.publish()
    place, other = here(evening, "sheets/1/"), ApiClient(sven)
    first = api.patch(place, {"changes": {"0.bids.0": 1, "0.bids.1": 0}, "seen": 0})
    assert first == {"version": 1, "others": {}}
    assert api.patch(place, {"changes": {"0.bids.0": 1}, "seen": 0})["version"] == 1  # sent twice
    refused = other.patch(place, {"changes": {"0.bids.0": 0, "0.bids.2": 1}, "seen": 0}, expect=409)
    assert refused["code"] == "cells_contested"
    (conflict,) = refused["conflicts"]
    assert datetime.fromisoformat(conflict.pop("at")).utcoffset() == timedelta(0)
    assert conflict == {
        "cell": "0.bids.0",
        "theirs": 1,
        "yours": 0,
        "by": {"uid": None, "name": "alice"},
    }
    shown = api.get(place)
    assert shown["typed"] == {"0.bids.0": 1, "0.bids.1": 0, "0.bids.2": 1}
    assert (shown["draft_version"], shown["revision"]) == (2, 0)
    assert api.last.headers["ETag"] == '"0-0-2"'
    assert other.patch(place, {"changes": {"9.bids.9": 1}, "seen": 2}, expect=422)["code"] == "unknown_cell"


def test_a_conflict_names_who_stored_the_cell_and_not_who_stored_the_sheet_last(
    api: ApiClient, evening: Evening, sven: User
) -> None:
    """A player is named as the roster does, with the uid; the phone of the table has no name."""
    table = tables_of(evening.publish())[0]
    place, sheet = here(evening, "sheets/1/"), evening.random_sheet(table)
    sheet["deals"][0]["bids"] = [1, 1, 1, 1]
    player = evening.entries[0].player
    Player.objects.filter(pk=player.pk).update(user=sven)
    results.enter_sheet(table, sheet=sheet, by=by_link(table))

    def with_bid(seat: int, bid: int) -> dict[str, Any]:
        bids = [*sheet["deals"][0]["bids"]]
        bids[seat] = bid
        return {**sheet, "deals": [{**sheet["deals"][0], "bids": bids}, *sheet["deals"][1:]]}

    changed = with_bid(0, 0)
    ApiClient(_director(evening, sven)).put(
        place, {"sheet": changed, "expected_revision": 1, "reason": "misread"}, expect=201
    )
    twice = {**changed, "note": "read twice"}
    api.put(place, {"sheet": twice, "expected_revision": 2, "reason": "a note"}, expect=201)
    late = {"sheet": with_bid(1, 0), "expected_revision": 1, "reason": "mine"}
    found = {one["cell"]: one for one in api.put(place, late, expect=409)["conflicts"]}
    assert found["0.bids.0"]["by"] == {"uid": str(player.uid), "name": player.display_name, "apart": ""}
    assert found["0.bids.1"]["by"] is None
    revisions = {revision.number: revision for revision in table_game(table).revisions.all()}
    assert [datetime.fromisoformat(found[f"0.bids.{seat}"]["at"]) for seat in (0, 1)] == [
        revisions[number].at.replace(microsecond=0) for number in (2, 1)
    ]


def _director(evening: Evening, user: User) -> User:
    Role.objects.update_or_create(club=evening.tournament.club, user=user, defaults={"role": "director"})
    return user


def table_game(table: Table) -> Game:
    return Game.objects.get(table=table)


def test_a_scorekeeper_whose_answer_was_lost_sends_the_sheet_again(
    api: ApiClient, evening: Evening, sven: User
) -> None:
    """It is final by then, and final sheets are not the scorekeeper's: but nothing is changed."""
    table = tables_of(evening.publish())[0]
    place, keeper = here(evening, "sheets/1/"), ApiClient(sven)
    sent = {"sheet": evening.random_sheet(table), "expected_revision": 0, "client_key": "k1"}
    first = keeper.put(place, sent, expect=201)
    assert keeper.put(place, sent, expect=200)["revision"] == first["revision"] == 1
    other = {**sent, "sheet": evening.random_sheet(table)}
    assert keeper.put(place, {**other, "client_key": "k2"}, expect=409)["code"] == "sheet_final"
    assert api.get(place)["sheet"] == first["sheet"]


def test_a_sheet_is_verified_by_another_person(api: ApiClient, evening: Evening, sven: User) -> None:
    Club.objects.update(verifies_sheets=True)
    evening.tournament.refresh_from_db()
    table = tables_of(evening.publish())[0]
    place, other = here(evening, "sheets/1/"), ApiClient(sven)
    sheet = evening.random_sheet(table)
    other.put(place, {"sheet": sheet, "expected_revision": 0})
    reading = {"totals": totals(api, place), "revision": 1}
    own = other.post(f"{place}verify/", reading, expect=403)
    assert own["code"] == "own_sheet"
    wrong = {**reading, "totals": [total + 1 for total in reading["totals"]]}
    assert api.post(f"{place}verify/", wrong, expect=422)["code"] == "totals_differ"
    assert api.post(f"{place}verify/", reading)["state"] == "final"
    assert api.post(f"{place}verify/", {**reading, "revision": 2}, expect=409)

    late = {"sheet": {**sheet, "note": "more"}, "expected_revision": 1, "reason": "x"}
    assert other.put(place, late, expect=403)["code"] == "not_allowed"
    assert other.post(f"{place}reopen/", {"reason": "x"}, expect=403)
    assert api.post(f"{place}reopen/", {"reason": "bid misread"})["state"] == "keyed"
    assert api.post(f"{place}reopen/", {"reason": "again"}, expect=422)["code"] == "not_final"


def test_a_paper_that_was_keyed_again_verifies_its_sheet_cell_by_cell(
    api: ApiClient, evening: Evening, sven: User
) -> None:
    Club.objects.update(verifies_sheets=True)
    evening.tournament.refresh_from_db()
    table = tables_of(evening.publish())[0]
    place = here(evening, "sheets/1/")
    sheet = evening.random_sheet(table)
    ApiClient(sven).put(place, {"sheet": sheet, "expected_revision": 0})
    cells = {
        f"{hand}.{column}.{seat}": value
        for hand, deal in enumerate(sheet["deals"])
        for column in ("bids", "tricks")
        for seat, value in enumerate(deal[column])
    }
    for wrong in ({**cells, "0.bids.1": 9}, {**cells, "0.bids.1": None}):
        for _time in range(2):
            reading = {"cells": wrong, "revision": 1, "client_key": str(wrong["0.bids.1"])}
            refused = api.post(f"{place}verify/", reading, expect=422)
            assert (refused["code"], refused["cells"]) == ("cells_differ", ["0.bids.1"])
    assert Game.objects.get(table=table).decisions.count() == 2
    assert (
        api.post(f"{place}verify/", {"cells": {"9.x": 1}, "revision": 1}, expect=422)["code"]
        == "unknown_cell"
    )
    for body in ({}, {"cells": {"0.bids.0": "1"}}, {"cells": cells, "totals": [1, 2, 3, 4]}):
        assert api.post(f"{place}verify/", {**body, "revision": 1}, expect=422)
    assert api.post(f"{place}verify/", {"cells": cells, "revision": 1})["state"] == "final"


def test_a_void_game_counts_again_when_restored(api: ApiClient, evening: Evening) -> None:
    table = tables_of(evening.publish())[0]
    place = here(evening, "sheets/1/")
    assert api.post(f"{place}void/", {"reason": "x"}, expect=422)["code"] == "sheet_empty"
    api.put(place, {"sheet": evening.random_sheet(table), "expected_revision": 0})
    before = totals(api, place)
    assert api.post(f"{place}void/", {"reason": "wrong cards"})["state"] == "void"
    assert api.post(f"{place}void/", {"reason": "twice"})["revision"] == 2
    refused = api.put(place, {"sheet": evening.random_sheet(table), "expected_revision": 2}, expect=422)
    assert refused["code"] == "game_void"
    assert api.post(f"{place}restore/", {"reason": "found it"})["state"] == "final"
    assert totals(api, place) == before


def test_a_penalty_is_taken_back_once(api: ApiClient, evening: Evening) -> None:
    entry = str(evening.entries[0].uid)
    path = here(evening, "penalties/")
    given = api.post(path, {"entry": entry, "points": "-2.5", "reason": "late"}, expect=201)
    for points in ("many", "1.234", "NaN", "1e3", "1_0", "99999999999", "0", "-0"):
        refused = api.post(path, {"entry": entry, "points": points, "reason": "x"}, expect=422)
        assert refused["code"] == "not_a_number", points
    assert [row["points"] for row in api.get(path)] == ["-2.50"]
    cancelled = api.post(f"{path}{given['id']}/cancel/", {"reason": "was early"})
    assert cancelled == api.post(f"{path}{given['id']}/cancel/", {"reason": "twice"})
    assert api.get(path) == []
    assert api.send("POST", f"{path}{cancelled['id']}/cancel/", {"reason": "x"})[0] == 404


def test_the_same_penalty_sent_again_is_stored_once(api: ApiClient, evening: Evening) -> None:
    path = here(evening, "penalties/")
    body = {"entry": str(evening.entries[0].uid), "points": "-5", "reason": "late", "seen": 0}
    first = api.post(path, body, expect=201)
    assert api.post(path, body, expect=201)["id"] == first["id"]
    assert api.post(path, body | {"seen": first["id"]}, expect=201)["id"] != first["id"]


def test_entries_of_another_tournament_are_unknown(api: ApiClient, club: Club, by_alice: By) -> None:
    players = make_players(club, 8, by=by_alice)
    one = make_evening(club, by=by_alice, players=players, name="One")
    two = make_evening(club, by=by_alice, players=players, name="Two")
    body = {"entry": str(two.entries[0].uid), "points": "-1", "reason": "x"}
    assert api.post(here(one, "penalties/"), body, expect=422)["errors"][0]["field"] == "entry"


def statements(queries: CaptureQueriesContext) -> list[str]:
    """Without the savepoints, which never leave the connection's transaction."""
    return [q["sql"] for q in queries if not q["sql"].startswith(("SAVEPOINT", "RELEASE"))]


def test_saving_a_sheet_costs_the_same_for_any_sheet(api: ApiClient, club: Club, by_alice: By) -> None:
    counts = []
    for sizes, deals in (
        ((4,), [1]),
        ((3,), [1]),
        ((7,), list(range(1, 8))),
    ):  # the first one makes the ladders
        rules = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": deals}}
        players = make_players(club, sizes[0], by=by_alice)
        evening = make_evening(
            club, by=by_alice, players=players, sizes=sizes, rules=rules, name=f"Of {sizes[0]}"
        )
        table = tables_of(evening.publish())[0]
        body = {"sheet": evening.random_sheet(table), "expected_revision": 0}
        with CaptureQueriesContext(connection) as queries:
            api.put(here(evening, "sheets/1/"), body)
        counts.append(len(statements(queries)))
    assert counts[1] == counts[2]
    locks = (
        2 if connection.vendor == "postgresql" else 0
    )  # asked of the server; SQLite has one for everything
    assert counts[2] <= 15 + locks, "\n".join(statements(queries))


def test_a_club_founded_twice_is_one_club(api: ApiClient) -> None:
    first = api.post("clubs/", {"name": "The Odd Trick"}, expect=201)
    again = api.post("clubs/", {"name": "The  Odd Trick ", "language": "nb"}, expect=200)
    assert again["uid"] == first["uid"]
    assert again["language"] == first["language"]  # as it stands
    assert Club.objects.filter(name="The Odd Trick").count() == 1


def test_a_tournament_with_a_key_is_made_once_and_without_one_each_time(api: ApiClient, club: Club) -> None:
    body = {"club": str(club.uid), "name": "Friday", "starts_at": "2026-03-06T18:30:00+01:00"}
    keyed = {**body, "client_key": "friday-1"}
    first = api.post("tournaments/", keyed, expect=201)
    assert api.post("tournaments/", keyed, expect=200)["uid"] == first["uid"]
    assert api.post("tournaments/", {**keyed, "client_key": "friday-2"}, expect=201)["uid"] != first["uid"]
    api.post("tournaments/", body, expect=201)
    api.post("tournaments/", body, expect=201)
    assert Tournament.objects.filter(club=club, name="Friday").count() == 4
