"""Names pasted into a roster: known, alike, new, repeated; nobody is merged by himself."""

from __future__ import annotations

import pytest

from clubs.activity import By
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Club, Player, User
from clubs.services.clubs import add_player
from clubs.services.rosters import Fate, add_roster, read_roster


def fates(club: Club, text: str) -> list[tuple[str, str]]:
    return [(one.name, one.fate.value) for one in read_roster(club, text)]


@pytest.mark.scenario("S34")
def test_each_line_gets_its_fate(club: Club, by_alice: By) -> None:
    add_player(club, name="Bjørn Åsen", by=by_alice)
    text = "Anna Li\n bjørn åsen \nBjorn Asen\nanna li\n\nEmil"
    assert fates(club, text) == [
        ("Anna Li", "new"),
        ("bjørn åsen", "known"),
        ("Bjorn Asen", "alike"),
        ("anna li", "repeated"),
        ("Emil", "new"),
    ]


def test_an_alias_is_known_and_namesakes_are_asked_about(club: Club, by_alice: By) -> None:
    add_player(club, name="Kristine", by=by_alice, aliases=["Kiki"])
    add_player(club, name="Jo", by=by_alice)
    add_player(club, name="Jo", by=by_alice)
    known, namesake = read_roster(club, "kiki\nJo")
    assert (known.fate, known.people[0].name) == (Fate.KNOWN, "Kristine")
    assert (namesake.fate, len(namesake.people)) == (Fate.ALIKE, 2)


def test_new_people_are_added_and_known_ones_are_not_doubled(club: Club, by_alice: By) -> None:
    add_player(club, name="Anna", by=by_alice)
    people = add_roster(club, read_roster(club, "Anna\nBo\nBo\nCleo"), by=by_alice)
    assert [player.name for player in people] == ["Anna", "Bo", "Cleo"]
    assert Player.objects.count() == 3
    add_roster(club, read_roster(club, "Anna\nBo\nBo\nCleo"), by=by_alice)
    assert Player.objects.count() == 3


def test_a_look_alike_waits_for_a_decision(club: Club, by_alice: By) -> None:
    anna = add_player(club, name="Anna Berg", by=by_alice)
    pasted = read_roster(club, "Ana Berg\nBo")
    with pytest.raises(EldestHandError) as caught:
        add_roster(club, pasted, by=by_alice)
    assert caught.value.extra["names"] == ["Ana Berg"]
    assert Player.objects.count() == 1
    assert add_roster(club, pasted, by=by_alice, decisions={"Ana Berg": anna.pk})[0].pk == anna.pk
    assert add_roster(club, pasted, by=by_alice, decisions={"Ana Berg": None})[0].pk != anna.pk
    with pytest.raises(EldestHandError):
        add_roster(club, read_roster(club, "Anna Borg"), by=by_alice, decisions={"Anna Borg": 10**9})


def test_new_names_that_look_alike_point_at_each_other(club: Club, by_alice: By) -> None:
    add_player(club, name="Emil Dahl", by=by_alice)
    pasted = read_roster(club, "Bjørn Åsen\nCleo\nBjørn Asen\nEmil Dahl\nEmil Dahi\nBjorn Åsen")
    assert [(one.fate.value, one.twin) for one in pasted] == [
        ("new", ""),
        ("new", ""),
        ("new", "Bjørn Åsen"),
        ("known", ""),
        ("alike", ""),
        ("new", "Bjørn Åsen"),
    ]


def test_names_in_any_script_survive_and_odd_ones_are_refused(club: Club, by_alice: By) -> None:
    names = ["Þóra Ægisdóttir", "Łukasz", "محمد", "小明", "😀 Fox", "O'Neil", "<b>Bo</b>"]
    people = add_roster(club, read_roster(club, "\n".join(names)), by=by_alice)
    assert [player.name for player in people] == names
    for unreadable in ("x" * 201, "\u200b", "\u202e\u200b", "An\x00na"):
        with pytest.raises(EldestHandError):
            read_roster(club, unreadable)
    with pytest.raises(EldestHandError):
        read_roster(club, "\n".join(f"Name {n}" for n in range(501)))


def test_a_stranger_adds_nobody(club: Club, bob: User) -> None:
    with pytest.raises(NotAllowed):
        add_roster(club, read_roster(club, "Anna"), by=By(bob, "web"))
    assert Player.objects.count() == 0
