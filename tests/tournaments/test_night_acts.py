"""What an open night has of other evenings: its list is frozen and shown again, somebody leaves a game half-way."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, User
from games.models import Game
from tests.evenings import Evening, make_evening
from tests.tournaments.test_open_nights import finish, queue, start
from tournaments.errors import TournamentError
from tournaments.services import results
from tournaments.services.freezing import freeze, reveal_all
from tournaments.services.settings import change_settings
from tournaments.services.verifying import differences
from tournaments.tasks import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club, by_alice: By) -> Evening:
    return make_evening(club, by=by_alice, n_players=9, draw="open", sizes=(4, 3, 5))


def test_a_frozen_night_shows_the_list_as_it_stood_and_hides_what_came_later(
    night: Evening, client: Client
) -> None:
    """As of an evening in rounds: the list up to the freeze stays, totals and places of later tables do not show."""
    finish(night, start(night, night.entries[:4]))
    finish(night, start(night, night.entries[4:8]))
    freeze(night.tournament, after=2, by=night.by)
    refresh_standings(night.tournament.pk)
    address = reverse("standings", args=[night.tournament.slug])
    before = client.get(address).context["table"]
    assert (before.after, len(before.lines), before.n_hidden) == (2, 9, 0)
    finish(night, start(night, night.entries[:4]))
    after = client.get(address).context["table"]
    assert [(line.entry.pk, line.total) for line in after.lines] == [
        (line.entry.pk, line.total) for line in before.lines
    ]
    assert client.get(address, {"after": 3}).status_code == 404
    kept = set(night.tournament.standings.values_list("after_round", flat=True))
    assert kept == {2, 3}
    assert list(differences()) == []
    client.force_login(User.objects.get(username="alice"))
    assert client.get(address).context["table"].after == 3
    reveal_all(night.tournament, by=night.by)
    refresh_standings(night.tournament.pk)
    assert set(night.tournament.standings.values_list("after_round", flat=True)) == {3}


def test_a_night_is_frozen_after_a_list_it_has(night: Evening, alice: User) -> None:
    for people in (night.entries[:4], night.entries[4:8], night.entries[:4]):
        finish(night, start(night, people))
    with pytest.raises(TournamentError, match="0 to 3"):
        freeze(night.tournament, after=4, by=night.by)
    client = Client()
    client.force_login(alice)
    page = client.get(reverse("prizes", args=[night.tournament.slug]))
    assert (page.context["choices"], page.context["usual"]) == ([0, 3], 3)


def test_the_page_of_the_queue_lets_somebody_leave_a_game_by_the_rule(night: Evening, alice: User) -> None:
    """A substitute from the queue first where that is the rule; blank is the first hand that is not whole."""
    change_settings(night.tournament, by=night.by, changes={"on_leaving": "substitute"})
    table = start(night, night.entries[:4])
    changes = {f"0.bids.{seat}": 0 for seat in range(4)} | {f"0.tricks.{seat}": 0 for seat in range(3)}
    results.type_on_sheet(table, changes={**changes, "0.tricks.3": 1}, seen=0, by=night.by)
    client = Client()
    client.force_login(alice)
    page = client.get(reverse("queue", args=[night.tournament.slug]))
    ways = [value for value, _text in page.context["ways"]]
    elin = night.entries[4]
    assert ways == [*(f"s{entry.pk}" for entry in night.entries[4:]), "stop", "void"]
    where = reverse("round_people", args=[night.tournament.slug, table.round.number])
    assert where in page.content.decode()
    leaver = table.seats.get(seat=1).entry
    refused = client.post(where, {"who": leaver.pk, "to": "stop", "hand": ""})
    assert refused.status_code == 422  # another outcome than the rule needs a reason
    done = client.post(where, {"who": leaver.pk, "to": f"s{elin.pk}", "hand": ""}, follow=True)
    assert done.redirect_chain[-1][0] == reverse("queue", args=[night.tournament.slug])
    stints = Game.objects.get(table=table).seats.filter(number=1).order_by("from_deal")
    assert list(stints.values_list("player", "to_deal")) == [(leaver.player_id, 0), (elin.player_id, None)]
    assert elin.player.name not in queue(night)
