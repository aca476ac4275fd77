"""Print and links as the director and the desk reach them."""

from __future__ import annotations

import pypdfium2
import pytest
from django.test import Client, override_settings

from clubs.models import User
from tests.evenings import Evening, make_evening, tables_of
from tournaments.models import TableLink
from tournaments.services.links import token_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(evening: Evening) -> str:
    return evening.publish().get_absolute_url()


@pytest.fixture
def director(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def test_the_round_offers_print_and_links_to_those_who_may(director: Client, path: str) -> None:
    assert f"{path}print/" in director.get(path).content.decode()
    assert f"{path}links/" in director.get(path).content.decode()
    assert "print/" not in Client().get(path).content.decode()


def test_one_page_a_table_with_its_own_names_and_code(director: Client, path: str, evening: Evening) -> None:
    html = director.get(f"{path}print/").content.decode()
    assert html.count('class="paper-sheet') == 2
    assert html.count('class="qr"') == 2
    made = director.get(f"{path}print.pdf?paper=letter")
    assert made.headers["Content-Type"] == "application/pdf"
    assert "no-store" in made.headers["Cache-Control"]
    pages = list(pypdfium2.PdfDocument(made.content))
    assert [tuple(round(side) for side in page.get_size()) for page in pages] == [(612, 792)] * 2
    for page, table in zip(pages, tables_of(evening.tournament.rounds.get()), strict=True):
        text = page.get_textpage().get_text_bounded()
        assert table.game is not None
        assert all(seat.player.name in text for seat in table.game.seats.all() if seat.player)


def test_one_sheet_can_be_printed_again(director: Client, path: str, evening: Evening) -> None:
    html = director.get(f"{evening.tournament.get_absolute_url()}sheets/2/print/").content.decode()
    assert html.count('class="paper-sheet') == 1
    assert len(pypdfium2.PdfDocument(director.get(f"{path}print.pdf?sheet=2").content)) == 1
    assert director.get(f"{path}print.pdf?sheet=99").status_code == 404


@pytest.mark.parametrize("what", ["cards", "seating"])
def test_cards_and_the_list_name_everybody(director: Client, path: str, evening: Evening, what: str) -> None:
    names = [entry.player.name for entry in evening.entries]
    html = director.get(f"{path}print/?what={what}").content.decode()
    pages = pypdfium2.PdfDocument(director.get(f"{path}print.pdf?what={what}").content)
    text = "".join(page.get_textpage().get_text_bounded() for page in pages)
    assert all(name in html and name in text for name in names)


def test_rage_has_columns_for_its_cards(director: Client, evening: Evening) -> None:
    rage = make_evening(
        evening.tournament.club, by=evening.by, n_players=4, rules="rage", name="Rage evening"
    )
    path = rage.publish().get_absolute_url()
    assert director.get(f"{path}print/").content.decode().count("−5</th>") == 4


def test_a_draft_is_printed_by_nobody(director: Client, evening: Evening) -> None:
    evening.draw()
    base = evening.tournament.get_absolute_url()
    for part in ("print/", "print.pdf", "links/"):
        assert director.get(f"{base}rounds/1/{part}").status_code == 404


def test_codes_carry_the_address_the_site_has_for_phones(director: Client, path: str) -> None:
    token = token_of(TableLink.objects.all()[0])
    with override_settings(PUBLIC_ADDRESS="http://192.168.1.20:8000/"):
        html = director.get(f"{path}links/").content.decode()
    assert f"http://192.168.1.20:8000/tables/{token}/" in html
    assert f"http://testserver/tables/{token}/" in director.get(f"{path}links/").content.decode()


def test_a_link_is_renewed_and_taken_back_from_the_page(director: Client, path: str) -> None:
    old = {link.key for link in TableLink.objects.all()}
    assert director.post(f"{path}links/", {"table": "1", "act": "renew"}).status_code == 302
    assert TableLink.objects.filter(revoked_at=None).exclude(key__in=old).count() == 1
    director.post(f"{path}links/", {"table": "1", "act": "revoke"})
    assert TableLink.objects.filter(revoked_at=None).count() == 1
    assert director.post(f"{path}links/", {"table": "7", "act": "revoke"}).status_code == 404
    html = director.get(f"{path}links/").content.decode()
    assert "No link stands." in html
    assert "Make a link" in html


def test_the_log_tells_of_new_links(director: Client, path: str, evening: Evening) -> None:
    director.post(f"{path}links/", {"table": "1", "act": "renew"})
    log = director.get(f"{evening.tournament.get_absolute_url()}log/").content.decode()
    assert "made a new link for table 1 of round 1" in log
