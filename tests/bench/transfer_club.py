"""The club that `transfer` carries out and in: a document made without a site, the same every time."""

from __future__ import annotations

import random
from typing import Any
from uuid import UUID

EVENINGS, ROUNDS, TABLES = 25, 10, 4
ROLES = ("director", "scorekeeper")
HELPERS = ("aaaaaaaa-0000-4000-8000-000000000001", "bbbbbbbb-0000-4000-8000-000000000002")


def club_document() -> dict[str, Any]:
    """The whole club as a file would hold it."""
    from games.engine import RuleSet

    rng = random.Random(3)
    rules = RuleSet.from_value("oh-hell")
    people = sorted(uid(rng) for _number in range(40))
    return {
        "format": "eldest-hand-club",
        "version": 1,
        "club": {
            "uid": uid(rng),
            "slug": "bench",
            "name": "Bench",
            "language": "en",
            "time_zone": "Europe/Oslo",
            "house_rules": {"preset": "oh-hell"},
            "visibility": "public",
            "verifies_sheets": False,
        },
        "house_rules": [],
        "rules": {rules.hash: rules.to_json()},
        "players": [
            {
                "uid": person,
                "name": f"Player {number}",
                "hidden": False,
                "anonymised_at": None,
                "merged_into": None,
                "member": {
                    "kind": "member",
                    "number": "",
                    "aliases": [],
                    "joined_at": "2025-01-01T12:00:00Z",
                    "left_at": None,
                },
            }
            for number, person in enumerate(people)
        ],
        "seasons": [],
        "tournaments": [evening(number, people, rules, rng) for number in range(EVENINGS)],
        "games": [],
    }


def uid(rng: random.Random) -> str:
    return str(UUID(int=rng.getrandbits(128), version=4))


def evening(number: int, people: list[str], rules: Any, rng: random.Random) -> dict[str, Any]:
    there = rng.sample(people, 4 * TABLES)
    day = f"2025-{number // 25 + 1:02d}-{number % 25 + 1:02d}"
    tournament = {
        "uid": uid(rng),
        "slug": f"evening-{number}",
        "name": f"Evening {number}",
        "season": None,
        "season_weight": "1.00",
        "rules": rules.hash,
        "table_sizes": [4],
        "n_rounds": ROUNDS,
        "draw": "plan",
        "table_points": "raw",
        "tie_breaks": ["wins", "shared"],
        "best_of": None,
        "absent": {},
        "seed": number,
        "lot_seed": str(number),
        "on_leaving": "ask",
        "visibility": "public",
        "starts_at": f"{day}T17:00:00Z",
        "closed_at": f"{day}T23:00:00Z",
        "frozen_after": None,
        "revealed": 0,
        "entries": [
            {"uid": uid(rng), "number": place, "player": person, "ranked": True}
            for place, person in enumerate(there, start=1)
        ],
        "officials": [{"role": role, "user": helper} for role, helper in zip(ROLES, HELPERS, strict=True)],
        "sign_up_terms": {"opens_at": None, "closes_at": f"{day}T16:30:00Z", "capacity": 4 * TABLES},
        "sign_ups": [
            {"player": person, "kind": kind} | said(f"{day}T{9 + place // 4:02d}:{place % 4 * 15:02d}:00Z")
            for place, person in enumerate(there)
            for kind in ("registered", "admitted")
        ],
        "presence": [],
        "cuts": [],
        "wishes": [],
        "clock": [],
    }
    rounds = [round_of(day, played, there, rules, rng) for played in range(1, ROUNDS + 1)]
    late = {"entry": 1, "points": "-5.00", "reason": "late", "cancels": None} | said(f"{day}T17:10:00Z")
    extra = {"points": [[1, 7], [2, 3]], "reason": "", "cancels": None} | said(f"{day}T22:50:00Z")
    games = [table["game"] for played in rounds for table in played["tables"]]
    log = [
        {
            "verb": "sheet.recorded",
            "subject": f"game:{game['uid']}",
            "scoped": True,
            "reason": "",
            "details": {},
        }
        | said(f"{day}T23:{place // 60:02d}:{place % 60:02d}Z")
        for place, game in enumerate(games)
    ]
    return {
        "tournament": tournament,
        "rounds": rounds,
        "penalties": [late],
        "deciders": [extra],
        "log": log,
    }


