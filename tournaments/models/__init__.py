"""Tournaments, their rounds and seats, what directors decide, and the standings that follow."""

from tournaments.models.clocks import ClockAct
from tournaments.models.cuts import Cut, Decider
from tournaments.models.draws import DrawOrder, SeatingWish
from tournaments.models.incoming import IncomingFile
from tournaments.models.invitations import Invitation
from tournaments.models.links import TableLink
from tournaments.models.play import Presence, Round, RoundSeat, Table
from tournaments.models.results import Penalty, SeasonStanding, Stale, Standing
from tournaments.models.sign_ups import SignUp, SignUpTerms
from tournaments.models.tournament import Entry, Official, Season, Tournament

__all__ = [
    "ClockAct",
    "Cut",
    "Decider",
    "DrawOrder",
    "Entry",
    "IncomingFile",
    "Invitation",
    "Official",
    "Penalty",
    "Presence",
    "Round",
    "RoundSeat",
    "Season",
    "SeasonStanding",
    "SeatingWish",
    "SignUp",
    "SignUpTerms",
    "Stale",
    "Standing",
    "Table",
    "TableLink",
    "Tournament",
]
