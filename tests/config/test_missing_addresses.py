"""An address that leads nowhere answers a program in the shape of all errors, and a person by a page."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["nowhere/", "tournaments/x/", "clubs/1/"])
def test_a_missing_address_of_the_api_is_told_as_a_problem(client: Client, path: str) -> None:
    response = client.get(f"/api/v1/{path}")
    assert (response.status_code, response.headers["Content-Type"]) == (404, "application/problem+json")
    told = response.json()
    assert (told["status"], told["code"], told["title"]) == (404, "not_found", "Not Found")
    assert told["detail"]


def test_a_missing_page_is_still_a_page(client: Client) -> None:
    response = client.get("/nowhere/")
    assert (response.status_code, response.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
