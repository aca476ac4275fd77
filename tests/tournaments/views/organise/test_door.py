"""The door: ticks, remarks, walk-ins, and the tables that can be made of who is here."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.activity import By
from clubs.models import Club, Player, User
from clubs.services.clubs import add_player
from tests.evenings import Evening, make_evening, make_players
from tournaments.models import Entry, Official, Presence, Tournament
from tournaments.services.entries import enter_player, statuses


@pytest.fixture
def empty(club: Club, by_alice: By) -> Tournament:
    """Five people on the roster, nobody entered."""
    make_players(club, 5, by=by_alice)
    return make_evening(club, by=by_alice, players=[]).tournament


def url(tournament: Tournament) -> str:
    return f"/tournaments/{tournament.slug}/door/"


def status_of(tournament: Tournament, player: Player) -> str | None:
    entry = Entry.objects.filter(tournament=tournament, player=player).first()
    return statuses(tournament, 1).get(entry.pk) if entry else None


def test_everybody_on_the_roster_stands_at_the_door(alice_client: Client, empty: Tournament) -> None:
    page = alice_client.get(url(empty)).content.decode()
    assert "0 are here" in page
    for name in ("Ada", "Bo", "Cleo", "Dag", "Elin"):
        assert name in page


def test_a_tick_enters_and_notes_presence(alice_client: Client, empty: Tournament) -> None:
    ada = Player.objects.get(name="Ada")
    answer = alice_client.post(url(empty), {"here": [ada.pk]}, follow=True)
    assert "1 is here" in answer.content.decode()
    assert status_of(empty, ada) == "present"


def test_a_tick_with_htmx_answers_with_counts_and_that_line(alice_client: Client, empty: Tournament) -> None:
    ada = Player.objects.get(name="Ada")
    answer = alice_client.post(url(empty), {"here": [ada.pk], "only": ada.pk}, headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert text.startswith('<div id="door-state"')
    assert text.count("hx-swap-oob") == 1
    assert f'id="line-{ada.pk}"' in text


def test_a_cleared_tick_makes_absent_and_nobody_is_deleted(alice_client: Client, evening: Evening) -> None:
    first = evening.entries[0]
    was = [f"{entry.player_id}:present" for entry in evening.entries]
    here = [entry.player_id for entry in evening.entries[1:]]
    alice_client.post(url(evening.tournament), {"was": was, "here": here})
    assert statuses(evening.tournament, 1)[first.pk] == "absent"
    assert evening.tournament.entries.count() == 8
    assert Presence.objects.filter(entry__in=evening.entries[1:]).count() == 7


@pytest.mark.parametrize("remark", ["late", "stand-by", "volunteer", "left", "absent"])
def test_a_remark_is_kept(alice_client: Client, evening: Evening, remark: str) -> None:
    entry = evening.entries[2]
    alice_client.post(
        url(evening.tournament),
        {
            "was": f"{entry.player_id}:present",
            "here": entry.player_id,
            f"as-{entry.player_id}": remark,
            "only": entry.player_id,
        },
    )
    assert statuses(evening.tournament, 1)[entry.pk] == remark


def test_an_old_page_does_not_undo_what_another_helper_ticked(alice_client: Client, evening: Evening) -> None:
    """Both opened the page with everybody present; one marks Ada late, the other only clears Bo."""
    ada, bo = evening.entries[:2]
    was = [f"{entry.player_id}:present" for entry in evening.entries]
    everybody = [entry.player_id for entry in evening.entries]
    alice_client.post(url(evening.tournament), {"was": was, "here": everybody, f"as-{ada.player_id}": "late"})
    alice_client.post(
        url(evening.tournament), {"was": was, "here": [p for p in everybody if p != bo.player_id]}
    )
    known = statuses(evening.tournament, 1)
    assert (known[ada.pk], known[bo.pk]) == ("late", "absent")


def test_saving_twice_notes_once(alice_client: Client, empty: Tournament) -> None:
    ada = Player.objects.get(name="Ada")
    for _time in range(2):
        alice_client.post(url(empty), {"here": [ada.pk]})
    assert Presence.objects.filter(tournament=empty).count() == 1
    assert empty.entries.count() == 1


def test_an_unknown_remark_is_refused_with_the_page(alice_client: Client, evening: Evening) -> None:
    entry = evening.entries[0]
    answer = alice_client.post(
        url(evening.tournament), {"here": entry.player_id, f"as-{entry.player_id}": "dancing"}
    )
    assert answer.status_code == 422
    assert "dancing" in answer.content.decode()


def test_a_player_of_another_club_is_not_entered_by_a_made_up_tick(
    alice_client: Client, empty: Tournament
) -> None:
    stranger = Player.objects.create(name="Nobody here")
    assert alice_client.post(url(empty), {"here": [stranger.pk]}).status_code == 422
    assert empty.entries.count() == 0


def test_seventeen_people_are_offered_the_split_without_repeats_first(
    alice_client: Client, club: Club, by_alice: By
) -> None:
    evening = make_evening(club, by=by_alice, n_players=17)
    page = alice_client.get(url(evening.tournament)).content.decode()
    assert page.index("4 · 4 · 3 · 3 · 3") < page.index("5 · 4 · 4 · 4")
    assert "at least 3 meetings again in 3 rounds" in page


def test_no_more_rounds_without_a_repeat_are_promised_than_are_known(
    alice_client: Client, club: Club, by_alice: By
) -> None:
    evening = make_evening(club, by=by_alice, n_players=20, sizes=(4,), n_rounds=6)
    page = alice_client.get(url(evening.tournament)).content.decode()
    assert "5 tables of 4; 5 rounds without meeting again, at least" in page
    assert "nobody need meet twice" not in page


def test_numbers_that_make_no_tables_say_which_would(alice_client: Client, club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=3, sizes=(4,))
    page = alice_client.get(url(evening.tournament)).content.decode()
    assert "3 people do not fill tables of 4. It works with 4 people." in page


def test_a_walk_in_joins_roster_and_evening_at_once(alice_client: Client, empty: Tournament) -> None:
    answer = alice_client.post(url(empty) + "walk-in/", {"names": "  Quentin   Q. "}, follow=True)
    assert "Quentin Q. is here." in answer.content.decode()
    player = Player.objects.get(name="Quentin Q.")
    assert status_of(empty, player) == "present"
    assert empty.club.memberships.filter(player=player).count() == 1


def test_a_known_name_at_the_door_is_asked_about(alice_client: Client, empty: Tournament) -> None:
    ada = Player.objects.get(name="Ada")
    asked = alice_client.post(url(empty) + "walk-in/", {"names": "ada"})
    assert asked.status_code == 422
    assert f'value="{ada.pk}" checked' in asked.content.decode()
    assert status_of(empty, ada) is None
    alice_client.post(url(empty) + "walk-in/", {"names": "ada", "who-0": str(ada.pk)})
    assert Player.objects.filter(name__iexact="ada").count() == 1
    assert status_of(empty, ada) == "present"
    key = asked.context["form_key"]
    for _time in range(2):
        typed = {"names": "ada", "who-0": "new", "form_key": key}
        assert alice_client.post(url(empty) + "walk-in/", typed).status_code == 302
    assert Player.objects.filter(name__iexact="ada").count() == 2


def test_a_look_alike_is_asked_about_and_the_name_kept(
    alice_client: Client, empty: Tournament, by_alice: By
) -> None:
    add_player(empty.club, name="Josephine", by=by_alice)
    answer = alice_client.post(url(empty) + "walk-in/", {"names": "Joséphine"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Who is “Joséphine”?" in page
    assert ">Joséphine</textarea>" in page
    assert empty.entries.count() == 0


@pytest.mark.parametrize("who", ["same", "new"])
def test_the_answer_about_a_look_alike_holds(
    alice_client: Client, empty: Tournament, by_alice: By, who: str
) -> None:
    old = add_player(empty.club, name="Josephine", by=by_alice)
    choice = str(old.pk) if who == "same" else "new"
    alice_client.post(url(empty) + "walk-in/", {"names": "Joséphine", "who-0": choice})
    entered = empty.entries.get().player
    assert (entered == old) is (who == "same")


def test_walking_in_twice_is_one_person(alice_client: Client, empty: Tournament) -> None:
    for _time in range(2):
        alice_client.post(url(empty) + "walk-in/", {"names": "Quentin"})
    assert Player.objects.filter(name="Quentin").count() == 1
    assert empty.entries.count() == 1


def test_an_empty_walk_in_says_what_is_missing(alice_client: Client, empty: Tournament) -> None:
    answer = alice_client.post(url(empty) + "walk-in/", {"names": " \n "})
    assert answer.status_code == 422
    assert "Type the name of whoever walked in." in answer.content.decode()


def test_the_director_of_one_evening_adds_walk_ins(bob_client: Client, bob: User, empty: Tournament) -> None:
    Official.objects.create(tournament=empty, user=bob, role="director")
    assert bob_client.post(url(empty) + "walk-in/", {"names": "Quentin"}).status_code == 302
    assert empty.entries.get().player.name == "Quentin"


def test_the_desk_calls_the_roll_but_enters_nobody(
    desk_client: Client, empty: Tournament, by_alice: By
) -> None:
    ada, bo = Player.objects.get(name="Ada"), Player.objects.get(name="Bo")
    enter_player(empty, ada, by=by_alice)
    page = desk_client.get(url(empty)).content.decode()
    assert "Ada" in page
    assert ">Bo<" not in page
    assert "Add to roster" not in page
    assert desk_client.post(url(empty), {"here": [ada.pk]}).status_code == 302
    assert desk_client.post(url(empty), {"here": [bo.pk]}).status_code == 403
    assert desk_client.post(url(empty) + "walk-in/", {"names": "Quentin"}).status_code == 403
    assert empty.entries.count() == 1


def test_an_outsider_is_refused_at_the_door(bob_client: Client, evening: Evening) -> None:
    assert bob_client.get(url(evening.tournament)).status_code == 403
    assert bob_client.post(url(evening.tournament), {}).status_code == 403
    assert bob_client.post(url(evening.tournament) + "walk-in/", {"names": "X"}).status_code == 403


def test_who_is_not_signed_in_is_sent_to_sign_in_and_back(client: Client, evening: Evening) -> None:
    here = url(evening.tournament)
    answer = client.get(here)
    assert answer.status_code == 302
    assert f"next={here.replace('/', '%2F')}" in answer.headers["Location"]
    assert client.post(here, {}).status_code == 403
    with_htmx = client.post(here, {}, headers={"HX-Request": "true"})
    assert with_htmx.headers["HX-Redirect"].startswith("/accounts/login/")


def test_a_members_only_evening_has_no_door_for_strangers(bob_client: Client, evening: Evening) -> None:
    Tournament.objects.update(visibility="members")
    assert bob_client.get(url(evening.tournament)).status_code == 404
    assert bob_client.get("/tournaments/nowhere/door/").status_code == 404


def test_the_door_takes_no_other_methods(alice_client: Client, evening: Evening) -> None:
    assert alice_client.put(url(evening.tournament)).status_code == 405
    assert alice_client.get(url(evening.tournament) + "walk-in/").status_code == 405


def test_a_closed_evening_refuses_ticks_in_words(alice_client: Client, evening: Evening) -> None:
    Tournament.objects.update(closed_at="2026-03-06T23:00Z")
    entry = evening.entries[0]
    answer = alice_client.post(
        url(evening.tournament), {"was": f"{entry.player_id}:present", "only": entry.player_id}
    )
    assert answer.status_code == 422
    assert "is closed" in answer.content.decode()


def test_the_door_costs_the_same_for_five_and_for_forty(
    alice_client: Client, club: Club, by_alice: By, empty: Tournament
) -> None:
    def cost(read: Callable[[], object]) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            read()
        return len(queries)

    few = cost(lambda: alice_client.get(url(empty)))
    for player in make_players(club, 35, by=by_alice)[:20]:
        enter_player(empty, player, by=by_alice)
    assert cost(lambda: alice_client.get(url(empty))) <= few + 1  # the roles of a member, once
