"""The one door by which news travels up. Sent inside the transaction of the fact.

Receivers write only their mark there and ask for their task on commit. Every signal carries `game` and `old`:
the game's (order_key, club_id, family, rated) before the fact, or None where it has none. `recorded` says that
`game_recorded` was sent for the same fact just before.
"""

from django.dispatch import Signal

game_recorded = Signal()  # a sheet revision was stored
game_confirmed = Signal()  # the sheet became final
game_corrected = Signal()  # a stored sheet changed, moved in time, or changed its people
game_voided = Signal()  # the game no longer counts
