"""The pages of in and out: a file is sent once, looked at as often as wanted, and brought in whole."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, Membership, Player, Role, User
from clubs.services.clubs import add_player
from clubs.services.forgetting import anonymise_player
from tests.evenings import SHORT_RULES, Evening, make_club, make_players
from tests.timing import within
from tests.tournaments.transfer.sites import brought_in, empty_site, exported
from tournaments.models import IncomingFile, Tournament
from tournaments.services.transfer.canonical import to_bytes
from tournaments.services.transfer.out import club_document
from tournaments.services.transfer.roster import roster_csv

pytestmark = pytest.mark.django_db
HEADS = "tournament,round,table,seat,player,deal,hand_size,dealer,bid,tricks,made,adjustment,points,note"
GOOD = (
    f"{HEADS}\nApril,1,1,1,Ann,1,1,0,1,1,,,,\nApril,1,1,2,Ben,1,1,0,0,0,,,,\nApril,1,1,3,Cid,1,1,1,0,0,,,,\n"
)


@pytest.fixture
def owner(client: Client, alice: User, club: Club) -> Client:
    club.house_rules = SHORT_RULES
    club.save()
    client.force_login(alice)
    return client


def send(client: Client, url: str, raw: bytes | str, name: str = "file.csv", **more: str) -> Any:
    content = raw.encode() if isinstance(raw, str) else raw
    return client.post(url, {"file": SimpleUploadedFile(name, content), **more}, follow=True)


def page_of(club: Club) -> str:
    return reverse("club_import", args=[club.slug])


def hidden(response: Any, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', response.content.decode())
    assert found is not None
    return found[1]


def confirm(client: Client, url: str, shown: Any, **answers: str) -> Any:
    body = {"file": hidden(shown, "file"), "seen": hidden(shown, "seen")}
    return client.post(url, body | {f"who-{uid}": value for uid, value in answers.items()}, follow=True)


def test_a_file_is_looked_at_first_and_brought_in_after_without_being_chosen_again(
    owner: Client, club: Club
) -> None:
    shown = send(owner, page_of(club), GOOD, day="2026-04-01")
    assert shown.status_code == 200
    assert "nothing is stored yet" in shown.content.decode()
    assert not Tournament.objects.exists()
    done = confirm(owner, page_of(club), shown)
    assert "is brought in" in done.content.decode()
    assert str(Tournament.objects.get().starts_at.date()) == "2026-04-01"
    assert not IncomingFile.objects.exists()


def test_three_mistakes_of_a_helper_stand_there_with_row_column_and_what_to_do(
    owner: Client, club: Club
) -> None:
    bad = (
        GOOD.replace("1,1,,,,", "x,1,,,,", 1)
        .replace("Ben,1,1", "Ben,1,", 1)
        .replace("Cid,1,1,1,0,0", "Cid,1,1,1,0,")
    )
    shown = send(owner, page_of(club), bad)
    assert shown.status_code == 422
    text = shown.content.decode()
    rows = re.findall(r'<td class="num">(\d+)</td><td>(\w+)</td><td>([^<]+)</td>', text)
    assert [(row, column) for row, column, _what in rows] == [
        ("2", "bid"),
        ("3", "hand_size"),
        ("4", "tricks"),
    ]
    assert all(what for _row, _column, what in rows)
    assert "Bring it in</button>" not in text
    mended = send(owner, page_of(club), GOOD)
    assert "Bring it in</button>" in mended.content.decode()
    assert IncomingFile.objects.count() == 1


def test_an_evening_from_a_laptop_comes_and_comes_again_after_a_correction(
    owner: Client, evening: Evening, alice: User
) -> None:
    evening.play_round()
    first = exported(evening.tournament)
    evening.play_round()
    second = exported(evening.tournament)
    empty_site()
    brought_in(first)
    club = Club.objects.get()
    User.objects.filter(username="alice").delete()
    again = User.objects.create_user("alice2")
    Role.objects.create(club=club, user=again, role="owner")
    owner.force_login(again)
    tournament = Tournament.objects.get()
    url = reverse("tournament_import", args=[tournament.slug])
    shown = send(owner, url, second, "evening.json")
    assert "Bring it in</button>" in shown.content.decode()
    confirm(owner, url, shown)
    assert exported(tournament) == second
    same = send(owner, url, second, "evening.json")
    assert "Everything in this file is here already" in same.content.decode()


def test_a_club_that_takes_over_name_and_address_of_the_file_is_shown_at_the_new_one(
    owner: Client, club: Club, alice: User, by_alice: By
) -> None:
    make_players(club, 4, by=by_alice)
    raw = to_bytes(club_document(club, with_hidden=True))
    for old, new in [(str(club.uid), str(uuid4())), (f'"{club.slug}"', '"from-afar"')]:
        raw = raw.replace(old.encode(), new.encode())
    empty = make_club(alice, "Empty for now")
    shown = send(owner, page_of(empty), raw, name="club.json")
    done = confirm(owner, page_of(empty), shown)
    assert (done.status_code, done.redirect_chain[-1][0]) == (200, "/clubs/from-afar/")
    assert "club.json is brought in" in done.content.decode()


def test_a_file_of_another_evening_is_refused_on_the_page_of_this_one(
    owner: Client, evening: Evening
) -> None:
    raw = exported(evening.tournament).replace(
        str(evening.tournament.uid).encode(), b"aaaaaaaa-0000-4000-8000-000000000001"
    )
    shown = send(owner, reverse("tournament_import", args=[evening.tournament.slug]), raw, "x.json")
    assert "of another evening" in shown.content.decode()
    assert "Bring it in</button>" not in shown.content.decode()


def test_a_file_is_kept_for_its_sender_alone(owner: Client, club: Club, bob: User) -> None:
    send(owner, page_of(club), GOOD)
    token = IncomingFile.objects.get().token
    Role.objects.create(club=club, user=bob, role="owner")
    other = Client()
    other.force_login(bob)
    shown = other.get(page_of(club), {"file": token})
    assert "choose it again" in shown.content.decode()
    assert "Ann" not in shown.content.decode()
    assert other.post(page_of(club), {"file": token, "seen": ""}).status_code == 422
    assert not Tournament.objects.exists()


def test_a_roster_is_added_to_the_near_ones_are_asked_about_and_twice_is_harmless(
    owner: Client, club: Club, by_alice: By
) -> None:
    add_player(club, name="Zoë", by=by_alice)
    near = add_player(club, name="Annabella", by=by_alice)
    raw = "name;alias;member_no;guest;email\nZOË ;Zo;7;1;z@example.org\nAnnabela;;;;\n=Eve;;8;0;\n"
    shown = send(owner, page_of(club), raw)
    text = shown.content.decode()
    assert "Who is “Annabela”?" in text
    assert "addresses are not brought in" in text
    refused = confirm(owner, page_of(club), shown)
    assert refused.status_code == 422
    assert Player.objects.count() == 2
    confirm(owner, page_of(club), shown, **{"row-3": str(near.uid)})
    rows = set(Membership.objects.values_list("player__name", "number", "kind"))
    assert rows == {("Zoë", "7", "guest"), ("Annabella", "", "member"), ("=Eve", "8", "member")}
    assert "Everything in this file is here already" in send(owner, page_of(club), raw).content.decode()
    left = roster_csv(club)
    assert "'=Eve,,8,0," in left
    assert "Everything in this file is here already" in send(owner, page_of(club), left).content.decode()


@pytest.mark.parametrize("way", ["hidden", "forgotten"])
def test_a_roster_that_left_knows_the_nameless_again(
    owner: Client, club: Club, by_alice: By, way: str
) -> None:
    nameless = add_player(club, name="Gone", by=by_alice)
    if way == "hidden":
        Player.objects.filter(pk=nameless.pk).update(hidden=True)
    else:
        anonymise_player(nameless, by=By(None, "command"))
    left = roster_csv(club)
    assert f"Player {nameless.pk},,,0," in left
    assert "Everything in this file is here already" in send(owner, page_of(club), left).content.decode()


def test_namesakes_are_told_apart_by_their_number(owner: Client, club: Club, by_alice: By) -> None:
    add_player(club, name="Jon", number="1", by=by_alice)
    shown = send(owner, page_of(club), "name,member_no\nJon,1\nJon,2\n")
    confirm(owner, page_of(club), shown)
    assert sorted(Membership.objects.values_list("number", flat=True)) == ["1", "2"]


def test_addresses_leave_only_for_those_who_may_read_them(
    owner: Client, club: Club, alice: User, bob: User, by_alice: By
) -> None:
    player = add_player(club, name="Alice", by=by_alice)
    player.user = alice
    player.save()
    url = reverse("club_roster_csv", args=[club.slug])
    assert b"alice@example.org" in owner.get(url).content
    Role.objects.create(club=club, user=bob, role="scorekeeper")
    owner.force_login(bob)
    assert b"alice@example.org" not in owner.get(url).content


def deep(n: int) -> bytes:
    return b'{"format":' + b"[" * n + b"]" * n + b"}"


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"[]",
        b"{}",
        b"\xff\xfe{\x00}\x00",
        b'{"format":"eldest-hand-club","version":2}',
        b'{"format":"eldest-hand-tournament","version":1}',
        b'{"format":"eldest-hand-tournament","version":1,"club":[],"rules":{},"players":7}',
        b'{"format":"eldest-hand-club","version":1,"version":1}',
        b'{"format":"eldest-hand-club","version":' + b"9" * 100_000 + b"}",
        b'{"format":"eldest-hand-club","version":NaN}',
        b'{"format":"\\ud800"}',
        deep(100),
        deep(200_000),
        b"PK\x03\x04" + b"\x00" * 1000,
        b"name\n" + b"x" * 200_000,
        b"name\n" + b'"' * 99_999,
        b"round,deal\n" * 150_000,
        b"," * 1_000_000,
    ],
    ids=lambda raw: f"{raw[:24]!r}",
)
def test_a_file_that_is_none_gets_a_clear_answer_within_a_second(
    owner: Client, club: Club, raw: bytes
) -> None:
    with within(1):
        shown = send(owner, page_of(club), raw)
    assert shown.status_code in (200, 422)
    text = shown.content.decode()
    assert "Bring it in</button>" not in text
    assert 'class="alert bad"' in text or "To be mended in the file" in text


def test_a_file_that_is_too_large_or_empty_is_refused_at_once(owner: Client, club: Club) -> None:
    assert "more than 20 MB" in send(owner, page_of(club), b"x" * 20_000_001).content.decode()
    assert "This file is empty" in send(owner, page_of(club), b" \n").content.decode()
    assert not IncomingFile.objects.exists()


def cut_short(document: dict[str, Any]) -> None:
    document["rounds"][0]["tables"][0]["game"]["revisions"][0]["sheet"]["deals"][0]["bids"].pop()


def huge(document: dict[str, Any]) -> None:
    document["rounds"][0]["tables"][0]["game"]["revisions"][0]["sheet"]["deals"][0]["bids"][0] = 10**30


def stranger(document: dict[str, Any]) -> None:
    document["rounds"][0]["tables"][0]["seats"][0]["entry"] = 99


def unknown(document: dict[str, Any]) -> None:
    document["tournament"]["surprise"] = 1


def nobody(document: dict[str, Any]) -> None:
    document["players"].pop()


def twice(document: dict[str, Any]) -> None:
    document["rounds"].append(document["rounds"][0])


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (cut_short, "/rounds/0/tables/0/game/revisions/0/sheet"),
        (stranger, "/rounds/0/tables/0/seats"),
        (unknown, "/tournament/surprise"),
        (nobody, "/tournament/entries"),
        (twice, "/rounds"),
    ],
)
def test_a_document_that_was_tampered_with_names_the_place(
    owner: Client, evening: Evening, change: Any, place: str
) -> None:
    evening.play_round()
    document = json.loads(exported(evening.tournament))
    change(document)
    shown = send(owner, page_of(evening.tournament.club), json.dumps(document), "x.json")
    assert f"At {place}" in shown.content.decode()


def test_a_number_that_no_database_holds_is_refused(owner: Client, evening: Evening) -> None:
    evening.play_round()
    document = json.loads(exported(evening.tournament))
    huge(document)
    empty_site_free = Player.objects.count()
    shown = send(owner, page_of(evening.tournament.club), json.dumps(document), "x.json")
    assert "Bring it in</button>" not in shown.content.decode()
    assert Player.objects.count() == empty_site_free


def test_the_downloads_are_named_and_are_what_they_say(owner: Client, evening: Evening) -> None:
    evening.play_round()
    slug = evening.tournament.slug
    whole = owner.get(reverse("tournament_json", args=[slug]))
    assert whole.content == exported(evening.tournament)
    assert "2026-03-06.json" in whole["Content-Disposition"]
    results = Client().get(reverse("tournament_results_csv", args=[slug]))
    assert results.content.startswith(b"\xef\xbb\xbftournament,round,table,seat,player")
    assert results.content.count(b"\r\n") == 1 + 8 * 3
    for name, of in (("tournament_results_xlsx", slug), ("club_results_xlsx", evening.tournament.club.slug)):
        book = owner.get(reverse(name, args=[of]))
        assert book["Content-Disposition"].endswith('.xlsx"')
        shown = send(owner, page_of(evening.tournament.club), book.content, "results.xlsx")
        assert "Everything in this file is here already" in shown.content.decode()
    club = owner.get(reverse("club_json", args=[evening.tournament.club.slug]))
    assert json.loads(club.content)["format"] == "eldest-hand-club"
    assert "Results (CSV)" in Client().get(reverse("tournament_export", args=[slug])).content.decode()
