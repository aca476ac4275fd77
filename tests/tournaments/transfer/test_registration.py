"""Registrations with their order, and helpers of one evening: out, in, and out again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import timezone

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.models import Activity, Club, Player, User
from games.services.transfer.fates import Fate
from tests.tournaments.transfer.sites import brought_in, changed, empty_site, exported, exported_club
from tournaments.models import Official, SignUp, SignUpTerms, Tournament
from tournaments.services.entries import create_tournament
from tournaments.services.inviting import dismiss_official, name_official
from tournaments.services.signing_up import list_of, set_terms, sign_off, sign_up
from tournaments.views.organise.log_words import told

pytestmark = pytest.mark.django_db
NAMES = ("Ψάλτης", "さくら", "لیلا", "Åse", "Zoë")


def person(name: str) -> By:
    user = User.objects.create_user(f"login-{User.objects.count()}")
    Player.objects.create(name=name, user=user)
    return By(user, "web")


@pytest.fixture
def full(club: Club, by_alice: By, bob: User) -> Tournament:
    """Room for two: two wait, in this order, and one went again; bob directs."""
    tournament = create_tournament(club, name="May", starts_at=timezone.now(), by=by_alice)
    set_terms(tournament, by=by_alice, opens_at=None, closes_at=None, capacity=2)
    people = [person(name) for name in NAMES]
    for by in people:
        sign_up(tournament, by=by, of_age=True)
    sign_off(tournament, by=people[2])
    sign_off(tournament, by=people[0])
    sign_up(tournament, by=people[0], of_age=True)
    name_official(tournament, text=bob.username, role="director", by=by_alice)
    return tournament


def the_list() -> tuple[list[str], list[str]]:
    found = list_of(Tournament.objects.get())
    return [one.name for one in found.admitted], [one.name for one in found.waiting]


def test_who_waits_waits_in_the_same_order_and_the_file_is_byte_identical(full: Tournament) -> None:
    raw, club_raw, before = exported(full), exported_club(full.club), the_list()
    assert before == (["さくら", "Åse"], ["Zoë", "Ψάλτης"])
    empty_site()
    brought_in(raw)
    assert exported(Tournament.objects.get()) == raw
    assert the_list() == before
    empty_site()
    brought_in(club_raw)
    assert exported_club(Club.objects.get()) == club_raw


def test_the_waiting_list_goes_on_moving_on_the_other_site(full: Tournament) -> None:
    raw = exported(full)
    empty_site()
    brought_in(raw)
    tournament = Tournament.objects.get()
    set_terms(tournament, by=By(None, "command"), opens_at=None, closes_at=None, capacity=3)
    assert the_list() == (["さくら", "Åse", "Zoë"], ["Ψάλτης"])


def test_a_helper_is_a_login_nobody_can_use_until_the_real_one_is_known(full: Tournament, bob: User) -> None:
    raw = exported(full)
    empty_site()
    brought_in(raw)
    official = Official.objects.select_related("user").get()
    assert (official.role, official.user.uid, official.user.is_active) == ("director", bob.uid, False)
    assert b"bob" not in raw


def test_the_log_names_the_same_people_on_the_other_site(full: Tournament) -> None:
    raw = exported(full)
    rows = Activity.objects.filter(scope=full.scope)
    before = sorted(line.text for line in told(full, list(rows)))
    empty_site()
    for name in ("Somebody", "Else", "Before"):  # so that ids are others
        Player.objects.create(name=name)
    brought_in(raw)
    tournament = Tournament.objects.get()
    rows = Activity.objects.filter(scope=tournament.scope)
    assert sorted(line.text for line in told(tournament, list(rows))) == before


def test_a_later_file_brings_what_was_registered_since_and_who_helps_now(
    full: Tournament, by_alice: By, bob: User
) -> None:
    first = exported(full)
    official = Official.objects.get()
    dismiss_official(full, official_id=official.pk, by=by_alice)
    sign_off(full, by=By(Player.objects.get(name="Åse").user, "web"))
    set_terms(full, by=by_alice, opens_at=None, closes_at=timezone.now(), capacity=2)
    second, after = exported(full), the_list()
    empty_site()
    brought_in(first)
    club = Club.objects.get()
    plan = brought_in(second, club)
    fates = {part.kind: part.fate for part in plan.every_part()}
    assert {fates["sign_ups"], fates["sign_up_terms"], fates["officials"]} == {Fate.CHANGED}
    assert (the_list(), Official.objects.count()) == (after, 0)
    assert exported(Tournament.objects.get()) == second
    older = brought_in(first, club)
    assert not older.changes_anything
    assert exported(Tournament.objects.get()) == second


def test_a_file_that_says_nothing_of_registrations_changes_none(full: Tournament) -> None:
    def silent(document: Any) -> None:
        for name in ("sign_ups", "sign_up_terms", "officials"):
            del document["tournament"][name]

    plan = brought_in(changed(exported(full), silent), full.club)
    assert not plan.changes_anything
    assert (SignUp.objects.count() > 5, SignUpTerms.objects.count(), Official.objects.count()) == (True, 1, 1)


def test_a_helper_of_the_file_who_has_no_place_in_the_club_gets_no_role(
    full: Tournament, by_alice: By
) -> None:
    """An owner brings a file in that names a stranger's login: the role goes to a stand-in."""
    carol = User.objects.create_user("carol")

    def for_carol(document: Any) -> None:
        document["tournament"]["officials"] = [{"role": "director", "user": str(carol.uid)}]

    raw = changed(exported(full), for_carol)
    brought_in(raw, full.club, by=by_alice)
    official = Official.objects.select_related("user").get()
    assert (official.user == carol, official.user.is_active) == (False, False)
    assert not brought_in(raw, full.club, by=by_alice).changes_anything


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("sign_ups", [{"player": "00000000-0000-4000-8000-000000000001"}]),
        ("sign_ups", [{"kind": "promised"}]),
        ("sign_up_terms", {"opens_at": "2026-03-06T12:00:00Z", "closes_at": "2026-03-06T12:00:00Z"}),
        ("sign_up_terms", {"capacity": 0}),
        ("officials", [{"role": "owner"}]),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(full: Tournament, field: str, value: Any) -> None:
    def broken(document: Any) -> None:
        here = document["tournament"][field]
        document["tournament"][field] = (
            here | value if isinstance(value, dict) else [row | value[0] for row in here]
        )

    with pytest.raises(EldestHandError, match=field):
        brought_in(changed(exported(full), broken), full.club)
    assert json.loads(exported(full))["tournament"][field]
