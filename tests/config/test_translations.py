"""Finding, keeping and compiling the words of the site."""

from __future__ import annotations

import gettext
import io
from pathlib import Path

import pytest

from config.translations.catalogs import faults, po_path, update
from config.translations.messages import Message, python_messages, template_messages
from config.translations.po_files import Entry, compile_mo, parse_po, write_po

ROOT = Path(__file__).resolve().parent.parent.parent
TRICK = Message("", "%(n)d trick", "%(n)d tricks")


def test_python_calls_are_found_with_context_and_plural() -> None:
    source = (
        'a = _("one")\nb = pgettext("c", "two")\nc = ngettext("%(n)d trick", "%(n)d tricks", n)\nd = _(x)\n'
    )
    assert set(python_messages(source)) == {Message("", "one", ""), Message("c", "two", ""), TRICK}


def test_template_tags_are_found_as_django_looks_them_up() -> None:
    source = (
        '{% load i18n %}{% translate "one" %}{% translate "two" context "c" %}'
        "{% blocktranslate with n=x count m=y %}{{ m }} of {{ n }} at 5 %{% plural %}{{ m }}s of {{ n }}"
        "{% endblocktranslate %}"
    )
    assert set(template_messages(source)) == {
        Message("", "one", ""),
        Message("c", "two", ""),
        Message("", "%(m)s of %(n)s at 5 %%", "%(m)ss of %(n)s"),
    }


def test_a_po_file_comes_back_as_it_was_written() -> None:
    entries = [
        Entry(Message("", 'say "hi"\nand\\go', ""), ('sag "hallo"\nund\\geh',)),
        Entry(Message("c", "two", ""), ("zwei",), fuzzy=True),
        Entry(TRICK, ("%(n)d Stich", "%(n)d Stiche")),
    ]
    again = parse_po(write_po("de", entries, {}))
    assert sorted(again, key=lambda e: e.message) == sorted(entries, key=lambda e: e.message)


def test_a_broken_po_file_is_named_by_line() -> None:
    with pytest.raises(ValueError, match="line 2"):
        parse_po('msgid "a"\nmsgstr broken\n')


def test_the_compiled_file_is_read_by_the_standard_library() -> None:
    entries = [
        Entry(Message("", "one", ""), ("einn",)),
        Entry(Message("c", "two", ""), ("tveir",)),
        Entry(Message("", "left", ""), ("vinstri",), fuzzy=True),
        Entry(TRICK, ("%(n)d slagur", "%(n)d slagir")),
    ]
    catalog = gettext.GNUTranslations(io.BytesIO(compile_mo("is", entries)))
    assert catalog.gettext("one") == "einn"
    assert catalog.pgettext("c", "two") == "tveir"
    assert catalog.gettext("left") == "left"
    # Icelandic counts 21 like 1, and 11 like many.
    found = [catalog.ngettext(TRICK.text, TRICK.plural, n) for n in (1, 2, 11, 21)]
    assert found == ["%(n)d slagur", "%(n)d slagir", "%(n)d slagir", "%(n)d slagur"]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "clubs").mkdir()
    (tmp_path / "clubs" / "words.py").write_text('_("Hand %(hand)d")\n', encoding="utf-8")
    update(tmp_path)
    return tmp_path


def translate(site: Path, text: str, *, fuzzy: bool = False) -> None:
    for language in ("nb", "da", "de", "is", "af"):
        entry = Entry(Message("", "Hand %(hand)d", ""), (text,), fuzzy)
        po_path(site, language).write_text(write_po(language, [entry], {}), encoding="utf-8")
    update(site)


def test_a_missing_translation_is_a_fault_in_each_language(site: Path) -> None:
    found = list(faults(site))
    assert len(found) == 5
    assert found[0] == "nb: missing: 'Hand %(hand)d' (clubs/words.py)"


def test_a_whole_catalog_has_no_fault(site: Path) -> None:
    translate(site, "Giv %(hand)d")
    assert list(faults(site)) == []


def test_a_lost_value_is_a_fault(site: Path) -> None:
    translate(site, "Giv")
    assert "names differ" in next(iter(faults(site)))


def test_a_fuzzy_translation_is_a_fault(site: Path) -> None:
    translate(site, "Giv %(hand)d", fuzzy=True)
    assert "fuzzy" in next(iter(faults(site)))


def test_a_stale_mo_file_is_a_fault(site: Path) -> None:
    translate(site, "Giv %(hand)d")
    po = po_path(site, "da")
    po.write_text(po.read_text(encoding="utf-8").replace("Giv", "Kort"), encoding="utf-8")
    assert list(faults(site)) == [
        "da: django.mo is not what django.po compiles to: run manage.py make_translations"
    ]


def test_updating_keeps_translations_and_drops_what_the_sources_lost(site: Path) -> None:
    translate(site, "Giv %(hand)d")
    (site / "clubs" / "words.py").write_text('_("Other")\n', encoding="utf-8")
    assert update(site) == dict.fromkeys(("nb", "da", "de", "is", "af"), 1)
    assert "Giv" not in po_path(site, "nb").read_text(encoding="utf-8")


def test_no_named_value_was_lost_in_any_of_our_catalogs() -> None:
    assert [fault for fault in faults(ROOT) if ": missing: " not in fault and "django.mo" not in fault] == []
