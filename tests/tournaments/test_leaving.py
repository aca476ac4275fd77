"""Somebody leaves in the middle of a game: the points so far, a substitute, or void; the ratings agree."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, User
from games.models import Game, SheetState
from tests.evenings import Evening, make_evening, make_players, tables_of
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Entry, Round, Table
from tournaments.services import results, standings
from tournaments.services.entries import set_presence, statuses
from tournaments.services.leaving import leave_game
from tournaments.services.verifying import differences


@pytest.fixture
def evening(club: Club, by_alice: By) -> Evening:
    """Two tables of four and Ida, who stands by."""
    made = make_evening(club, by=by_alice, players=make_players(club, 9, by=by_alice), sizes=[4])
    set_presence(made.entries[8], status="stand-by", by=by_alice)
    return made


@pytest.fixture
def begun(evening: Evening) -> tuple[Round, Table, Entry]:
    """The first of three hands is typed at table 1; the second seat is about to leave."""
    published = evening.publish()
    published.tournament = evening.tournament
    table = tables_of(published)[0]
    type_hand(table, 0, evening.by, [0, 0, 0, 1], [0, 0, 1, 0])
    return published, table, table.seats.get(seat=1).entry


def type_hand(table: Table, deal: int, by: By, bids: list[int | None], tricks: list[int | None]) -> None:
    columns = {"bids": bids, "tricks": tricks}
    changes = {
        f"{deal}.{name}.{seat}": value
        for name, values in columns.items()
        for seat, value in enumerate(values)
        if value is not None
    }
    results.type_on_sheet(table, changes=changes, seen=1000, by=by)


def finish(table: Table, by: By) -> Game:
    """The sheet as it was typed, with the hands that are left."""
    return results.enter_sheet(table, sheet=finished(table), by=by).game


def test_a_substitute_plays_on_and_the_line_stays(
    evening: Evening, begun: tuple[Round, Table, Entry]
) -> None:
    published, table, leaver = begun
    ida = evening.entries[8].player
    leave_game(published, entry=leaver, outcome="substitute", substitute=ida, by=evening.by)
    game = finish(table, evening.by)
    stints = list(
        game.seats.filter(number=1).order_by("from_deal").values_list("player", "from_deal", "to_deal")
    )
    assert stints == [(leaver.player_id, 0, 0), (ida.pk, 1, None)]
    standings.refresh(evening.tournament.pk)
    line = evening.tournament.standings.get(entry=leaver)
    assert line.total != "0" or line.columns["rounds"] != [None]
    assert evening.tournament.standings.get(entry=evening.entries[8]).columns["rounds"] == [None]
    assert game.rated
    assert list(differences()) == []
    assert statuses(evening.tournament, 2)[leaver.pk] == "left"


def test_the_points_so_far_count_and_the_others_play_on(
    evening: Evening, begun: tuple[Round, Table, Entry]
) -> None:
    published, table, leaver = begun
    type_hand(table, 1, evening.by, [None, 2, None, None], [])
    leave_game(published, entry=leaver, outcome="stop", hand=2, by=evening.by)
    game = finish(table, evening.by)
    seat = game.seats.get(number=1)
    assert (seat.from_deal, seat.to_deal, seat.deals, seat.total) == (0, 0, 1, 10)
    assert game.state == SheetState.FINAL
    assert game.seats.get(number=0).deals == 3
    standings.refresh(evening.tournament.pk)
    assert evening.tournament.standings.get(entry=leaver).columns["rounds"] != [None]
    assert list(differences()) == []


def test_a_stored_sheet_is_changed_by_a_revision(evening: Evening, begun: tuple[Round, Table, Entry]) -> None:
    published, table, leaver = begun
    results.enter_sheet(table, sheet=results.sheet_as_typed(table)[1], by=evening.by)
    type_hand(table, 1, evening.by, [1, 0, 0, 0], [2, 0, 0, 0])
    ida = evening.entries[8].player
    game = leave_game(
        published, entry=leaver, outcome="substitute", substitute=ida, hand=3, reason="ill", by=evening.by
    )
    assert (game.revision, game.revisions.get(number=2).reason) == (2, "ill")
    assert game.revisions.get(number=2).sheet["deals"][1]["tricks"] == [2, 0, 0, 0]
    assert list(game.seats.filter(number=1).values_list("from_deal", "to_deal")) == [(0, 1), (2, None)]
    assert list(differences()) == []


def test_a_void_game_counts_for_nobody(evening: Evening, begun: tuple[Round, Table, Entry]) -> None:
    published, _table, leaver = begun
    game = leave_game(published, entry=leaver, outcome="void", by=evening.by)
    assert (game.state, game.rated, game.unrated_reason) == (SheetState.VOID, False, "void")
    standings.refresh(evening.tournament.pk)
    assert all(line.total == "0" for line in evening.tournament.standings.all())


def test_nobody_takes_a_seat_who_has_one(evening: Evening, begun: tuple[Round, Table, Entry]) -> None:
    published, table, leaver = begun
    for other in (table.seats.get(seat=2).entry, tables_of(published)[1].seats.get(seat=0).entry):
        with pytest.raises(RoundConflict, match="has a seat in this round"):
            leave_game(published, entry=leaver, outcome="substitute", substitute=other.player, by=evening.by)
    for hand in (1, 4):
        with pytest.raises(TournamentError, match="is empty: 2 to 3"):
            leave_game(published, entry=leaver, outcome="stop", hand=hand, by=evening.by)
    assert table.game is not None
    assert table.game.seats.count() == 4


def test_the_page_offers_the_ways_and_the_grid_names_both(
    evening: Evening, begun: tuple[Round, Table, Entry], alice: User
) -> None:
    _published, table, leaver = begun
    client = Client()
    client.force_login(alice)
    slug = evening.tournament.slug
    page = client.get(reverse("draw", args=[slug]), {"who": leaver.pk}).content.decode()
    ida = evening.entries[8]
    assert f'value="s{ida.pk}"' in page
    assert 'name="hand" inputmode="numeric" maxlength="3" value="2"' in page
    where = reverse("round_people", args=[slug, 1])
    wrong = client.post(where, {"who": leaver.pk, "to": "stop", "hand": "soon"})
    assert wrong.status_code == 422
    done = client.post(where, {"who": leaver.pk, "to": f"s{ida.pk}", "hand": "2"})
    assert done.status_code == 302
    grid = client.get(reverse("sheet_detail", args=[slug, table.sheet_number])).content.decode()
    assert f"{leaver.player.display_name} / Ida from hand 2" in grid


def test_a_program_says_the_same(
    evening: Evening, begun: tuple[Round, Table, Entry], alice: User, bob: User
) -> None:
    _published, table, leaver = begun
    address = reverse("api:tournament-round-leave", args=[evening.tournament.uid, 1])
    body: dict[str, Any] = {"entry": str(leaver.uid), "outcome": "stop"}
    client = Client()
    client.force_login(bob)
    assert client.post(address, body, content_type="application/json").status_code == 403
    client.force_login(alice)
    assert client.post(address, body, content_type="application/json").status_code == 200
    assert table.game is not None
    assert table.game.seats.get(number=1).to_deal == 0


def test_a_refused_hand_names_who_would_play_it(
    evening: Evening, begun: tuple[Round, Table, Entry], alice: User
) -> None:
    published, table, leaver = begun
    ida, name = evening.entries[8], leaver.player.display_name
    how: dict[str, Any] = {"entry": leaver, "outcome": "substitute", "by": evening.by}
    with pytest.raises(TournamentError, match=f"which hand on Ida plays for {name} at table 1: 2 to 3"):
        leave_game(published, substitute=ida.player, hand=9, **how)
    with pytest.raises(TournamentError, match="Choose who plays on"):
        leave_game(published, hand=9, **how)
    results.type_on_sheet(table, changes={"0.tricks.3": None}, seen=1000, by=evening.by)
    with pytest.raises(TournamentError, match=f"Hand 1 of table 1 is not whole .* that {name} does not play"):
        leave_game(published, substitute=ida.player, **how)
    client = Client()
    client.force_login(alice)
    where = reverse("round_people", args=[evening.tournament.slug, 1])
    page = client.post(where, {"who": leaver.pk, "to": f"s{ida.pk}", "hand": ""})
    assert page.status_code == 422
    assert f"the first hand that Ida plays for {name}." in page.content.decode()


def test_a_game_whose_hands_are_all_there_has_none_to_leave(
    evening: Evening, begun: tuple[Round, Table, Entry]
) -> None:
    published, table, leaver = begun
    type_hand(table, 1, evening.by, [0, 0, 0, 0], [2, 0, 0, 0])
    type_hand(table, 2, evening.by, [0, 0, 0, 0], [3, 0, 0, 0])
    with pytest.raises(TournamentError, match="Every hand of table 1 is on its sheet"):
        leave_game(published, entry=leaver, outcome="stop", by=evening.by)


class Program:
    """Whole sheets of one table, as a program sends them."""

    def __init__(self, evening: Evening, table: Table, alice: User) -> None:
        self.table = table
        self.client = Client()
        self.client.force_login(alice)
        self.where = reverse("api:tournament-sheet", args=[evening.tournament.uid, table.sheet_number])

    def put(self, sheet: dict[str, Any], **more: Any) -> tuple[int, dict[str, Any]]:
        body = {"sheet": sheet, "expected_revision": 0, **more}
        answer = self.client.put(self.where, body, content_type="application/json")
        return answer.status_code, answer.json()


@pytest.mark.parametrize("outcome", ["stop", "substitute"])
def test_a_whole_sheet_of_a_program_does_not_forget_who_left(
    evening: Evening, begun: tuple[Round, Table, Entry], alice: User, outcome: str
) -> None:
    """Read before the leaver was noted, sent after it: the page could not send that, so the program is asked."""
    published, table, leaver = begun
    ida = evening.entries[8].player
    before = evening.random_sheet(table)
    new = ida if outcome == "substitute" else None
    leave_game(published, entry=leaver, outcome=outcome, substitute=new, hand=2, by=evening.by)
    program, game = Program(evening, table, alice), Game.objects.get(table=table)
    status, refusal = program.put(before)
    assert (status, refusal["code"]) == (422, "confirmation_needed")
    assert leaver.player.display_name in refusal["detail"]
    assert "hand 2" in refusal["detail"]
    assert [line["to"] for line in refusal["seats"]] == ([0] if new is None else [0, None])
    at_the_table = {str(uid) for uid in table.seats.values_list("entry__uid", flat=True)}
    assert at_the_table <= {move["entry"] for move in refusal["effects"]["places"]}
    assert Game.objects.get(pk=game.pk).revision == 0
    assert game.seats.get(number=1, from_deal=0).to_deal == 0
    status, _kept = program.put(finished(table))
    assert status == 201
    assert list(differences()) == []


def test_noted_seats_with_values_of_whoever_left_are_asked_about_too(
    evening: Evening, begun: tuple[Round, Table, Entry], alice: User
) -> None:
    published, table, leaver = begun
    before = evening.random_sheet(table)
    leave_game(published, entry=leaver, outcome="stop", hand=2, by=evening.by)
    seats = [*results.sheet_as_typed(table)[1]["seats"]]
    program = Program(evening, table, alice)
    assert program.put({**before, "seats": seats})[1]["code"] == "confirmation_needed"
    status, _stored = program.put(before, confirmed=True, client_key="told twice")
    assert status == 201
    assert program.put(before, confirmed=True, client_key="told twice")[0] == 200
    assert Game.objects.get(table=table).seats.get(number=1).to_deal is None
    assert statuses(evening.tournament, 2)[leaver.pk] == "left"


def finished(table: Table) -> dict[str, Any]:
    """The sheet as it stands typed, every hand that is left played by those who are in it."""
    table = Table.objects.select_related("game", "round__tournament", "tournament").get(pk=table.pk)
    sheet = results.sheet_as_typed(table)[1]
    for deal in sheet["deals"]:
        out = deal.get("out") or []
        if not deal.get("tricks"):
            playing = [seat for seat in range(4) if seat not in out]
            deal["bids"] = [None if seat in out else 1 for seat in range(4)]
            deal["tricks"] = [None if seat in out else 0 for seat in range(4)]
            deal["tricks"][playing[0]] = deal["hand_size"]
    return sheet
