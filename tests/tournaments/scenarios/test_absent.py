"""Everybody nobody has spoken of is marked absent in one press, and nobody is lost by it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import Club, User
from tests.evenings import Evening, make_evening, make_players, sheet_with_totals, tables_of
from tournaments.models import Presence
from tournaments.services import cut_lines, rounds, standings
from tournaments.services.door import blanks_of, mark_blanks_absent, take_back_absent
from tournaments.services.entries import enter_player, set_presence, statuses


@pytest.fixture
def late(club: Club, evening: Evening) -> Evening:
    """Eight are here; Ida and Jon have entered and nobody has spoken of them."""
    people = make_players(club, 10, by=evening.by)[8:]
    evening.entries += [enter_player(evening.tournament, player, by=evening.by) for player in people]
    return evening


@pytest.mark.scenario("S19")
def test_the_names_are_shown_before_anything_is_noted(late: Evening, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    slug = late.tournament.slug
    address = reverse("door_blanks", args=[slug])
    assert address in client.get(reverse("door", args=[slug])).content.decode()
    before = Presence.objects.count()
    page = client.get(address).content.decode()
    assert "Mark all 2 as absent" in page
    assert all(f"<span>{name}</span>" in page for name in ("Ida", "Jon"))
    assert "<span>Ada</span>" not in page
    assert Presence.objects.count() == before
    who = [entry.pk for entry in late.entries[8:]]
    done = client.post(address, {"act": "absent", "who": who}, follow=True)
    assert "2 are absent now." in done.content.decode()
    assert "Take it back" in done.content.decode()
    assert [statuses(late.tournament, 1)[pk] for pk in who] == ["absent", "absent"]
    back = client.post(address, {"act": "back", "who": who}, follow=True).content.decode()
    assert "2 lines were taken back." in back
    assert "Mark all 2 as absent" in back
    assert late.tournament.entries.count() == 10


@pytest.mark.scenario("S19")
def test_who_came_between_the_look_and_the_press_stays_here(late: Evening) -> None:
    ida, jon = late.entries[8:]
    shown = {ida.pk, jon.pk}
    set_presence(ida, status="present", by=late.by)
    assert mark_blanks_absent(late.tournament, shown=shown, by=late.by) == [jon]
    assert mark_blanks_absent(late.tournament, shown=shown, by=late.by) == []
    set_presence(jon, status="late", by=late.by)
    assert take_back_absent(late.tournament, shown=shown, by=late.by) == []
    assert statuses(late.tournament, 1)[jon.pk] == "late"
    assert statuses(late.tournament, 1)[ida.pk] == "present"


@pytest.mark.scenario("S19")
def test_taken_back_they_are_blank_as_before(late: Evening, bob: User) -> None:
    blanks = blanks_of(late.tournament)
    shown = {entry.pk for entry in blanks}
    with pytest.raises(NotAllowed):
        mark_blanks_absent(late.tournament, shown=shown, by=By(bob, "web"))
    mark_blanks_absent(late.tournament, shown=shown, by=late.by)
    assert blanks_of(late.tournament) == []
    take_back_absent(late.tournament, shown=shown, by=late.by)
    assert blanks_of(late.tournament) == blanks
    assert not shown & statuses(late.tournament, 1).keys()


@pytest.mark.scenario("S19")
def test_the_cut_counts_who_has_a_result(club: Club, by_alice: By) -> None:
    """Two of four ended below zero; two no-shows stand above them at zero and are not in the line."""
    evening = make_evening(club, by=by_alice, n_players=6, sizes=(4,), table_points="raw")
    for entry in evening.entries[4:]:
        set_presence(entry, status="absent", by=by_alice)
    played = evening.publish()
    (table,) = tables_of(played)
    evening.enter(table, sheet_with_totals(table, [20, 10, -5, -10]))
    rounds.close_round(played, by=by_alice)
    standings.refresh(evening.tournament.pk)
    by_seat = [seat.entry_id for seat in table.seats.order_by("seat")]
    line = cut_lines.line_after(evening.tournament, 3)
    assert (list(line.through), line.level) == (by_seat[:3], ())
    everybody = cut_lines.line_after(evening.tournament, 6)
    assert sorted(everybody.through) == sorted(by_seat)