def said(at: str) -> dict[str, Any]:
    """By the first helper, through the page."""
    return {"by": HELPERS[0], "via": "web", "at": at}


def round_of(day: str, number: int, there: list[str], rules: Any, rng: random.Random) -> dict[str, Any]:
    at = f"{day}T{17 + number // 2:02d}:{30 * (number % 2):02d}:00Z"
    order = rng.sample(range(len(there)), len(there))
    return {
        "number": number,
        "state": "closed",
        "seed": number,
        "algorithm": "bench",
        "input_hash": "",
        "seating_input": {},
        "seating_report": {},
        "moved_by_hand": False,
        "weight": "1.00",
        "drawn_at": at,
        "published_at": at,
        "started_at": at,
        "closed_at": at,
        "tables": [
            {
                "number": table + 1,
                "sheet_number": (number - 1) * TABLES + table + 1,
                "seats": [{"seat": seat, "entry": order[4 * table + seat] + 1} for seat in range(4)],
                "game": game([there[order[4 * table + seat]] for seat in range(4)], at, rules, rng),
            }
            for table in range(TABLES)
        ],
        "sit_outs": [],
    }


def game(players: list[str], at: str, rules: Any, rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.1:
        return hosted_game(players, at, rules, rng)
    revisions = [revision(players, at, "", rules, rng)]
    if rng.random() < 0.1:
        revisions.append(revision(players, at, "misread", rules, rng))
    verified = {"revision": len(revisions), "kind": "verified", "reading": None, "reason": ""} | said(at)
    is_verified = rng.random() < 0.2
    return {
        "uid": uid(rng),
        "rules": rules.hash,
        "source": "paper",
        "count": "computed",
        "first_dealer": 0,
        "casual": False,
        "bots": False,
        "verify": is_verified,
        "played_at": at,
        "import_key": None,
        "seats": [],
        "revisions": revisions,
        "decisions": [verified] if is_verified else [],
        "hosted": None,
    }


def hosted_game(players: list[str], at: str, rules: Any, rng: random.Random) -> dict[str, Any]:
    """A game that bots play for these people, with the log of its cards."""
    from games.engine import sheet_from_log
    from games.engine.selfplay import play_game

    game_uid = uid(rng)
    log: Any = play_game(rules, players, seed=rng.getrandbits(64), game_id=game_uid, bots="random")
    whole: Any = sheet_from_log(log)
    sheet = {"players": players, "first_dealer": 0, "deals": whole["deals"]}
    row = {"sheet": sheet, "void": False, "typed_by": [], "reason": "", "client_key": None} | said(at)
    return {
        "uid": game_uid,
        "rules": rules.hash,
        "source": "hosted",
        "count": "computed",
        "first_dealer": 0,
        "casual": False,
        "bots": False,
        "verify": False,
        "played_at": at,
        "import_key": None,
        "seats": [],
        "revisions": [row],
        "decisions": [],
        "hosted": {
            "key": game_uid[:8],
            "state": "closed",
            "opened_by": HELPERS[0],
            "visibility": "public",
            "is_rated": True,
            "is_directed": True,
            "turn_seconds": None,
            "reserve_seconds": 0,
            "watch_delay": 0,
            "pace_ms": 0,
            "created_at": at,
            "touched_at": at,
            "seats": [{"player": player, "name": "", "is_bot": False} for player in players],
            "events": [
                {"payload": {name: part for name, part in event.items() if name != "n"}} | said(at)
                for event in log["events"]
            ],
        },
    }


def revision(players: list[str], at: str, reason: str, rules: Any, rng: random.Random) -> dict[str, Any]:
    deals = []
    for size in rules.hand_sizes(4):
        tricks = [0, 0, 0, 0]
        for _trick in range(size):
            tricks[rng.randrange(4)] += 1
        bids = [taken if rng.random() < 0.6 else rng.randint(0, size) for taken in tricks]
        deals.append({"hand_size": size, "bids": bids, "tricks": tricks})
    return {
        "sheet": {"players": players, "first_dealer": 0, "deals": deals},
        "void": False,
        "by": None,
        "typed_by": [],
        "via": "web",
        "at": at,
        "reason": reason,
        "client_key": None,
    }
