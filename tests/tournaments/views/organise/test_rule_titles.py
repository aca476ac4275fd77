"""Rules to choose from are called by names for people, each by its own."""

from __future__ import annotations

from games.engine import PRESETS
from tournaments.views.organise.rule_choices import preset_titles


def test_every_preset_has_a_name_of_its_own_and_none_is_an_id() -> None:
    titles = preset_titles()
    assert set(titles) == set(PRESETS)
    assert len(set(titles.values())) == len(titles)
    assert [title for name, title in titles.items() if name in title or title == title.lower()] == []
