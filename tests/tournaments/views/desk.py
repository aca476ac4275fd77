"""Two tables with sheets to type, the people of the desk, and a form as a browser would send it."""

from __future__ import annotations

import json
import re
from typing import Any

from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, User
from clubs.services.clubs import give_role
from tests.evenings import Evening
from tournaments.models import Table


def desk_user(club: Club, name: str, role: str, *, by: By) -> User:
    user = User.objects.create_user(name, f"{name}@example.org", f"{name}-pass-1")
    give_role(club, user=user, role=role, by=by)
    return user


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def sheet_url(table: Table) -> str:
    return reverse("sheet_detail", args=[table.tournament.slug, table.sheet_number])


def form_of(client: Client, table: Table) -> dict[str, str]:
    """Every field of the page's form, as a browser without script would send it back."""
    html = client.get(sheet_url(table)).content.decode()
    return fields_in(html)


def fields_in(html: str) -> dict[str, str]:
    found = {}
    form = html[html.index('id="grid"') : html.index("</form>", html.index('id="grid"'))]
    for tag in re.findall(r"<input [^>]*>", form):
        attributes = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if attributes.get("type") in ("radio", "checkbox") or "name" not in attributes:
            continue
        value = attributes.get("value", "")
        found[attributes["name"]] = value.replace("&quot;", '"').replace("&#x27;", "'")
    return found


def cells_of(sheet: dict[str, Any], *, totals: list[int] | None = None) -> dict[str, str]:
    """A sheet as the fields of the grid."""
    typed = {}
    for number, deal in enumerate(sheet["deals"]):
        for column in ("bids", "tricks", "made"):
            for seat, value in enumerate(deal.get(column) or []):
                typed[f"{number}.{column}.{seat}"] = "" if value is None else str(int(value))
    for seat, total in enumerate(totals or []):
        typed[f"total.{seat}"] = str(total)
    return typed


def draft(client: Client, table: Table, changes: dict[str, Any], seen: int = 0, **more: Any) -> Any:
    url = reverse("sheet_draft", args=[table.tournament.slug, table.sheet_number])
    document = json.dumps({"changes": changes, "seen": seen, **more})
    return client.post(url, document, content_type="application/json")


def published(evening: Evening) -> list[Table]:
    from tests.evenings import tables_of

    tables = tables_of(evening.publish())
    for table in tables:
        table.tournament = evening.tournament
    return tables
