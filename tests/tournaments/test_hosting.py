"""A tournament's round at card tables: seats as drawn, sheets that write themselves, a round that closes itself."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import User
from games.engine.view import view
from games.models import HostedTable, SheetState
from games.services.hosting import acting, directing
from games.services.hosting.clocks import seats_to_act
from games.services.hosting.directing import may_direct
from games.services.hosting.opening import start_table
from games.services.hosting.reading import state_now
from tests.evenings import Evening, tables_of
from tournaments.errors import RoundConflict
from tournaments.models import Round
from tournaments.services import rounds
from tournaments.services.hosting import close_finished_rounds, host_round
from tournaments.tasks import refresh_standings

pytestmark = pytest.mark.django_db


def finish(table: HostedTable, by: By) -> None:
    """Everybody takes the first thing that is legal."""
    table = start_table(table, by=by)
    while (found := state_now(table)) and (to_act := seats_to_act(found[0])):
        seen: dict = view(found[0], to_act[0])
        first = seen["deal"]["legal"][0]
        what = {"bid": first} if isinstance(first, int) else {"card": first}
        acting.act(table, seat=to_act[0], seen=seen["event"], by=by, **what)


def test_a_hosted_round_closes_with_its_last_table_and_counts_like_any_other(evening: Evening) -> None:
    published = evening.publish()
    hosted = host_round(published, by=evening.by, turn_seconds=None)
    assert len(hosted) == 2
    assert host_round(published, by=evening.by) == []
    for hosted_table, table in zip(hosted, tables_of(published), strict=True):
        drawn = list(table.seats.order_by("seat").values_list("entry__player", flat=True))
        assert list(hosted_table.seats.order_by("number").values_list("player", flat=True)) == drawn
    finish(hosted[0], evening.by)
    assert close_finished_rounds(evening.tournament.pk) == 0
    finish(hosted[1], evening.by)
    refresh_standings(evening.tournament.pk)
    published.refresh_from_db()
    assert published.state == Round.State.CLOSED
    standing = evening.tournament.standings.order_by("place").first()
    assert standing is not None
    assert {table.game.state for table in tables_of(published) if table.game} == {SheetState.FINAL}
    assert {table.game.rated for table in tables_of(published) if table.game} == {True}
    assert close_finished_rounds(evening.tournament.pk) == 0


def test_a_hosted_round_is_not_taken_back_and_its_director_directs_it(evening: Evening, bob: User) -> None:
    published = evening.publish()
    with pytest.raises(NotAllowed):
        host_round(published, by=By(bob, "web"))
    (table, _other) = host_round(published, by=evening.by)
    with pytest.raises(RoundConflict):
        rounds.unpublish_round(published, by=evening.by, reason="wrong people")
    owner = evening.by.user
    assert may_direct(owner, table)
    assert not may_direct(bob, table)
    start_table(table, by=evening.by)
    directing.pause(table, by=evening.by)
    with pytest.raises(NotAllowed):
        directing.resume(table, by=By(bob, "web"))


def test_a_substitute_holds_the_seat_from_the_next_hand_on(evening: Evening) -> None:
    published = evening.publish()
    table = host_round(published, by=evening.by, turn_seconds=None)[0]
    started = start_table(table, by=evening.by)
    directing.substitute(started, number=1, by=evening.by, name="Sub")
    finish(started, evening.by)
    started.refresh_from_db()
    assert started.game is not None
    seat = started.game.seats.get(number=1)
    assert seat.player is None  # replaced before the first hand was over: the whole game is the substitute's


def test_players_find_their_card_table_on_the_page_of_the_round(evening: Evening, client: Client) -> None:
    published = evening.publish()
    owner = evening.by.user
    assert owner is not None
    client.force_login(owner)
    path = f"/tournaments/{evening.tournament.slug}/rounds/1/host/"
    assert client.post(path, {"turn_seconds": "60", "watch_delay": "60"}).status_code == 302
    page = client.get(published.get_absolute_url()).content.decode()
    for table in HostedTable.objects.all():
        assert table.get_absolute_url() in page
        assert (table.watch_delay, table.is_directed) == (60, True)
        assert client.get(table.get_absolute_url()).status_code == 200
