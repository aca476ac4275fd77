"""People and clubs stand in the one order of names in the database too, whatever it was made for."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.activity import By
from clubs.folding import MOST_BYTES, in_order, sorting_key
from clubs.models import Club, Player, User
from clubs.services.clubs import NewMember, add_players
from clubs.services.forgetting import anonymise_player
from clubs.services.governing import change_club
from clubs.services.members import change_member

NAMES = [
    "Zoë",
    "ada",
    "Ada",
    "Ådá",
    "Åse",
    "ærø",
    "Þóra",
    "o'Neil",
    "O Neil",
    "Émile",
    "emil",
    "ßilke",
    "łukasz",
    "Жанна",
    "жанна",
    "Νίκος",
    "محمد",
    "小明",
    "😀 Fox",
    "-5",
    "10",
    "9",
    "_x",
    "A\u200dda",
    "한글",
    "Z" * 200,
]
IN_ORDER = sorted(NAMES, key=in_order)
WORDS = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=60)


@given(WORDS, WORDS)
def test_the_key_compares_as_the_order_in_memory_does(one: str, other: str) -> None:
    assert (sorting_key(one) < sorting_key(other)) == (in_order(one) < in_order(other))


@settings(max_examples=50)
@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=200, max_size=200))
def test_the_key_of_the_longest_name_fits_an_index(name: str) -> None:
    assert len(sorting_key(name)) <= MOST_BYTES < 2704
    assert len(sorting_key("\U0001d160" * 200)) == MOST_BYTES


@pytest.mark.django_db
def test_the_database_orders_people_and_clubs_as_memory_does(club: Club, by_alice: By) -> None:
    add_players(club, [NewMember(name) for name in NAMES], by=by_alice)
    for number, name in enumerate(NAMES):
        Club.objects.create(slug=f"club-{number}", name=name)
    assert list(Player.objects.order_by("sorts_as").values_list("name", flat=True)) == IN_ORDER
    clubs = Club.objects.exclude(pk=club.pk).order_by("sorts_as")
    assert list(clubs.values_list("name", flat=True)) == IN_ORDER


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/players/", "/clubs/"])
def test_the_lists_stand_in_the_order_of_names_over_all_their_pages(
    page: str, client: Client, club: Club, by_alice: By
) -> None:
    names = [f"{letter}{n:02}" for n in range(30) for letter in ("å", "Ø", "b", "Z")]
    add_players(club, [NewMember(name) for name in names], by=by_alice)
    Club.objects.bulk_create([Club(slug=f"c-{n}", name=name) for n, name in enumerate(names)])
    context, seen = client.get(page).context, []
    back = ""
    while True:
        back = back or context["page"].after
        seen += [row.name for row in context["page"].rows]
        if context["page"].after is None:
            break
        context = client.get(page, {"after": context["page"].after}).context
    ours = [name for name in seen if name in names]
    assert ours == sorted(names, key=in_order)
    before = client.get(page, {"before": context["page"].before}).context["page"].rows
    assert [row.name for row in before] == sorted((row.name for row in before), key=in_order)
    assert back.rpartition("~")[0] in names


@pytest.mark.django_db
def test_a_new_name_stands_in_its_new_place(club: Club, by_alice: By) -> None:
    player = add_players(club, [NewMember("Zoe")], by=by_alice)[0]
    change_member(club, player, by=by_alice, name="Åse")
    player.refresh_from_db()
    assert bytes(player.sorts_as) == sorting_key("Åse")
    change_club(club, by=by_alice, changes={"name": "Øst"})
    club.refresh_from_db()
    assert bytes(club.sorts_as) == sorting_key("Øst")


@pytest.mark.django_db
def test_whoever_is_forgotten_has_no_place_by_name_either(club: Club, by_alice: By, bob: User) -> None:
    player = add_players(club, [NewMember("Zoe")], by=by_alice)[0]
    player.user = bob
    player.save()
    anonymise_player(player, by=By(bob, "web"))
    player.refresh_from_db()
    assert bytes(player.sorts_as) == sorting_key("")


@pytest.mark.django_db
def test_names_from_before_the_column_get_their_place(club: Club, by_alice: By) -> None:
    add_players(club, [NewMember(name) for name in NAMES], by=by_alice)
    Player.objects.update(sorts_as=b"")
    Club.objects.update(sorts_as=b"")
    import_module("clubs.migrations.0006_fill_names_in_order").fill(apps, None)
    assert list(Player.objects.order_by("sorts_as").values_list("name", flat=True)) == IN_ORDER
    club.refresh_from_db()
    assert bytes(club.sorts_as) == sorting_key(club.name)
