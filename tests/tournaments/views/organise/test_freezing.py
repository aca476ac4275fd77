"""The list before the prizes: hidden by every road, revealed from the bottom up."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from tests.evenings import Evening
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Standing
from tournaments.services import rounds, seasons, standings
from tournaments.services.freezing import freeze, newest_rows, next_revealed, reveal, reveal_all


@pytest.fixture
def frozen(evening: Evening, by_alice: By) -> Evening:
    """Two rounds played; the public sees the first."""
    evening.play_round()
    evening.play_round()
    evening.tournament = freeze(evening.tournament, after=1, by=by_alice)
    return evening


def lists_of(client: Client, evening: Evening) -> dict[str, str]:
    """What a reader gets from every road that shows a list."""
    slug, uid = evening.tournament.slug, evening.tournament.uid
    roads = {
        "page": reverse("standings", args=[slug]),
        "wall": reverse("wall", args=[slug]),
        "tournament": reverse("tournament_detail", args=[slug]),
        "api": reverse("api:tournament-standings", args=[uid]),
    }
    return {name: client.get(address).content.decode() for name, address in roads.items()}


def test_visitors_see_the_list_of_the_round_it_is_frozen_after(frozen: Evening, client: Client) -> None:
    shown = lists_of(client, frozen)
    assert "Standings after round 1" in shown["page"]
    assert "After round 1" in shown["wall"]
    assert "After round 2" not in shown["wall"]
    assert "After round 2" not in shown["tournament"]
    assert client.get(reverse("api:tournament-standings", args=[frozen.tournament.uid])).json()["after"] == 1


@pytest.mark.parametrize("name", ["standings", "api:tournament-standings"])
def test_who_asks_for_the_newest_list_gets_404(frozen: Evening, client: Client, name: str) -> None:
    key = frozen.tournament.uid if name.startswith("api") else frozen.tournament.slug
    assert client.get(reverse(name, args=[key]), {"after": "2"}).status_code == 404


def test_points_of_later_tables_are_hidden_on_the_round_and_the_wall(frozen: Evening, client: Client) -> None:
    page = client.get(reverse("round_detail", args=[frozen.tournament.slug, 2])).content.decode()
    assert 'class="score' not in page
    assert "hidden until the prizes" in page
    assert (
        'class="score'
        in client.get(reverse("round_detail", args=[frozen.tournament.slug, 1])).content.decode()
    )


def test_the_desk_sees_all_of_it(frozen: Evening, alice_client: Client) -> None:
    page = alice_client.get(reverse("standings", args=[frozen.tournament.slug])).content.decode()
    assert "Standings after round 2" in page
    assert "only the desk sees it whole" in page


def test_the_last_line_comes_first(frozen: Evening, client: Client, by_alice: By) -> None:
    rows = newest_rows(frozen.tournament)
    frozen.tournament = reveal(frozen.tournament, by=by_alice, seen=0)
    n = frozen.tournament.revealed
    answer = client.get(reverse("api:tournament-standings", args=[frozen.tournament.uid])).json()
    assert answer["after"] == 2
    assert [row["player"]["name"] for row in answer["rows"]] == [
        row.entry.player.display_name for row in rows[-n:]
    ]
    page = lists_of(client, frozen)["page"]
    leader = rows[0].entry.player.display_name
    assert f">{leader}<" not in page.split("<tbody>")[1].split("</tbody>")[0]
    assert f"{len(rows) - n} lines above are still hidden" in page


def test_the_same_tap_twice_reveals_once(frozen: Evening, by_alice: By) -> None:
    first = reveal(frozen.tournament, by=by_alice, seen=0).revealed
    assert reveal(frozen.tournament, by=by_alice, seen=0).revealed == first


def test_every_line_is_revealed_once_and_the_last_ends_the_freeze(frozen: Evening, by_alice: By) -> None:
    rows = newest_rows(frozen.tournament)
    steps = [0]
    while frozen.tournament.frozen_after is not None:
        frozen.tournament = reveal(frozen.tournament, by=by_alice, seen=frozen.tournament.revealed)
        steps.append(frozen.tournament.revealed or len(rows))
    assert all(before < after for before, after in pairwise(steps))
    assert steps[-1] == len(rows)


def test_who_shares_a_place_is_revealed_together() -> None:
    rows = [Standing(place=place) for place in (1, 2, 3, 3, 3, None)]
    assert [next_revealed(rows, n) for n in (0, 1, 4, 5)] == [1, 4, 5, 6]


def test_a_frozen_evening_waits_for_the_season(frozen: Evening, by_alice: By) -> None:
    season = seasons.create_season(frozen.tournament.club, name="Spring", by=by_alice)
    frozen.tournament.season = season
    frozen.tournament.save(update_fields=["season"])
    assert seasons.derive(season, version=1) == []
    reveal_all(frozen.tournament, by=by_alice)
    assert len(seasons.derive(season, version=2)) == len(frozen.entries)


def test_it_cannot_be_frozen_again_while_it_is_revealed(frozen: Evening, by_alice: By) -> None:
    with pytest.raises(TournamentError):
        freeze(frozen.tournament, after=99, by=by_alice)
    reveal(frozen.tournament, by=by_alice)
    with pytest.raises(RoundConflict):
        freeze(frozen.tournament, after=0, by=by_alice)


def test_the_page_of_the_prizes_does_it(frozen: Evening, alice_client: Client, client: Client) -> None:
    here = reverse("prizes", args=[frozen.tournament.slug])
    assert "Reveal" in alice_client.get(here).content.decode()
    assert alice_client.post(here, {"act": "next", "seen": "0"}).status_code == 302
    frozen.tournament.refresh_from_db()
    assert frozen.tournament.revealed >= 1
    assert alice_client.post(here, {"act": "all"}).status_code == 302
    assert "Standings after round 2" in lists_of(client, frozen)["page"]
    assert alice_client.post(here, {"act": "freeze", "after": "0"}).status_code == 302
    assert "Hidden until the prizes" in lists_of(client, frozen)["page"]


def test_an_evening_closed_while_its_list_is_frozen_names_no_winner(
    client: Client, evening: Evening, by_alice: By
) -> None:
    evening.play_round()
    freeze(evening.tournament, after=1, by=by_alice)
    evening.play_round()
    rounds.close_tournament(evening.tournament, by=by_alice)
    standings.refresh(evening.tournament.pk)
    for page in lists_of(client, evening).values():
        assert " won with" not in page
        assert " won by" not in page
        assert "share first place" not in page
    shown = lists_of(client, evening)["tournament"]
    assert "The evening is over. Who won is hidden until the prizes." in shown
    reveal_all(evening.tournament, by=by_alice)
    standings.refresh(evening.tournament.pk)
    assert "hidden until the prizes" not in lists_of(client, evening)["tournament"]
