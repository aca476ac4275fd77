"""Two sites that both went on: what went apart stays here, the rest comes in."""

from __future__ import annotations

from typing import Any

import pytest

from clubs.activity import By
from clubs.errors import Conflict
from clubs.models import Club
from games.services.transfer.fates import Fate
from tests.evenings import Evening, make_evening, tables_of
from tests.tournaments.transfer.sites import (
    BY_COMMAND,
    brought_in,
    catch_up,
    changed,
    empty_site,
    exported,
    exported_club,
)
from tournaments.models import Penalty, Round, SignUpTerms, Tournament
from tournaments.services.entries import give_penalty
from tournaments.services.transfer.canonical import from_bytes
from tournaments.services.transfer.leaving_out import leave_out
from tournaments.services.transfer.planning import plan_import
from tournaments.services.transfer.storing import fingerprint

pytestmark = pytest.mark.django_db


def correct(evening: Evening, place: int, seed: int) -> None:
    """The sheet of one table of round 1 says something else."""
    evening.rng.seed(seed)
    table = tables_of(evening.tournament.rounds.get(number=1))[place]
    evening.enter(table, evening.random_sheet(table), reason=f"read again {seed}")


def here() -> Evening:
    tournament = Tournament.objects.get(name="March evening")
    return Evening(tournament, list(tournament.entries.all()), BY_COMMAND)


def newest(place: int) -> dict[str, Any]:
    """The sheet of a table of round 1 as this site has it."""
    game = tables_of(here().tournament.rounds.get(number=1))[place].game
    assert game is not None
    row = game.revisions.last()
    assert row is not None
    return dict(row.sheet)


@pytest.fixture
def apart(evening: Evening) -> bytes:
    """The file of a laptop that corrected both sheets and drew round 2; this site corrected the first of them."""
    evening.play_round()
    first = exported(evening.tournament)
    correct(evening, 0, 5)
    correct(evening, 1, 6)
    evening.play_round()
    second = exported(evening.tournament)
    empty_site()
    brought_in(first)
    correct(here(), 0, 99)
    catch_up()
    return second


def fates(raw: bytes, *, without_apart: bool = False) -> dict[tuple[str, str], Fate]:
    plan = plan_import(from_bytes(raw), Club.objects.get())
    if without_apart:
        leave_out(plan)
    return {(part.kind, part.name): part.fate for part in plan.every_part()}


def test_the_sheet_both_corrected_stays_and_the_others_come_in(apart: bytes) -> None:
    club, own = Club.objects.get(), newest(0)
    with pytest.raises(Conflict, match="Nothing was brought in"):
        brought_in(apart, club)
    found = fates(apart, without_apart=True)
    assert found["game", "round 1, table 1"] is Fate.LEFT_OUT
    assert found["game", "round 1, table 2"] is Fate.CHANGED
    before = newest(1)
    brought_in(apart, club, without_apart=True)
    assert newest(0) == own
    assert newest(1) != before
    catch_up()


def test_a_second_time_changes_nothing_and_shows_the_same_parts(apart: bytes) -> None:
    club = Club.objects.get()
    brought_in(apart, club, without_apart=True)
    after = exported_club(club)
    again = brought_in(apart, club, without_apart=True)
    assert not again.changes_anything
    assert exported_club(club) == after
    assert fates(apart)["game", "round 1, table 1"] is Fate.APART


def test_a_preview_that_is_old_is_refused_before_anything_is_left_out(apart: bytes) -> None:
    club = Club.objects.get()
    seen = fingerprint(plan_import(from_bytes(apart), club))
    correct(here(), 1, 44)
    with pytest.raises(Conflict, match="went on since"):
        brought_in(apart, club, without_apart=True, seen=seen)
    now = fingerprint(plan_import(from_bytes(apart), club))
    brought_in(apart, club, without_apart=True, seen=now)


def test_with_a_round_go_its_sheets_and_every_later_round(evening: Evening) -> None:
    evening.play_round()
    first = exported(evening.tournament)
    evening.play_round()
    evening.play_round()
    give_penalty(evening.entries[1], points="-2", reason="phone", by=evening.by)
    second = exported(evening.tournament)
    empty_site()
    brought_in(first)
    site = here()
    site.draw()  # a draft of round 2, which is published in the file
    found = fates(second, without_apart=True)
    assert {found["round", "2"], found["round", "3"], found["game", "round 2, table 1"]} == {Fate.LEFT_OUT}
    assert found["game", "round 3, table 2"] is Fate.LEFT_OUT
    brought_in(second, Club.objects.get(), without_apart=True)
    catch_up()
    assert [row.state for row in Round.objects.order_by("number")] == ["closed", "draft"]
    assert Penalty.objects.get().reason == "phone"


def test_with_the_lines_of_the_standings_goes_the_whole_evening_and_another_one_comes_in(
    evening: Evening, by_alice: By
) -> None:
    players = [entry.player for entry in evening.entries]
    club = evening.tournament.club
    first = exported_club(club)
    other = make_evening(club, by=by_alice, players=players[:4], sizes=[4], name="April")
    other.play_round()
    evening.play_round()
    give_penalty(evening.entries[1], points="-2", reason="phone", by=evening.by)

    def swap_lines(document: Any) -> None:
        body = next(b for b in document["tournaments"] if b["tournament"]["name"] == "March evening")
        one, two = body["tournament"]["entries"][:2]
        one["uid"], two["uid"] = two["uid"], one["uid"]

    second = changed(exported_club(club), swap_lines)
    empty_site()
    brought_in(first)
    before = exported(Tournament.objects.get(name="March evening"))
    brought_in(second, Club.objects.get(), without_apart=True)
    catch_up()
    assert exported(Tournament.objects.get(name="March evening")) == before
    assert Tournament.objects.get(name="April").rounds.count() == 1


def test_terms_and_settings_both_changed_stay_as_they_are(evening: Evening, by_alice: By) -> None:
    from tournaments.services.signing_up import set_terms

    first = exported(evening.tournament)
    set_terms(evening.tournament, by=by_alice, opens_at=None, closes_at=None, capacity=9)
    second = exported(evening.tournament)
    empty_site()
    brought_in(first)
    set_terms(here().tournament, by=BY_COMMAND, opens_at=None, closes_at=None, capacity=7)
    assert fates(second)["sign_up_terms", "March evening"] is Fate.APART
    brought_in(second, Club.objects.get(), without_apart=True)
    assert SignUpTerms.objects.get().capacity == 7
