"""Two people on one sheet: cells merge, and where both wrote the same cell both values are kept."""

from __future__ import annotations

import random
from typing import Any

import pytest

from clubs.activity import By
from clubs.models import Club, User
from games.errors import SheetRefused
from games.models import Game, SheetDraft
from games.services.drafts import (
    Value,
    clear_draft,
    contested_cells,
    draft_of,
    is_contested,
    merged_sheet,
    type_cells,
)
from games.services.games import create_game
from tests.evenings import SHORT_RULES, STARTS_AT, make_players


@pytest.fixture
def game(club: Club, by_alice: By) -> Game:
    players = make_players(club, 4, by=by_alice)
    return create_game(club=club, rules=SHORT_RULES, players=players, played_at=STARTS_AT, by=by_alice)


@pytest.fixture
def by_bob(bob: User) -> By:
    return By(bob, "web")


def test_different_cells_merge_and_each_sees_what_the_other_wrote(
    game: Game, by_alice: By, by_bob: By
) -> None:
    type_cells(game, changes={"0.bids.0": 1}, seen=0, by=by_alice)
    typed = type_cells(game, changes={"0.bids.1": 0}, seen=0, by=by_bob)
    assert typed.conflicts == ()
    assert typed.others == {"0.bids.0": 1}
    assert draft_of(game) == (2, {"0.bids.0": 1, "0.bids.1": 0})


def test_the_same_cell_keeps_the_first_value_and_gives_the_second_writer_both(
    game: Game, by_alice: By, by_bob: By, alice: User
) -> None:
    type_cells(game, changes={"0.bids.0": 1}, seen=0, by=by_alice)
    typed = type_cells(game, changes={"0.bids.0": 0, "0.bids.2": 1}, seen=0, by=by_bob)
    (conflict,) = typed.conflicts
    assert (conflict.cell, conflict.theirs, conflict.yours, conflict.by_id) == ("0.bids.0", 1, 0, alice.pk)
    assert conflict.at
    assert draft_of(game)[1] == {"0.bids.0": 1, "0.bids.2": 1}


def test_who_has_seen_the_other_value_may_replace_it(game: Game, by_alice: By, by_bob: By) -> None:
    typed = type_cells(game, changes={"0.bids.0": 1}, seen=0, by=by_alice)
    assert type_cells(game, changes={"0.bids.0": 0}, seen=typed.version, by=by_bob).conflicts == ()
    assert draft_of(game)[1] == {"0.bids.0": 0}


def test_one_writer_corrects_himself_without_a_conflict(game: Game, by_alice: By) -> None:
    type_cells(game, changes={"0.bids.0": 1}, seen=0, by=by_alice)
    assert type_cells(game, changes={"0.bids.0": None}, seen=0, by=by_alice).conflicts == ()
    assert draft_of(game)[1] == {"0.bids.0": None}


def test_two_phones_without_accounts_are_two_writers(game: Game) -> None:
    link = By(None, "link")
    type_cells(game, changes={"0.bids.0": 1}, seen=0, by=link, client_key="one")
    assert type_cells(game, changes={"0.bids.0": 0}, seen=0, by=link, client_key="two").conflicts


def test_sending_the_same_again_changes_nothing(game: Game, by_alice: By) -> None:
    first = type_cells(game, changes={"0.bids.0": 0, "total.3": -5}, seen=0, by=by_alice)
    again = type_cells(game, changes={"0.bids.0": 0, "total.3": -5}, seen=0, by=by_alice)
    assert again.version == first.version == 1


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("0.bids.4", 1),
        ("0.bid.0", 1),
        ("-1.bids.0", 1),
        ("0.bids.0", True),
        ("0.bids.0", 10**9),
        ("0.made.0", 1),
        ("total.9", 1),
        ("x" * 500, 1),
        ("3.bids.0", 1),  # the sheet has three hands
    ],
)
def test_cells_and_values_no_sheet_has_are_refused_and_nothing_is_stored(
    game: Game, by_alice: By, cell: str, value: Value
) -> None:
    with pytest.raises(SheetRefused):
        type_cells(game, changes={"0.bids.1": 1, cell: value}, seen=0, by=by_alice)
    assert draft_of(game) == (0, {})


