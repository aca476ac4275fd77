"""A profile claimed: asked for by a signed-in person, answered by the club; one profile an account, and the reverse."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from clubs.activity import By
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Claim, Club, Player, User
from clubs.services.claiming import (
    approve_claim,
    ask_claim,
    open_claims_in,
    refuse_claim,
    release_profile,
    withdraw_claim,
)
from games.services.people import merge_players, unmerge_player
from tests.evenings import make_club, make_players


@pytest.fixture
def ada(club: Club, by_alice: By) -> Player:
    return make_players(club, 2, by=by_alice)[0]


@pytest.fixture
def by_bob(bob: User) -> By:
    return By(bob, "web")


@pytest.mark.django_db
class TestClaims:
    def test_a_claim_is_asked_approved_and_given_back(
        self, club: Club, ada: Player, by_bob: By, by_alice: By
    ) -> None:
        claim = ask_claim(ada, by=by_bob, words="I sit by the window.")
        assert ask_claim(ada, by=by_bob) == claim, "twice is once"
        assert list(open_claims_in(club)) == [claim]
        assert approve_claim(claim, club=club, by=by_alice).user == by_bob.user
        assert approve_claim(claim, club=club, by=by_alice).user == by_bob.user
        assert list(open_claims_in(club)) == []
        release_profile(ada, by=by_bob)
        release_profile(ada, by=by_bob)
        ada.refresh_from_db()
        assert ada.user is None
        kinds = list(Claim.objects.filter(player=ada).values_list("kind", flat=True))
        assert kinds == ["asked", "approved", "released"]

    def test_a_refusal_says_why_and_one_may_ask_again(
        self, club: Club, ada: Player, by_bob: By, by_alice: By
    ) -> None:
        claim = ask_claim(ada, by=by_bob)
        with pytest.raises(EldestHandError) as refusal:
            refuse_claim(claim, club=club, by=by_alice, reason=" ")
        assert refusal.value.code == "reason_missing"
        refuse_claim(claim, club=club, by=by_alice, reason="Ada is my aunt")
        with pytest.raises(EldestHandError) as refusal:
            approve_claim(claim, club=club, by=by_alice)
        assert refusal.value.code == "answered"
        assert ask_claim(ada, by=by_bob) != claim

    def test_who_claimed_a_profile_claims_no_other_and_a_claimed_one_is_nobody_elses(
        self, club: Club, ada: Player, by_bob: By, by_alice: By
    ) -> None:
        bo = Player.objects.get(name="Bo")
        first, second = ask_claim(ada, by=by_bob), ask_claim(bo, by=by_bob)
        approve_claim(first, club=club, by=by_alice)
        assert list(open_claims_in(club)) == [], "the other request lapses"
        with pytest.raises(EldestHandError) as refusal:
            approve_claim(second, club=club, by=by_alice)
        assert refusal.value.code == "has_profile"
        carl = By(User.objects.create_user("carl"), "web")
        with pytest.raises(EldestHandError) as refusal:
            ask_claim(ada, by=carl)
        assert refusal.value.code == "claimed"

    def test_only_owners_of_a_club_of_the_profile_answer(
        self, club: Club, ada: Player, by_bob: By, by_alice: By
    ) -> None:
        claim = ask_claim(ada, by=by_bob)
        olga = By(User.objects.create_user("olga"), "web")
        assert olga.user is not None
        other = make_club(olga.user, "Other")
        for by, where in ((by_bob, club), (olga, other), (olga, club)):
            with pytest.raises(NotAllowed):
                approve_claim(claim, club=where, by=by)
            with pytest.raises(NotAllowed):
                refuse_claim(claim, club=where, by=by, reason="no")
        with pytest.raises(NotAllowed):
            ask_claim(ada, by=By(None, "web"))
        with pytest.raises(NotAllowed):
            withdraw_claim(claim, by=olga)
        root = By(User.objects.create_superuser("root"), "web")
        approve_claim(claim, club=club, by=root)
        with pytest.raises(NotAllowed):
            release_profile(ada, by=olga)
        release_profile(ada, by=root)

    def test_a_claim_of_a_merged_profile_is_one_of_its_person(
        self, club: Club, ada: Player, by_bob: By, by_alice: By
    ) -> None:
        bo = Player.objects.get(name="Bo")
        claim = ask_claim(bo, by=by_bob)
        merge_players(bo, into=ada, by=by_alice, reason="one person")
        assert list(open_claims_in(club)) == [claim]
        assert approve_claim(claim, club=club, by=by_alice) == ada
        unmerge_player(Player.objects.get(pk=bo.pk), by=by_alice, reason="two")
        ada.refresh_from_db()
        assert ada.user == by_bob.user, "approved after the merge: it stays with the person"

    def test_a_nameless_profile_is_nobodys(self, ada: Player, by_bob: By) -> None:
        Player.objects.filter(pk=ada.pk).update(anonymised_at=timezone.now(), name="")
        with pytest.raises(EldestHandError) as refusal:
            ask_claim(ada, by=by_bob)
        assert refusal.value.code == "anonymised"

    def test_the_database_keeps_one_answer(self, ada: Player, by_bob: By) -> None:
        claim = ask_claim(ada, by=by_bob)
        withdraw_claim(claim, by=by_bob)
        withdraw_claim(claim, by=by_bob)
        answer = Claim.objects.get(asked=claim)
        answer.pk, answer._state.adding = None, True
        with pytest.raises(IntegrityError), transaction.atomic():
            answer.save()

    def test_asked_on_the_players_page_and_approved_on_the_clubs(
        self, club: Club, ada: Player, bob: User, alice: User
    ) -> None:
        here = f"/players/{ada.pk}/claim/"
        visitor = Client()
        assert "Is this you?" in visitor.get(f"/players/{ada.pk}/").content.decode()
        assert visitor.get(here).status_code == 302
        asker, owner = Client(), Client()
        asker.force_login(bob)
        owner.force_login(alice)
        assert asker.post(here, {"act": "nonsense"}).status_code == 400
        assert asker.post(here, {"act": "ask", "words": "by the window"}).status_code == 302
        board = f"/clubs/{club.slug}/claims/"
        assert "by the window" in owner.get(board).content.decode()
        claim = Claim.objects.get()
        answer = owner.post(board, {"claim": claim.pk, "reason": ""})
        assert answer.status_code == 422
        assert owner.post(board, {"claim": claim.pk, "reason": "an aunt"}).status_code == 302
        assert "an aunt" in asker.get(here).content.decode()
        asker.post(here, {"act": "ask"})
        owner.post(board, {"claim": Claim.objects.latest("pk").pk, "approve": "1"})
        assert "This is your profile." in asker.get(f"/players/{ada.pk}/").content.decode()
        assert "Is this you?" not in visitor.get(f"/players/{ada.pk}/").content.decode()
        assert owner.post(board, {"claim": "x", "approve": "1"}).status_code == 404

    def test_what_no_database_stores_is_left_out_of_words_and_reasons(
        self, club: Club, ada: Player, by_bob: By, by_alice: By
    ) -> None:
        claim = ask_claim(ada, by=by_bob, words="me\x00\ud800!")
        assert Claim.objects.get(pk=claim.pk).reason == "me!"
        refuse_claim(claim, club=club, by=by_alice, reason="no\x00")
        assert Claim.objects.get(asked=claim).reason == "no"

    @pytest.mark.parametrize("is_claimed", [False, True], ids=["free", "claimed"])
    def test_who_may_not_know_the_name_learns_it_by_no_request(
        self, club: Club, ada: Player, alice: User, bob: User, client: Client, *, is_claimed: bool
    ) -> None:
        Club.objects.filter(pk=club.pk).update(visibility="members")
        Player.objects.filter(pk=ada.pk).update(name="Xanadu Lund", user=alice if is_claimed else None)
        client.force_login(bob)
        page, api = f"/players/{ada.pk}/claim/", f"/api/v1/players/{ada.uid}/claim/"
        for answer in (
            client.get(page),
            client.post(page, {"act": "ask"}),
            client.post(page, {"act": "rename", "name": "Bob"}),
            client.post(page, {"act": "release"}),
            client.post(api, {}, content_type="application/json"),
            client.get(page),
        ):
            assert "Xanadu" not in answer.content.decode()

    def test_asked_and_approved_by_the_api(self, club: Club, ada: Player, bob: User, alice: User) -> None:
        asker, owner = Client(), Client()
        asker.force_login(bob)
        owner.force_login(alice)
        asked = asker.post(
            f"/api/v1/players/{ada.uid}/claim/", {"words": "me"}, content_type="application/json"
        )
        assert asked.status_code == 201
        base = f"/api/v1/clubs/{club.uid}/claims/"
        (line,) = owner.get(base).json()
        assert (line["user"], line["words"]) == ("bob", "me")
        answer = owner.post(f"{base}{line['id']}/", {"approve": True}, content_type="application/json")
        assert answer.status_code == 204
        ada.refresh_from_db()
        assert ada.user == bob
        assert asker.delete(f"/api/v1/players/{ada.uid}/claim/").status_code == 204
        ada.refresh_from_db()
        assert ada.user is None


def at_once(*acts: Callable[[], object]) -> Counter[str]:
    start = threading.Barrier(len(acts))

    def one(act: Callable[[], object]) -> str:
        start.wait()
        try:
            act()
            return "done"
        except EldestHandError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return Counter(pool.map(one, acts))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_time", range(3))
def test_two_who_claim_one_profile_and_one_who_claims_two_at_once(_time: int) -> None:
    owner = User.objects.create_user("alice")
    by = By(owner, "web")
    club = make_club(owner)
    ada, bo = make_players(club, 2, by=by)
    carl, dora = (By(User.objects.create_user(name), "web") for name in ("carl", "dora"))
    of_ada = [ask_claim(ada, by=carl), ask_claim(ada, by=dora)]
    assert at_once(*[lambda claim=claim: approve_claim(claim, club=club, by=by) for claim in of_ada]) == {
        "done": 1,
        "claimed": 1,
    }
    elin = By(User.objects.create_user("elin"), "web")
    release_profile(ada, by=by_of(ada))
    of_elin = [ask_claim(ada, by=elin), ask_claim(bo, by=elin)]
    assert at_once(*[lambda claim=claim: approve_claim(claim, club=club, by=by) for claim in of_elin]) == {
        "done": 1,
        "has_profile": 1,
    }
    assert Player.objects.filter(user=elin.user).count() == 1
    assert at_once(*[lambda: ask_claim(bo, by=carl)] * 4) in ({"done": 4}, {"claimed": 4})
    assert Claim.objects.filter(player=bo, user=carl.user, kind="asked").count() <= 1


def by_of(player: Player) -> By:
    return By(Player.objects.get(pk=player.pk).user, "web")
