"""Who may do what (users.md 9), and which act each route and method of the site is. `test_rights.py` reads it.

The roads stand in `rights_pages.py` and `rights_api.py`.
"""

from __future__ import annotations

from clubs.rights import Act, As
from tests.config.rights_api import API
from tests.config.rights_pages import PAGES
from tests.config.rights_roads import Refusal, Road

__all__ = ["COLUMNS", "LAW", "OUTSIDE", "OWN_IS_A_ROLE", "ROADS", "SIGNED_IN", "Refusal", "Road"]

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

ROADS: tuple[Road, ...] = (*PAGES, *API)

# Routes of libraries: accounts ask for nothing but one's own account, the admin site for staff.
OUTSIDE = ("accounts/", "admin/")
