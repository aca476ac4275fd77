"""A file that comes a second time adds what is new and doubles nothing; two sites that went on are not mixed."""

from __future__ import annotations

import copy
import json
from datetime import date
from typing import Any

import pytest

from clubs.activity import By
from clubs.errors import Conflict, EldestHandError, NotAllowed
from clubs.models import Activity, Club, Membership, Player, User
from clubs.services.clubs import add_player
from clubs.services.forgetting import anonymise_player
from games.models import Game, SheetRevision
from games.services.transfer.fates import Fate
from tests.evenings import Evening, make_club, make_evening, tables_of
from tests.tournaments.transfer.sites import (
    BY_COMMAND,
    brought_in,
    catch_up,
    changed,
    empty_site,
    exported,
    standings_now,
)
from tournaments.models import Penalty, Tournament
from tournaments.services.entries import give_penalty
from tournaments.services.transfer.canonical import from_bytes
from tournaments.services.transfer.incoming import preview
from tournaments.services.transfer.planning import plan_import
from tournaments.services.transfer.roster import roster_csv
from tournaments.services.transfer.storing import fingerprint

pytestmark = pytest.mark.django_db
MOLE = "cccccccc-0000-4000-8000-000000000001"


@pytest.fixture
def played(evening: Evening) -> Evening:
    """One round is over."""
    evening.play_round()
    return evening


def later(evening: Evening) -> tuple[bytes, list[Any]]:
    """What happened after the first file: a correction, a penalty, a second round. The second file, and its list."""
    (table, *_others) = tables_of(evening.tournament.rounds.get(number=1))
    evening.enter(table, evening.random_sheet(table), reason="misread")
    give_penalty(evening.entries[0], points="-3", reason="late", by=evening.by)
    evening.play_round()
    catch_up()
    return exported(evening.tournament), standings_now()


def first_file_here(evening: Evening, then: Any) -> tuple[bytes, bytes, Any]:
    """The first file, the second one after `then`, and the site as it was when the first one had come in."""
    first = exported(evening.tournament)
    second, told = then(evening)
    empty_site()
    brought_in(first)
    return first, second, told


def test_corrections_of_the_laptop_are_added_and_nothing_is_doubled(played: Evening) -> None:
    _first, second, lists = first_file_here(played, later)
    n_revisions = SheetRevision.objects.count()
    club = Club.objects.get()
    plan = plan_import(from_bytes(second), club)
    fates = {(part.kind, part.name): part.fate for part in plan.every_part()}
    assert fates["game", "round 1, table 1"] is Fate.CHANGED
    assert fates["game", "round 1, table 2"] is Fate.SAME
    assert fates["round", "2"] is Fate.NEW
    assert fates["penalties", "March evening"] is Fate.CHANGED
    brought_in(second, club)
    catch_up()
    assert SheetRevision.objects.count() == n_revisions + 1 + 2
    assert (Penalty.objects.count(), Game.objects.count(), Tournament.objects.count()) == (1, 4, 1)
    assert exported(Tournament.objects.get()) == second
    assert standings_now() == lists


def test_the_older_file_after_the_newer_one_changes_nothing(played: Evening) -> None:
    first, second, _lists = first_file_here(played, later)
    club = Club.objects.get()
    brought_in(second, club)
    plan = brought_in(first, club)
    assert not plan.changes_anything
    assert Fate.BEHIND in {part.fate for part in plan.every_part()}
    assert exported(Tournament.objects.get()) == second


def test_a_sheet_that_both_sites_corrected_is_refused_by_name_and_nothing_comes_in(played: Evening) -> None:
    _first, second, _lists = first_file_here(played, later)
    tournament = Tournament.objects.get()
    here = Evening(tournament, list(tournament.entries.all()), BY_COMMAND)
    (table, *_others) = tables_of(tournament.rounds.get())
    here.rng.seed(99)
    here.enter(table, here.random_sheet(table), reason="corrected here")
    before = exported(tournament)
    plan = plan_import(from_bytes(second), tournament.club)
    assert [(part.kind, part.name) for part in plan.refused if part.kind == "game"] == [
        ("game", "round 1, table 1")
    ]
    with pytest.raises(Conflict) as refusal:
        brought_in(second, tournament.club)
    assert refusal.value.code == "went_apart"
    assert exported(Tournament.objects.get()) == before


