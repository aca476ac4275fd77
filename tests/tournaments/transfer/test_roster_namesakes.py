"""A list of people with namesakes in it: no row is taken for somebody silently, and nobody is two rows."""

from __future__ import annotations

import pytest

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.models import Club, Player
from clubs.services.clubs import add_player
from games.services.transfer.fates import Fate
from tests.evenings import make_players
from tournaments.services.transfer.roster import plan_roster, roster_csv, store_roster

pytestmark = pytest.mark.django_db


def test_a_name_of_two_members_is_asked_for_and_they_are_told_apart(club: Club, by_alice: By) -> None:
    seven = add_player(club, name="Ann", number="7", by=by_alice)
    other = add_player(club, name="Ann", by=by_alice)
    (line,) = plan_roster(b"name\nann\n", club).lines
    assert (line.member, line.like) == (None, (seven, other))
    assert [one.display_name for one in line.like] == ["Ann (no. 7)", f"Ann (profile {other.pk})"]
    with pytest.raises(EldestHandError, match="Say first who this is"):
        store_roster(b"name\nann\n", club, by=by_alice)


@pytest.mark.parametrize(
    "rows", [b"Ann,,\nAnn,7,\n", b"Ann,7,\nAnn,,\n", b"Ann,,\nAnnie,,\n", b"Annie,7,\nAnn,,\n"]
)
def test_two_rows_of_one_person_are_told_and_one_of_them_is_asked_for(
    club: Club, by_alice: By, rows: bytes
) -> None:
    ann = add_player(club, name="Ann", number="7", aliases=["Annie"], by=by_alice)
    raw = b"name,member_no,guest\n" + rows
    plan = plan_roster(raw, club)
    known, asked = sorted(plan.lines, key=lambda line: line.member is None)
    assert (known.member and known.member.player, asked.like, asked.fate) == (ann, (ann,), Fate.NEW)
    (problem,) = plan.problems
    assert (problem.line, problem.is_fatal) == (asked.line, False)
    assert "rows 2 and 3" in problem.text
    assert known.number or not asked.number, "the row with the number is the member"
    with pytest.raises(EldestHandError, match="Say first who this is"):
        store_roster(raw, club, by=by_alice)
    with pytest.raises(EldestHandError, match="Rows 2 and 3 would be one person") as refusal:
        store_roster(raw, club, by=by_alice, decisions={asked.uid: str(ann.uid)})
    assert refusal.value.code == "same_person"
    assert Player.objects.count() == 1
    store_roster(raw, club, by=by_alice, decisions={asked.uid: "new"})
    assert Player.objects.count() == 2


def test_two_rows_decided_to_be_one_person_are_refused_by_their_numbers(club: Club, by_alice: By) -> None:
    anna = add_player(club, name="Annabella", by=by_alice)
    raw = b"name\nAnnabela\nBo\nAnnabellla\n"
    asked = [line for line in plan_roster(raw, club).lines if line.like]
    assert [line.line for line in asked] == [2, 4]
    with pytest.raises(EldestHandError, match="Rows 2 and 4"):
        store_roster(raw, club, by=by_alice, decisions={line.uid: str(anna.uid) for line in asked})
    store_roster(raw, club, by=by_alice, decisions={asked[0].uid: str(anna.uid), asked[1].uid: "new"})
    assert Player.objects.count() == 3


def test_two_new_rows_of_one_name_are_told_when_a_number_is_missing(club: Club, by_alice: By) -> None:
    plan = plan_roster(b"name,member_no\nAnn,\nAnn,7\nBo,1\nBo,2\nCid,\ncid,\n", club)
    assert [(one.line, one.is_fatal) for one in plan.problems] == [(7, False), (3, False)]
    assert "needs a member number" in plan.problems[0].text
    assert "row 2 has this name too" in plan.problems[1].text
    assert [line.name for line in plan.lines] == ["Ann", "Ann", "Bo", "Bo", "Cid"]


def test_a_list_with_numbers_twice_changes_nothing(club: Club, by_alice: By) -> None:
    raw = b"name,member_no\nAnn,6\nAnn,7\nBo,\n"
    store_roster(raw, club, by=by_alice)
    plan = plan_roster(raw, club)
    assert (plan.changes_anything, plan.problems) == (False, [])
    assert Player.objects.count() == 3


def test_no_query_more_for_many_namesakes(
    club: Club, by_alice: By, django_assert_max_num_queries: object
) -> None:
    make_players(club, 24, by=by_alice)
    make_players(club, 24, by=by_alice)
    names = "\n".join(club.memberships.values_list("player__name", flat=True)[:20])
    with django_assert_max_num_queries(4):  # type: ignore[operator]
        plan = plan_roster(f"name\n{names}\n".encode(), club)
    assert all(len(line.like) == 2 for line in plan.lines)


def test_a_namesake_said_to_be_new_is_known_by_the_same_list(club: Club, by_alice: By) -> None:
    add_player(club, name="Ann", by=by_alice)
    add_player(club, name="Ann", by=by_alice)
    raw = b"name,member_no\nann,\nBo,\n"
    (asked,) = [line for line in plan_roster(raw, club).lines if line.like]
    store_roster(raw, club, by=by_alice, decisions={asked.uid: "new"})
    plan = plan_roster(raw, club)
    assert (plan.changes_anything, [line.like for line in plan.lines]) == (False, [(), ()])
    store_roster(raw, club, by=by_alice)
    assert Player.objects.count() == 4
    assert plan.lines[0].member is not None
    assert plan.lines[0].member.player == Player.objects.get(name="ann")


def test_an_own_list_with_namesakes_asks_for_nobody(club: Club, by_alice: By) -> None:
    for number, kind, aliases in (("7", "member", []), ("", "member", []), ("", "guest", ["Annie"])):
        add_player(club, name="Ann", number=number, kind=kind, aliases=aliases, by=by_alice)
    own = roster_csv(club)
    rows = own.splitlines()
    for lines in (rows, [rows[0], *reversed(rows[1:])]):
        plan = plan_roster("\n".join(lines).encode(), club)
        assert (plan.changes_anything, plan.problems) == (False, [])
    plan = plan_roster(b"name\nAnn\nAnn\nAnn\n", club)
    assert [len(line.like) for line in plan.lines] == [3, 3], "Ann no. 7 could be either"
    assert [problem.line for problem in plan.problems] == [4]


def test_who_has_no_name_at_another_site_does_not_become_somebody_called_so(club: Club, by_alice: By) -> None:
    mine = add_player(club, name="Ann", by=by_alice)
    mine.hidden = True
    mine.save()
    raw = f"name\nPlayer {mine.pk}\nPlayer {mine.pk + 1}\nSpieler {mine.pk + 2}\nPlayers 5\n".encode()
    plan = store_roster(raw, club, by=by_alice)
    assert [(line.line, line.fate) for line in plan.lines] == [(2, Fate.SAME), (5, Fate.NEW)]
    assert [(problem.line, problem.is_fatal) for problem in plan.problems] == [(3, False), (4, False)]
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ann", "Players 5"]
