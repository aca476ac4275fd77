"""Pages borrowed from the package for accounts speak as this site does: in sentence case, and promise no mail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import allauth
import pytest
from allauth.account.models import EmailAddress
from django.template import engines
from django.template.base import Node, Template
from django.template.loader_tags import ExtendsNode, IncludeNode
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, get_resolver, reverse

from clubs.models import User

pytestmark = pytest.mark.django_db
BORROWED = Path(allauth.__file__).parent / "templates"
PROMISE = re.compile(
    r"\b(sent|send|mailed)\b|will receive|on its way|check your (inbox|spam)|request (new )?code",
    re.IGNORECASE,
)
TITLE_CASE = re.compile(r"^(?!QR\b)[A-Z]\S* (?:\S+ )*?(?!QR\b|I\b)[A-Z][a-z]")
# Said only by pages that are closed or not routed: see the two tests of roads below.
OF_CLOSED_ROADS = {"account/messages/login_code_sent.txt"}
NOT_ROUTED = {
    "account/messages/phone_verification_sent.txt": "account_change_phone",
    "account/messages/phone_verified.txt": "account_verify_phone",
}


def routes() -> Iterator[tuple[str, str]]:
    """Name and template of every page under /accounts/ that needs nothing in its address."""
    resolver = next(one for one in get_resolver().url_patterns if str(one.pattern) == "accounts/")
    yield from _routes_in(resolver)


def _routes_in(resolver: Any) -> Iterator[tuple[str, str]]:
    for one in resolver.url_patterns:
        if not isinstance(one, URLPattern):
            yield from _routes_in(one)
            continue
        template = getattr(getattr(one.callback, "view_class", None), "template_name", None)
        if one.name and template and template.endswith(".html"):
            yield one.name, template


def parts_of(name: str) -> Iterator[Template]:
    """The template, what it extends and what it includes by name."""
    template = engines["django"].engine.get_template(name)  # type: ignore[attr-defined]
    yield template
    for node in template.nodelist.get_nodes_by_type(Node):
        named: Any = node.parent_name if isinstance(node, ExtendsNode) else None
        named = node.template if isinstance(node, IncludeNode) else named
        if named is not None and isinstance(named.var, str):
            yield from parts_of(named.var)


def borrowed_texts(name: str) -> Iterator[str]:
    """What the template says in words that are not ours."""
    for template in parts_of(name):
        if not Path(template.origin.name).is_relative_to(BORROWED):
            continue
        for node in template.nodelist.get_nodes_by_type((TranslateNode, BlockTranslateNode)):  # type: ignore[arg-type]
            if isinstance(node, BlockTranslateNode):
                yield "".join(token.contents for token in node.singular)
            elif isinstance(node, TranslateNode):
                yield str(node.filter_expression.var)


def is_closed(name: str, *readers: Client) -> bool:
    try:
        path = reverse(name)
    except NoReverseMatch:
        return False
    return all(reader.get(path).status_code in (302, 403, 404) for reader in readers)


@pytest.fixture
def readers(bob: User) -> tuple[Client, Client]:
    """A visitor, and somebody whose address is confirmed and who typed the password just now."""
    EmailAddress.objects.create(user=bob, email=bob.email, primary=True, verified=True)
    known = Client()
    known.post("/accounts/login/", {"login": "bob", "password": "bob-pass-1"})
    known.post("/accounts/reauthenticate/", {"password": "bob-pass-1"})
    return Client(), known


@pytest.mark.parametrize("words", [PROMISE, TITLE_CASE], ids=["promise", "title case"])
def test_no_open_page_speaks_in_borrowed_promises_or_title_case(
    readers: tuple[Client, Client], words: re.Pattern[str]
) -> None:
    found = {
        name: said
        for name, template in routes()
        if (said := [text for text in borrowed_texts(template) if words.search(text.strip())])
        and not is_closed(name, *readers)
    }
    assert found == {}


def test_codes_by_mail_are_not_offered(readers: tuple[Client, Client]) -> None:
    for name in (
        "account_request_reauthentication_code",
        "account_confirm_reauthentication_code",
        "account_confirm_login_code",
    ):
        assert is_closed(name, *readers), name
    known = readers[1]
    known.post("/accounts/login/", {"login": "bob", "password": "bob-pass-1"})
    assert "/reauthenticate/code/" not in known.get("/accounts/reauthenticate/").content.decode()


def test_no_message_of_an_open_page_is_a_borrowed_promise_or_in_title_case() -> None:
    for name, route in NOT_ROUTED.items():
        with pytest.raises(NoReverseMatch):
            reverse(route)
        assert (BORROWED / name).exists(), name
    names = [str(path.relative_to(BORROWED)) for path in BORROWED.glob("*/messages/*.txt")]
    assert len(names) > 15
    said = {
        name: text
        for name in names
        if name.startswith(("account/", "mfa/")) and name not in OF_CLOSED_ROADS | NOT_ROUTED.keys()
        for text in borrowed_texts(name)
        if PROMISE.search(text) or TITLE_CASE.search(text.strip())
    }
    assert said == {}


def test_labels_are_in_sentence_case(readers: tuple[Client, Client]) -> None:
    found = {}
    for reader in readers:
        for name, _template in routes():
            try:
                answer = reader.get(reverse(name))
            except NoReverseMatch:
                continue
            labels = re.findall(r"<label[^>]*>([^<]+)</label>", answer.content.decode())
            if odd := [label for label in labels if TITLE_CASE.search(label.strip())]:
                found[name] = odd
    assert found == {}
