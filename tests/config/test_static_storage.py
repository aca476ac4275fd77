"""What a browser gets of our styles: everything but the comments, under a name made from just that."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from config.settings import base
from config.static_storage import without_comment_lines, without_comments

SOURCES = Path(base.BASE_DIR) / "static" / "css"


def test_styles_are_collected_without_their_comments_and_named_by_what_is_left(tmp_path: Path) -> None:
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=base.STORAGES):
        for _again in range(2):
            call_command("collectstatic", interactive=False, verbosity=0)
    source = (SOURCES / "site.css").read_text(encoding="utf-8")
    assert "/*" in source
    hashed = [path for path in (tmp_path / "css").glob("site.*.css") if path.name != "site.css"]
    assert len(hashed) == 1
    slim = hashed[0].read_text(encoding="utf-8")
    assert "/*" not in slim
    assert re.findall(r"[{};]", slim) == re.findall(r"[{};]", without_comments(source))
    assert (tmp_path / "css" / f"{hashed[0].name}.gz").exists()


@pytest.mark.parametrize("name", sorted(path.name for path in SOURCES.glob("*.css")))
def test_no_text_of_a_style_looks_like_a_comment(name: str) -> None:
    style = (SOURCES / name).read_text(encoding="utf-8")
    assert not re.search(r"""["'(][^"'()\n]*/\*""", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))


SCRIPTS = sorted((Path(base.BASE_DIR) / "static" / "js").glob("*.js"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_text_of_a_script_goes_over_several_lines(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        assert line.count("`") % 2 == 0, line
        assert not line.endswith("\\"), line


def test_scripts_lose_their_comment_lines_and_nothing_else() -> None:
    source = "f(() => {\n  // why\n  const a = `//x`; // stays\n\n    b('// y');\n});\n"
    assert without_comment_lines(source) == "f(() => {\nconst a = `//x`; // stays\n\nb('// y');\n});\n"
