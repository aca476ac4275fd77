"""Rules composed from a preset plus changes: asked, told in words, saved under a name, chosen for an evening."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Activity, Club, HouseRules
from games.engine import PRESETS, RuleSet
from games.rule_faults import BadRules
from games.rules_form import answers
from games.services.house_rules import archive_house_rules, current_rules, save_house_rules
from tests.evenings import make_club
from tournaments.models import Tournament


def typed(preset: str = "oh-hell", **changes: str) -> dict[str, str]:
    said = {name: "" if value is None else str(value) for name, value in answers(PRESETS[preset]).items()}
    return {
        **said,
        "preset": preset,
        "from": "",
        **{name.replace("__", "."): text for name, text in changes.items()},
    }


def url(club: Club, rest: str = "new/") -> str:
    return f"/clubs/{club.slug}/rules/{rest}"


@pytest.fixture
def thursday(club: Club, by_alice: By) -> HouseRules:
    rules = {"preset": "oh-hell", "hook": True}
    return save_house_rules(club, name="Thursday rules", preset="oh-hell", rules=rules, by=by_alice)


def test_an_owner_composes_rules_and_reads_what_differs(alice_client: Client, club: Club) -> None:
    page = alice_client.get(url(club), {"preset": "oh-hell"}).content.decode()
    assert "Bid 3, took 3: 13 points; took 4: 0." in page
    assert "<mark>" not in page
    answer = alice_client.post(
        url(club), typed(name="Thursday rules", hook="yes", scoring__missed__base="-5", save="1")
    )
    saved = HouseRules.objects.get()
    assert answer.headers["Location"] == saved.get_absolute_url()
    assert (saved.name, saved.version, saved.preset) == ("Thursday rules", 1, "oh-hell")
    wanted = RuleSet.from_value({"preset": "oh-hell", "hook": True, "scoring": {"missed": {"base": -5}}})
    assert saved.rules_hash == wanted.hash
    page = alice_client.get(saved.get_absolute_url()).content.decode()
    assert "Bid 3, took 3: 13 points; took 4: −5." in page
    assert "<mark>Missed bid, points: −5.</mark>" in page
    assert "The bids may come out even." in page
    assert Activity.objects.filter(verb="rules.saved", subject=f"rules:{saved.pk}").count() == 1


def test_a_contradiction_stands_at_its_question_and_nothing_typed_is_lost(
    alice_client: Client, club: Club
) -> None:
    answer = alice_client.post(
        url(club), typed(name="Odd", hook="yes", bidding="secret", scoring__made__base="12", save="1")
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'href="#id_hook"' in page
    assert "Nobody bids last here: let the bids be made aloud in turn, or let them come out even." in page
    assert 'value="12"' in page
    assert 'value="Odd"' in page
    assert not HouseRules.objects.exists()


def test_rules_want_a_name(alice_client: Client, club: Club) -> None:
    answer = alice_client.post(url(club), typed(name="  ", save="1"))
    assert answer.status_code == 422
    assert 'href="#id_name"' in answer.content.decode()


def test_choosing_shows_the_words_without_saving(alice_client: Client, club: Club) -> None:
    fragment = alice_client.post(url(club), typed(hook="yes"), headers={"HX-Request": "true"})
    words = fragment.content.decode()
    assert words.lstrip().startswith('<section id="rules-preview"')
    assert "<mark>The last bidder may not make the bids come out even.</mark>" in words
    without_htmx = alice_client.post(url(club), typed(hook="yes", preview="1"))
    assert without_htmx.status_code == 200
    assert (
        "<mark>The last bidder may not make the bids come out even.</mark>" in without_htmx.content.decode()
    )
    assert not HouseRules.objects.exists()


def test_an_answer_that_cannot_be_read_is_told_in_the_preview(alice_client: Client, club: Club) -> None:
    fragment = alice_client.post(url(club), typed(schedule__max="lots"), headers={"HX-Request": "true"})
    assert 'href="#id_schedule.max"' in fragment.content.decode()


def test_in_rage_only_rage_is_asked(alice_client: Client, club: Club) -> None:
    page = alice_client.get(url(club), {"preset": "rage"}).content.decode()
    assert 'name="second_joker"' in page
    assert 'name="trump_cycle"' not in page
    assert 'name="void_rule"' not in page


@pytest.mark.parametrize("query", [{"preset": "chess"}, {"from": "9999"}, {"from": "x"}])
def test_what_there_is_not_to_start_from_is_missing(
    alice_client: Client, club: Club, query: dict[str, str]
) -> None:
    assert alice_client.get(url(club), query).status_code == 404


def test_rules_of_another_club_are_no_start(
    alice_client: Client, alice: object, thursday: HouseRules
) -> None:
    other = make_club(alice, name="Other")  # type: ignore[arg-type]
    assert alice_client.get(url(other), {"from": thursday.pk}).status_code == 404
    assert alice_client.get(url(other, f"{thursday.pk}/")).status_code == 404


def test_only_the_owner_writes_rules(
    bob_client: Client, desk_client: Client, client: Client, club: Club
) -> None:
    for reader in (bob_client, desk_client):
        assert reader.get(url(club)).status_code == 403
        assert reader.post(url(club), typed(name="Mine", save="1")).status_code == 403
    assert client.get(url(club)).status_code == 302
    assert not HouseRules.objects.exists()


def test_a_change_makes_the_next_version_and_the_old_one_stays(
    alice_client: Client, club: Club, thursday: HouseRules
) -> None:
    page = alice_client.get(url(club), {"from": thursday.pk}).content.decode()
    assert 'value="Thursday rules"' in page
    changed = typed(name="thursday rules", save="1")
    changed["from"] = str(thursday.pk)
    alice_client.post(url(club), {**changed, "hook": "yes", "hook_from": "3"})
    old, new = HouseRules.objects.order_by("version")
    assert (old.pk, old.rules["hook_from"], new.version, new.rules["hook_from"]) == (thursday.pk, 1, 2, 3)
    assert [one.pk for one in current_rules(club)] == [new.pk]
    assert alice_client.get(old.get_absolute_url()).status_code == 200


def test_the_same_rules_again_are_the_same_version(club: Club, by_alice: By, thursday: HouseRules) -> None:
    again = save_house_rules(
        club, name="Thursday rules", preset="oh-hell", rules={"preset": "oh-hell", "hook": True}, by=by_alice
    )
    assert again.pk == thursday.pk
    assert HouseRules.objects.count() == 1


def test_contradictions_are_refused_by_the_service_too(club: Club, by_alice: By) -> None:
    with pytest.raises(BadRules) as caught:
        save_house_rules(
            club, name="X", preset="rage", rules={"preset": "rage", "trump": "none"}, by=by_alice
        )
    assert [fault["code"] for fault in caught.value.extra["faults"]] == ["trump.deck"]


def test_rules_put_away_are_offered_no_more_and_stay_readable(
    alice_client: Client, client: Client, club: Club, thursday: HouseRules
) -> None:
    assert alice_client.post(thursday.get_absolute_url(), {"act": "archive"}).status_code == 302
    assert current_rules(club) == []
    assert "Put away" in client.get(thursday.get_absolute_url()).content.decode()
    assert "put away" in client.get(url(club, "")).content.decode()
    alice_client.post(thursday.get_absolute_url(), {"act": "restore"})
    assert [one.pk for one in current_rules(club)] == [thursday.pk]
    verbs = list(Activity.objects.filter(subject=f"rules:{thursday.pk}").values_list("verb", flat=True))
    assert sorted(verbs) == ["rules.archived", "rules.restored", "rules.saved"]


def test_putting_away_twice_is_one_act(by_alice: By, thursday: HouseRules) -> None:
    for _time in range(2):
        archive_house_rules(thursday, by=by_alice)
    assert Activity.objects.filter(verb="rules.archived").count() == 1


@pytest.mark.parametrize("act", ["use", "archive", "restore", "burn", ""])
def test_nobody_else_acts_on_rules(
    bob_client: Client, client: Client, thursday: HouseRules, act: str
) -> None:
    for reader in (bob_client, client):
        assert reader.post(thursday.get_absolute_url(), {"act": act}).status_code == 403
    thursday.refresh_from_db()
    assert thursday.archived_at is None


def test_the_club_plays_by_them(alice_client: Client, club: Club, thursday: HouseRules) -> None:
    alice_client.post(thursday.get_absolute_url(), {"act": "use"})
    club.refresh_from_db()
    assert club.house_rules == thursday.rules
    assert (
        "The last bidder may not make the bids come out even."
        in alice_client.get(url(club, "")).content.decode()
    )


EVENING = {
    "name": "May evening",
    "starts_at": "2026-05-01T19:00",
    "table_sizes": "4, 3",
    "n_rounds": "5",
    "draw": "plan",
    "table_points": "",
    "visibility": "public",
    "key": "k1",
}


def test_a_tournament_is_made_by_them_and_keeps_them_whole(
    alice_client: Client, club: Club, thursday: HouseRules
) -> None:
    assert "Thursday rules" in alice_client.get(f"/clubs/{club.slug}/tournaments/new/").content.decode()
    alice_client.post(f"/clubs/{club.slug}/tournaments/new/", {**EVENING, "rules": f"set:{thursday.pk}"})
    tournament = Tournament.objects.get()
    assert (tournament.rules, tournament.rules_hash) == (thursday.rules, thursday.rules_hash)


def test_rules_of_another_club_are_not_offered(alice_client: Client, club: Club, alice: object) -> None:
    other = make_club(alice, name="Other")  # type: ignore[arg-type]
    theirs = save_house_rules(
        other,
        name="Theirs",
        preset="rage",
        rules={"preset": "rage"},
        by=By(alice, "web"),  # type: ignore[arg-type]
    )
    answer = alice_client.post(
        f"/clubs/{club.slug}/tournaments/new/", {**EVENING, "rules": f"set:{theirs.pk}"}
    )
    assert answer.status_code == 422


def test_what_was_typed_of_an_evening_waits_while_its_rules_are_written(
    alice_client: Client, club: Club
) -> None:
    new = f"/clubs/{club.slug}/tournaments/new/"
    answer = alice_client.post(new, {**EVENING, "rules": "house", "tie_breaks": ["wins", ""], "compose": "1"})
    assert answer.headers["Location"] == url(club)
    answer = alice_client.post(url(club), typed(name="For May", hook="yes", save="1"))
    saved = HouseRules.objects.get()
    assert answer.headers["Location"] == f"{new}?rules=set:{saved.pk}"
    page = alice_client.get(answer.headers["Location"]).content.decode()
    for kept in (
        'value="May evening"',
        'value="2026-05-01T19:00"',
        'value="5"',
        '<option value="wins" selected>',
    ):
        assert kept in page
    assert f'value="set:{saved.pk}" checked' in page
    assert not Tournament.objects.exists()
