"""An evening on which everything odd happened that a file must carry."""

from __future__ import annotations

from typing import Any

from clubs.activity import By
from clubs.models import Club, Player, User
from clubs.services.clubs import add_player
from games.models import SheetDecision
from games.services.house_rules import save_house_rules
from games.services.sheets import decide_sheet, restore_game, void_game
from tests.evenings import Evening, make_evening, tables_of
from tests.tournaments.test_hosting import finish
from tournaments.models import Official
from tournaments.services import clocks, cut_lines, cutting, entries, freezing, standings, wishes
from tournaments.services.hosting import close_finished_rounds, host_round
from tournaments.services.inviting import name_official
from tournaments.services.rounds import close_round
from tournaments.services.seasons import create_season
from tournaments.services.signing_up import set_terms, sign_off, sign_up

NAMES = [
    "Søren Æbelø",
    "Þórhildur Ægisdóttir",
    "Straßer",
    "🃏 Joker 👩‍👩‍👧",
    "עֲמִיחַי בן־דוד",
    "محمد الأمين",
    "=1+1",
    "Ó" * 200,
    'O\'Neil, "Mac"',
]


def odd_players(club: Club, by: By) -> list[Player]:
    players = [add_player(club, name=name, by=by, number=f"N{n}") for n, name in enumerate(NAMES)]
    players[1].hidden = True
    players[1].save(update_fields=["hidden"])
    return players


def odd_evening(club: Club, by: By, by_other: By) -> Evening:
    """Nine people at tables of exactly four: one sits out each round; a guest, a substitute, a void deal, a void
    game that counts again, a correction, a verified and a reopened sheet, penalties and one taken back, a wish, a
    hosted round with its cards, a cut, an extra game, a frozen list, a season, registrations, helpers, a clock.
    """
    season = create_season(club, name="Vår 2026", by=by, best_of=2)
    players = odd_players(club, by)
    evening = make_evening(
        club,
        by=by,
        players=players,
        sizes=[4],
        name="Æ evening",
        season=season,
        tie_breaks=["wins", "shared"],
    )
    evening.entries[3].ranked = False
    evening.entries[3].save(update_fields=["ranked"])
    _register(evening, by, by_other)
    save_house_rules(club, name="Vårregler", preset="oh-hell", rules={}, by=by)
    wish = wishes.keep_clubs_apart(evening.tournament, by=by)
    wishes.drop_wish(wish, by=by)
    published = evening.publish()
    first, second = tables_of(published)
    clocks.say_to_clock(published, kind="start", seconds=2700, by=by)
    entries.set_presence(evening.entries[8], status="absent", by=by, from_round=2)
    entries.set_presence(evening.entries[8], status="present", by=by, from_round=2)
    evening.enter(first, _with_substitute(evening, first, add_player(club, name="Zoë Sub", by=by)))
    evening.enter(second, _with_void_deal(evening, second))
    evening.enter(second, evening.random_sheet(second), reason="misread <b>")
    game = tables_of(published)[1].game
    assert game is not None
    decide_sheet(game, kind=SheetDecision.Kind.VERIFIED, by=by_other, reading={"totals": [1, 2, None]})
    decide_sheet(game, kind=SheetDecision.Kind.REOPENED, by=by, reason="look again")
    decide_sheet(game, kind=SheetDecision.Kind.VERIFIED, by=by_other)
    void_game(game, by=by, reason="wrong table")
    restore_game(game, by=by, reason="it was right")
    decide_sheet(game, kind=SheetDecision.Kind.VERIFIED, by=by_other)
    close_round(published, by=by)
    given = entries.give_penalty(evening.entries[0], points="-10", reason="låte", by=by)
    entries.give_penalty(evening.entries[2], points="2.5", reason="helped", by=by)
    entries.cancel_penalty(given, reason="was here", by=by)
    standings.refresh(evening.tournament.pk)
    _hosted_round(evening, by)
    _cut_and_prizes(evening, by)
    return evening


def _register(evening: Evening, by: By, by_other: By) -> None:
    """Room for two: three strangers come, the first goes again, so one moves up; one more waits. And a helper."""
    assert by_other.user is not None
    Official.objects.create(tournament=evening.tournament, user=by_other.user, role="scorekeeper")
    name_official(evening.tournament, text=by_other.user.username, role="director", by=by)
    set_terms(evening.tournament, by=by, opens_at=None, closes_at=None, capacity=12)
    people: list[By] = []
    for name in ("Ψάλτης Οδυσσέας", "さくら", "لیلا", "Şöhret"):
        user = User.objects.create_user(f"guest-{len(people)}")
        Player.objects.create(name=name, user=user)
        people.append(By(user, "web"))
        sign_up(evening.tournament, by=people[-1], of_age=True)
    sign_off(evening.tournament, by=people[1])
    sign_off(evening.tournament, by=people[0])
    sign_up(evening.tournament, by=people[1], of_age=True)


def _with_substitute(evening: Evening, table: Any, substitute: Player) -> dict[str, Any]:
    sheet = evening.random_sheet(table)
    sheet["seats"] = [
        {"seat": seat, "player": uid, "from": 0, "to": None if seat else 0}
        for seat, uid in enumerate(sheet["players"])
    ]
    sheet["seats"].append({"seat": 0, "player": str(substitute.uid), "from": 1, "to": None})
    sheet["note"] = "a\nnote"
    return sheet


def _with_void_deal(evening: Evening, table: Any) -> dict[str, Any]:
    sheet = evening.random_sheet(table)
    sheet["deals"].insert(1, {"hand_size": 2, "void": True})
    sheet["deals"][0]["adjustments"] = [{"seat": 1, "points": -4, "reason": "misdeal"}]
    return sheet


def _hosted_round(evening: Evening, by: By) -> None:
    published = evening.publish()
    for table in host_round(published, by=by, turn_seconds=None):
        finish(table, by)
    close_finished_rounds(evening.tournament.pk)
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()


def _cut_and_prizes(evening: Evening, by: By) -> None:
    first, second, *_others = evening.entries
    cutting.record_decider(evening.tournament, points={first: 12, second: -1}, by=by, reason="level")
    standings.refresh(evening.tournament.pk)
    line = cut_lines.line_after(evening.tournament, 4)
    how = "standings" if not line.level else "larger"
    cutting.make_cut(evening.tournament, n=4, how=how, by=by)
    freezing.freeze(evening.tournament, after=1, by=by)
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()
