"""Names are found whatever the case of their letters, on either database."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.folding import holds, in_order, is_called
from clubs.models import Club, Membership, Player
from games.engine import PRESETS
from games.services.house_rules import save_house_rules
from tests.evenings import Evening
from tournaments.printing.pages import alphabetical
from tournaments.views.organise.door_list import door_of

pytestmark = pytest.mark.django_db

WRITTEN_AND_SOUGHT = [
    ("Ærø", "ÆRØ"),
    ("ÞÓRA ÆGISDÓTTIR", "þóra æ"),
    ("Åse", "A\u030aSE"),  # as some phones type it: the ring by itself
    ("Straße", "STRASSE"),
    ("Νίκος", "ΝΊΚΟΣ"),
    ("Łukasz", "łUK"),
    ("Жанна", "жАННА"),
    ("100 %_\\ sure", "%_\\ SURE"),
    ("ﬁlip", "FILIP"),
    ("Ada Lovel\u200bace", "lovelace"),  # kept before such a blank was left out, or brought in by a file
    ("Ada Lovelace", "love\u00adlace"),
    ("نور\u200f ب", "نور ب"),
    ("Bo ❤\ufe0f", "bo ❤"),
]


@pytest.mark.parametrize(("written", "sought"), WRITTEN_AND_SOUGHT)
def test_a_name_is_found_in_whatever_case_it_is_sought(written: str, sought: str) -> None:
    player, _other = Player.objects.create(name=written), Player.objects.create(name="Bo")
    assert list(Player.objects.filter(holds("name", sought))) == [player]
    assert list(Player.objects.filter(is_called("name", written.swapcase()))) == [player]


def test_names_stand_in_one_order_whatever_their_accents() -> None:
    names = ["Zoe", "Þóra", "Åse", "Ísold", "Ida", "ase", "Émile", "Ea", "Øyvind", "Ole"]
    wanted = ["ase", "Åse", "Ea", "Émile", "Ida", "Ísold", "Ole", "Øyvind", "Þóra", "Zoe"]
    assert sorted(names, key=in_order) == wanted
    assert [names[index] for index in alphabetical(names)] == wanted


def test_the_roll_call_stands_in_that_order(evening: Evening) -> None:
    wanted = ["Åse", "Émile", "Ida", "Ísold"]
    for entry, name in zip(evening.entries[:4], reversed(wanted), strict=True):
        Player.objects.filter(pk=entry.player_id).update(name=name)
    lines = [line.player.name for line in door_of(evening.tournament, with_roster=True).lines]
    assert [name for name in lines if name in wanted] == wanted


def test_another_letter_is_another_name() -> None:
    Player.objects.create(name="Aro")
    assert not Player.objects.filter(holds("name", "ærø")).exists()


@pytest.mark.parametrize("alias", ["Ærø", 'Bo "ØL" Ek', "Ås\\Å"])
def test_an_alias_is_found_likewise(club: Club, alias: str) -> None:
    player = Player.objects.create(name="Somebody")
    Membership.objects.create(club=club, player=player, aliases=["Other", alias])
    assert list(Player.objects.named(alias.swapcase())) == [player]
    assert not Player.objects.named("r, ").exists()


@pytest.mark.parametrize("path", ["/clubs/", "/players/", "/tournaments/", "/api/v1/players/"])
def test_the_lists_of_the_site_find_it(client: Client, evening: Evening, path: str) -> None:
    club = evening.tournament.club
    Club.objects.filter(pk=club.pk).update(name="Ærø Klub")
    type(evening.tournament).objects.filter(pk=evening.tournament.pk).update(name="Ærø aften")
    Player.objects.filter(pk=evening.entries[0].player_id).update(name="Ærø Ø")
    assert "Ærø" in client.get(path, {"q": "ÆRØ"}).content.decode().replace('value="ÆRØ"', "")
    assert "Ærø" not in client.get(path, {"q": "ARO"}).content.decode()


def test_rules_of_one_name_in_two_cases_are_one_set(club: Club, by_alice: By) -> None:
    preset = next(iter(PRESETS))
    rules = PRESETS[preset].to_json()
    first, second = (
        save_house_rules(club, name=name, preset=preset, rules=rules, by=by_alice) for name in ("Ærø", "ÆRØ")
    )
    assert first == second