def test_blank_is_not_zero(game: Game) -> None:
    sheet: dict[str, Any] = {"players": ["a", "b", "c"], "deals": [{"hand_size": 1}]}
    merged = merged_sheet(sheet, {"0.bids.0": 0, "0.bids.1": None, "total.2": 0})
    assert merged["deals"][0]["bids"] == [0, None, None]
    assert merged["paper_totals"] == [None, None, 0]
    assert "bids" not in sheet["deals"][0]


def test_an_old_page_cannot_revive_a_cleared_draft_unnoticed(game: Game, by_alice: By, by_bob: By) -> None:
    typed = type_cells(game, changes={"0.bids.0": 1}, seen=0, by=by_alice)
    clear_draft(game)
    version, cells = draft_of(game)
    assert (version, cells) == (typed.version + 1, {})


def test_a_value_that_lost_the_race_is_kept_until_somebody_who_saw_both_decides(
    game: Game, by_alice: By, by_bob: By, alice: User, bob: User
) -> None:
    type_cells(game, changes={"0.bids.0": 1}, seen=0, by=by_alice)
    lost = type_cells(game, changes={"0.bids.0": 0}, seen=0, by=by_bob)
    again = type_cells(game, changes={"0.bids.0": 0}, seen=0, by=by_bob)
    assert (again.version, again.conflicts) == (lost.version, lost.conflicts)
    blind = type_cells(game, changes={"0.bids.0": 2}, seen=1, by=by_alice)
    assert [(found.theirs, found.by_id) for found in blind.conflicts] == [(0, bob.pk)]
    cells = SheetDraft.objects.get(game=game).cells
    assert is_contested(cells)
    assert [(other["value"], own["value"]) for _cell, other, own in contested_cells(cells, "user:x:")] == [
        (2, 0)
    ]
    assert type_cells(game, changes={"0.bids.0": 0}, seen=blind.version, by=by_alice).conflicts == ()
    assert not is_contested(SheetDraft.objects.get(game=game).cells)
    assert draft_of(game)[1] == {"0.bids.0": 0}


def test_nobodys_typing_is_ever_lost_in_200_random_interleavings(
    game: Game, by_alice: By, by_bob: By
) -> None:
    """Every value a writer sent stands, or lies beside what stands, or went because somebody who had seen it wrote."""
    cells = [
        f"{deal}.{column}.{seat}" for deal in range(2) for column in ("bids", "tricks") for seat in (0, 1)
    ]
    writers = {"alice": by_alice, "bob": by_bob}
    for seed in range(200):
        rng = random.Random(seed)
        clear_draft(game)
        start = draft_of(game)[0]
        seen = dict.fromkeys(writers, start)
        alive: dict[str, dict[str, tuple[Value, int]]] = {
            cell: {} for cell in cells
        }  # writer -> value, version
        for _step in range(12):
            who = rng.choice(list(writers))
            other = "bob" if who == "alice" else "alice"
            changes: dict[str, Value] = {
                cell: rng.randrange(3) for cell in rng.sample(cells, rng.randint(1, 3))
            }
            typed = type_cells(game, changes=changes, seen=seen[who], by=writers[who])
            refused = {found.cell: found.theirs for found in typed.conflicts}
            for cell, value in changes.items():
                theirs, version = alive[cell].get(other, (value, 0))
                is_asked = version > seen[who] and theirs != value
                assert (refused.get(cell, "none") == theirs) == is_asked, (seed, cell)
                decides = version <= seen[who] and alive[cell].pop(other, None) is not None
                if decides or alive[cell].get(who, (None,))[0] != value or who not in alive[cell]:
                    alive[cell][who] = (value, typed.version)
            if rng.random() < 0.5:
                seen[who] = typed.version
        kept = SheetDraft.objects.get(game=game).cells
        for cell, values in alive.items():
            stored = (
                {entry["value"] for entry in (kept[cell], *kept[cell].get("rivals", ()))}
                if cell in kept
                else set()
            )
            assert stored == {value for value, _version in values.values()}, (seed, cell)
