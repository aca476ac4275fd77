"""Systems are looked up by code and version and can never change."""

import dataclasses
import hashlib

import pytest

from ratings.systems import BadTable, RatingError, UnknownSystem, get_system, list_systems
from ratings.systems.elo_mp import EloMp

ELO = get_system("elo-mp", 1)


def test_a_system_is_the_same_object_each_time() -> None:
    assert get_system("elo-mp", 1) is ELO
    assert list_systems() == [ELO]
    assert (ELO.code, ELO.version, ELO.start_milli) == ("elo-mp", 1, 1_500_000)


@pytest.mark.parametrize(("code", "version"), [("elo-mp", 2), ("elo-mp", 0), ("elo", 1), ("", 1)])
def test_an_unknown_system_is_named_in_the_refusal(code: str, version: int) -> None:
    with pytest.raises(UnknownSystem) as refused:
        get_system(code, version)
    assert (refused.value.code, refused.value.version) == (code, version)
    assert "elo-mp:1" in str(refused.value)
    assert isinstance(refused.value, RatingError)


def test_parameters_can_be_read_but_not_changed() -> None:
    with pytest.raises(TypeError):
        ELO.params["start"] = 1600  # type: ignore[index]
    with pytest.raises(dataclasses.FrozenInstanceError):
        ELO.params_hash = ""  # type: ignore[misc]


def test_the_hash_is_sha256_of_sorted_compact_json() -> None:
    text = (
        '{"k_min":20,"k_num":1000,"k_off":10,"rounding":"half-even","scale":400,"start":1500,"unit":"0.001"}'
    )
    assert ELO.params_hash == hashlib.sha256(text.encode()).hexdigest()


def test_another_constant_gives_another_hash() -> None:
    other = EloMp.from_params(version=1, params={**ELO.params, "k_min": 16})
    assert other.params_hash != ELO.params_hash


def test_a_rounding_this_formula_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="half to even"):
        EloMp.from_params(version=9, params={**ELO.params, "rounding": "half-up"})


def test_k_can_be_held_constant() -> None:
    constant = EloMp.from_params(version=9, params={**ELO.params, "k_min": 32, "k_num": 0})
    assert constant.rate([1_500_000] * 3, [0, 5, 900], [1, 2, 3]) == [16_000, 0, -16_000]


@pytest.mark.parametrize("form", ["rate", "rate_canonical", "explain"])
@pytest.mark.parametrize(
    ("ratings", "games", "places"),
    [
        ([], [], []),
        ([1_500_000], [0], [1]),
        ([1_500_000] * 3, [0] * 3, [1, 2]),
        ([1_500_000] * 3, [0] * 2, [1, 2, 3]),
        ([1_500_000] * 2, [0] * 3, [1, 2, 3]),
        ([1_500_000] * 3, [0, -1, 0], [1, 2, 3]),
        ([1_500_000] * 4, [0, 0, 0, -10], [1, 2, 3, 4]),
    ],
)
def test_a_table_that_does_not_fit_together_is_refused(
    form: str, ratings: list[int], games: list[int], places: list[int]
) -> None:
    with pytest.raises(BadTable, match="at least two seats"):
        getattr(ELO, form)(ratings, games, places)
