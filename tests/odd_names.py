"""Names and texts of markup, marks and endless letters, in every column of the scene that holds one."""

from __future__ import annotations

from clubs.activity import By
from clubs.models import Club, HouseRules, Membership, Player
from clubs.services.clubs import clean_name
from config.catching_up import catch_up
from games.models import HostedSeat
from ratings.models import RatingState
from tests.config.rights_scene import Scene
from tests.evenings import tables_of
from tournaments.models import Season, Tournament
from tournaments.services import results
from tournaments.services.entries import give_penalty

# What closes an attribute, an element, a script; a template; marks without width; a family; combining marks.
MARKUP = (
    "<odd-tag onodd='1'>\"><odd-tag> ' onodd=1 </script><odd-tag> <!-- {{ 7|add:7 }}{% now %} &lt; \\u003c"
)
MARKS = "\u202e\u2066abc\u200d\u200b\ufeff\u0301\u0302\u0303 👩\u200d👩\u200d👧\u200d👦 ١٢"
LONG = "W" * 200
NAMES = {"markup": MARKUP, "marks": MARKS, "long": LONG}


def give_odd_names(scene: Scene, text: str) -> None:
    """As `clean_name` lets it through, in every column that holds a name, a number and a text at once."""
    name = clean_name(text)
    for player in Player.objects.all():
        player.name = name[: 200 - 12] + f" {player.pk}"
        player.save(update_fields=["name"])
    for model in (Club, Season, Tournament, HouseRules, HostedSeat):
        longest = model._meta.get_field("name").max_length
        assert longest is not None
        for row in model._default_manager.all():  # names of rules are unique in their club
            model._default_manager.filter(pk=row.pk).update(name=f"{name[: longest - 12]} {row.pk}")
    Membership.objects.update(aliases=[name[:60]], number=name[:30])
    opened = scene.evenings["open"]
    table = tables_of(opened.tournament.rounds.get())[0]
    sheet = {**opened.random_sheet(table), "note": name}
    results.enter_sheet(table, sheet=sheet, by=opened.by, reason=name)
    give_penalty(opened.entries[0], points="-1", reason=name, by=By(opened.by.user, "web"))
    RatingState.objects.update(listed=True)
    catch_up()
