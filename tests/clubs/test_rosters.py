"""Names pasted into a roster: known, alike, new, repeated; nobody is merged by himself."""

from __future__ import annotations

import random
from difflib import SequenceMatcher
from typing import Any

import pytest

from clubs.activity import By
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Club, Membership, Player, User
from clubs.services import rosters
from clubs.services.clubs import add_player
from clubs.services.rosters import (
    ALIKE,
    MOST_PAIRS,
    Fate,
    add_names,
    add_roster,
    bare,
    people_like,
    read_roster,
    refuse_too_many,
)


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


@pytest.mark.parametrize(("bad", "code"), [("\u200b", "name_missing"), ("y" * 201, "name_too_long")])
def test_the_line_that_holds_no_name_is_named(club: Club, bad: str, code: str) -> None:
    with pytest.raises(EldestHandError, match=r"^Line 3: ") as refused:
        read_roster(club, f"Anna\n\n{bad}\nBo")
    assert (refused.value.code, refused.value.extra["line"]) == (code, 3)


def test_new_people_are_added_and_known_ones_are_not_doubled(club: Club, by_alice: By) -> None:
    anna = add_player(club, name="Anna", by=by_alice)
    same = {"Anna": anna.pk}
    people = add_roster(club, read_roster(club, "Anna\nBo\nBo\nCleo"), by=by_alice, decisions=same, key="k")
    assert [player.name for player in people] == ["Anna", "Bo", "Cleo"]
    assert Player.objects.count() == 3
    add_roster(club, read_roster(club, "Anna\nBo\nBo\nCleo"), by=by_alice, decisions=same, key="k")
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


def some_names(n: int, letters: str) -> list[str]:
    rng = random.Random(n)
    return [
        "".join(rng.choices(letters, k=rng.randint(1, 9))) + " " + rng.choice(letters) for _name in range(n)
    ]


def on_roster(names: list[str]) -> list[Membership]:
    return [Membership(player=Player(pk=number, name=name)) for number, name in enumerate(names)]


def test_the_quick_way_finds_the_same_look_alikes_as_the_plain_one() -> None:
    names = [*some_names(150, "abé"), *some_names(100, "aåŋ日\u0661"), "!", "Zoë", "zoe"]
    roster = on_roster(names)
    n_alike = 0
    for name in [f"{name}b" for name in names]:
        known, alike = people_like(name, roster)
        plain = [
            m.player
            for m in roster
            if bare(name) == bare(m.player.name)
            or SequenceMatcher(None, bare(name), bare(m.player.name)).ratio() >= ALIKE
        ]
        assert alike == ([] if known else plain)
        n_alike += len(alike)
    assert n_alike > 50


def test_a_long_list_beside_a_long_roster_compares_few_pairs_letter_by_letter_or_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    n_compared = 0

    def counted(*args: Any) -> SequenceMatcher[str]:
        nonlocal n_compared
        n_compared += 1
        return SequenceMatcher(*args)

    monkeypatch.setattr(rosters, "SequenceMatcher", counted)
    roster = on_roster(some_names(200, "abcdefghijklmnopqrstuvwxyz"))
    for name in some_names(50, "abcdefghijklmnopqrstuvwxyz"):
        people_like(f"{name} of", roster)
    assert n_compared < 50 * 200 / 20
    refuse_too_many(3_000, MOST_PAIRS // 3_000)
    with pytest.raises(EldestHandError) as refusal:
        refuse_too_many(20_000, 20_000)
    assert refusal.value.code == "too_many_names"


def test_a_known_name_is_asked_for_and_somebody_new_is_a_namesake_once(club: Club, by_alice: By) -> None:
    ada = add_player(club, name="Ada", by=by_alice)
    with pytest.raises(EldestHandError) as caught:
        add_names(club, "Ada\nBo", by=by_alice)
    assert (caught.value.code, caught.value.extra["names"]) == ("look_alike", ["Ada"])
    assert Player.objects.count() == 1
    assert add_names(club, "Ada", by=by_alice, decisions={"Ada": ada.pk}) == [ada]
    second = add_names(club, "Ada", by=by_alice, decisions={"Ada": None})
    assert second != [ada]
    assert add_names(club, "Ada", by=by_alice, decisions={"Ada": None}) == second
    third = add_names(club, "Ada", by=by_alice, decisions={"Ada": None}, key="another form")
    assert third not in ([ada], second)
    assert Player.objects.count() == 3


def test_the_same_form_sent_twice_adds_its_people_once(club: Club, by_alice: By, bob: User) -> None:
    first = add_names(club, "Ada\nBo", by=by_alice, key="k")
    assert add_names(club, "Ada\nBo", by=by_alice, key="k") == first
    with pytest.raises(EldestHandError):
        add_names(club, "Ada\nBo", by=by_alice, key="l")
    first[0].name = "Ada Berg"
    first[0].save()
    again = add_names(club, "Ada", by=by_alice, key="k")
    assert again != first[:1]  # the name is another person's now: nobody gets her for it
    assert Player.objects.count() == 3


def test_namesakes_to_choose_from_are_told_apart(club: Club, by_alice: By) -> None:
    add_player(club, name="Ada", by=by_alice, number="7")
    add_player(club, name="Ada", by=by_alice, number="9")
    assert [player.display_name for player in read_roster(club, "Ada")[0].people] == [
        "Ada (no. 7)",
        "Ada (no. 9)",
    ]
