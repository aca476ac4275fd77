"""Tables by command and by API: rosters and results as CSV, results as a spreadsheet, each told row by row first."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, User
from clubs.services.clubs import add_player
from games.models import Game
from tests.evenings import SHORT_RULES, Evening
from tests.tournaments.transfer.sites import BY_COMMAND
from tournaments.models import Tournament
from tournaments.services.transfer.results_out import results_csv
from tournaments.services.transfer.roster import roster_csv
from tournaments.services.transfer.workbook_out import results_workbook

pytestmark = pytest.mark.django_db
ROSTER = "name;alias;member_no;guest;email\nAda;;7;0;\nZoë Ω;;8;1;zoe@example.org\nAdá;;;0;\n"
HEADS = "tournament,round,table,seat,player,deal,hand_size,dealer,bid,tricks,made,adjustment,points,note"
RESULTS = (
    f"{HEADS}\nApril,1,1,1,Ann,1,1,0,1,1,,,,\nApril,1,1,2,Ben,1,1,0,0,0,,,,\nApril,1,1,3,Cid,1,1,1,0,0,,,,\n"
)


def told(*words: object) -> str:
    out = StringIO()
    call_command(*map(str, words), stdout=out)
    return out.getvalue()


@pytest.fixture
def short(club: Club) -> Club:
    club.house_rules = SHORT_RULES
    club.save()
    return club


def test_a_roster_is_told_row_by_row_before_it_is_stored(club: Club, tmp_path: Path) -> None:
    add_player(club, name="Ada", by=BY_COMMAND, number="7")
    file = tmp_path / "roster.csv"
    file.write_text(ROSTER, encoding="utf-8-sig")
    dry = told("import_file", file, "--club", club.slug, "--dry-run")
    assert "row 2: person Ada: same" in dry
    assert "row 3: person Zoë Ω: new" in dry
    assert "note: row 3, email: addresses are not brought in" in dry
    assert Membership.objects.count() == 1
    assert "person Adá: not known here; on the roster: Ada" in dry
    with pytest.raises(CommandError, match="Say first who this is: Adá"):
        told("import_file", file, "--club", club.slug)
    assert "Brought in." in told("import_file", file, "--club", club.slug, "--new-people")
    assert "Everything was here already." in told("import_file", file, "--club", club.slug)


def test_results_are_told_by_their_rows_and_twice_is_harmless(short: Club, tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    file.write_text(RESULTS)
    dry = told("import_file", file, "--club", short.slug, "--day", "2026-04-03", "--dry-run")
    assert "rows 2 to 4: game round 1, table 1: new" in dry
    assert not Game.objects.exists()
    told("import_file", file, "--club", short.slug, "--day", "2026-04-03")
    assert Tournament.objects.get().starts_at.date().isoformat() == "2026-04-03"
    assert "rows 2 to 4: game round 1, table 1: same" in told("import_file", file, "--club", short.slug)
    file.write_text(RESULTS.replace("Ann,1,1,0,1,1", "Ann,1,1,0,0,1"))
    assert "rows 2 to 4: game round 1, table 1: changed" in told("import_file", file, "--club", short.slug)
    assert Game.objects.get().revision == 2


def test_what_is_wrong_in_a_table_is_told_by_row_and_nothing_is_stored(short: Club, tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    file.write_text(RESULTS.replace("Ben,1,1,0,0,0", "Ben,1,1,0,none,0"))
    out = StringIO()
    with pytest.raises(CommandError, match="mend the file first"):
        call_command("import_file", str(file), "--club", short.slug, stdout=out)
    assert "row 3, bid: “none” is no whole number." in out.getvalue()
    assert not Game.objects.exists()
    with pytest.raises(CommandError):
        told("import_file", file)
    with pytest.raises(CommandError, match="no evening"):
        told("import_file", file, "--tournament", "nowhere")


def test_tables_leave_by_the_ending_of_the_file_and_come_back_unchanged(
    evening: Evening, tmp_path: Path
) -> None:
    evening.play_round()
    club, slug = evening.tournament.club.slug, evening.tournament.slug
    for name, words in (
        ("results.csv", ("--tournament", slug)),
        ("results.xlsx", ("--tournament", slug)),
        ("club.xlsx", ("--club", club)),
        ("roster.csv", ("--club", club)),
    ):
        told("export_file", tmp_path / name, *words)
        said = told("import_file", tmp_path / name, "--club", club)
        assert "Everything was here already." in said, name
    assert (tmp_path / "results.csv").read_bytes() == results_csv(evening.tournament).encode()
    public = tmp_path / "public.json"
    told("export_file", public, "--tournament", slug, "--public")
    assert json.loads(public.read_text())["format"] == "eldest-hand-tournament-public"
    with pytest.raises(CommandError):
        told("export_file", tmp_path / "x.csv", "--tournament", slug, "--public")


def send(client: Client, club: Club, raw: bytes, name: str, **more: Any) -> Any:
    url = reverse("api:club-import", args=[club.uid])
    return client.post(url, {"file": SimpleUploadedFile(name, raw), **more})


def test_the_api_takes_tables_as_a_form(client: Client, short: Club, alice: User) -> None:
    client.force_login(alice)
    add_player(short, name="Ada", by=BY_COMMAND, number="7")
    raw = ROSTER.encode()
    looked = send(client, short, raw, "roster.csv", dry_run="true").json()
    assert (looked["kind"], looked["stored"], Membership.objects.count()) == ("roster", False, 1)
    (question,) = looked["questions"]
    assert [part["where"] for part in looked["parts"]] == ["row 3", "row 4"]
    assert send(client, short, raw, "roster.csv").status_code == 422
    people = json.dumps({question["uid"]: "new"})
    done = send(client, short, raw, "roster.csv", people=people, seen=looked["fingerprint"])
    assert (done.status_code, done.json()["stored"]) == (200, True)
    assert send(client, short, raw, "roster.csv").json()["stored"] is False
    results = RESULTS.encode()
    assert send(client, short, results, "r.csv", day="2026-04-03").json()["stored"] is True
    book = results_workbook(Tournament.objects.all())
    assert send(client, short, book, "r.xlsx").json() | {"fingerprint": ""} == {
        "kind": "workbook",
        "changes_anything": False,
        "stored": False,
        "is_refused": False,
        "fingerprint": "",
        "parts": [],
        "problems": [],
        "questions": [],
    }


def test_the_api_tells_what_is_wrong_in_a_table(client: Client, short: Club, alice: User) -> None:
    client.force_login(alice)
    raw = RESULTS.replace("Ben,1,1,0,0,0", "Ben,1,1,0,none,0").encode()
    looked = send(client, short, raw, "r.csv", dry_run="1").json()
    assert (looked["is_refused"], looked["problems"][0]["line"]) == (True, 3)
    assert send(client, short, raw, "r.csv").status_code in (400, 422)
    assert send(client, short, b" \n", "r.csv").status_code == 422
    assert send(client, short, b"name\nX\n", "r.csv", people="[1]").status_code == 422
    assert send(client, short, b"name\nX\n", "r.csv", day="1001-01-01").status_code == 422
    assert not Game.objects.exists()


def test_the_api_gives_tables(client: Client, evening: Evening, alice: User) -> None:
    evening.play_round()
    tournament = evening.tournament
    csv = client.get(reverse("api:tournament-csv", args=[tournament.uid]))
    assert (csv.content.decode(), csv["Content-Type"]) == (results_csv(tournament), "text/csv; charset=utf-8")
    assert client.get(reverse("api:tournament-xlsx", args=[tournament.uid])).content.startswith(b"PK")
    roster = reverse("api:club-roster", args=[tournament.club.uid])
    assert client.get(roster).status_code == 401
    client.force_login(alice)
    assert client.get(roster).content.decode() == roster_csv(tournament.club, with_contacts=True)
    assert client.get(reverse("api:club-xlsx", args=[tournament.club.uid])).content.startswith(b"PK")
