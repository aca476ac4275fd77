"""Merging and unmerging profiles (`ratings.md` 6.4, scenario S31)."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.models import Activity, Club, Membership, Player
from games.errors import GameError
from games.models import Game
from games.services.people import MetAtTable, merge_players, preview_merge, unmerge_player
from games.services.sheets import record_sheet
from games.signals import game_corrected
from tests.evenings import Evening, make_players
from tests.ratings.paper import open_game, play, written_sheet
from tournaments.services import marks, standings

pytestmark = pytest.mark.django_db

WHY = "one person, two names"


@pytest.fixture
def people(club: Club, by_alice: By) -> list[Player]:
    """Ada, Bo, Cleo, Dag, Elin."""
    return make_players(club, 5, by=by_alice)


def people_now() -> dict[str, Any]:
    return {
        "players": list(Player.objects.order_by("pk").values()),
        "rosters": list(Membership.objects.order_by("pk").values()),
    }


def test_a_merged_profile_is_the_other_one_from_now_on(
    club: Club, people: list[Player], by_alice: By
) -> None:
    ada, bo, cleo, _dag, elin = people
    game = play(club, [elin, bo, cleo], [1, 2, 3], minute=1)
    merge = merge_players(elin, into=ada, by=by_alice, reason=WHY)
    assert (merge.n_games, merge.n_rated) == (1, 1)
    elin.refresh_from_db()
    assert elin.merged_into == ada
    assert list(Game.objects.for_player(ada)) == [game]
    assert game.seats.get(number=0).player == elin, "what was written stays as it was written"
    line = Activity.objects.get(verb="player.merged")
    assert (line.subject, line.reason, line.actor_id_at) == (f"player:{elin.pk}", WHY, by_alice.user_id)


@pytest.mark.scenario("S31")
def test_an_unmerge_gives_both_back_exactly(club: Club, people: list[Player], by_alice: By) -> None:
    ada, bo, cleo, _dag, elin = people
    play(club, [elin, bo, cleo], [1, 2, 3], minute=1)
    before = people_now()
    merge_players(elin, into=ada, by=by_alice, reason=WHY)
    unmerge_player(elin, by=by_alice, reason="two people after all")
    assert people_now() == before


def test_merging_twice_changes_nothing(club: Club, people: list[Player], by_alice: By) -> None:
    ada, *_, elin = people
    for _time in range(2):
        merge_players(elin, into=ada, by=by_alice, reason=WHY)
    assert Activity.objects.filter(verb="player.merged").count() == 1


@pytest.mark.scenario("S31")
def test_two_who_sat_at_one_table_are_two_people(club: Club, people: list[Player], by_alice: By) -> None:
    ada, bo, cleo, _dag, elin = people
    play(club, [elin, bo, cleo], [1, 2, 3], minute=1)
    game = play(club, [ada, bo, elin], [1, 2, 3], minute=2)
    with pytest.raises(MetAtTable, match=f"Elin and Ada .* game {game.pk} ") as refusal:
        merge_players(elin, into=ada, by=by_alice, reason=WHY)
    assert refusal.value.code == "met_at_table"
    assert refusal.value.extra == {"game_id": game.pk}
    with pytest.raises(MetAtTable):
        preview_merge(elin, into=ada)


def test_namesakes_who_sat_at_one_table_are_told_apart_in_the_refusal(
    club: Club, people: list[Player], by_alice: By
) -> None:
    ada, bo, *_others = people
    play(club, people[:3], [1, 2, 3], minute=1)
    bo.name = "Ada"
    bo.save()
    with pytest.raises(MetAtTable, match=rf"Ada \(profile {bo.pk}\) and Ada \(profile {ada.pk}\)"):
        preview_merge(bo, into=ada)


def test_two_who_met_under_an_earlier_name_are_two_people(
    club: Club, people: list[Player], by_alice: By
) -> None:
    ada, bo, cleo, dag, elin = people
    play(club, [dag, bo, elin], [1, 2, 3], minute=1)
    merge_players(dag, into=ada, by=by_alice, reason=WHY)
    with pytest.raises(MetAtTable):
        merge_players(elin, into=ada, by=by_alice, reason=WHY)
    with pytest.raises(MetAtTable):
        merge_players(elin, into=dag, by=by_alice, reason=WHY)
    merge_players(cleo, into=ada, by=by_alice, reason=WHY)


def test_a_sheet_cannot_seat_both_names_of_one_person(club: Club, people: list[Player], by_alice: By) -> None:
    ada, bo, cleo, _dag, elin = people
    game = play(club, [ada, bo, cleo], [1, 2, 3], minute=1)
    merge_players(elin, into=ada, by=by_alice, reason=WHY)
    with pytest.raises(EldestHandError) as refusal:
        record_sheet(game, sheet=written_sheet([ada, bo, elin], [1, 2, 3]), by=by_alice, reason="typo")
    assert refusal.value.code == "duplicate_player"


def test_those_merged_before_follow_and_come_back(club: Club, people: list[Player], by_alice: By) -> None:
    ada, bo, cleo, _dag, _elin = people
    merge_players(bo, into=cleo, by=by_alice, reason=WHY)
    before = people_now()
    merge_players(cleo, into=ada, by=by_alice, reason=WHY)
    bo.refresh_from_db()
    assert bo.merged_into == ada, "a name is one step from its person"
    unmerge_player(cleo, by=by_alice, reason="two people")
    assert people_now() == before


def test_a_follower_merged_anew_meanwhile_stays_where_it_was_put(
    club: Club, people: list[Player], by_alice: By
) -> None:
    ada, bo, cleo, dag, _elin = people
    merge_players(bo, into=cleo, by=by_alice, reason=WHY)
    merge_players(cleo, into=ada, by=by_alice, reason=WHY)
    unmerge_player(bo, by=by_alice, reason="a third person")
    merge_players(bo, into=ada, by=by_alice, reason="no, Ada")
    unmerge_player(cleo, by=by_alice, reason="two people")
    bo.refresh_from_db()
    assert bo.merged_into == ada
    assert dag.merged_into is None


def test_the_person_stands_on_the_rosters_of_both_names(
    club: Club, people: list[Player], by_alice: By
) -> None:
    ada = people[0]
    other = Club.objects.create(slug="other", name="Other")
    ann = Player.objects.create(name="Ann K.")
    Membership.objects.create(club=other, player=ann, kind="guest")
    before = people_now()
    merge_players(ann, into=ada, by=by_alice, reason=WHY)
    assert [row.player for row in Membership.objects.current().filter(club=other)] == [ada]
    unmerge_player(ann, by=by_alice, reason="two people")
    assert people_now() == before


@pytest.mark.parametrize(
    ("source", "into", "code"),
    [("Ada", "Ada", "same_player"), ("Elin", "Bo", "merged_already"), ("Ada", "Elin", "same_player")],
)
def test_what_cannot_be_merged_says_why(
    club: Club, people: list[Player], by_alice: By, source: str, into: str, code: str
) -> None:
    merge_players(people[4], into=people[0], by=by_alice, reason=WHY)
    with pytest.raises(GameError) as refusal:
        merge_players(
            Player.objects.get(name=source), into=Player.objects.get(name=into), by=by_alice, reason=WHY
        )
    assert refusal.value.code == code


def test_an_anonymised_profile_cannot_be_merged(people: list[Player], by_alice: By) -> None:
    Player.objects.filter(pk=people[1].pk).update(anonymised_at=timezone.now(), name="")
    for source, into in ((people[1], people[0]), (people[0], people[1])):
        with pytest.raises(GameError) as refusal:
            merge_players(source, into=into, by=by_alice, reason=WHY)
        assert refusal.value.code == "anonymised"


def test_a_merge_needs_a_reason_and_an_unmerge_too(people: list[Player], by_alice: By) -> None:
    with pytest.raises(GameError, match="reason"):
        merge_players(people[0], into=people[1], by=by_alice, reason=" ")
    with pytest.raises(GameError, match="reason"):
        unmerge_player(people[0], by=by_alice, reason="")
    with pytest.raises(GameError, match="not merged"):
        unmerge_player(people[0], by=by_alice, reason="two people")


@pytest.mark.scenario("S31")
def test_a_preview_says_what_would_move_and_moves_nothing(
    club: Club, people: list[Player], by_alice: By
) -> None:
    ada, bo, cleo, _dag, elin = people
    play(club, [elin, bo, cleo], [1, 2, 3], minute=1)
    play(club, [elin, bo, cleo], [1, 2, 3], minute=2, casual=True)
    before = people_now()
    merge = preview_merge(elin, into=ada)
    assert (merge.n_games, merge.n_rated) == (2, 1)
    assert people_now() == before


def test_the_floors_above_hear_of_one_game_for_many(club: Club, people: list[Player], by_alice: By) -> None:
    """The first rated game of each club, family and tournament."""
    ada, bo, cleo, _dag, elin = people
    casual = play(club, [elin, bo, cleo], [1, 2, 3], minute=1, casual=True)
    first = play(club, [elin, bo, cleo], [1, 2, 3], minute=2)
    play(club, [elin, bo, cleo], [1, 2, 3], minute=3)
    evening = play(club, [elin, bo, cleo], [1, 2, 3], minute=4, tournament_no=7, round_no=1)
    play(club, [elin, bo, cleo], [1, 2, 3], minute=5, tournament_no=7, round_no=2)
    drawn = open_game(club, [elin, bo, cleo], minute=6, tournament_no=8)
    heard: list[tuple[Game, int | None]] = []

    def hear(sender: object, game: Game, actor_id: int | None = None, **_kwargs: object) -> None:
        heard.append((game, actor_id))

    game_corrected.connect(hear)
    try:
        merge_players(elin, into=ada, by=by_alice, reason=WHY)
    finally:
        game_corrected.disconnect(hear)
    assert heard == [(game, by_alice.user_id) for game in (first, evening, drawn)]
    assert casual.pk not in {game.pk for game, _actor in heard}


def test_the_standings_of_every_evening_concerned_are_made_again(evening: Evening, by_alice: By) -> None:
    evening.play_round()
    evening.play_round()
    ann = Player.objects.create(name="Ann")
    assert marks.left() == []
    player, scope = evening.entries[0].player, f"tournament:{evening.tournament.pk}"
    merge_players(player, into=ann, by=by_alice, reason=WHY)
    assert marks.left() == [scope]
    standings.refresh(evening.tournament.pk)
    unmerge_player(player, by=by_alice, reason="two people")
    assert marks.left() == [scope]
