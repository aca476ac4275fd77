"""Recording, correcting, voiding and judging sheets."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.activity import By
from clubs.errors import ImmutableFact
from clubs.models import Activity, Club, User
from games.errors import GameError, ReasonMissing, SheetConflict, SheetRefused
from games.models import Game, SheetRevision
from games.services.games import create_game, move_game
from games.services.sheets import decide_sheet, record_sheet, restore_game, void_game
from games.services.verifying import differences
from games.signals import game_confirmed, game_corrected, game_recorded, game_voided
from tests.evenings import SHORT_RULES, STARTS_AT, make_players

DEALS: list[dict[str, Any]] = [
    {"hand_size": 1, "bids": [0, 1, 0], "tricks": [0, 1, 0]},
    {"hand_size": 2, "bids": [1, 0, 2], "tricks": [1, 0, 1]},
    {"hand_size": 3, "bids": [1, 0, 1], "tricks": [1, 1, 1]},
]


@pytest.fixture
def game(club: Club, by_alice: By) -> Game:
    players = make_players(club, 3, by=by_alice)
    return create_game(club=club, rules=SHORT_RULES, players=players, played_at=STARTS_AT, by=by_alice)


def sheet_of(game: Game, deals: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    players = [str(seat.player.uid) for seat in game.seats.select_related("player") if seat.player]
    return {"players": players, "first_dealer": 0, "deals": deals or DEALS, **more}


def with_bid(deal: int, seat: int, bid: int) -> list[dict[str, Any]]:
    deals = [{**d, "bids": list(d["bids"])} for d in DEALS]
    deals[deal]["bids"][seat] = bid
    return deals


def test_a_whole_sheet_is_final_and_rated_with_the_points_of_the_engine(game: Game, by_alice: By) -> None:
    recorded = record_sheet(game, sheet=sheet_of(game), by=by_alice)
    assert (recorded.created, recorded.revision.number, recorded.game.state) == (True, 1, "final")
    assert recorded.game.rated
    seats = list(game.seats.all())
    assert [seat.total for seat in seats] == [32, 21, 21]
    assert [seat.place for seat in seats] == [1, 3, 2]
    assert [seat.last_deal_points for seat in seats] == [11, 0, 11]
    assert [seat.bids_made for seat in seats] == [3, 2, 2]


def test_an_incomplete_sheet_is_keyed_but_neither_final_nor_rated(game: Game, by_alice: By) -> None:
    recorded = record_sheet(game, sheet=sheet_of(game, DEALS[:2]), by=by_alice)
    assert (recorded.game.state, recorded.game.rated) == ("keyed", False)
    assert recorded.game.unrated_reason == "unconfirmed"


def test_a_game_ended_early_on_purpose_is_final(game: Game, by_alice: By) -> None:
    recorded = record_sheet(game, sheet=sheet_of(game, DEALS[:2], ended_early=True), by=by_alice)
    assert recorded.game.state == "final"


def test_the_same_sheet_twice_is_stored_once(game: Game, by_alice: By) -> None:
    first = record_sheet(game, sheet=sheet_of(game), by=by_alice)
    second = record_sheet(game, sheet=sheet_of(game), by=by_alice)
    assert second.created is False
    assert second.revision.pk == first.revision.pk
    assert game.revisions.count() == 1


def test_a_retry_with_the_same_client_key_is_stored_once(game: Game, by_alice: By) -> None:
    record_sheet(game, sheet=sheet_of(game), by=by_alice, client_key="k1")
    again = record_sheet(
        game, sheet=sheet_of(game, with_bid(0, 0, 1)), by=by_alice, client_key="k1", reason="r"
    )
    assert again.created is False
    assert game.revisions.count() == 1


def test_a_correction_needs_a_reason_and_keeps_the_old_revision(game: Game, by_alice: By) -> None:
    record_sheet(game, sheet=sheet_of(game), by=by_alice)
    with pytest.raises(ReasonMissing):
        record_sheet(game, sheet=sheet_of(game, with_bid(1, 2, 1)), by=by_alice)
    corrected = record_sheet(
        game, sheet=sheet_of(game, with_bid(1, 2, 1)), by=by_alice, reason="hand 2: bid was 1"
    )
    assert corrected.revision.number == 2
    assert [seat.total for seat in game.seats.all()] == [32, 21, 32]
    assert [revision.reason for revision in game.revisions.all()] == ["", "hand 2: bid was 1"]
    assert Activity.objects.filter(subject=f"game:{game.pk}", verb="sheet.corrected").count() == 1


def test_a_writer_who_saw_an_older_revision_gets_both_sheets_back(game: Game, by_alice: By) -> None:
    record_sheet(game, sheet=sheet_of(game), by=by_alice, expected_revision=0)
    with pytest.raises(SheetConflict) as caught:
        record_sheet(
            game, sheet=sheet_of(game, with_bid(0, 0, 1)), by=by_alice, reason="r", expected_revision=0
        )
    assert caught.value.extra["current_revision"] == 1
    assert caught.value.extra["current"]["deals"][0]["bids"] == [0, 1, 0]
    assert caught.value.extra["yours"]["deals"][0]["bids"] == [1, 1, 0]
    assert game.revisions.count() == 1


def test_a_malformed_sheet_is_refused_and_changes_nothing(game: Game, by_alice: By) -> None:
    with pytest.raises(SheetRefused) as caught:
        record_sheet(game, sheet=sheet_of(game, [{"hand_size": 1, "bids": [0, 1]}]), by=by_alice)
    assert caught.value.code == "sheet.length"
    game.refresh_from_db()
    assert (game.revision, game.state) == (0, "open")


def test_a_sheet_with_a_stranger_or_one_person_twice_is_refused(game: Game, by_alice: By) -> None:
    sheet = sheet_of(game)
    with pytest.raises(SheetRefused, match="nobody knows"):
        record_sheet(game, sheet={**sheet, "players": [*sheet["players"][:2], "not-a-uid"]}, by=by_alice)
    with pytest.raises(SheetRefused) as caught:
        record_sheet(
            game, sheet={**sheet, "players": [*sheet["players"][:2], sheet["players"][0]]}, by=by_alice
        )
    assert caught.value.code == "duplicate_player"
    assert game.revisions.count() == 0


def test_void_and_restore_are_revisions_and_give_the_same_result_back(game: Game, by_alice: By) -> None:
    record_sheet(game, sheet=sheet_of(game), by=by_alice)
    before = list(game.seats.values_list("number", "total", "place"))
    void_game(game, by=by_alice, reason="misdeal in every hand")
    game.refresh_from_db()
    assert (game.state, game.rated, game.unrated_reason) == ("void", False, "void")
    assert void_game(game, by=by_alice, reason="again").created is False
    restore_game(game, by=by_alice, reason="it was another table")
    game.refresh_from_db()
    assert (game.state, game.rated) == ("final", True)
    assert list(game.seats.values_list("number", "total", "place")) == before
    assert [revision.void for revision in game.revisions.all()] == [False, True, False]


def test_where_the_club_verifies_another_person_makes_it_final(
    club: Club, alice: User, bob: User, by_alice: By
) -> None:
    players = make_players(club, 3, by=by_alice)
    game = create_game(
        club=club, rules=SHORT_RULES, players=players, played_at=STARTS_AT, by=by_alice, verify=True
    )
    recorded = record_sheet(game, sheet=sheet_of(game), by=by_alice)
    assert (recorded.game.state, recorded.game.rated) == ("to-verify", False)
    with pytest.raises(SheetRefused) as caught:
        decide_sheet(game, kind="verified", by=by_alice)
    assert caught.value.code == "own_sheet"
    decide_sheet(game, kind="verified", by=By(bob, "web"))
    game.refresh_from_db()
    assert (game.state, game.rated) == ("final", True)
    with pytest.raises(ReasonMissing):
        decide_sheet(game, kind="reopened", by=by_alice)
    decide_sheet(game, kind="reopened", by=by_alice, reason="a player protests")
    game.refresh_from_db()
    assert (game.state, game.rated) == ("keyed", False)


def test_each_fact_is_told_once_inside_its_transaction(game: Game, by_alice: By) -> None:
    heard: list[str] = []

    def listener(name: str) -> Any:
        def hear(sender: type[Game], **_kwargs: Any) -> None:
            assert Game._base_manager.db  # the database is there: the transaction is still open
            heard.append(name)

        return hear

    kept = []
    for name, signal in {
        "recorded": game_recorded,
        "confirmed": game_confirmed,
        "corrected": game_corrected,
        "voided": game_voided,
    }.items():
        kept.append(listener(name))
        signal.connect(kept[-1])
    try:
        record_sheet(game, sheet=sheet_of(game), by=by_alice)
        record_sheet(game, sheet=sheet_of(game), by=by_alice)
        record_sheet(game, sheet=sheet_of(game, with_bid(1, 2, 1)), by=by_alice, reason="r")
        void_game(game, by=by_alice, reason="r")
        restore_game(game, by=by_alice, reason="r")
    finally:
        for signal, hear in zip(
            (game_recorded, game_confirmed, game_corrected, game_voided), kept, strict=True
        ):
            signal.disconnect(hear)
    assert heard == [
        "recorded", "confirmed", "recorded", "corrected", "recorded", "voided", "recorded", "confirmed",
    ]  # fmt: skip


def test_a_moved_game_keeps_its_place_in_the_evening(game: Game, by_alice: By) -> None:
    record_sheet(game, sheet=sheet_of(game), by=by_alice)
    old_key = game.order_key or ""
    moved = move_game(game, played_at=STARTS_AT.replace(day=1), by=by_alice, reason="wrong date")
    assert moved.order_key is not None
    assert moved.order_key < old_key
    assert moved.order_key[16:] == old_key[16:]


@pytest.mark.parametrize(
    ("days", "code"), [(2, "played_at_ahead"), (-30_000, "played_at_early")], ids=["ahead", "before 1970"]
)
def test_a_game_moves_to_no_impossible_time(game: Game, by_alice: By, days: int, code: str) -> None:
    with pytest.raises(GameError) as refused:
        move_game(game, played_at=timezone.now() + timedelta(days=days), by=by_alice, reason="wrong date")
    assert refused.value.code == code
    old_key = game.order_key
    game.refresh_from_db()
    assert game.order_key == old_key


def test_facts_cannot_be_edited_or_deleted_by_any_road(game: Game, by_alice: By) -> None:
    revision = record_sheet(game, sheet=sheet_of(game), by=by_alice).revision
    stored = SheetRevision.objects.get(pk=revision.pk)
    with pytest.raises(ImmutableFact):
        stored.save()
    with pytest.raises(ImmutableFact):
        stored.delete()
    with pytest.raises(ImmutableFact):
        SheetRevision.objects.all().delete()
    with pytest.raises(ImmutableFact):
        SheetRevision.objects.update(reason="x")
    with pytest.raises(ImmutableFact):
        Activity.objects.all().delete()


def test_rules_that_do_not_seat_the_table_are_refused(club: Club, by_alice: By) -> None:
    players = make_players(club, 2, by=by_alice)
    with pytest.raises(GameError, match="seat 3 to 7"):
        create_game(club=club, rules="oh-hell", players=players, played_at=STARTS_AT, by=by_alice)


def test_verifying_names_the_row_that_was_tampered_with(game: Game, by_alice: By) -> None:
    record_sheet(game, sheet=sheet_of(game), by=by_alice)
    assert list(differences()) == []
    seat = game.seats.get(number=1)
    seat.total = 99
    seat.save(update_fields=["total"])
    found = list(differences())
    assert [(d.row, d.column, d.stored, d.computed) for d in found] == [
        (f"games_seat {seat.pk}", "total", 99, 21)
    ]


def test_a_wholly_blank_sheet_is_no_result(game: Game, by_alice: By) -> None:
    blank: list[dict[str, Any]] = [
        {"hand_size": 1},
        {"hand_size": 2, "bids": [None, None, None]},
        {"hand_size": 3},
    ]
    with pytest.raises(SheetRefused) as caught:
        record_sheet(game, sheet=sheet_of(game, blank), by=by_alice)
    assert caught.value.code == "sheet_blank"
    assert game.revisions.count() == 0
    zeros: list[dict[str, Any]] = [{"hand_size": 1, "bids": [0, None, None]}]
    assert record_sheet(game, sheet=sheet_of(game, zeros), by=by_alice).created  # a zero is a value
