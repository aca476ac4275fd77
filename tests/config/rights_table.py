"""Who may do what (users.md 9), and which act each route and method of the site is. `test_rights.py` reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from clubs.rights import Act, As

# The page of the law, column by column: visitor, member, writer, scorekeeper, director, owner, site admin.
# y = yes, o = own only, t = own table only, - = no. A signed-in user without a role stands in SIGNED_IN.
COLUMNS = (As.VISITOR, As.MEMBER, As.WRITER, As.SCOREKEEPER, As.DIRECTOR, As.OWNER, As.ADMIN)
LAW: dict[Act, str] = {
    Act.READ_PUBLIC: "y y y y y y y",
    Act.READ_MEMBERS_ONLY: "- y t y y y y",
    Act.READ_DRAFTS: "- - - y y y y",
    Act.READ_CONTACTS: "- o - - y y y",
    Act.REGISTER_OTHERS: "- o - - y y y",
    Act.TYPE_SHEET: "- - t y y y -",
    Act.VERIFY_SHEET: "- - - y y y -",
    Act.CORRECT_SHEET: "- - - - y y -",
    Act.RUN_ROUNDS: "- - - - y y -",
    Act.CALL_ROLL: "- - - y y y -",
    Act.PRINT_SHEETS: "- - - y y y -",
    Act.FINISH: "- - - - y y -",
    Act.CHANGE_RULES: "- - - - y y -",
    Act.MAKE_LINKS: "- - - - y y -",
    Act.CREATE_CLUB: "- y - y y y y",
    Act.OWN_PROFILE: "- y - y y y y",
    Act.OPEN_TABLE: "- y - y y y y",
    Act.PLAY: "y y y y y y y",
    Act.SEE_HELPERS: "- - - - y y y",
    Act.CREATE_TOURNAMENT: "- - - - - y y",
    Act.NAME_DIRECTORS: "- - - - - y y",
    Act.ADD_WALK_IN: "- - - - y y -",
    Act.CLOSE_CLUB: "- - - - - - y",
    Act.REPLAY_RATINGS: "- - - - - - y",
    Act.MANAGE_CLUB: "- - - - - y -",
    Act.MERGE_PLAYERS: "- - - - - y y",
    Act.EXPORT: "- - - y y y y",
    Act.READ_LOG: "- - - - o o y",
}
SIGNED_IN = frozenset({Act.READ_PUBLIC, Act.CREATE_CLUB, Act.OWN_PROFILE, Act.OPEN_TABLE, Act.PLAY})
# "own only" of these is a right over oneself, which no role gives; of the log it is one's club or tournament.
OWN_IS_A_ROLE = frozenset({Act.READ_LOG})


class Refusal(Enum):
    """How a road refuses: (a visitor who reads, a visitor who acts, somebody else)."""

    PAGE = (302, 403, 403)  # a visitor who reads is asked to sign in
    TO_GAME = (302, 403, 302)  # the game is public, typing is not
    API = (401, 401, 403)
    DRAFT_PAGE = (404, 404, 404)  # for whoever may not read drafts there never is one
    DRAFT_API = (401, 401, 404)


@dataclass(frozen=True, slots=True)
class Road:
    """One method of one route. `where` names the tournament of the scene it is tried in; `body` is filled from it.

    `ok` are the answers that say the act was let through.
    """

    name: str
    method: str
    act: Act
    refusal: Refusal = Refusal.PAGE
    where: str = ""
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    ok: tuple[int, ...] = (200,)

    @property
    def is_api(self) -> bool:
        return self.name.startswith("api:")


PASSED = (200, 204, 302, 409, 422)  # a page let somebody through; what became of it is its own test


def page(name: str, act: Act = Act.READ_PUBLIC, *, where: str = "", **kwargs: Any) -> Road:
    return Road(name, "GET", act, where=where, kwargs=kwargs, ok=(200,))


def form(
    name: str,
    act: Act,
    *,
    where: str = "",
    refusal: Refusal = Refusal.PAGE,
    body: Mapping[str, Any] | None = None,
    **kwargs: Any,
) -> Road:
    return Road(name, "POST", act, refusal, where, kwargs, body or {}, ok=PASSED)


def read(name: str, act: Act = Act.READ_PUBLIC, *, where: str = "", **kwargs: Any) -> Road:
    return Road(f"api:{name}", "GET", act, Refusal.API, where, kwargs)


def write(
    method: str,
    name: str,
    act: Act,
    *,
    where: str = "",
    body: Mapping[str, Any] | None = None,
    ok: int = 200,
    refusal: Refusal = Refusal.API,
    **kwargs: Any,
) -> Road:
    return Road(f"api:{name}", method, act, refusal, where, kwargs, body or {}, (ok,))


WHY = {"reason": "a try"}
NO_PHOTO = "00000000-0000-0000-0000-000000000000"  # let through, and not there
ROADS: tuple[Road, ...] = (
    page("home"),
    page("healthz"),
    page("help"),
    page("help_keys"),
    page("api_docs"),
    Road("live_stream", "GET", Act.READ_PUBLIC, ok=(404,)),  # no topic asked for: nothing there
    page("live_versions"),
    page("robots"),
    Road("language_set", "POST", Act.READ_PUBLIC, ok=(400,)),  # nothing chosen
    Road("theme_set", "POST", Act.READ_PUBLIC, ok=(400,)),
    page("club_list"),
    page("club_detail", slug="{club}"),
    page("club_members", slug="{club}"),
    page("club_rules", slug="{club}"),
    page("rule_set", slug="{club}", pk="{rule_set}"),
    Road(
        "rule_set",
        "POST",
        Act.MANAGE_CLUB,
        kwargs={"slug": "{club}", "pk": "{rule_set}"},
        body={"act": "use"},
        ok=PASSED,
    ),
    page("rules_new", Act.MANAGE_CLUB, slug="{club}"),
    form("rules_new", Act.MANAGE_CLUB, slug="{club}"),
    page("season_detail", club="{club}", season="{season}"),
    page("season_csv", club="{club}", season="{season}"),
    page("season_new", Act.MANAGE_CLUB, slug="{club}"),
    form("season_new", Act.MANAGE_CLUB, slug="{club}"),
    page("season_settings", Act.MANAGE_CLUB, slug="{club}", season="{season}"),
    form("season_settings", Act.MANAGE_CLUB, slug="{club}", season="{season}"),
    page("account", Act.OWN_PROFILE),
    Road("account", "POST", Act.OWN_PROFILE, body={"act": "hide"}, ok=(302, 400)),  # 400: no profile
    page("account_data", Act.OWN_PROFILE),
    page("account_delete", Act.OWN_PROFILE),
    form("account_delete", Act.OWN_PROFILE),
    page("tournament_list"),
    page("tournament_detail", where="open"),
    page("standings", where="open"),
    page("wall", where="open"),
    page("round_detail", where="open", number=1),
    page("evening_game", where="open", n=1),
    page("game_detail", pk="{game}"),
    page("player_list"),
    page("player_detail", pk="{player}"),
    page("player_curve", pk="{player}"),
    page("player_games", pk="{player}"),
    page("player_figures", pk="{player}"),
    page("player_rivals", pk="{player}"),
    page("player_against", pk="{player}", other="{rival}"),
    page("ladder_list"),
    page("ratings_how"),
    page("ladder_detail", slug="{ladder}"),
    page("play_lobby"),
    page("play_check"),
    form("play_check", Act.PLAY),
    page("play_new", Act.OPEN_TABLE),
    form("play_new", Act.OPEN_TABLE),
    page("play_table", key="{table}"),
    form("play_sit", Act.PLAY, key="{waiting}"),
    form("play_start", Act.PLAY, key="{waiting}"),
    form("play_act", Act.PLAY, key="{table}"),
    form("play_seat", Act.PLAY, key="{table}"),
    form("play_direct", Act.RUN_ROUNDS, key="{table}"),
    Road("play_link", "GET", Act.PLAY, kwargs={"key": "{table}", "word": "nonsense"}, ok=(302,)),
    page("play_shuffle", key="{table}"),
    # Before the last card nothing of these exists for anybody.
    Road("play_replay", "GET", Act.READ_PUBLIC, kwargs={"key": "{table}"}, ok=(404,)),
    Road("play_log", "GET", Act.READ_PUBLIC, kwargs={"key": "{table}"}, ok=(404,)),
    page("club_new", Act.CREATE_CLUB),
    form("club_new", Act.CREATE_CLUB),
    page("club_settings", Act.MANAGE_CLUB, slug="{club}"),
    form("club_settings", Act.MANAGE_CLUB, slug="{club}"),
    page("club_roles", Act.MANAGE_CLUB, slug="{club}"),
    form("club_roles", Act.MANAGE_CLUB, slug="{club}"),
    page("members_add", Act.ADD_WALK_IN, slug="{club}"),
    form("members_add", Act.ADD_WALK_IN, slug="{club}"),
    page("tournament_helpers", Act.SEE_HELPERS, where="open"),
    form("tournament_helpers", Act.SEE_HELPERS, where="open"),
    page("invitation", token="{invitation}"),
    form("invitation", Act.OWN_PROFILE, token="{invitation}"),
    page("registration", where="idle"),
    form("registration", Act.OWN_PROFILE, where="idle", body={"of_age": "1", "name": "Quirin"}),
    page("registration_settings", Act.REGISTER_OTHERS, where="idle"),
    form("registration_settings", Act.REGISTER_OTHERS, where="idle"),
    page("door_code", Act.CALL_ROLL, where="idle"),
    page("check_in", token="{door_token}"),
    form("check_in", Act.OWN_PROFILE, token="{door_token}"),
    page("player_claim", Act.OWN_PROFILE, pk="{stranger}"),
    Road(
        "player_claim",
        "POST",
        Act.OWN_PROFILE,
        kwargs={"pk": "{stranger}"},
        body={"act": "ask"},
        ok=PASSED,
    ),
    page("club_claims", Act.MERGE_PLAYERS, slug="{club}"),
    Road(
        "club_claims",
        "POST",
        Act.MERGE_PLAYERS,
        kwargs={"slug": "{club}"},
        body={"claim": "{claim}", "approve": "1"},
        ok=PASSED,
    ),
    page("member", Act.MANAGE_CLUB, slug="{club}", pk="{stranger}"),
    form("member", Act.MANAGE_CLUB, slug="{club}", pk="{stranger}"),
    page("members_merge", Act.MERGE_PLAYERS, slug="{club}"),
    form("members_merge", Act.MERGE_PLAYERS, slug="{club}"),
    form("members_unmerge", Act.MERGE_PLAYERS, slug="{club}"),
    page("tournament_new", Act.CREATE_TOURNAMENT, slug="{club}"),
    form("tournament_new", Act.CREATE_TOURNAMENT, slug="{club}"),
    page("tournament_settings", Act.CHANGE_RULES, where="open"),
    form("tournament_settings", Act.CHANGE_RULES, where="open"),
    page("door", Act.CALL_ROLL, where="idle"),
    form("door", Act.CALL_ROLL, where="idle"),
    form("door_walk_in", Act.ADD_WALK_IN, where="idle"),
    Road("draw", "GET", Act.READ_DRAFTS, Refusal.DRAFT_PAGE, "drafted"),
    form("draw", Act.RUN_ROUNDS, where="idle", refusal=Refusal.DRAFT_PAGE),
    form("draw_change", Act.RUN_ROUNDS, where="drafted", refusal=Refusal.DRAFT_PAGE),
    form("draw_again", Act.RUN_ROUNDS, where="drafted", refusal=Refusal.DRAFT_PAGE),
    form("draw_discard", Act.RUN_ROUNDS, where="drafted", refusal=Refusal.DRAFT_PAGE),
    form("draw_cancel", Act.RUN_ROUNDS, where="idle", refusal=Refusal.DRAFT_PAGE),
    Road("wishes", "GET", Act.READ_DRAFTS, Refusal.DRAFT_PAGE, "drafted"),
    form("wishes", Act.RUN_ROUNDS, where="drafted", refusal=Refusal.DRAFT_PAGE),
    form("wish_drop", Act.RUN_ROUNDS, where="drafted", refusal=Refusal.DRAFT_PAGE, pk="{wish}"),
    form("round_people", Act.RUN_ROUNDS, where="open", refusal=Refusal.DRAFT_PAGE, number=1),
    Road("draw_proof", "GET", Act.READ_DRAFTS, Refusal.DRAFT_PAGE, "open", {"number": 1}),
    Road("draw_proof", "POST", Act.READ_DRAFTS, Refusal.DRAFT_PAGE, "open", {"number": 1}),
    page("rounds_question"),
    form("draw_publish", Act.RUN_ROUNDS, where="drafted", refusal=Refusal.DRAFT_PAGE),
    form("round_unpublish", Act.RUN_ROUNDS, where="open", refusal=Refusal.DRAFT_PAGE, number=1),
    form("round_close", Act.FINISH, where="open", refusal=Refusal.DRAFT_PAGE, number=1),
    form("round_host", Act.RUN_ROUNDS, where="fresh", refusal=Refusal.DRAFT_PAGE, number=1),
    page("clock", where="open"),
    page("clock_now", where="open"),
    form("clock_say", Act.RUN_ROUNDS, where="open", body={"act": "start", "minutes": "45"}),
    page("penalties", Act.RUN_ROUNDS, where="open"),
    form("penalties", Act.RUN_ROUNDS, where="open"),
    form("penalty_cancel", Act.RUN_ROUNDS, where="drafted", pk="{penalty}"),
    page("final", where="open"),
    form("final", Act.FINISH, where="open", body={"act": "back", "cut": "0"}),
    page("prizes", Act.FINISH, where="open"),
    form("prizes", Act.FINISH, where="open", body={"act": "all"}),
    page("tournament_log", Act.READ_LOG, where="open"),
    page("tournament_close", Act.FINISH, where="open"),
    form("tournament_close", Act.FINISH, where="idle"),
    page("sheet_pile", Act.TYPE_SHEET, where="open"),
    Road("sheet_detail", "GET", Act.TYPE_SHEET, Refusal.TO_GAME, "open", {"n": 2}),
    form("sheet_detail", Act.TYPE_SHEET, where="open", n=2),
    page("sheet_draft", Act.TYPE_SHEET, where="open", n=2),
    Road("sheet_draft", "POST", Act.TYPE_SHEET, Refusal.PAGE, "open", {"n": 2}, ok=(*PASSED, 400)),
    form("sheet_discard", Act.TYPE_SHEET, where="open", n=2),
    form("photo_add", Act.TYPE_SHEET, where="open", n=2),
    Road("photo_file", "GET", Act.TYPE_SHEET, where="open", kwargs={"n": 2, "uid": NO_PHOTO}, ok=(404,)),
    Road("photo_remove", "POST", Act.VERIFY_SHEET, where="open", kwargs={"n": 2, "uid": NO_PHOTO}, ok=(404,)),
    page("sheet_verify", Act.VERIFY_SHEET, where="open", n=1),
    form("sheet_verify", Act.VERIFY_SHEET, where="open", n=1),
    form("sheet_void", Act.CORRECT_SHEET, where="open", n=1),
    page("round_print", Act.PRINT_SHEETS, where="open", number=1),
    page("round_pdf", Act.PRINT_SHEETS, where="open", number=1),
    page("sheet_print", Act.PRINT_SHEETS, where="open", n=2),
    page("round_links", Act.MAKE_LINKS, where="open", number=1),
    form("round_links", Act.MAKE_LINKS, where="open", number=1),
    # The address of a table is its key: whoever holds it is the table writer there, whoever else he may be.
    page("table_writer", token="{token}"),
    Road("table_writer", "POST", Act.READ_PUBLIC, kwargs={"token": "{token}"}, ok=(400,)),  # an empty form
    page("table_draft", token="{token}"),
    Road("table_draft", "POST", Act.READ_PUBLIC, kwargs={"token": "{token}"}, ok=(400,)),
    page("table_worker"),
    read("schema"),
    read("club-list"),
    read("club-detail", uid="{club_uid}"),
    read("club-members", uid="{club_uid}"),
    read("club-seasons", uid="{club_uid}"),
    write("POST", "club-seasons", Act.MANAGE_CLUB, body={"name": "Autumn"}, ok=201, uid="{club_uid}"),
    read("season-detail", uid="{season_uid}"),
    write("PATCH", "season-detail", Act.MANAGE_CLUB, body={"best_of": 6}, uid="{season_uid}"),
    read("season-table", uid="{season_uid}"),
    read("club-rules", uid="{club_uid}"),
    read("club-rule-set", uid="{club_uid}", rules_uid="{rule_set_uid}"),
    write(
        "POST",
        "club-rules",
        Act.MANAGE_CLUB,
        body={"name": "House", "rules": "rage"},
        ok=201,
        uid="{club_uid}",
    ),
    Road(
        "api:player-claim",
        "POST",
        Act.OWN_PROFILE,
        Refusal.API,
        kwargs={"uid": "{stranger_uid}"},
        ok=(201, 409),  # who has a profile already asks for no other
    ),
    write("DELETE", "player-claim", Act.OWN_PROFILE, ok=204, uid="{stranger_uid}"),
    read("club-invitations", Act.MANAGE_CLUB, uid="{club_uid}"),
    write("POST", "club-invitations", Act.MANAGE_CLUB, body={"role": "director"}, ok=201, uid="{club_uid}"),
    write("DELETE", "club-invitation", Act.MANAGE_CLUB, ok=204, uid="{club_uid}", pk=0),
    read("tournament-invitations", Act.SEE_HELPERS, where="open"),
    Road(
        "api:tournament-invitations",
        "POST",
        Act.SEE_HELPERS,
        Refusal.API,
        "open",
        body={"role": "director"},
        ok=(201, 403),  # a director names scorekeepers only
    ),
    write("DELETE", "tournament-invitation", Act.SEE_HELPERS, where="open", ok=204, pk=0),
    write("POST", "invitation-taking", Act.OWN_PROFILE, body={"token": "{invitation}"}),
    read("tournament-registration", where="idle"),
    Road(
        "api:tournament-registration",
        "POST",
        Act.OWN_PROFILE,
        Refusal.API,
        "idle",
        body={"of_age": True, "name": "Quirin"},
        ok=(200, 409),  # nobody has opened it
    ),
    write("DELETE", "tournament-registration", Act.OWN_PROFILE, where="idle", ok=200),
    write("PUT", "tournament-registration", Act.REGISTER_OTHERS, where="idle", body={"capacity": 8}),
    Road(
        "api:check-in",
        "POST",
        Act.OWN_PROFILE,
        Refusal.API,
        body={"token": "{door_token}"},
        ok=(200, 409),
    ),
    write(
        "PATCH",
        "club-member",
        Act.MANAGE_CLUB,
        body={"kind": "guest"},
        uid="{club_uid}",
        player_uid="{stranger_uid}",
    ),
    read("club-claims", Act.MERGE_PLAYERS, uid="{club_uid}"),
    write(
        "POST",
        "club-claim",
        Act.MERGE_PLAYERS,
        body={"approve": False, **WHY},
        ok=204,
        uid="{club_uid}",
        pk="{claim}",
    ),
    read("club-merges", Act.MERGE_PLAYERS, uid="{club_uid}"),
    Road(
        "api:club-merge-preview",
        "GET",
        Act.MERGE_PLAYERS,
        Refusal.API,
        kwargs={"uid": "{club_uid}"},
        ok=(422,),
    ),
    write(
        "POST",
        "club-merges",
        Act.MERGE_PLAYERS,
        body={"source": "{stranger_uid}", "into": "{player_uid}", **WHY},
        ok=201,
        uid="{club_uid}",
    ),
    Road(
        "api:club-merge-undo",
        "POST",
        Act.MERGE_PLAYERS,
        Refusal.API,
        kwargs={"uid": "{club_uid}", "player_uid": "{stranger_uid}"},
        body=WHY,
        ok=(422,),  # nobody merged it
    ),
    write("POST", "club-rules-preview", Act.MANAGE_CLUB, body={"rules": "rage"}, uid="{club_uid}"),
    write(
        "POST",
        "club-rule-set",
        Act.MANAGE_CLUB,
        body={"act": "archive"},
        uid="{club_uid}",
        rules_uid="{rule_set_uid}",
    ),
    read("player-list"),
    read("player-detail", uid="{player_uid}"),
    read("tournament-list"),
    read("tournament-detail", where="open"),
    read("tournament-rounds", where="open"),
    read("tournament-standings", where="open"),
    read("tournament-clock", where="open"),
    read("tournament-cuts", where="open"),
    read("tournament-cut-line", Act.FINISH, where="open"),
    read("tournament-deciders", where="open"),
    read("tournament-freeze", where="open"),
    read("tournament-penalties", where="open"),
    read("game-list"),
    read("game-detail", uid="{game_uid}"),
    read("game-sheet", uid="{game_uid}"),
    read("table-list"),
    read("table-detail", key="{table}"),
    Road("api:table-log", "GET", Act.READ_PUBLIC, Refusal.API, kwargs={"key": "{table}"}, ok=(404,)),
    write("POST", "table-list", Act.OPEN_TABLE, body={"rules": "oh-hell", "n_seats": 4}, ok=201),
    write("POST", "table-seat", Act.PLAY, key="{waiting}", body={"name": "Guest"}),
    # Whoever holds no seat is told so.
    Road("api:table-start", "POST", Act.OPEN_TABLE, Refusal.API, kwargs={"key": "{waiting}"}, ok=(200, 409)),
    Road(
        "api:table-acts",
        "POST",
        Act.OPEN_TABLE,
        Refusal.API,
        kwargs={"key": "{table}"},
        body={"seen": 1, "bid": 0},
        ok=(200, 409),
    ),
    Road(
        "api:table-own",
        "POST",
        Act.OPEN_TABLE,
        Refusal.API,
        kwargs={"key": "{table}"},
        body={"what": "away"},
        ok=(200, 409),
    ),
    write("POST", "table-direct", Act.RUN_ROUNDS, key="{table}", body={"what": "pause"}),
    read("ladder-list"),
    read("ladder-detail", slug="{ladder}"),
    read("ladder-entries", slug="{ladder}"),
    read("tournament-presence", Act.CALL_ROLL, where="idle"),
    Road("api:tournament-draft", "GET", Act.READ_DRAFTS, Refusal.DRAFT_API, "drafted"),
    read("tournament-sheet", Act.READ_DRAFTS, where="open", n=2),
    Road("api:tournament-draft-order", "GET", Act.READ_DRAFTS, Refusal.DRAFT_API, "idle", ok=(404,)),
    Road("api:tournament-splits", "GET", Act.READ_DRAFTS, Refusal.DRAFT_API, "idle"),
    Road("api:tournament-wishes", "GET", Act.READ_DRAFTS, Refusal.DRAFT_API, "drafted"),
    Road("api:tournament-round-proof", "GET", Act.READ_DRAFTS, Refusal.DRAFT_API, "open", {"number": 1}),
    Road("api:tournament-round-join", "GET", Act.RUN_ROUNDS, Refusal.API, "open", {"number": 1}, ok=(422,)),
    write("DELETE", "tournament-draft-order", Act.RUN_ROUNDS, where="idle", ok=204),
    write("POST", "tournament-wishes", Act.RUN_ROUNDS, where="drafted", body={"kind": "clubs"}, ok=201),
    write("DELETE", "tournament-wish", Act.RUN_ROUNDS, where="drafted", ok=204, pk="{wish}"),
    write(
        "POST",
        "tournament-draft-again",
        Act.RUN_ROUNDS,
        where="drafted",
        body={"seen": "{seen}", **WHY},
        refusal=Refusal.DRAFT_API,
    ),
    write(
        "POST",
        "tournament-round-join",
        Act.RUN_ROUNDS,
        where="fresh",
        body={"entry": "{walk_in}", "table": 1},
        number=1,
    ),
    write(
        "POST",
        "tournament-round-leave",
        Act.RUN_ROUNDS,
        where="fresh",
        body={"entry": "{leaver}"},
        number=1,
    ),
    write("POST", "club-list", Act.CREATE_CLUB, body={"name": "Another club"}, ok=201),
    write("POST", "club-members", Act.ADD_WALK_IN, body={"names": ["Quirin"]}, ok=201, uid="{club_uid}"),
    write(
        "POST",
        "tournament-list",
        Act.CREATE_TOURNAMENT,
        body={"club": "{club_uid}", "name": "May", "starts_at": "2026-05-01T18:00:00Z"},
        ok=201,
    ),
    write("PATCH", "tournament-detail", Act.CHANGE_RULES, where="idle", body={"n_rounds": 4}),
    write("POST", "tournament-close", Act.FINISH, where="idle"),
    write(
        "POST",
        "tournament-entries",
        Act.REGISTER_OTHERS,
        where="idle",
        body={"player": "{stranger_uid}"},
        ok=201,
    ),
    write("POST", "tournament-walk-ins", Act.ADD_WALK_IN, where="idle", body={"names": ["Quirin"]}, ok=201),
    write(
        "POST",
        "tournament-presence",
        Act.CALL_ROLL,
        where="idle",
        body={"presences": [{"player": "{player_uid}", "status": "late"}]},
    ),
    write("POST", "tournament-draft", Act.RUN_ROUNDS, where="idle", ok=201),
    write(
        "DELETE",
        "tournament-draft",
        Act.RUN_ROUNDS,
        where="drafted",
        ok=204,
        refusal=Refusal.DRAFT_API,
    ),
    write(
        "POST",
        "tournament-draft-swap",
        Act.RUN_ROUNDS,
        where="drafted",
        body={"first": "{first}", "second": "{second}", "seen": "{seen}"},
        refusal=Refusal.DRAFT_API,
    ),
    write(
        "POST",
        "tournament-draft-move",
        Act.RUN_ROUNDS,
        where="drafted",
        body={"entry": "{first}", "table": 2, "seen": "{seen}"},
        refusal=Refusal.DRAFT_API,
    ),
    write(
        "POST",
        "tournament-draft-publish",
        Act.RUN_ROUNDS,
        where="drafted",
        body={"seen": "{seen}"},
        refusal=Refusal.DRAFT_API,
    ),
    write("POST", "tournament-round-unpublish", Act.RUN_ROUNDS, where="fresh", body=WHY, number=1),
    write("POST", "tournament-round-close", Act.FINISH, where="keyed", number=1),
    write(
        "PUT",
        "tournament-sheet",
        Act.TYPE_SHEET,
        where="open",
        body={"sheet": "{sheet}", "expected_revision": 0},
        ok=201,
        n=2,
    ),
    write(
        "PATCH",
        "tournament-sheet",
        Act.TYPE_SHEET,
        where="open",
        body={"changes": {"0.bids.0": 1}, "seen": 0},
        n=2,
    ),
    write(
        "POST",
        "tournament-sheet-verify",
        Act.VERIFY_SHEET,
        where="open",
        body={"totals": "{totals}", "revision": 1},
        n=1,
    ),
    write(
        "POST",
        "tournament-sheet-reject",
        Act.VERIFY_SHEET,
        where="open",
        body={"totals": [1, 2, 3, 4], **WHY},
        n=1,
    ),
    write("POST", "tournament-sheet-reopen", Act.CORRECT_SHEET, where="drafted", body=WHY, n=1),
    write("POST", "tournament-sheet-void", Act.CORRECT_SHEET, where="open", body=WHY, n=1),
    write("POST", "tournament-sheet-restore", Act.CORRECT_SHEET, where="open", body=WHY, n=1),
    write(
        "POST",
        "tournament-penalties",
        Act.RUN_ROUNDS,
        where="drafted",
        body={"entry": "{first}", "points": "-1", **WHY},
        ok=201,
    ),
    write("POST", "tournament-cuts", Act.FINISH, where="open", body={"n": 4}, ok=409),
    write("POST", "tournament-cut-back", Act.FINISH, where="open", body=WHY, ok=404, pk=0),
    write(
        "POST",
        "tournament-deciders",
        Act.FINISH,
        where="drafted",
        body={"points": [{"entry": "{first}", "points": 1}, {"entry": "{second}", "points": 0}]},
        ok=201,
    ),
    write("POST", "tournament-decider-cancel", Act.FINISH, where="drafted", body=WHY, ok=404, pk=0),
    write("POST", "tournament-freeze", Act.FINISH, where="fresh", body={"after": 0}),
    write("POST", "tournament-reveal", Act.FINISH, where="fresh"),
    write("DELETE", "tournament-freeze", Act.FINISH, where="fresh"),
    write("POST", "tournament-clock", Act.RUN_ROUNDS, where="open", body={"act": "start", "minutes": 45}),
    read("tournament-round-links", Act.MAKE_LINKS, where="open", number=1),
    read("tournament-round-print", Act.PRINT_SHEETS, where="open", number=1),
    write("POST", "tournament-sheet-link", Act.MAKE_LINKS, where="open", ok=201, n=2),
    write("DELETE", "tournament-sheet-link", Act.MAKE_LINKS, where="open", ok=204, n=2),
    write("POST", "tournament-penalty-cancel", Act.RUN_ROUNDS, where="drafted", body=WHY, pk="{penalty}"),
)

# Routes of libraries: accounts ask for nothing but one's own account, the admin site for staff.
OUTSIDE = ("accounts/", "admin/")
