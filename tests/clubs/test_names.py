"""Names as they are stored."""

import pytest

from clubs.errors import EldestHandError
from clubs.services.clubs import clean_name


def test_marks_that_turn_the_page_around_are_left_out() -> None:
    assert clean_name("Ada\u202e Bo\u2066 Cleo") == "Ada Bo Cleo"


def test_letters_of_every_script_stay() -> None:
    for name in ("Þóra Ægisdóttir", "Åse", "Łukasz", "نور", "王"):
        assert clean_name(f"  {name} ") == name


@pytest.mark.parametrize("text", ["", " ", "\u202e", "\u200b\u200b", "a\x00b"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(EldestHandError):
        clean_name(text)
