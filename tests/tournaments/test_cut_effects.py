"""What a corrected sheet would do to a cut that stands is said before it is saved."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from clubs.activity import By
from clubs.models import Club, User
from games.models import SheetRevision
from tests.evenings import Evening, make_evening, sheet_with_totals, tables_of
from tests.tournaments.views.desk import form_of, sheet_url
from tournaments.models import Cut, Round, Table
from tournaments.services import cutting, rounds, standings
from tournaments.services.effects import effects_of

POINTS = ([80, 70, 60, 50], [40, 30, 20, 10])


@pytest.fixture
def played(club: Club, by_alice: By) -> tuple[Evening, Round]:
    evening = make_evening(club, by=by_alice, n_players=8, sizes=(4,), table_points="raw")
    published = evening.publish()
    for table, points in zip(tables_of(published), POINTS, strict=True):
        evening.enter(table, sheet_with_totals(table, points))
    rounds.close_round(published, by=by_alice)
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()
    return evening, published


def corrected(table: Table, points: list[int], by: By) -> list[tuple[int, set[str], set[str]]]:
    """What storing other points would do: the cut's round, who would go on, who would not."""
    effects = effects_of(table, sheet=sheet_with_totals(table, points), by=by, reason="misread")
    return [
        (
            move.cut.after_round,
            {player.name for player in move.joining},
            {player.name for player in move.leaving},
        )
        for move in effects.cuts
    ]


def at(table: Table) -> list[str]:
    return [seat.entry.player.name for seat in table.seats.order_by("seat").select_related("entry__player")]


def test_a_correction_says_whom_the_line_would_let_through(
    played: tuple[Evening, Round], by_alice: By, alice: User
) -> None:
    evening, published = played
    first, second = tables_of(published)
    cutting.make_cut(evening.tournament, n=4, how="standings", by=by_alice)
    assert corrected(first, [80, 70, 60, 45], by_alice) == [(1, set(), set())]
    assert corrected(first, [80, 70, 60, 5], by_alice) == [(1, {at(second)[0]}, {at(first)[3]})]
    client = Client()
    client.force_login(alice)
    where = reverse("api:tournament-sheet-effects", args=[evening.tournament.uid, first.sheet_number])
    body = {"sheet": sheet_with_totals(first, [80, 70, 60, 5]), "reason": "misread"}
    [told] = client.post(where, body, content_type="application/json").json()["cuts"]
    joins, leaves = second.seats.get(seat=0).entry, first.seats.get(seat=3).entry
    assert (told["after_round"], told["joins"], told["leaves"]) == (1, [str(joins.uid)], [str(leaves.uid)])
    [cut] = Cut.objects.all()
    assert leaves.pk in cut.entries  # nothing of the asking stays


def test_at_tables_only_the_own_table_counts(played: tuple[Evening, Round], by_alice: By) -> None:
    evening, published = played
    first, second = tables_of(published)
    cutting.make_cut(evening.tournament, n=2, how="standings", at_tables=True, by=by_alice)
    assert corrected(second, [40, 5, 20, 10], by_alice) == [(1, {at(second)[2]}, {at(second)[1]})]
    assert corrected(first, [80, 70, 15, 14], by_alice) == [(1, set(), set())]


def test_a_lot_stays_where_it_put_the_line(club: Club, by_alice: By) -> None:
    evening = make_evening(
        club, by=by_alice, n_players=8, sizes=(4,), table_points="raw", tie_breaks=["shared"]
    )
    published = evening.publish()
    first, second = tables_of(published)
    evening.enter(first, sheet_with_totals(first, [80, 70, 60, 50]))
    evening.enter(second, sheet_with_totals(second, [50, 50, 20, 10]))
    rounds.close_round(published, by=by_alice)
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()
    cutting.make_cut(evening.tournament, n=4, how="lot", by=by_alice)
    assert corrected(second, [50, 50, 22, 10], by_alice) == [(1, set(), set())]


def test_the_page_says_it_before_the_correction_is_saved(club: Club, by_alice: By, alice: User) -> None:
    evening = make_evening(club, by=by_alice, n_players=8, sizes=(4,), table_points="raw")
    evening.play_round()
    evening.tournament.refresh_from_db()
    played = evening.tournament.rounds.get()
    cut = cutting.make_cut(evening.tournament, n=4, how="larger", by=by_alice)
    winner = tables_of(played)[0]
    seat = winner.seats.filter(entry__in=cut.entries).select_related("entry__player")[0]
    client = Client()
    client.force_login(alice)
    form = form_of(client, winner)
    for deal in range(3):  # who went on missed every bid
        taken = int(form[f"{deal}.tricks.{seat.seat}"])
        form[f"{deal}.bids.{seat.seat}"] = "0" if taken else "1"
    page = client.post(sheet_url(winner), {**form, "reason": "misread"}).content.decode()
    told = " ".join(strip_tags(page).split())
    assert "The line of the cut after round 1 would run elsewhere." in told
    assert f"Would not: {seat.entry.player.name}." in told
    assert "Who went on stays until the cut is taken back." in told
    assert SheetRevision.objects.filter(game=winner.game).count() == 1
