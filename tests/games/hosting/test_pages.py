"""The table's pages by plain forms: open, sit, play to the end; and not one byte too many to anybody."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import User
from games.engine import PRESETS, RuleSet
from games.models import HostedTable
from games.services.hosting.opening import Terms, open_table
from games.services.hosting.reading import rows_of
from tests.games.hosting.listening import check_heard
from tests.games.hosting.tables import people, play_on, seated, shown, started, waited_for

pytestmark = pytest.mark.django_db


class Listener:
    """A browser, and every byte it ever got."""

    def __init__(self, user: User | None = None) -> None:
        self.client = Client()
        if user is not None:
            self.client.force_login(user)
        self.heard = ""

    def get(self, path: str, **extra: Any) -> Any:
        return self._note(self.client.get(path, **extra))

    def post(self, path: str, data: dict[str, Any], **extra: Any) -> Any:
        return self._note(self.client.post(path, data, **extra))

    def _note(self, response: Any) -> Any:
        self.heard += response.content.decode() + repr(dict(response.headers))
        return response


def plain_choice(page: str) -> dict[str, str]:
    """What a reader without script would press first: the form fields of the first button that may be pressed."""
    form = re.search(r'<form id="bids".*?</form>', page, re.S)
    bid = re.search(r'name="bid" value="(\d+)"[^>]*?(?<!disabled)>', form[0] if form else "")
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    if bid:
        return {"seen": seen[1], "bid": bid[1]}
    joker = re.search(r'name="card" value="(J=\w)"', page)
    card = re.search(r'<button class="card [^"]*" type="submit" name="card" value="([^"]+)">', page)
    found = card or joker
    assert found, "nothing can be played"
    return {"seen": seen[1], "card": found[1]}


def test_rules_to_open_a_table_by_are_called_as_everywhere_and_never_by_their_ids(bob: User) -> None:
    page = Listener(bob).get("/play/new/").content.decode()
    assert "Rage, Fundex edition (" in page
    ids = "|".join(name for name in PRESETS if "-" in name)
    assert re.findall(rf"<b>[^<]*\b(?:{ids})\b", page) == []


def test_a_table_is_opened_filled_by_a_guest_and_played_to_its_end_by_plain_forms(
    bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RuleSet, "hand_sizes", lambda self, n_players: (2, 1))
    host, guest, third = Listener(bob), Listener(), Listener(people(1)[0])
    opened = host.post(
        "/play/new/", {"rules": "rage", "n_seats": "3", "visibility": "public", "turn_seconds": ""}
    )
    assert opened.status_code == 302, opened.content[:2000]
    address = opened.headers["Location"]
    assert address in guest.get("/play/").content.decode()
    assert guest.post(f"{address}sit/", {"name": "Gjest"}).status_code == 302
    assert third.post(f"{address}sit/", {}).status_code == 302
    assert host.post(f"{address}start/", {}).status_code == 302
    table = HostedTable.objects.get()
    players = [host, guest, third]
    for _ in range(400):
        to_act = waited_for(table)
        if not to_act:
            break
        player = players[to_act[0]]
        page = player.get(address).content.decode()
        assert "Your turn" in page
        done = player.post(f"{address}act/", plain_choice(page))
        assert done.status_code == 302, done.content.decode()[:3000]
    table.refresh_from_db()
    assert table.state == "finished"
    page = guest.get(address).content.decode()
    assert "won with" in page or "share first place" in page
    assert "/replay/" in page


RULES = {
    "open": {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1, 2]}},
    "secret": {"preset": "oh-hell", "bidding": "secret", "schedule": {"shape": "list", "sizes": [2, 1]}},
    "simultaneous": {
        "preset": "oh-hell",
        "bidding": "simultaneous",
        "schedule": {"shape": "list", "sizes": [2]},
    },
    "rage": {"preset": "rage", "schedule": {"shape": "list", "sizes": [2]}},
}


@pytest.mark.scenario("S52", "S56")
@pytest.mark.parametrize("variant", RULES)
def test_no_byte_tells_a_card_or_a_bid_before_its_time(variant: str) -> None:
    """Whole games through the client; each seat and a spectator look after every act, and are refused too."""
    table = started(rules=RULES[variant])
    address = table.get_absolute_url()
    users = people(3)
    seats = [Listener(user) for user in users]
    crowd = [*seats, Listener()]
    n_checks = 0
    while to_act := waited_for(table):
        rows = rows_of(table)
        for index, listener in enumerate(crowd):
            listener.heard = ""
            seat = index if index < 3 else None
            _look_everywhere(listener, address, doors=n_checks % 5 == 0)
            n_checks += check_heard(listener.heard, rows, seat)
        seat = to_act[0]
        page = seats[seat].get(address).content.decode()
        assert seats[seat].post(f"{address}act/", plain_choice(page)).status_code == 302
    assert n_checks > 100
    table.refresh_from_db()
    assert table.state == "finished"


def _look_everywhere(listener: Listener, address: str, *, doors: bool) -> None:
    listener.get(address)
    listener.post(f"{address}act/", {"seen": "99999", "bid": "1"}, headers={"HX-Request": "true"})
    if not doors:
        return
    listener.get("/play/")
    for path in ("replay/", "log/", "shuffle/"):
        answer = listener.get(address + path)
        assert answer.status_code == (200 if path == "shuffle/" else 404), path
    listener.post(f"{address}act/", {"seen": "0", "card": "nonsense"})
    listener.post(f"{address}direct/", {"what": "nothing"})


def test_a_refused_act_says_why_at_the_table_and_changes_nothing() -> None:
    table = started(rules=RULES["open"])
    address = table.get_absolute_url()
    seat = waited_for(table)[0]
    player, other = Listener(people(3)[seat]), Listener(people(3)[(seat + 1) % 3])
    seen = shown(table, seat)["event"]
    before = rows_of(table)
    early = other.post(f"{address}act/", {"seen": seen, "bid": "0"})
    assert early.status_code == 409
    assert "another player’s turn" in early.content.decode()
    stale = player.post(f"{address}act/", {"seen": seen - 1, "bid": "0"}, headers={"HX-Request": "true"})
    assert stale.status_code == 409
    assert "moved on" in stale.content.decode()
    assert '<div id="table"' in stale.content.decode()
    wild = player.post(f"{address}act/", {"seen": seen, "bid": "17"})
    assert wild.status_code == 422
    stranger = Listener().post(f"{address}act/", {"seen": seen, "bid": "0"})
    assert stranger.status_code == 409
    assert "no seat" in stranger.content.decode()
    assert rows_of(table) == before


@pytest.mark.scenario("S54")
def test_a_seat_link_moves_into_the_session_and_an_old_one_opens_nothing(bob: User) -> None:
    table = seated(3)
    address = table.get_absolute_url()
    player = Listener(people(2)[1])
    told = player.post(f"{address}own/", {"what": "link"}, follow=True).content.decode()
    found = re.search(r"/play/[\w-]+/seat/[\w-]+/", told)
    assert found
    phone = Listener()
    opened = phone.get(found[0])
    assert (opened.status_code, opened.headers["Location"]) == (302, address)
    assert opened.headers["Referrer-Policy"] == "no-referrer"
    assert 'value="leave"' in phone.get(address).content.decode()
    player.post(f"{address}own/", {"what": "link"})
    assert 'value="leave"' not in phone.get(address).content.decode()
    assert Listener(bob).get(found[0]).headers["Location"] == "/play/"


def test_a_members_only_clubs_table_does_not_exist_for_others(club: Any, bob: User) -> None:
    from clubs.models import Club, Player
    from clubs.services.clubs import add_player

    users = people(3)
    for user in users:
        player = add_player(club, name=user.username, by=By(club.roles.get().user, "web"))
        Player.objects.filter(pk=player.pk).update(user=user)
    table = seated(club=club)
    Club.objects.filter(pk=club.pk).update(visibility="members")
    assert Listener(bob).get(table.get_absolute_url()).status_code == 404
    assert Listener(users[2]).get(table.get_absolute_url()).status_code == 200
    assert table.key not in Listener(bob).get("/play/").content.decode()


def test_the_last_trick_stands_in_sight_of_players_and_spectators() -> None:
    table = started(rules={"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [3]}})
    play_on(table, most=3 + 4)
    for listener in (Listener(people(1)[0]), Listener()):
        page = listener.get(table.get_absolute_url()).content.decode()
        facts = re.findall(r'<p class="facts".*?</p>', page, re.S)[0]
        assert "Last trick" in facts
        assert facts.count('class="mini ') == 3
        assert len(re.findall(r'class="mini [^"]* wins"', facts)) == 1


def test_a_guest_who_sends_the_name_again_keeps_the_one_seat(bob: User) -> None:
    table = open_table(Terms("oh-hell", 4), by=By(bob, "web"))
    address, guest = table.get_absolute_url(), Client()
    for name in ("Gjest", "Gjest", "Another"):
        assert guest.post(f"{address}sit/", {"name": name}).status_code == 302
    assert [seat.name for seat in table.seats.all()][1:] == ["Gjest", "", ""]
    assert 'value="leave"' in guest.get(address).content.decode()


def test_an_address_no_table_can_have_is_asked_of_no_database(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        for path in ("/play/%00/", "/play/%00/act/", "/play/a%00b/seat/c/", "/api/v1/tables/%00/"):
            answer = client.post(path) if path.endswith("act/") else client.get(path)
            assert answer.status_code == 404, path
