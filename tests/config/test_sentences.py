"""A sentence that ends with a name has one full stop, also where the name ends with one ("e. V.")."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.test import Client

from clubs.models import Club
from clubs.sentences import one_stop
from config.translations.catalogs import LANGUAGES, po_path
from config.translations.messages import Message, python_messages, source_messages, template_messages
from config.translations.po_files import parse_po
from tests.evenings import Evening

# Placeholders for what people typed: names of people, clubs, ladders, rules, and logins.
TYPED = "club|names|name|into|who|user|pairs|ladder|other"
AT_THE_END = re.compile(rf"%\((?:{TYPED})\)s(?:</\w+>)*\.(?=\s|$|<)")
WRAPPED = re.compile(r"{% filter one_stop %}.*?{% endfilter %}", re.DOTALL)


class _WithoutWrapped(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == "one_stop":
            return ast.Constant("")
        self.generic_visit(node)
        return node


def unwrapped(path: Path) -> Iterator[Message]:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return python_messages(ast.unparse(_WithoutWrapped().visit(ast.parse(source))))
    return template_messages(WRAPPED.sub("", source))


def ending_with_a_name() -> set[Message]:
    """In the language of the sources or in any other."""
    found = {message for message in source_messages(settings.BASE_DIR) if AT_THE_END.search(message.text)}
    for language in LANGUAGES:
        for entry in parse_po(po_path(settings.BASE_DIR, language).read_text(encoding="utf-8")):
            if any(AT_THE_END.search(text) for text in entry.texts):
                found.add(entry.message)
    return found


def test_every_sentence_that_ends_with_a_typed_name_keeps_one_stop() -> None:
    ending = ending_with_a_name()
    assert len(ending) > 15
    files = {
        name
        for message, names in source_messages(settings.BASE_DIR).items()
        if message in ending
        for name in names
    }
    found = {
        name: texts
        for name in sorted(files)
        if (texts := [message.text for message in unwrapped(settings.BASE_DIR / name) if message in ending])
    }
    assert found == {}


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("You are of Skat e. V..", "You are of Skat e. V."),
        ("<a>Sammy D.</a>. Look.", "<a>Sammy D.</a> Look."),
        ("Wait... Done.", "Wait... Done."),
        ("Wait....", "Wait...."),
    ],
)
def test_two_stops_are_one_and_three_are_dots(said: str, shown: str) -> None:
    assert one_stop(said) == shown


def test_the_filter_neither_escapes_twice_nor_lets_anything_in() -> None:
    page = engines["django"].from_string(
        "{% load page %}{% filter one_stop %}<b>{{ name }}</b>.{% endfilter %}"
    )
    assert page.render({"name": "<i> & V."}) == "<b>&lt;i&gt; &amp; V.</b>"


@pytest.mark.django_db
def test_a_profile_names_a_club_that_ends_with_a_stop(evening: Evening, client: Client) -> None:
    Club.objects.filter(pk=evening.tournament.club_id).update(name="Skat & Whist e. V.")
    page = client.get(evening.entries[0].player.get_absolute_url()).content.decode()
    assert "Skat &amp; Whist e. V.</a>" in page
    assert "V.</a>." not in page
