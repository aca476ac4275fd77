"""Evenings in the middle of things, one for each story of an evening."""

from __future__ import annotations

from typing import Any


def make() -> dict[str, Any]:
    from clubs.activity import By
    from clubs.models import User
    from clubs.services.clubs import give_role
    from tests.browser.making import session_of
    from tests.evenings import Evening, make_club, make_evening, make_players, sheet_with_totals, tables_of
    from tournaments.services import results, rounds, seasons, standings
    from tournaments.services.entries import set_presence

    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    by = By(alice, "web")
    door_club = make_club(alice, name="The Open Door")
    make_players(door_club, 15, by=by)
    door = make_evening(door_club, by=by, players=[], name="Door")

    club = make_club(alice)
    people = make_players(club, 12, by=by)
    late = make_evening(club, by=by, players=people[:8], name="Late")
    set_presence(late.entries[7], status="late", by=by)
    late.publish()

    leaves = make_evening(club, by=by, players=people[:9], sizes=[4], name="Leaves")
    set_presence(leaves.entries[8], status="stand-by", by=by)
    table = tables_of(leaves.publish())[0]
    cells = {"bids": [0, 0, 0, 1], "tricks": [0, 0, 1, 0]}
    changes = {f"0.{name}.{seat}": value for name, row in cells.items() for seat, value in enumerate(row)}
    results.type_on_sheet(table, changes=changes, seen=0, by=by)
    leaver = table.seats.get(seat=1).entry

    correct = make_evening(club, by=by, players=people, sizes=[4], name="Correct", table_points="raw")
    correct.play_round()
    correct.play_round()
    correct.publish()

    def scored(evening: Evening, points: list[list[int]], *, is_closed: bool = True) -> None:
        played = evening.publish()
        for one, row in zip(tables_of(played), points, strict=True):
            evening.enter(one, sheet_with_totals(one, row))
        if is_closed:
            rounds.close_round(played, by=by)
        standings.refresh(evening.tournament.pk)

    cut = make_evening(
        club, by=by, players=people[:8], sizes=[4], name="Cut", table_points="raw", tie_breaks=["shared"]
    )
    scored(cut, [[80, 70, 60, 60], [60, 30, 20, 10]])

    season = seasons.create_season(club, name="Spring", by=by, best_of=1)
    for name in ("First", "Second"):
        evening = make_evening(
            club, by=by, players=people[:4], sizes=[4], season=season, name=name, n_rounds=1
        )
        if name == "First":
            scored(evening, [[40, 30, 20, 10]])
        else:
            evening.publish()
    seasons.refresh(season.pk)
    twice = make_club(alice, name="The Two Anns")
    make_evening(twice, by=by, n_players=4, sizes=[4], name="Before").play_round()
    ann = make_players(twice, 5, by=by)[4]

    desk_club = make_club(alice, name="The Desk", verifies_sheets=True)
    kim = User.objects.create_user("kim", "kim@example.org", "kim-pass-1")
    give_role(desk_club, user=kim, role="scorekeeper", by=by)
    desk = make_evening(desk_club, by=by, n_players=8, sizes=[4], name="Desk")
    keyed, opened = tables_of(desk.publish())
    desk_totals = [12, 31, 20, 11]
    results.enter_sheet(keyed, sheet=sheet_with_totals(keyed, desk_totals), by=By(kim, "web"))

    return {
        "desk": {
            "slug": desk.tournament.slug,
            "keyed": keyed.sheet_number,
            "totals": desk_totals,
            "open": opened.sheet_number,
            "names": [seat.entry.player.name for seat in opened.seats.order_by("seat")],
        },
        "slug": late.tournament.slug,
        "door": door.tournament.slug,
        "late": {"slug": late.tournament.slug, "who": "Hal"},
        "leaves": {"slug": leaves.tournament.slug, "who": leaver.player.name, "sheet": table.sheet_number},
        "correct": correct.tournament.slug,
        "cut": cut.tournament.slug,
        "merge": {"club": twice.get_absolute_url(), "source": ann.name},
        "second": evening.tournament.slug,
        "season": season.get_absolute_url(),
        "sessions": {"alice": session_of(alice)},
    }
