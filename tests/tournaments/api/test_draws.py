"""The draw through the API: splits, wishes, drawing again, people who come and go, the proof."""

from __future__ import annotations

import pytest

from clubs.activity import By
from clubs.models import Club, User
from tests.config.api_client import ApiClient
from tests.evenings import Evening, make_evening, tables_of
from tournaments.models import DrawOrder, Round
from tournaments.services import orders
from tournaments.services.entries import set_presence

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(alice: User) -> ApiClient:
    return ApiClient(alice)


def here(evening: Evening, part: str = "") -> str:
    return f"tournaments/{evening.tournament.uid}/{part}"


def test_the_first_split_is_what_is_drawn_and_each_can_be(api: ApiClient, club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=17)
    splits = api.get(here(evening, "splits/"))
    assert splits[0]["tables"] == [4, 4, 3, 3, 3]
    assert {"tables": [5, 4, 4, 4], "sit_outs": 0, "bound": 3, "rounds_without_repeat": 1} in splits
    for body, wanted in (({}, splits[0]), ({"tables": splits[1]["tables"]}, splits[1])):
        drafted = api.post(here(evening, "draft/"), body, expect=201)
        sizes = sorted((len(table["seats"]) for table in drafted["tables"]), reverse=True)
        assert sizes == wanted["tables"]
        assert api.send("DELETE", here(evening, "draft/"))[0] == 204


@pytest.mark.parametrize(
    "body",
    [
        {"tables": [4]},
        {"tables": [9]},
        {"tables": [4, 4], "sizes": [4]},
        {"way": "sideways"},
        {"tables": "4-4"},
    ],
)
def test_a_draw_that_cannot_be_is_refused(api: ApiClient, evening: Evening, body: dict[str, object]) -> None:
    assert api.post(here(evening, "draft/"), body, expect=422)["detail"]
    assert not Round.objects.exists()


def test_drawing_again_keeps_tables_for_who_saw_the_draft(api: ApiClient, club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=12)
    drafted = api.post(here(evening, "draft/"), {}, expect=201)
    body = {"seen": drafted["seen"], "reason": "once more", "kept": [2]}
    again = api.post(here(evening, "draft/again/"), body)
    assert again["tables"][1] == drafted["tables"][1]
    assert again["seed"] != drafted["seed"]
    assert api.post(here(evening, "draft/again/"), body, expect=409)["code"] == "round_conflict"


def test_wishes_are_honoured_and_dropped(api: ApiClient, evening: Evening) -> None:
    ada, bo = (str(entry.uid) for entry in evening.entries[:2])
    made = api.post(here(evening, "wishes/"), {"kind": "apart", "entry": ada, "other": bo}, expect=201)
    api.post(here(evening, "wishes/"), {"kind": "table", "entry": ada, "table": 2}, expect=201)
    drafted = api.post(here(evening, "draft/"), {}, expect=201)
    tables = {t["number"]: {seat["entry"] for seat in t["seats"]} for t in drafted["tables"]}
    assert ada in tables[2]
    assert bo in tables[1]
    assert len(api.get(here(evening, "wishes/"))) == 2
    assert api.send("DELETE", here(evening, f"wishes/{made['id']}/"))[0] == 204
    assert [wish["kind"] for wish in api.get(here(evening, "wishes/"))] == ["table"]
    for body in ({"kind": "apart", "entry": ada}, {"kind": "clubs", "entry": ada}, {"kind": "table"}):
        api.post(here(evening, "wishes/"), body, expect=422)


def test_people_come_and_go_while_a_round_is_played(api: ApiClient, evening: Evening) -> None:
    late = evening.entries[7]
    set_presence(late, status="late", by=evening.by)
    published = evening.publish()
    free = api.get(here(evening, f"rounds/1/join/?entry={late.uid}"))
    assert [one["people"] for one in free] == [4, 5]
    body = {"entry": str(late.uid), "table": free[0]["table"]}
    joined = api.post(here(evening, "rounds/1/join/"), body)
    assert sorted(len(table["seats"]) for table in joined["tables"]) == [4, 4]
    api.post(here(evening, "rounds/1/join/"), body, expect=409)
    left = api.post(here(evening, "rounds/1/leave/"), {"entry": str(evening.entries[0].uid)})
    assert sorted(len(table["seats"]) for table in left["tables"]) == [3, 4]
    evening.enter(tables_of(published)[0])
    api.get(here(evening, f"rounds/1/join/?entry={late.uid}"))


def test_a_draw_is_proven_to_those_who_run_it(api: ApiClient, evening: Evening, bob: User) -> None:
    evening.publish()
    found = api.get(here(evening, "rounds/1/proof/"))
    assert found["outcome"] == "proven"
    assert ApiClient(bob).send("GET", here(evening, "rounds/1/proof/"))[0] == 404


def test_a_long_draw_is_an_order(api: ApiClient, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "MOST_IN_REQUEST", 4)
    assert api.send("GET", here(evening, "draft/order/"))[0] == 404
    order = api.post(here(evening, "draft/"), {}, expect=202)
    assert (order["state"], order["n_players"]) == ("waiting", 8)
    assert api.get(here(evening, "draft/order/"))["state"] == "waiting"
    orders.carry_out(DrawOrder.objects.get().pk)
    assert api.send("GET", here(evening, "draft/order/"))[0] == 404
    assert api.get(here(evening, "draft/"))["state"] == "draft"
