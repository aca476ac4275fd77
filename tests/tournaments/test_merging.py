"""Merging in a club: rights, the preview of all that moves, the ladders foretold, and an undo that leaves no trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import Club, Membership, Player, User
from config.catching_up import catch_up
from games.errors import GameError
from games.services.people import merge_players
from ratings.models import Ladder
from ratings.services.foretelling import foretell_merge
from ratings.services.verifying import verify_ladder
from tests.evenings import make_club, make_evening, make_players, sheet_with_totals, tables_of
from tests.ratings.oracle import states_of
from tests.ratings.paper import play
from tournaments.services import seasons
from tournaments.services.merging import look_at_merge, merge_in_club, merges_of, unmerge_in_club

pytestmark = pytest.mark.django_db
WHY = "one person, two names"


@pytest.fixture
def people(club: Club, by_alice: By) -> list[Player]:
    """Ada, Bo, Cleo, Dag, Elin, Finn; Elin never met Ada."""
    people = make_players(club, 6, by=by_alice)
    ada, bo, cleo, dag, elin, finn = people
    for minute in range(6):
        first = ada if minute % 2 else elin
        play(club, [first, bo, cleo, dag], [1 + minute % 3, 2, 3, 4], minute=minute)
    play(club, [finn, bo, cleo], [1, 2, 3], minute=30)
    catch_up()
    return people


def everything() -> dict[str, list[Any]]:
    """Every row of the site but the log and what only counts or says when something was computed."""
    left_out = {"clubs.Activity", "ratings.CorrectionLog", "ratings.LadderTouch", "tournaments.Stale"}
    passing = {"version", "wanted", "done"}
    rows = {}
    for model in apps.get_models():
        if model._meta.app_label in ("clubs", "games", "ratings", "tournaments"):
            if model._meta.label in left_out:
                continue
            names = [field.attname for field in model._meta.concrete_fields if field.name not in passing]
            if model._meta.label in ("tournaments.Standing", "tournaments.SeasonStanding"):
                names.remove("id")  # derived rows are written anew
            found = model._default_manager.values_list(*names)
            rows[model._meta.label] = sorted(map(repr, found))
    return rows


def test_an_undo_restores_every_fact_and_every_derived_row(
    club: Club, people: list[Player], by_alice: By
) -> None:
    ada, *_others, elin, finn = people
    evening = make_evening(club, by=by_alice, players=[*people[1:5]], season=None)
    evening.play_round()
    other = make_club(User.objects.create_user("olga"), "Other")
    Membership.objects.create(club=other, player=elin, kind="guest", aliases=["Ellie"])
    Membership.objects.filter(club=club, player=ada).update(kind="guest")
    Player.objects.filter(pk=elin.pk).update(user=User.objects.create_user("elin"))
    merge_in_club(
        club, Player.objects.get(pk=finn.pk), Player.objects.get(pk=elin.pk), by=by_alice, reason=WHY
    )
    catch_up()
    before, ratings = everything(), {ladder.pk: states_of(ladder) for ladder in Ladder.objects.all()}
    merge_in_club(club, Player.objects.get(pk=elin.pk), ada, by=by_alice, reason=WHY)
    catch_up()
    assert everything() != before
    ada.refresh_from_db()
    assert ada.user is not None, "the account moves along"
    assert Membership.objects.get(club=club, player=ada).kind == "member"
    assert elin.pk not in states_of(Ladder.objects.get(club=club))
    unmerge_in_club(club, elin, by=by_alice, reason="two people")
    catch_up()
    assert {ladder.pk: states_of(ladder) for ladder in Ladder.objects.all()} == ratings
    assert everything() == before
    assert all(verify_ladder(ladder).is_clean for ladder in Ladder.objects.all())


def test_the_ratings_foretold_are_those_the_merge_brings(
    club: Club, people: list[Player], by_alice: By
) -> None:
    ada, elin = people[0], people[4]
    told = {line.ladder.pk: line for line in foretell_merge(elin, ada)}
    assert len(told) == 2, "the club's ladder and that of everybody"
    before = {ladder.pk: states_of(ladder) for ladder in Ladder.objects.all()}
    merge_in_club(club, elin, ada, by=by_alice, reason=WHY)
    catch_up()
    for ladder in Ladder.objects.all():
        line = told[ladder.pk]
        assert (line.source, line.into) == (before[ladder.pk][elin.pk][0], before[ladder.pk][ada.pk][0])
        assert line.after == states_of(ladder)[ada.pk][0]
        assert line.after not in (line.source, line.into)


def test_a_ladder_that_is_too_long_is_not_foretold(people: list[Player]) -> None:
    assert {line.after for line in foretell_merge(people[4], people[0], most=3)} == {None}


def test_the_preview_names_what_moves_and_moves_nothing(
    club: Club, people: list[Player], by_alice: By
) -> None:
    ada, elin = people[0], people[4]
    other = make_club(User.objects.create_user("olga"), "Other")
    Membership.objects.create(club=other, player=elin, aliases=["Ellie"])
    evening = make_evening(club, by=by_alice, players=[ada, elin])
    before = everything()
    preview = look_at_merge(club, elin, ada, by=by_alice)
    assert everything() == before
    assert (preview.merge.n_games, preview.merge.n_rated) == (3, 3)
    assert [entry.tournament for entry in preview.entries] == [evening.tournament]
    assert preview.both_in == (evening.tournament,)
    assert preview.joins == (other,)
    assert set(preview.names) == {"Elin", "Ellie"}


def test_the_preview_counts_what_its_reader_may_not_find_and_names_none_of_it(
    club: Club, people: list[Player], client: Client, alice: User, by_alice: By
) -> None:
    ada, elin = people[0], people[4]
    olga = User.objects.create_user("olga")
    secret = make_club(olga, "Secret Circle", visibility="unlisted")
    closed = make_club(olga, "Closed Circle", visibility="members")
    Membership.objects.create(club=secret, player=elin, aliases=["Nightname"])
    for where in (secret, closed):
        make_evening(
            where,
            by=By(olga, "web"),
            players=[elin, *make_players(where, 3, by=By(olga, "web"))],
            name="Hush",
        ).play_round()
    hush = make_evening(club, by=by_alice, players=[elin], name="Own night", visibility="unlisted")
    catch_up()
    client.force_login(alice)
    here = f"/clubs/{club.slug}/members/merge/"
    page = client.get(here, {"source": elin.pk, "into": ada.pk}).content.decode()
    for word in ("Secret Circle", "Closed Circle", "Nightname", "Hush", secret.slug):
        assert word not in page, word
    assert "Own night" in page
    assert "3 lines and rosters" in page
    pair = {"source": str(elin.uid), "into": str(ada.uid)}
    told = client.get(f"/api/v1/clubs/{club.uid}/merges/preview/", pair).json()
    assert (told["lines"], told["untold"]) == (3, 3)
    assert told["entries"] == [str(hush.tournament.uid)]
    assert told["joins"] == []
    assert "Nightname" not in told["names"]
    assert len(told["ladders"]) == 2, "of everybody, and of the own club"
    mine = look_at_merge(club, elin, ada, by=By(None, "command"))
    assert (len(mine.entries), mine.n_untold, len(mine.ladders)) == (3, 0, 4)


def test_the_game_at_which_both_sat_is_no_link_for_who_may_not_open_it(
    club: Club, people: list[Player], client: Client, alice: User
) -> None:
    olga = User.objects.create_user("olga")
    closed = make_club(olga, "Closed Circle", visibility="members")
    play(closed, [people[0], people[4]], [1, 2], minute=-5)
    client.force_login(alice)
    answer = client.get(f"/clubs/{club.slug}/members/merge/", {"source": people[4].pk, "into": people[0].pk})
    assert answer.status_code == 422
    assert 'href="/games/' not in answer.content.decode()


def test_an_owner_merges_the_own_roster_only_and_an_admin_anybody(
    club: Club, people: list[Player], by_alice: By, bob: User
) -> None:
    ada, elin = people[0], people[4]
    champion = Player.objects.create(name="Champion")
    acts: list[Callable[[By], object]] = [
        lambda by: look_at_merge(club, elin, champion, by=by),
        lambda by: merge_in_club(club, elin, champion, by=by, reason=WHY),
        lambda by: merge_in_club(club, champion, ada, by=by, reason=WHY),
    ]
    for act in acts:
        with pytest.raises(NotAllowed) as refusal:
            act(by_alice)
        assert refusal.value.code == "not_on_roster"
        with pytest.raises(NotAllowed):
            act(By(bob, "web"))
    admin = By(User.objects.create_superuser("root"), "web")
    assert merge_in_club(club, champion, ada, by=admin, reason=WHY).into == ada
    with pytest.raises(NotAllowed):
        unmerge_in_club(club, champion, by=By(bob, "web"), reason=WHY)


def test_two_claimed_profiles_are_not_merged(club: Club, people: list[Player], by_alice: By) -> None:
    for player in (people[0], people[4]):
        Player.objects.filter(pk=player.pk).update(user=User.objects.create_user(f"u{player.pk}"))
    with pytest.raises(GameError) as refusal:
        merge_players(people[4], into=people[0], by=by_alice, reason=WHY)
    assert refusal.value.code == "claimed_twice"


def test_whoever_left_and_came_back_under_another_name_is_on_the_roster(
    club: Club, people: list[Player], by_alice: By
) -> None:
    ada, elin = people[0], people[4]
    row = Membership.objects.get(club=club, player=ada)
    row.left_at = row.joined_at
    row.save()
    merge_in_club(club, elin, ada, by=by_alice, reason=WHY)
    assert ada.pk in Membership.objects.current().filter(club=club).values_list("player", flat=True)
    unmerge_in_club(club, elin, by=by_alice, reason=WHY)
    row.refresh_from_db()
    assert row.left_at == row.joined_at


def test_merged_on_the_page_in_three_steps_and_undone(
    club: Club, people: list[Player], client: Client, alice: User
) -> None:
    ada, elin = people[0], people[4]
    client.force_login(alice)
    here = f"/clubs/{club.slug}/members/merge/"
    assert "Elin" in client.get(here).content.decode()
    page = client.get(here, {"source": elin.pk, "into": ada.pk}).content.decode()
    assert f"/players/{elin.pk}/" in page
    answer = client.post(here, {"source": elin.pk, "into": ada.pk, "merge": "1", "reason": " "})
    assert answer.status_code == 422
    assert 'name="merge"' in answer.content.decode(), "the preview stands under the refusal"
    assert (
        client.post(here, {"source": elin.pk, "into": ada.pk, "merge": "1", "reason": WHY}).status_code == 302
    )
    old = f"/players/{elin.pk}/"
    for address in (old, f"{old}games/", f"{old}figures/"):
        moved = client.get(address)
        assert moved.status_code == 302, "not for good: a merge can be undone"
        assert moved.headers["Location"].startswith(f"/players/{ada.pk}/")
    assert [line.source for line in merges_of(club)] == [elin]
    assert client.post(f"{here}undo/", {"source": elin.pk, "reason": "two"}).status_code == 302
    assert client.get(old).status_code == 200
    assert merges_of(club) == []


def test_the_page_names_the_game_at_which_both_sat(
    club: Club, people: list[Player], client: Client, alice: User
) -> None:
    client.force_login(alice)
    answer = client.get(f"/clubs/{club.slug}/members/merge/", {"source": people[1].pk, "into": people[0].pk})
    game = people[1].seats.filter(game__seats__player=people[0]).order_by("game__order_key")[0].game
    assert answer.status_code == 422
    assert f'href="{game.get_absolute_url()}"' in answer.content.decode()


@pytest.mark.parametrize("typed", [{"source": "x", "into": "1"}, {"source": ""}, {"into": "9" * 30}])
def test_nonsense_in_the_address_is_told(
    club: Club, client: Client, alice: User, typed: dict[str, str]
) -> None:
    client.force_login(alice)
    assert client.get(f"/clubs/{club.slug}/members/merge/", typed).status_code == 422


def test_merged_and_undone_by_the_api(club: Club, people: list[Player], client: Client, alice: User) -> None:
    ada, elin = people[0], people[4]
    client.force_login(alice)
    base = f"/api/v1/clubs/{club.uid}/merges/"
    told = client.get(f"{base}preview/", {"source": str(elin.uid), "into": str(ada.uid)}).json()
    assert (told["games"], told["rated"], told["names"]) == (3, 3, ["Elin"])
    body = {"source": str(elin.uid), "into": str(ada.uid), "reason": WHY}
    for _time in range(2):
        answer = client.post(base, body, content_type="application/json")
        assert answer.status_code == 201, answer.content
    assert [one["source"]["uid"] for one in client.get(base).json()] == [str(elin.uid)]
    undone = client.post(f"{base}{elin.uid}/undo/", {"reason": "two"}, content_type="application/json")
    assert (undone.status_code, undone.json()["uid"]) == (200, str(elin.uid))
    assert client.get(base).json() == []


def test_a_season_counts_the_better_of_two_lines_that_are_one_person(
    club: Club, by_alice: By, alice: User, client: Client
) -> None:
    season = seasons.create_season(club, name="Spring", by=by_alice)
    evening = make_evening(club, by=by_alice, n_players=8, sizes=(4,), season=season, table_points="raw")
    tables = tables_of(evening.publish())
    for table in tables:
        evening.enter(table, sheet_with_totals(table, [40, 30, 20, 10]))
    catch_up()
    games = [table.game for table in tables if table.game is not None]
    first, last = (game.seats.get(number=seat).player for game, seat in zip(games, (0, 3), strict=True))
    assert first is not None
    assert last is not None
    for source, into in ((last, first), (first, last)):
        client.force_login(alice)
        page = client.get(
            f"/clubs/{club.slug}/members/merge/?source={source.pk}&into={into.pk}"
        ).content.decode()
        assert "Its season counts the better of the two." in page
        merge_in_club(club, source, into, by=by_alice, reason=WHY)
        catch_up()
        assert season.standings.get(player=into).total == "40"
        assert season.standings.count() == 7
        unmerge_in_club(club, source, by=by_alice, reason=WHY)
        catch_up()
        assert season.standings.get(player=last).total == "10"