def test_a_site_that_went_on_since_the_preview_stores_nothing(played: Evening) -> None:
    _first, second, _lists = first_file_here(played, later)
    tournament = Tournament.objects.get()
    seen = fingerprint(plan_import(from_bytes(second), tournament.club))
    brought_in(second, tournament.club)
    with pytest.raises(Conflict) as refusal:
        brought_in(second, tournament.club, seen=seen)
    assert refusal.value.code == "stale_preview"


def test_a_draft_that_lies_here_is_named_before_a_round_of_that_number_comes_in(played: Evening) -> None:
    _first, second, _lists = first_file_here(played, later)
    tournament = Tournament.objects.get()
    Evening(tournament, list(tournament.entries.all()), BY_COMMAND).draw()
    with pytest.raises(Conflict, match="throw that draft away first"):
        brought_in(second, tournament.club)


def strangers(raw: bytes) -> bytes:
    """The same evening with people of whom only the names are known elsewhere."""
    text = raw.decode()
    for person in json.loads(raw)["players"]:
        text = text.replace(person["uid"], "aaaaaaaa" + person["uid"][8:])
    return text.encode()


def test_a_name_of_the_roster_is_offered_and_nobody_is_merged_by_itself(played: Evening, alice: User) -> None:
    raw = strangers(exported(played.tournament))
    empty_site()
    owner = User.objects.create_user("olga")
    club = make_club(owner, name="Home")
    by = By(owner, "web")
    ada = add_player(club, name="ADA", by=by)
    add_player(club, name="Cleö", by=by)
    plan = plan_import(from_bytes(raw), club)
    offered = {one.name: (one.is_exact, [str(p) for p in one.like]) for one in plan.people if one.like}
    assert offered == {"Ada": (True, ["ADA"]), "Cleo": (False, ["Cleö"])}
    with pytest.raises(EldestHandError) as refusal:
        brought_in(raw, club, by=by)
    assert refusal.value.extra["names"] == ["Ada", "Cleo"] or set(refusal.value.extra["names"]) == {
        "Ada",
        "Cleo",
    }
    assert not Tournament.objects.exists()
    uids = {one.name: one.uid for one in plan.people}
    brought_in(raw, club, by=by, decisions={uids["Ada"]: str(ada.uid), uids["Cleo"]: "new"})
    assert Player.objects.get(uid=uids["Ada"]).merged_into == ada
    assert Player.objects.get(uid=uids["Cleo"]).merged_into is None
    again = brought_in(raw, club, by=by)
    assert not again.changes_anything


def test_two_of_one_evening_are_not_one_member_and_namesakes_are_told_apart(
    played: Evening, alice: User
) -> None:
    def twins(document: Any) -> None:
        for row in document["players"][:2]:
            row["name"] = "Ann"
        document["players"][0]["member"]["number"] = "7"

    raw = changed(strangers(exported(played.tournament)), twins)
    empty_site()
    by = By(User.objects.create_user("olga"), "web")
    assert by.user is not None
    club = make_club(by.user, name="Home")
    anns = [add_player(club, name="Ann", by=by) for _n in range(2)]
    asked = preview(raw, club, day=date(2026, 4, 1)).questions
    assert sorted(one.name for one in asked) == ["Ann (/players/1)", "Ann (no. 7)"]
    assert [one.display_name for one in asked[0].people] == [f"Ann (profile {ann.pk})" for ann in anns]
    with pytest.raises(EldestHandError, match="somebody new") as refusal:
        brought_in(raw, club, by=by, decisions={one.uid: str(anns[0].uid) for one in asked})
    assert refusal.value.code == "same_person"
    assert not Tournament.objects.exists()
    said = {one.uid: str(ann.uid) for one, ann in zip(asked, anns, strict=True)}
    brought_in(raw, club, by=by, decisions=said)
    assert not brought_in(raw, club, by=by).changes_anything


def test_a_forgotten_person_stays_forgotten_when_an_old_file_comes(played: Evening) -> None:
    old = exported(played.tournament)
    person = played.entries[0].player
    anonymise_player(person, by=BY_COMMAND)
    plan = brought_in(old, played.tournament.club)
    person.refresh_from_db()
    assert (person.name, plan.changes_anything) == ("", False)
    assert b'"Ada"' not in exported(played.tournament)
    assert "Ada" not in {one.name for one in plan.people}
    assert Membership.objects.get(player=person).aliases == []


