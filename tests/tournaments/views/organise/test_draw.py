"""The draw: splits, the draft and its board, changes by hand, publishing, and who sees nothing of it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.activity import By
from clubs.models import Activity, Club
from tests.evenings import Evening, make_evening, tables_of
from tournaments.models import Round, RoundSeat, Tournament
from tournaments.services.board import fingerprint
from tournaments.services.entries import set_presence


def url(tournament: Tournament, act: str = "") -> str:
    return f"/tournaments/{tournament.slug}/draw/" + (f"{act}/" if act else "")


def named(drafted: Round) -> dict[str, str]:
    """What a form of the board carries."""
    return {"draft": str(drafted.pk), "seen": fingerprint(drafted)}


def seats(drafted: Round) -> list[list[int]]:
    return [
        list(table.seats.order_by("seat").values_list("entry_id", flat=True)) for table in tables_of(drafted)
    ]


def test_the_page_before_the_draw_offers_splits(alice_client: Client, evening: Evening) -> None:
    page = alice_client.get(url(evening.tournament)).content.decode()
    assert "Draw round 1" in page
    assert "8 are here" in page
    assert "4 · 4" in page


def test_drawing_makes_a_draft_and_shows_its_board(alice_client: Client, evening: Evening) -> None:
    answer = alice_client.post(url(evening.tournament), {"tables": "4-4"}, follow=True)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Draft of round 1" in page
    assert "Ada" in page
    assert "Publish round 1" in page
    assert evening.tournament.rounds.get().state == "draft"


def test_the_chosen_split_is_the_one_drawn(alice_client: Client, club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=17)
    page = alice_client.get(url(evening.tournament)).content.decode()
    assert page.index("4 · 4 · 3 · 3 · 3") < page.index("5 · 4 · 4 · 4")
    for value, sizes in (("4-4-3-3-3", [4, 4, 3, 3, 3]), ("5-4-4-4", [5, 4, 4, 4])):
        assert f'value="{value}"' in page
        alice_client.post(url(evening.tournament), {"tables": value})
        drafted = evening.tournament.rounds.get()
        assert sorted((len(table) for table in seats(drafted)), reverse=True) == sizes
        alice_client.post(url(evening.tournament, "discard"), {"draft": drafted.pk})


def test_a_second_draw_shows_the_way_to_the_draft(alice_client: Client, evening: Evening) -> None:
    alice_client.post(url(evening.tournament), {})
    before = seats(evening.tournament.rounds.get())
    answer = alice_client.post(url(evening.tournament), {})
    assert answer.status_code == 409
    assert f'href="{url(evening.tournament)}"' in answer.content.decode()
    assert seats(evening.tournament.rounds.get()) == before


@pytest.mark.scenario("S17")
def test_nobody_present_is_said_and_no_round_is_made(alice_client: Client, evening: Evening) -> None:
    for entry in evening.entries:
        set_presence(entry, status="absent", by=evening.by)
    answer = alice_client.post(url(evening.tournament), {})
    assert answer.status_code == 422
    assert "Nobody is present" in answer.content.decode()
    assert not evening.tournament.rounds.exists()


@pytest.mark.parametrize("tables", ["9", "4", "5-4", "0", "x-y", "2", "4-4-0", "³-5", "8888-1"])
def test_tables_that_do_not_seat_the_people_are_refused(
    alice_client: Client, evening: Evening, tables: str
) -> None:
    assert alice_client.post(url(evening.tournament), {"tables": tables}).status_code == 422
    assert not evening.tournament.rounds.exists()


def test_an_outsider_finds_no_draw_at_all(
    client: Client, bob_client: Client, alice_client: Client, evening: Evening
) -> None:
    drafted = evening.draw()
    for stranger in (client, bob_client):
        assert stranger.get(url(evening.tournament)).status_code == 404
        for act in ("", "change", "again", "discard", "publish"):
            assert stranger.post(url(evening.tournament, act), named(drafted)).status_code == 404
    assert Round.objects.get(pk=drafted.pk).state == "draft"
    assert alice_client.get("/tournaments/nowhere/draw/").status_code == 404


def test_the_desk_reads_the_draft_and_changes_nothing(desk_client: Client, evening: Evening) -> None:
    drafted = evening.draw()
    page = desk_client.get(url(evening.tournament)).content.decode()
    assert "Draft of round 1" in page
    assert "Publish round 1" not in page
    for act in ("change", "again", "discard", "publish"):
        typed = {**named(drafted), "reason": "why not", "who": evening.entries[0].pk, "to": "t2"}
        assert desk_client.post(url(evening.tournament, act), typed).status_code in (403, 422), act
    assert desk_client.post(url(evening.tournament, "publish"), named(drafted)).status_code == 403
    assert seats(Round.objects.get(pk=drafted.pk)) == seats(drafted)


def test_a_draft_is_in_no_cache(alice_client: Client, evening: Evening) -> None:
    evening.draw()
    assert "no-store" in alice_client.get(url(evening.tournament)).headers["Cache-Control"]


def test_wrong_methods_are_refused(alice_client: Client, evening: Evening) -> None:
    assert alice_client.put(url(evening.tournament)).status_code == 405
    for act in ("change", "again", "discard", "publish"):
        assert alice_client.get(url(evening.tournament, act)).status_code == 405
    for act in ("close", "unpublish"):
        assert alice_client.get(f"/tournaments/{evening.tournament.slug}/rounds/1/{act}/").status_code == 405


def test_the_cost_of_a_swap_is_told_before_it_is_done(alice_client: Client, evening: Evening) -> None:
    evening.play_round()
    drafted = evening.draw()
    one, other = seats(drafted)
    typed = {"who": str(one[0]), "to": f"p{other[0]}"}
    page = alice_client.get(url(evening.tournament), typed).content.decode()
    assert "change seats" in page
    assert "meet" in page
    fragment = alice_client.get(url(evening.tournament), typed, headers={"HX-Request": "true"})
    assert fragment.content.decode().startswith('<div id="preview"')
    assert seats(drafted) == [one, other]


def test_a_swap_changes_two_seats_and_a_double_press_does_not_swap_back(
    alice_client: Client, evening: Evening
) -> None:
    drafted = evening.draw()
    one, other = seats(drafted)
    typed = {**named(drafted), "who": one[0], "to": f"p{other[1]}"}
    assert alice_client.post(url(evening.tournament, "change"), typed).status_code == 302
    after = [[other[1], *one[1:]], [other[0], one[0], *other[2:]]]
    assert seats(drafted) == after
    assert alice_client.post(url(evening.tournament, "change"), typed).status_code == 409
    assert seats(drafted) == after


def test_moving_names_the_sizes_that_come_of_it(alice_client: Client, evening: Evening) -> None:
    drafted = evening.draw()
    one, other = seats(drafted)
    page = alice_client.get(url(evening.tournament), {"who": str(one[0]), "to": "t2"}).content.decode()
    assert "Table 1 then has 3 people." in page
    assert "Table 2 then has 5 people." in page
    alice_client.post(url(evening.tournament, "change"), {**named(drafted), "who": one[0], "to": "t2"})
    assert seats(drafted) == [one[1:], [*other, one[0]]]


@pytest.mark.parametrize(
    ("who", "to"), [("", ""), ("99999", "t1"), ("self", "self"), ("self", "t9"), ("x", "y")]
)
def test_a_change_that_is_none_is_refused_with_the_board(
    alice_client: Client, evening: Evening, who: str, to: str
) -> None:
    drafted = evening.draw()
    me = str(seats(drafted)[0][0])
    typed = {**named(drafted), "who": me if who == "self" else who, "to": f"p{me}" if to == "self" else to}
    answer = alice_client.post(url(evening.tournament, "change"), typed)
    assert answer.status_code == 422
    assert "Draft of round 1" in answer.content.decode()


def test_who_came_late_is_named_and_gets_a_seat(alice_client: Client, evening: Evening) -> None:
    late = evening.entries[7]
    set_presence(late, status="late", by=evening.by)
    drafted = evening.draw()
    assert sum(map(len, seats(drafted))) == 7
    set_presence(late, status="present", by=evening.by)
    page = alice_client.get(url(evening.tournament)).content.decode()
    assert "Here, but without a seat: Hal." in " ".join(page.split())
    small = next(number for number, table in enumerate(seats(drafted), start=1) if len(table) == 3)
    alice_client.post(
        url(evening.tournament, "change"), {**named(drafted), "who": late.pk, "to": f"t{small}"}
    )
    assert sorted(map(len, seats(drafted))) == [4, 4]


@pytest.mark.scenario("S15")
def test_who_left_is_named_and_can_be_taken_out(alice_client: Client, evening: Evening) -> None:
    drafted = evening.draw()
    gone = evening.entries[0]
    set_presence(gone, status="left", by=evening.by)
    page = alice_client.get(url(evening.tournament)).content.decode()
    assert "Seated, but not here: Ada." in " ".join(page.split())
    assert "1 person on this board is not here." in page
    alice_client.post(url(evening.tournament, "change"), {**named(drafted), "who": gone.pk, "to": "out"})
    assert sorted(map(len, seats(drafted))) == [3, 4]
    for table in tables_of(drafted):
        assert list(table.seats.order_by("seat").values_list("seat", flat=True)) == list(
            range(table.seats.count())
        )


def test_drawing_again_wants_a_reason_and_keeps_the_old_draft_without(
    alice_client: Client, evening: Evening
) -> None:
    drafted = evening.draw()
    answer = alice_client.post(url(evening.tournament, "again"), {"draft": drafted.pk, "reason": " "})
    assert answer.status_code == 422
    assert evening.tournament.rounds.get().pk == drafted.pk
    alice_client.post(url(evening.tournament, "again"), {"draft": drafted.pk, "reason": "Hal came"})
    anew = evening.tournament.rounds.get()
    assert (anew.pk == drafted.pk, anew.seed == drafted.seed) == (False, False)
    assert Activity.objects.get(verb="round.discarded").reason == "Hal came"


def test_drawing_again_from_an_old_page_is_a_conflict(alice_client: Client, evening: Evening) -> None:
    drafted = evening.draw()
    typed = {"draft": drafted.pk, "reason": "twice"}
    assert alice_client.post(url(evening.tournament, "again"), typed).status_code == 302
    assert alice_client.post(url(evening.tournament, "again"), typed).status_code == 409


def test_a_draw_again_that_cannot_be_leaves_the_old_draft(alice_client: Client, evening: Evening) -> None:
    drafted = evening.draw()
    answer = alice_client.post(
        url(evening.tournament, "again"), {"draft": drafted.pk, "reason": "fives", "tables": "5"}
    )
    assert answer.status_code == 422
    assert "fives" in answer.content.decode()
    assert evening.tournament.rounds.get().pk == drafted.pk


def test_publishing_twice_publishes_once(alice_client: Client, evening: Evening) -> None:
    drafted = evening.draw()
    typed = named(drafted)
    for _time in range(2):
        assert alice_client.post(url(evening.tournament, "publish"), typed).status_code == 302
    assert Activity.objects.filter(verb="round.published").count() == 1
    page = alice_client.get(url(evening.tournament)).content.decode()
    assert "Round 1 is being played" in page
    assert "0 of 2 sheets are in." in page


def test_a_draft_that_was_changed_meanwhile_is_not_published_unseen(
    alice_client: Client, evening: Evening
) -> None:
    drafted = evening.draw()
    old = named(drafted)
    one, other = seats(drafted)
    alice_client.post(url(evening.tournament, "change"), {**old, "who": one[0], "to": f"p{other[0]}"})
    assert alice_client.post(url(evening.tournament, "publish"), old).status_code == 409
    assert Round.objects.get(pk=drafted.pk).state == "draft"


def test_a_table_the_rules_do_not_know_is_refused_on_publishing(
    alice_client: Client, evening: Evening
) -> None:
    drafted = evening.draw()
    for entry_id in seats(drafted)[0][:2]:
        alice_client.post(url(evening.tournament, "change"), {**named(drafted), "who": entry_id, "to": "t2"})
    answer = alice_client.post(url(evening.tournament, "publish"), named(drafted))
    assert answer.status_code == 422
    assert Round.objects.get(pk=drafted.pk).state == "draft"


def test_a_published_round_is_taken_back_with_a_reason_while_untouched(
    alice_client: Client, evening: Evening
) -> None:
    evening.publish()
    back = f"/tournaments/{evening.tournament.slug}/rounds/1/unpublish/"
    assert alice_client.post(back, {"reason": ""}).status_code == 422
    assert alice_client.post(back, {"reason": "Hal was forgotten"}).status_code == 302
    assert evening.tournament.rounds.get().state == "draft"
    assert alice_client.post(back, {"reason": "again"}).status_code == 409


def test_a_round_with_values_is_not_taken_back(alice_client: Client, evening: Evening) -> None:
    published = evening.publish()
    evening.enter(tables_of(published)[0])
    page = alice_client.get(url(evening.tournament)).content.decode()
    assert "a draft again" not in page
    back = f"/tournaments/{evening.tournament.slug}/rounds/1/unpublish/"
    assert alice_client.post(back, {"reason": "why not"}).status_code == 409


def test_closing_names_the_missing_tables_and_closes_once(alice_client: Client, evening: Evening) -> None:
    published = evening.publish()
    close = f"/tournaments/{evening.tournament.slug}/rounds/1/close/"
    evening.enter(tables_of(published)[0])
    answer = alice_client.post(close)
    assert answer.status_code == 409
    assert "no whole sheet yet: table 2, the whole sheet (" in answer.content.decode()
    evening.enter(tables_of(published)[1])
    for _time in range(2):
        assert alice_client.post(close).status_code == 302
    assert Activity.objects.filter(verb="round.closed").count() == 1
    assert alice_client.post(close.replace("/1/", "/9/")).status_code == 404


def test_outsiders_close_and_take_back_nothing(
    bob_client: Client, desk_client: Client, evening: Evening
) -> None:
    evening.publish()
    for act in ("close", "unpublish"):
        where = f"/tournaments/{evening.tournament.slug}/rounds/1/{act}/"
        assert bob_client.post(where, {"reason": "x"}).status_code == 404
        assert desk_client.post(where, {"reason": "x"}).status_code == 403


def test_repeats_are_named_with_their_round(alice_client: Client, club: Club, by_alice: By) -> None:
    """Two tables of four: in round 2 somebody must meet again."""
    evening = make_evening(club, by=by_alice, n_players=8, sizes=(4,))
    evening.play_round()
    evening.draw()
    page = alice_client.get(url(evening.tournament)).content.decode()
    assert "met in round 1" in page


@pytest.mark.scenario("S24")
def test_a_draw_by_standing_warns_of_results_that_changed(
    alice_client: Client, club: Club, by_alice: By
) -> None:
    evening = make_evening(club, by=by_alice, n_players=8, draw="swiss")
    evening.play_round()
    evening.draw()
    Tournament.objects.filter(pk=evening.tournament.pk).update(version=999)
    page = alice_client.get(url(evening.tournament)).content.decode()
    assert "The results have changed since" in page
    assert "now 999" in page


def test_the_board_costs_the_same_for_eight_and_for_forty(
    alice_client: Client, club: Club, by_alice: By
) -> None:
    def cost(evening: Evening) -> int:
        evening.draw()
        with CaptureQueriesContext(connection) as queries:
            alice_client.get(url(evening.tournament))
        return len(queries)

    few = make_evening(club, by=by_alice, n_players=8)
    many = make_evening(club, by=by_alice, n_players=32, players=None, name="Big", n_rounds=1)
    assert cost(many) <= cost(few)
    assert RoundSeat.objects.count() == 40


def test_the_publish_form_needs_its_token(evening: Evening) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(evening.by.user)  # type: ignore[arg-type]
    drafted = evening.draw()
    assert strict.post(url(evening.tournament, "publish"), named(drafted)).status_code == 403
    assert Round.objects.get(pk=drafted.pk).state == "draft"


def test_what_a_hall_still_lacks_lies_in_a_fold(alice_client: Client, club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=52, sizes=(4,))
    evening.publish()
    page = " ".join(alice_client.get(url(evening.tournament)).content.decode().split())
    assert "0 of 13 sheets are in. </p>" in page
    fold = page[
        page.index("By table and player") : page.index("</details>", page.index("By table and player"))
    ]
    assert fold.count("the whole sheet (") == page.count("the whole sheet (") == 13


def test_who_leaves_a_table_of_three_that_has_not_begun_can_still_go(
    alice_client: Client, club: Club, by_alice: By
) -> None:
    evening = make_evening(club, by=by_alice, n_players=6, sizes=(3,))
    published = evening.publish()
    who = tables_of(published)[1].seats.get(seat=1).entry
    page = alice_client.get(url(evening.tournament), {"who": who.pk}).content.decode()
    assert "There is no way" in page
    evening.enter(tables_of(published)[0])  # now the round cannot be taken back
    page = alice_client.get(url(evening.tournament), {"who": who.pk}).content.decode()
    assert "Stops playing: the game is void" in page
    assert 'id="left-why"' in page
    typed = {"who": who.pk, "to": "void", "reason": "felt ill"}
    answer = alice_client.post(f"/tournaments/{evening.tournament.slug}/rounds/1/people/", typed, follow=True)
    assert "has left; the game is void." in answer.content.decode()
    assert alice_client.post(f"/tournaments/{evening.tournament.slug}/rounds/1/close/").status_code == 302
    assert Round.objects.get().state == "closed"
