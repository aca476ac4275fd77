"""Enter in a field presses the first button of its form: that must be what whoever typed there means."""

from __future__ import annotations

import re

import pytest

from config.checking import ROOT

TEMPLATES = ROOT / "templates"
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
INCLUDE = re.compile(r'\{% include "([^"]+)"[^%]*%\}')
BUTTON = re.compile(r'<button(?![^>]* form=")[^>]*type="submit"[^>]*>')
LINE = re.compile(r'<input(?![^>]*type="(?:hidden|checkbox|radio|file)")|\{\{ ?(?:form|field)\b')


def written_out(text: str, depth: int = 4) -> str:
    """With the parts it includes in their places."""

    def part(found: re.Match[str]) -> str:
        path = TEMPLATES / found[1]
        return written_out(path.read_text(encoding="utf-8"), depth - 1) if path.is_file() and depth else ""

    return INCLUDE.sub(part, text)


def forms() -> list[tuple[str, str]]:
    """Every form in which a line can be typed, with its buttons."""
    found = []
    for path in sorted(TEMPLATES.rglob("*.html")):
        for form in FORM.findall(path.read_text(encoding="utf-8")):
            whole = written_out(form)
            if LINE.search(whole) and len(BUTTON.findall(whole)) > 1:
                found.append((str(path.relative_to(TEMPLATES)), whole))
    return found


@pytest.mark.parametrize(("name", "form"), forms(), ids=lambda value: value[:60] if "<" not in value else "")
def test_the_first_button_of_a_form_is_its_main_one_or_says_what_enter_does(name: str, form: str) -> None:
    first = BUTTON.findall(form)[0]
    assert 'class="act first"' in first or 'class="vh"' in first or "disabled hidden" in first, (name, first)


def test_there_are_such_forms() -> None:
    names = {name for name, _form in forms()}
    assert {"organise/tournament_new.html", "organise/club_claims.html", "games/play/_director.html"} <= names
