"""Players register themselves: room for so many, a waiting list that moves up by itself, and codes at the door."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from clubs.activity import By
from clubs.errors import EldestHandError, ImmutableFact, NotAllowed
from clubs.models import Club, Membership, Player, Role, User
from games.services.people import merge_players
from tests.evenings import make_club, make_players
from tournaments.models import Entry, SignUp, Tournament
from tournaments.services import entries
from tournaments.services.checking_in import Code, check_in, code_of, door_token, own_token
from tournaments.services.signing_up import SignUpList, list_of, n_taken, set_terms, sign_off, sign_up


@pytest.fixture
def tournament(club: Club, by_alice: By) -> Tournament:
    return entries.create_tournament(
        club, name="May evening", starts_at=timezone.now() + timedelta(hours=2), by=by_alice
    )


def person(name: str) -> By:
    """An account with a profile on no roster."""
    user = User.objects.create_user(name.casefold())
    Player.objects.create(name=name, user=user)
    return By(user, "web")


def opened(tournament: Tournament, by: By, capacity: int | None = None) -> None:
    set_terms(tournament, by=by, opens_at=None, closes_at=None, capacity=capacity)


def names(found: SignUpList) -> tuple[list[str], list[str]]:
    return [player.name for player in found.admitted], [player.name for player in found.waiting]


@pytest.mark.django_db
class TestList:
    def test_who_comes_when_all_places_are_taken_waits_and_moves_up(
        self, tournament: Tournament, by_alice: By
    ) -> None:
        opened(tournament, by_alice, 2)
        people = [person(name) for name in ("Uma", "Vera", "Wim", "Yrsa", "Zoe")]
        places = [sign_up(tournament, by=by, of_age=True) for by in people]
        assert places == [("admitted", 0), ("admitted", 0), ("waiting", 1), ("waiting", 2), ("waiting", 3)]
        assert sign_up(tournament, by=people[2], of_age=True) == ("waiting", 1), "twice is once"
        sign_off(tournament, by=people[2])
        sign_off(tournament, by=people[0])
        assert names(list_of(tournament)) == (["Vera", "Yrsa"], ["Zoe"])
        assert sign_up(tournament, by=people[0], of_age=True) == ("waiting", 2), "at the end of the line"
        opened(tournament, by_alice, 4)
        assert names(list_of(tournament)) == (["Vera", "Yrsa", "Zoe", "Uma"], [])

    def test_less_room_takes_no_place_away(self, tournament: Tournament, by_alice: By) -> None:
        opened(tournament, by_alice)
        people = [person(name) for name in ("Uma", "Vera", "Wim")]
        for by in people:
            sign_up(tournament, by=by, of_age=True)
        opened(tournament, by_alice, 1)
        assert sign_up(tournament, by=person("Zoe"), of_age=True) == ("waiting", 1)
        sign_off(tournament, by=people[0])
        assert names(list_of(tournament)) == (["Vera", "Wim"], ["Zoe"])

    def test_who_was_entered_at_the_door_takes_a_place_and_who_waited_and_was_entered_waits_no_more(
        self, tournament: Tournament, club: Club, by_alice: By
    ) -> None:
        opened(tournament, by_alice, 2)
        uma, vera, wim = (person(name) for name in ("Uma", "Vera", "Wim"))
        entries.enter_player(tournament, make_players(club, 1, by=by_alice)[0], by=by_alice)
        assert sign_up(tournament, by=uma, of_age=True) == ("admitted", 0)
        assert sign_up(tournament, by=vera, of_age=True) == ("waiting", 1)
        sign_up(tournament, by=wim, of_age=True)
        entries.enter_player(tournament, Player.objects.get(name="Wim"), by=by_alice)
        found = list_of(tournament)
        assert names(found) == (["Uma", "Wim"], ["Vera"])
        assert n_taken(tournament, found) == 3

    def test_a_withdrawal_of_somebody_entered_is_an_absence_and_frees_the_place(
        self, tournament: Tournament, by_alice: By
    ) -> None:
        opened(tournament, by_alice, 1)
        uma, vera = person("Uma"), person("Vera")
        sign_up(tournament, by=uma, of_age=True)
        sign_up(tournament, by=vera, of_age=True)
        check_in(the_code(door_token(tournament)), by=uma)
        sign_off(tournament, by=uma)
        assert names(list_of(tournament)) == (["Vera"], [])
        entry = Entry.objects.get(player__name="Uma")
        assert entry.presences.latest("pk").status == "absent", "the line in the standings stays"

    @pytest.mark.parametrize(
        ("opens", "closes", "code"), [(1, None, "registration_closed"), (None, -1, "registration_closed")]
    )
    def test_before_and_after_its_time_registration_is_closed(
        self, tournament: Tournament, by_alice: By, opens: int | None, closes: int | None, code: str
    ) -> None:
        now = timezone.now()
        set_terms(
            tournament,
            by=by_alice,
            opens_at=now + timedelta(hours=opens) if opens else None,
            closes_at=now + timedelta(hours=closes) if closes else None,
            capacity=None,
        )
        with pytest.raises(EldestHandError) as refusal:
            sign_up(tournament, by=person("Uma"), of_age=True)
        assert refusal.value.code == code

    def test_nobody_registers_where_the_club_has_not_opened_it(self, tournament: Tournament) -> None:
        with pytest.raises(EldestHandError) as refusal:
            sign_up(tournament, by=person("Uma"), of_age=True)
        assert refusal.value.code == "registration_closed"

    def test_who_is_under_age_is_registered_by_the_club(self, tournament: Tournament, by_alice: By) -> None:
        opened(tournament, by_alice)
        with pytest.raises(EldestHandError) as refusal:
            sign_up(tournament, by=person("Uma"), of_age=False)
        assert refusal.value.code == "minor"

    def test_an_account_without_a_profile_gets_one_and_is_a_guest(
        self, tournament: Tournament, by_alice: By, bob: User
    ) -> None:
        opened(tournament, by_alice)
        sign_up(tournament, by=By(bob, "web"), of_age=True, name=" Bob  Bobsen ")
        player = Player.objects.get(user=bob)
        assert player.name == "Bob Bobsen"
        assert Membership.objects.get(player=player).kind == "guest"

    def test_a_name_of_the_roster_is_asked_for_first(
        self, tournament: Tournament, club: Club, by_alice: By, bob: User
    ) -> None:
        opened(tournament, by_alice)
        ada = make_players(club, 1, by=by_alice)[0]
        with pytest.raises(EldestHandError) as refusal:
            sign_up(tournament, by=By(bob, "web"), of_age=True, name="áda")
        assert refusal.value.code == "look_alike"
        assert refusal.value.extra["player_url"] == ada.get_absolute_url()
        sign_up(tournament, by=By(bob, "web"), of_age=True, name="Ada", is_another=True)
        assert Player.objects.filter(name="Ada").count() == 2

    def test_who_may_not_opens_nothing_and_takes_nobody_off(
        self, tournament: Tournament, by_alice: By, bob: User
    ) -> None:
        by_bob = By(bob, "web")
        with pytest.raises(NotAllowed):
            opened(tournament, by_bob)
        opened(tournament, by_alice)
        uma = person("Uma")
        sign_up(tournament, by=uma, of_age=True)
        with pytest.raises(NotAllowed):
            sign_off(tournament, by=by_bob, player=Player.objects.get(name="Uma"))
        with pytest.raises(NotAllowed):
            sign_up(tournament, by=By(None, "web"), of_age=True)
        sign_off(tournament, by=by_alice, player=Player.objects.get(name="Uma"))
        assert names(list_of(tournament)) == ([], [])

    def test_the_list_follows_a_merge(self, tournament: Tournament, club: Club, by_alice: By) -> None:
        opened(tournament, by_alice)
        ada = make_players(club, 1, by=by_alice)[0]
        sign_up(tournament, by=person("Uma"), of_age=True)
        merge_players(Player.objects.get(name="Uma"), into=ada, by=by_alice, reason="one person")
        assert list_of(tournament).admitted == (ada,)

    def test_what_was_said_stays_said(self, tournament: Tournament, by_alice: By) -> None:
        opened(tournament, by_alice)
        sign_up(tournament, by=person("Uma"), of_age=True)
        with pytest.raises(ImmutableFact):
            SignUp.objects.update(kind="withdrawn")


def the_code(token: str) -> Code:
    found = code_of(token)
    assert found is not None
    return found


@pytest.mark.django_db
class TestDoor:
    def test_the_code_on_the_wall_checks_in_who_has_a_place_and_twice_is_once(
        self, tournament: Tournament, by_alice: By
    ) -> None:
        opened(tournament, by_alice, 1)
        uma, vera = person("Uma"), person("Vera")
        for by in (uma, vera):
            sign_up(tournament, by=by, of_age=True)
        code = the_code(door_token(tournament))
        entry = check_in(code, by=uma)
        assert check_in(code, by=uma) == entry
        assert list(entry.presences.values_list("status", "via")) == [("present", "check-in")]
        for by, word in ((vera, "waiting"), (person("Wim"), "not_registered")):
            with pytest.raises(EldestHandError) as refusal:
                check_in(code, by=by)
            assert refusal.value.code == word
        with pytest.raises(NotAllowed):
            check_in(code, by=By(None, "web"))

    def test_a_players_own_code_is_for_who_calls_the_roll(
        self, tournament: Tournament, club: Club, by_alice: By
    ) -> None:
        opened(tournament, by_alice)
        uma = person("Uma")
        sign_up(tournament, by=uma, of_age=True)
        code = the_code(own_token(tournament, Player.objects.get(name="Uma")))
        with pytest.raises(NotAllowed):
            check_in(code, by=uma)
        sven = User.objects.create_user("sven")
        Role.objects.create(club=club, user=sven, role="scorekeeper")
        assert check_in(code, by=By(sven, "web")).player.name == "Uma"

    def test_nobody_is_at_the_door_the_day_before(self, tournament: Tournament, by_alice: By) -> None:
        opened(tournament, by_alice)
        uma = person("Uma")
        sign_up(tournament, by=uma, of_age=True)
        Tournament.objects.update(starts_at=timezone.now() + timedelta(days=2))
        with pytest.raises(EldestHandError) as refusal:
            check_in(the_code(door_token(tournament)), by=uma)
        assert refusal.value.code == "too_early"

    @pytest.mark.parametrize("token", ["nonsense", "d1.forged", "p1-1.x"])
    def test_a_code_that_was_not_made_here_opens_nothing(self, client: Client, token: str) -> None:
        assert code_of(token) is None
        assert client.get(f"/check-in/{token}/").status_code == 404

    def test_registered_shown_and_checked_in_on_the_pages(
        self, tournament: Tournament, club: Club, by_alice: By, alice: User, bob: User
    ) -> None:
        owner, player, visitor = Client(), Client(), Client()
        owner.force_login(alice)
        player.force_login(bob)
        base = f"/tournaments/{tournament.slug}/"
        here = f"{base}registration/"
        assert "enters the players itself" in visitor.get(here).content.decode()
        bad = owner.post(
            f"{here}settings/", {"opens_at": "2030-01-02T10:00", "closes_at": "2030-01-01T10:00"}
        )
        assert bad.status_code == 422
        assert "2030-01-02T10:00" in bad.content.decode(), "nothing typed is lost"
        assert owner.post(f"{here}settings/", {"capacity": "1"}).status_code == 302
        assert visitor.post(here, {"act": "register"}).status_code == 403
        late = player.post(here, {"act": "register", "name": "Bob"})
        assert late.status_code == 422
        assert 'value="Bob"' in late.content.decode()
        assert player.post(here, {"act": "register", "name": "Bob", "of_age": "1"}).status_code == 302
        page = player.get(here).content.decode()
        assert "You have a place." in page
        assert "<svg" in page
        assert "1 is registered" in visitor.get(base).content.decode()
        assert "csrfmiddlewaretoken" not in visitor.get(here).content.decode()
        assert "<svg" in owner.get(f"{base}door/code/").content.decode()
        assert "Bob" in owner.get(f"{base}door/").content.decode()
        wall = f"/check-in/{door_token(tournament)}/"
        assert player.get(wall).status_code == 200
        assert not Entry.objects.exists(), "looking checks nobody in"
        for _time in range(2):
            assert player.post(wall).status_code == 302
        assert Entry.objects.get().presences.count() == 1
        assert player.post(here, {"act": "withdraw"}).status_code == 302
        assert "Withdraw" not in player.get(here).content.decode()

    def test_two_of_one_name_are_told_apart_for_who_takes_one_of_them_off_the_list(
        self, tournament: Tournament, by_alice: By, alice: User
    ) -> None:
        opened(tournament, by_alice)
        people = make_players(tournament.club, 2, by=by_alice)
        for n, player in enumerate(people):
            player.user = User.objects.create_user(f"mia-{n}")
            player.name = "Mia"
            player.save()
            sign_up(tournament, by=By(player.user, "web"), of_age=True)
        owner = Client()
        owner.force_login(alice)
        page = owner.get(f"/tournaments/{tournament.slug}/registration/settings/").content.decode()
        for player in people:
            assert f"Mia (profile {player.pk})" in page

    def test_a_scorekeeper_ticks_whoever_has_a_place(
        self, tournament: Tournament, club: Club, by_alice: By
    ) -> None:
        opened(tournament, by_alice)
        sign_up(tournament, by=person("Uma"), of_age=True)
        sven = User.objects.create_user("sven")
        Role.objects.create(club=club, user=sven, role="scorekeeper")
        desk = Client()
        desk.force_login(sven)
        door = f"/tournaments/{tournament.slug}/door/"
        uma = Player.objects.get(name="Uma")
        assert "Uma" in desk.get(door).content.decode()
        assert desk.post(door, {"here": str(uma.pk)}).status_code == 302
        assert Entry.objects.get().player == uma

    def test_registered_and_checked_in_by_the_api(
        self, tournament: Tournament, alice: User, bob: User
    ) -> None:
        owner, player = Client(), Client()
        owner.force_login(alice)
        player.force_login(bob)
        kind = "application/json"
        here = f"/api/v1/tournaments/{tournament.uid}/registration/"
        assert owner.put(here, {"capacity": 1}, content_type=kind).json()["capacity"] == 1
        told = player.post(here, {"of_age": True, "name": "Bob"}, content_type=kind).json()
        assert [one["name"] for one in told["admitted"]] == ["Bob"]
        answer = player.post("/api/v1/check-in/", {"token": door_token(tournament)}, content_type=kind)
        assert (answer.status_code, answer.json()["name"]) == (200, "Bob")
        assert player.delete(here, {}, content_type=kind).json()["admitted"] == []


def at_once(*acts: Callable[[], object]) -> Counter[object]:
    start = threading.Barrier(len(acts))

    def one(act: Callable[[], object]) -> object:
        start.wait()
        try:
            return act()
        except EldestHandError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return Counter(pool.map(one, acts))


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_want_three_places_at_once_three_get_one_and_nobody_is_lost() -> None:
    alice = User.objects.create_user("alice")
    by = By(alice, "web")
    club = make_club(alice)
    tournament = entries.create_tournament(club, name="May", starts_at=timezone.now(), by=by)
    opened(tournament, by, 3)
    people = [person(f"P{n}") for n in range(8)]
    got = at_once(*[lambda one=one: sign_up(tournament, by=one, of_age=True) for one in people])
    assert got == {("admitted", 0): 3, **{("waiting", n): 1 for n in range(1, 6)}}
    admitted = [User.objects.get(player=player) for player in list_of(tournament).admitted]
    at_once(*[lambda user=user: sign_off(tournament, by=By(user, "web")) for user in admitted[:2]])
    found = list_of(tournament)
    assert (len(found.admitted), len(found.waiting)) == (3, 3)
    assert at_once(*[lambda: sign_up(tournament, by=people[0], of_age=True)] * 4).total() == 4
    wall = the_code(door_token(tournament))
    guest = By(User.objects.get(player=found.admitted[0]), "web")
    assert len(at_once(*[lambda: check_in(wall, by=guest)] * 4)) == 1
    assert Entry.objects.count() == 1
