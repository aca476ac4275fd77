"""Names as they are stored."""

import pytest

from clubs.errors import EldestHandError
from clubs.services.clubs import clean_name


def test_marks_that_turn_the_page_around_are_left_out() -> None:
    assert clean_name("Ada\u202e Bo\u2066 Cleo") == "Ada Bo Cleo"


def test_letters_of_every_script_stay() -> None:
    for name in ("Þóra Ægisdóttir", "Åse", "Łukasz", "نور", "王"):
        assert clean_name(f"  {name} ") == name


def test_what_nobody_sees_is_left_out() -> None:
    assert clean_name("A\u200bda\ufeff Love\u00adlace\u2060") == "Ada Lovelace"
    for name in ("👩\u200d💻", "می\u200cخواهم", "❤\ufe0f Bo"):  # joiners make a letter what it is
        assert clean_name(name) == name


@pytest.mark.parametrize("text", ["", " ", "\u202e", "\u200b\u200b", "a\x00b"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(EldestHandError):
        clean_name(text)