def test_only_an_owner_brings_in(played: Evening, bob: User) -> None:
    raw = exported(played.tournament)
    with pytest.raises(NotAllowed):
        brought_in(raw, played.tournament.club, by=By(bob, "web"))
    with pytest.raises(NotAllowed):
        brought_in(raw, None, by=By(bob, "web"))


def test_a_file_reaches_only_what_is_the_clubs_own(played: Evening, bob: User, by_alice: By) -> None:
    raw = exported(played.tournament)
    other = make_club(bob, name="Other")
    with pytest.raises(EldestHandError, match="belongs to another club"):
        brought_in(raw, other, by=By(bob, "web"))

    def another_evening(document: Any) -> None:
        document["tournament"]["uid"] = "bbbbbbbb-0000-4000-8000-000000000001"
        document["tournament"]["season"] = None

    with pytest.raises(EldestHandError, match="another club or another evening"):
        brought_in(changed(raw, another_evening), played.tournament.club, by=by_alice)


def test_a_file_whose_points_do_not_fit_its_tables_is_refused(played: Evening, by_alice: By) -> None:
    def other_points(document: Any) -> None:
        document["tournament"]["table_points"] = "list:3=9-7-5"

    with pytest.raises(EldestHandError, match="/tournament/table_points"):
        brought_in(changed(exported(played.tournament), other_points), played.tournament.club, by=by_alice)


def test_a_file_puts_no_words_into_a_strangers_mouth(played: Evening, bob: User, by_alice: By) -> None:
    """Bob has no role in the club: facts that name him come in under a name of their own."""
    raw = exported(played.tournament)

    def by_bob(document: Any) -> None:
        document["penalties"].append(
            {
                "entry": 1,
                "points": "-5.00",
                "reason": "x",
                "cancels": None,
                "by": str(bob.uid),
                "via": "web",
                "at": "2026-03-06T20:00:00Z",
            }
        )

    brought_in(changed(raw, by_bob), played.tournament.club, by=by_alice)
    writer = Penalty.objects.get().by
    assert writer is not None
    assert writer != bob
    assert (writer.is_active, writer.has_usable_password()) == (False, False)


def test_a_file_puts_nobody_on_a_roster_who_stood_on_this_site_before(played: Evening, bob: User) -> None:
    """A club reads the addresses of its people and answers their claims; every uid is public."""
    stranger = Player.objects.create(name="Zoë Stranger", user=bob)
    unclaimed = Player.objects.create(name="Yves Stranger")
    club = played.tournament.club
    owner = By(club.roles.get().user, "web")

    def with_strangers(document: Any) -> None:
        known = document["players"][0]
        document["players"] += [
            known | {"uid": str(one.uid), "name": one.name} for one in (stranger, unclaimed)
        ]
        mole = known | {"uid": MOLE, "name": "Mole", "merged_into": str(unclaimed.uid)}
        document["players"] = sorted([*document["players"], mole], key=lambda row: row["uid"])

    raw = changed(exported(played.tournament), with_strangers)
    notes = {one.name: one.note for one in plan_import(from_bytes(raw), club).people if one.note}
    assert notes == {
        one.name: f"This profile stands on no roster of {club}." for one in (stranger, unclaimed)
    }
    brought_in(raw, club, by=owner)
    assert not Membership.objects.filter(player__in=[stranger, unclaimed]).exists()
    assert bob.email not in roster_csv(club, with_contacts=True)
    assert Player.objects.get(uid=MOLE).merged_into is None
    brought_in(raw, club, by=BY_COMMAND)
    assert Membership.objects.filter(player__in=[stranger, unclaimed]).count() == 2


def test_every_import_that_changed_something_is_in_the_log(played: Evening) -> None:
    raw = exported(played.tournament)
    empty_site()
    brought_in(raw)
    brought_in(raw)
    assert Activity.objects.filter(verb="club.imported").count() == 1


def test_a_new_evening_beside_others_leaves_them_alone(played: Evening, by_alice: By) -> None:
    players = [entry.player for entry in played.entries]
    other = make_evening(played.tournament.club, by=by_alice, players=players, name="April")
    other.play_round()
    april = exported(other.tournament)
    march = exported(played.tournament)
    document = json.loads(april)
    kept = copy.deepcopy(document)
    empty_site()
    brought_in(march)
    brought_in(april, Club.objects.get())
    assert exported(Tournament.objects.get(name="March evening")) == march
    assert json.loads(exported(Tournament.objects.get(name="April"))) == kept
