"""`ratings_rebuild` and `ratings_explain`."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from types import MappingProxyType

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from clubs.models import Club, Player
from games.models import Game
from ratings.models import Ladder, LadderEpoch, LadderTouch, RatingState, RatingSystem
from ratings.services import building, epochs
from ratings.services.explaining import explain_game
from ratings.services.verifying import verify_ladder
from ratings.services.writer import advance_ladder
from ratings.systems import get_system, registry
from ratings.systems.elo_mp import EloMp
from tests.evenings import make_players
from tests.ratings.oracle import replay_of, states_of
from tests.ratings.paper import BY, correct, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[Player]:
    return make_players(club, 4, by=BY)


@pytest.fixture
def games(club: Club, people: list[Player]) -> list[Game]:
    made = [
        play(club, people, [1 + (minute + seat) % 4 for seat in range(4)], minute=minute)
        for minute in range(5)
    ]
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
    return made


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def active(ladder: Ladder) -> LadderEpoch:
    return LadderEpoch.objects.get(active_of=ladder)


def test_a_rebuild_compares_and_swaps(games: list[Game], club: Club) -> None:
    ladder = Ladder.objects.get(club=club)
    old, said = active(ladder), states_of(ladder)
    told = run("ratings_rebuild", ladder.slug, "--yes")
    assert active(ladder) != old
    assert states_of(ladder) == said
    assert "events" in told
    assert "20 -> 20" in told
    assert "differ by 0.000 points at most" in told


@pytest.mark.parametrize("stopped_in", ["_finish", "_drain"])
def test_a_rebuild_that_was_stopped_goes_on_and_leaves_nothing_behind(
    games: list[Game], club: Club, monkeypatch: pytest.MonkeyPatch, stopped_in: str
) -> None:
    ladder = Ladder.objects.get(club=club)
    said = states_of(ladder)

    def stop(*_args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(building, stopped_in, stop)
        for _attempt in range(3):
            with pytest.raises(KeyboardInterrupt):
                run("ratings_rebuild", ladder.slug, "--yes")
    told = run("ratings_rebuild", ladder.slug, "--yes")
    assert "ratings differ by 0.000 points at most" in told
    assert "20 -> 20" in told
    assert states_of(ladder) == said
    statuses = ladder.epochs.order_by("pk").values_list("status", flat=True)
    assert list(statuses) == ["retired", "active"]


def test_a_rebuild_asks_and_no_leaves_everything_as_it_was(
    games: list[Game], club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = Ladder.objects.get(club=club)
    old = active(ladder)
    monkeypatch.setattr("builtins.input", lambda _question: "n")
    run("ratings_rebuild", ladder.slug)
    assert list(LadderEpoch.objects.filter(ladder=ladder)) == [old]
    monkeypatch.setattr("builtins.input", lambda _question: "y")
    run("ratings_rebuild", ladder.slug)
    assert active(ladder) != old


def test_a_new_formula_is_a_new_version_in_a_new_epoch(
    games: list[Game], club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = get_system("elo-mp", 1)
    slower = EloMp.from_params(version=2, params={**first.params, "k_num": 500})
    monkeypatch.setattr(registry, "_SYSTEMS", MappingProxyType({("elo-mp", 1): first, ("elo-mp", 2): slower}))
    ladder = Ladder.objects.get(club=club)
    before = states_of(ladder)
    run("ratings_rebuild", ladder.slug, "--system", "elo-mp:2", "--yes")
    assert active(ladder).system == RatingSystem.objects.get(version=2)
    after = states_of(ladder)
    assert after.keys() == before.keys()
    assert after != before
    assert verify_ladder(ladder).is_clean


def test_undo_brings_the_old_epoch_back_with_what_happened_since(
    games: list[Game], club: Club, people: list[Player]
) -> None:
    ladder = Ladder.objects.get(club=club)
    old = active(ladder)
    run("ratings_rebuild", ladder.slug, "--yes")
    correct(games[1], people, [4, 3, 2, 1])
    play(club, people, [4, 3, 2, 1], minute=100)
    advance_ladder(ladder.pk)
    run("ratings_rebuild", ladder.slug, "--undo", "--yes")
    assert active(ladder) == old
    assert states_of(ladder) == replay_of(ladder)
    assert verify_ladder(ladder).is_clean
    assert not LadderTouch.objects.filter(epoch=old).exists()


def test_no_answer_is_a_no(games: list[Game], club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_question: str) -> str:
        raise EOFError

    ladder = Ladder.objects.get(club=club)
    old = active(ladder)
    monkeypatch.setattr("builtins.input", nobody)
    assert "Nothing was changed" in run("ratings_rebuild", ladder.slug)
    assert list(LadderEpoch.objects.filter(ladder=ladder)) == [old]


def test_a_no_to_undo_keeps_what_could_be_gone_back_to(
    games: list[Game], club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = Ladder.objects.get(club=club)
    old = active(ladder)
    run("ratings_rebuild", ladder.slug, "--yes")
    monkeypatch.setattr("builtins.input", lambda _question: "n")
    assert "the old epoch is kept" in run("ratings_rebuild", ladder.slug, "--undo")
    run("ratings_rebuild", ladder.slug, "--undo", "--yes")
    assert active(ladder) == old


def test_an_undo_that_was_stopped_can_be_begun_again_and_is_kept_as_long(
    games: list[Game], club: Club
) -> None:
    ladder = Ladder.objects.get(club=club)
    old = active(ladder)
    run("ratings_rebuild", ladder.slug, "--yes")
    assert epochs.revive_last(ladder) == old  # and the process is killed
    LadderEpoch.objects.filter(pk=old.pk).update(started_at=timezone.now() - timedelta(days=5))
    assert epochs.drop_old_epochs(now=timezone.now()) == 0
    run("ratings_rebuild", ladder.slug, "--undo", "--yes")
    assert active(ladder) == old


def test_a_no_after_somebody_else_swapped_says_so(
    games: list[Game], club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = Ladder.objects.get(club=club)

    def swapped_meanwhile(_question: str) -> str:
        built = LadderEpoch.objects.get(ladder=ladder, status=LadderEpoch.Status.BUILDING)
        epochs.swap_in(built.pk, now=timezone.now())
        return "n"

    old = active(ladder)
    monkeypatch.setattr("builtins.input", swapped_meanwhile)
    assert "swapped in meanwhile" in run("ratings_rebuild", ladder.slug)
    assert active(ladder) != old


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "Known: "),
        (["oh-hell", "--system", "elo-mp"], "CODE:VERSION"),
        (["oh-hell", "--system", "elo-mp:9"], "elo-mp:1"),
        (["oh-hell", "--system", "elo-mp:" + "9" * 5000], "CODE:VERSION"),
        (["oh-hell", "--undo"], "no retired epoch"),
    ],
)
def test_a_rebuild_that_cannot_run_says_why(games: list[Game], arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words) as refusal:
        run("ratings_rebuild", *arguments, "--yes")
    assert refusal.value.returncode == 2
    assert LadderEpoch.objects.count() == 2


def test_a_game_is_explained_in_words_on_each_of_its_ladders(club: Club, people: list[Player]) -> None:
    game = play(club, people[:3], [1, 2, 2], minute=1)
    told = run("ratings_explain", str(game.pk))
    assert "not rated yet" in told
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
    told = run("ratings_explain", str(game.uid))
    assert "Ladder oh-hell:" in told
    assert f"Ladder {club.slug}-oh-hell:" in told
    assert (
        "Ada, place 1: expected 0.500 of the table, scored 1.000, K 100: +50.0 (1500.0 → 1550.0, 0 games before)"
        in told
    )
    assert "Bo, place 2: expected 0.500 of the table, scored 0.250, K 100: −25.0" in told
    stored = RatingState.objects.get(epoch__active_of__slug="oh-hell", player=people[0]).rating
    assert explain_game(game)[0].seats[0].why.delta_milli == stored - 1_500_000


def test_an_unrated_game_says_why_and_an_unknown_one_that_it_is_unknown(
    club: Club, people: list[Player]
) -> None:
    casual = play(club, people, [1, 2, 3, 4], minute=1, casual=True)
    assert "friendly" in run("ratings_explain", str(casual.pk))
    for unknown in ("123456", "what", "9" * 5000):
        with pytest.raises(CommandError, match=f"no game {unknown}"):
            run("ratings_explain", unknown)


def test_a_rated_game_without_a_ladder_says_so(games: list[Game]) -> None:
    Ladder.objects.update(active_epoch=None)
    assert "no ladder for it yet" in run("ratings_explain", str(games[0].pk))


def test_a_corrected_game_is_not_explained_with_other_places_than_it_was_rated_by(
    games: list[Game], people: list[Player]
) -> None:
    correct(games[0], people, [4, 2, 3, 1])
    assert "not rated yet" in run("ratings_explain", str(games[0].pk))
