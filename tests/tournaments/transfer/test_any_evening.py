"""Whatever an evening was like: out, in, and out again gives the same bytes, and the same file again nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.models import User
from clubs.services.clubs import add_player, clean_name
from games.services.sheets import void_game
from tests.evenings import Evening, make_club, make_evening, tables_of
from tests.tournaments.transfer.sites import brought_in, catch_up, empty_site, exported, standings_now
from tournaments.models import Entry, Tournament
from tournaments.services.entries import cancel_penalty, give_penalty, set_presence
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


def is_name(text: str) -> bool:
    try:
        return clean_name(text) == text
    except EldestHandError:
        return False


NAMES = st.lists(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=30)
    .map(lambda text: " ".join(text.split()))
    .filter(is_name),
    min_size=6,
    max_size=9,
)
ODDITIES = st.lists(
    st.sampled_from(
        ["round", "penalty", "cancel", "correct", "void deal", "void game", "substitute", "absent", "guest"]
    ),
    min_size=1,
    max_size=7,
)


@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    names=NAMES, oddities=ODDITIES, sizes=st.sampled_from([[4], [3], [4, 3, 5]]), seed=st.integers(0, 2**20)
)
def test_any_evening_goes_out_and_in_without_loss(
    db: None, names: list[str], oddities: list[str], sizes: list[int], seed: int
) -> None:
    empty_site()
    owner = User.objects.create_user(f"owner-{seed}")
    club = make_club(owner)
    by = By(owner, "web")
    players = [add_player(club, name=name, by=by, aliases=[name[::-1]]) for name in names]
    evening = make_evening(club, by=by, players=players, sizes=sizes, seed=seed, name=names[0])
    evening.rng.seed(seed)
    for oddity in oddities:
        happen(oddity, evening)
    catch_up()
    before, lists = exported(evening.tournament), standings_now()
    assert not brought_in(before, club).changes_anything
    empty_site()
    brought_in(before)
    catch_up()
    assert exported(Tournament.objects.get()) == before
    assert standings_now() == lists


def happen(oddity: str, evening: Evening) -> None:
    played = evening.tournament.rounds.order_by("-number").first()
    if oddity == "round" or played is None:
        play(evening)
        return
    if oddity == "penalty":
        give_penalty(evening.entries[0], points="-2.5", reason=oddity, by=evening.by)
    elif oddity == "cancel":
        cancel_penalty(
            give_penalty(evening.entries[1], points="4", reason=oddity, by=evening.by),
            reason="no",
            by=evening.by,
        )
    elif oddity == "absent":
        set_presence(evening.entries[-1], status="absent", by=evening.by)
    elif oddity == "guest":
        Entry.objects.filter(pk=evening.entries[2].pk).update(ranked=False)
    else:
        on_a_sheet(oddity, evening, tables_of(played)[0])


def on_a_sheet(oddity: str, evening: Evening, table: Any) -> None:
    assert table.game is not None
    if table.game.state == "void":
        return
    if oddity == "void game":
        void_game(table.game, by=evening.by, reason="a try")
        return
    sheet = evening.random_sheet(table)
    sheet.pop("seats", None)
    if oddity == "void deal":
        sheet["deals"].insert(0, {"hand_size": 1, "void": True})
    elif oddity == "substitute":
        player = add_player(evening.tournament.club, name="Sub", by=evening.by)
        sheet["seats"] = [
            {"seat": seat, "player": uid, "from": 0, "to": None if seat else 0}
            for seat, uid in enumerate(sheet["players"])
        ] + [{"seat": 0, "player": str(player.uid), "from": 1, "to": None}]
    evening.enter(table, sheet, reason=oddity)


def play(evening: Evening) -> None:
    published = evening.publish()
    for table in tables_of(published):
        evening.enter(table)
    close_round(published, by=evening.by)
