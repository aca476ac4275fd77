"""What a page's scripts write as a time is the club's time: every page says its zone and loads what writes it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import User
from tests.evenings import Evening, make_club, make_evening
from tests.tournaments.views.desk import client_of
from tournaments.models import TableLink
from tournaments.services.links import token_of


@pytest.fixture
def oslo(alice: User) -> Evening:
    """A published round of a club in Oslo."""
    by = By(alice, "web")
    evening = make_evening(make_club(alice, "Kortklubben", time_zone="Europe/Oslo"), by=by, n_players=8)
    evening.publish()
    return evening


PAGES = ("", "standings/", "wall/", "clock/", "rounds/1/", "sheets/", "sheets/1/", "draw/")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_follows_an_evening_names_the_zone_of_its_club(
    oslo: Evening, alice: User, page: str
) -> None:
    text = client_of(alice).get(f"{oslo.tournament.get_absolute_url()}{page}").content.decode()
    assert 'data-zone="Europe/Oslo"' in text.split("<head>")[0]
    scripts = re.findall(r"/js/(times|live)\b", text)
    assert scripts in ([], ["times", "live"])


def test_the_phone_of_a_table_writes_the_time_of_the_club(oslo: Evening, client: Client) -> None:
    link = TableLink.objects.order_by("pk")[0]
    text = client.get(reverse("table_writer", args=[token_of(link)])).content.decode()
    assert 'data-zone="Europe/Oslo"' in text.split("<head>")[0]
    assert text.index("/js/times") < text.index("/js/writer-queue")


def test_the_scripts_of_the_sheet_stand_in_its_head_alone(oslo: Evening, alice: User) -> None:
    text = client_of(alice).get(f"{oslo.tournament.get_absolute_url()}sheets/1/").content.decode()
    assert re.search(r'<main id="main" class="wrap">', text)
