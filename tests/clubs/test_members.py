"""Lines of a roster: a guest becomes a member, names change, namesakes are told apart."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.activity import By
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Activity, Club, Membership, Player, User
from clubs.namesakes import tell_apart
from clubs.services.clubs import add_player
from clubs.services.members import change_member, known_as, rename_self
from clubs.services.rosters import Fate, read_roster
from games.services.people import merge_players
from tests.evenings import make_club, make_evening, make_players
from tournaments.models import TableLink
from tournaments.services.links import token_of
from tournaments.services.merging import alike_in
from tournaments.views.paper import cards_of, sheets_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(club: Club, by_alice: By) -> Player:
    return make_players(club, 1, by=by_alice)[0]


def found(text: str) -> set[str]:
    return set(Player.objects.current().named(text).values_list("name", flat=True))


def test_a_guest_becomes_a_member_and_twice_is_once(club: Club, by_alice: By) -> None:
    guest = add_player(club, name="Gus", by=by_alice, kind="guest")
    for _time in range(2):
        change_member(club, guest, by=by_alice, kind="member", number=" 12 ")
    row = Membership.objects.get(player=guest)
    assert (row.kind, row.number) == ("member", "12")
    assert Activity.objects.filter(verb="member.changed").count() == 1


def test_a_new_name_is_shown_and_the_old_one_still_finds(club: Club, ada: Player, by_alice: By) -> None:
    change_member(club, ada, by=by_alice, name="Åse Bø")
    change_member(club, ada, by=by_alice, name="Åse Bø")
    ada.refresh_from_db()
    assert ada.name == "Åse Bø"
    assert known_as(ada) == ["Ada"]
    assert found("ada") == {"Åse Bø"}
    assert read_roster(club, "ADA")[0].people == (ada,)
    assert read_roster(club, "ADA")[0].fate is Fate.KNOWN


def test_an_alias_in_any_letters_is_found_and_the_marks_between_aliases_are_not(
    club: Club, ada: Player, by_alice: By
) -> None:
    change_member(club, ada, by=by_alice, aliases=["Bjørn", ' Ann "the ace" ', "", "Bjørn"])
    assert Membership.objects.get(player=ada).aliases == ["Bjørn", 'Ann "the ace"']
    assert found("jørn") == {"Ada"}
    assert found("ace") == {"Ada"}
    assert found('", "') == set()
    assert found("nobody") == set()


def test_an_alias_of_a_hidden_person_or_of_a_closed_circle_finds_nobody(
    club: Club, ada: Player, by_alice: By
) -> None:
    change_member(club, ada, by=by_alice, aliases=["Ace"])
    Club.objects.filter(pk=club.pk).update(visibility="members")
    assert found("Ace") == set()
    assert known_as(ada) == []
    Club.objects.filter(pk=club.pk).update(visibility="public")
    Player.objects.filter(pk=ada.pk).update(hidden=True)
    assert found("Ace") == set()


def test_the_names_of_merged_profiles_find_the_person(club: Club, ada: Player, by_alice: By) -> None:
    ann = add_player(club, name="Ann K.", by=by_alice, aliases=["Annie"])
    merge_players(ann, into=ada, by=by_alice, reason="one person")
    for name in ("Ann K", "annie"):
        assert found(name) == {"Ada"}
    assert known_as(ada) == ["Ann K.", "Annie"]
    assert [line.people for line in read_roster(club, "ann k.\nANNIE")] == [(ada,), (ada,)]


def test_who_has_an_account_renames_oneself(club: Club, ada: Player, by_alice: By, bob: User) -> None:
    Player.objects.filter(pk=ada.pk).update(user=bob)
    ada.refresh_from_db()
    with pytest.raises(EldestHandError) as refusal:
        change_member(club, ada, by=by_alice, name="Someone")
    assert refusal.value.code == "claimed"
    with pytest.raises(NotAllowed):
        rename_self(ada, name="Someone", by=by_alice)
    assert rename_self(ada, name="Adele", by=By(bob, "web"))
    assert not rename_self(Player.objects.get(pk=ada.pk), name="Adele", by=By(bob, "web"))
    assert found("Ada") == {"Adele"}


def test_only_the_owner_changes_the_roster_and_only_lines_that_stand(
    club: Club, ada: Player, by_alice: By, bob: User
) -> None:
    with pytest.raises(NotAllowed):
        change_member(club, ada, by=By(bob, "web"), kind="guest")
    other = make_club(bob, "Other")
    with pytest.raises(EldestHandError) as refusal:
        change_member(other, ada, by=By(bob, "web"), kind="guest")
    assert refusal.value.code == "not_on_roster"
    for wrong in (
        {"kind": "king"},
        {"number": "9" * 31},
        {"name": " "},
        {"aliases": ["a"] * 3 + [f"n{i}" for i in range(25)]},
    ):
        with pytest.raises(EldestHandError):
            change_member(club, ada, by=by_alice, **wrong)


def test_changed_on_the_page_and_by_the_api(club: Club, ada: Player, alice: User, client: Client) -> None:
    client.force_login(alice)
    here = f"/clubs/{club.slug}/members/{ada.pk}/"
    assert here in client.get(f"/clubs/{club.slug}/members/").content.decode()
    typed = {"name": "Ada", "kind": "guest", "number": "7", "aliases": "Ace\nAdda\n"}
    assert client.post(here, typed).status_code == 302
    row = Membership.objects.get(player=ada)
    assert (row.kind, row.number, row.aliases) == ("guest", "7", ["Ace", "Adda"])
    bad = client.post(here, {**typed, "name": "", "number": "8"})
    assert bad.status_code == 422
    assert 'value="8"' in bad.content.decode()
    assert "Also known as Ace, Adda." in client.get(f"/players/{ada.pk}/").content.decode()
    api = f"/api/v1/clubs/{club.uid}/members/{ada.uid}/"
    answer = client.patch(api, {"kind": "member", "aliases": []}, content_type="application/json").json()
    assert (answer["kind"], answer["number"], answer["aliases"]) == ("member", "7", [])


def names_apart(*people: Player, club: Club | None = None) -> list[str]:
    rows = [Player.objects.get(pk=player.pk) for player in people]
    tell_apart(rows, club=club)
    return [str(row) for row in rows]


def test_namesakes_are_told_apart_by_number_then_by_club_then_by_profile(
    club: Club, ada: Player, by_alice: By, bob: User
) -> None:
    twin, bo = add_player(club, name="ADA", by=by_alice), add_player(club, name="Bo", by=by_alice)
    assert names_apart(ada, bo, club=club) == ["Ada", "Bo"]
    assert names_apart(ada, twin, club=club) == [f"Ada (profile {ada.pk})", f"ADA (profile {twin.pk})"]
    Membership.objects.filter(player=ada).update(number="7")
    assert names_apart(ada, twin, bo, club=club) == ["Ada (no. 7)", f"ADA (profile {twin.pk})", "Bo"]
    other = make_club(bob, "Other")
    third = add_player(other, name="Ada", by=By(bob, "web"))
    assert names_apart(ada, third) == [f"Ada ({club.name})", "Ada (Other)"]
    Player.objects.filter(pk=third.pk).update(hidden=True)
    assert names_apart(ada, third) == ["Ada", f"Player {third.pk}"]
    Player.objects.filter(pk=third.pk).update(hidden=False, name="", anonymised_at=timezone.now())
    assert names_apart(ada, third)[1] == f"Player {third.pk}"


def test_a_list_without_namesakes_asks_nothing_and_one_with_three_pairs_asks_once(
    club: Club, by_alice: By
) -> None:
    people = make_players(club, 8, by=by_alice)
    with CaptureQueriesContext(connection) as queries:
        tell_apart(people, club=club)
    assert len(queries) == 0
    twins = [add_player(club, name=name, by=by_alice) for name in ("Ada", "Bo", "Cleo")]
    with CaptureQueriesContext(connection) as queries:
        tell_apart([*people, *twins], club=club)
    assert len(queries) == 1


def test_every_list_of_an_evening_tells_namesakes_apart(
    club: Club, alice: User, by_alice: By, client: Client
) -> None:
    people = make_players(club, 7, by=by_alice)
    people.append(add_player(club, name="Ada", by=by_alice, number="12"))
    Membership.objects.filter(player=people[0]).update(number="11")
    evening = make_evening(club, by=by_alice, players=people)
    base = f"/tournaments/{evening.tournament.slug}/"
    client.force_login(alice)
    paths = [base, f"{base}door/", f"/clubs/{club.slug}/members/"]
    for path in paths:
        assert {"Ada (no. 11)", "Ada (no. 12)"} <= told(client, path), path
    evening.play_round()
    for path in (f"{base}standings/", f"{base}rounds/1/", base):
        assert {"Ada (no. 11)", "Ada (no. 12)"} <= told(client, path), path
    assert [(one.pk, other.pk) for one, other in alike_in(club)] == [(people[7].pk, people[0].pk)]


def test_the_desk_its_papers_and_the_draw_tell_namesakes_apart_across_tables(
    club: Club, alice: User, by_alice: By, client: Client, rf: RequestFactory
) -> None:
    people = make_players(club, 7, by=by_alice)
    people.append(add_player(club, name="Ada", by=by_alice, number="12"))
    Membership.objects.filter(player=people[0]).update(number="11")
    evening = make_evening(club, by=by_alice, players=people, sizes=[4])
    base = f"/tournaments/{evening.tournament.slug}/"
    both = {"Ada (no. 11)", "Ada (no. 12)"}
    client.force_login(alice)
    drafted = evening.draw()
    assert told(client, f"{base}draw/") == both
    published = evening.publish(drafted)
    assert told(client, f"{base}sheets/") == both
    tables = list(published.tables.order_by("number"))
    tokens = {link.table_id: token_of(link) for link in TableLink.objects.all()}
    for pages in (
        [f"{base}sheets/{table.sheet_number}/" for table in tables],
        [f"/tables/{tokens[table.pk]}/" for table in tables],
    ):
        assert set().union(*(told(client, page) for page in pages)) == both, pages
    papers = sheets_of(evening.tournament, published, rf.get("/"))
    assert both <= {name for paper in papers for name in paper.names}
    assert both <= {card.name for card in cards_of(published)}


def told(client: Client, path: str) -> set[str]:
    page = client.get(path).content.decode()
    return {name for name in ("Ada (no. 11)", "Ada (no. 12)") if name in page}
