"""What a club's owner types: a club, a tournament. Forms check shapes; the services judge."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Visibility
from games.engine import PRESETS
from games.services.house_rules import current_rules
from tournaments.models import Season, Tournament
from tournaments.standings.chains import SHARED
from tournaments.standings.tie_breaks import TIE_BREAKS

N_TIE_BREAKS = 6
CONTINENTS = frozenset(
    {"Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)
HOUSE, AS_IT_IS = "house", "same"
TABLE_POINTS = (
    ("", _("as usual: points where all tables have one size, places at the table where sizes differ")),
    ("rank", _("places at the table: players below minus players above")),
    ("raw", _("the points of the sheet as they are")),
    ("share", _("share of the table’s points")),
    ("norm", _("from 0 for the last to 100 for the first of the table")),
    ("list", _("a list of points for the places")),
)
VISIBILITIES = (
    (Visibility.PUBLIC, _("everybody finds it")),
    (Visibility.UNLISTED, _("only who has the address finds it")),
    (Visibility.MEMBERS, _("members only")),
)
DRAWS = (
    (Tournament.Draw.PLAN, _("all rounds planned together, so that as few as possible meet twice")),
    (Tournament.Draw.SWISS, _("round by round: who has as many points sits together")),
    (Tournament.Draw.OPEN, _("open night: people come and go, a table starts as soon as enough wait")),
)
EVERY, BEST, MEAN = "", "best", "mean"
COUNTING = (
    (EVERY, _("every game")),
    (BEST, _("the best games, as many as stand below")),
    (MEAN, _("the mean of all games, for who has played as many as stand below")),
)
N_COUNTING = 3


class ClubForm(forms.Form):
    """A club and how it plays."""

    name = forms.CharField(label=_("Name of the club"), max_length=200)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        widget=forms.TextInput(attrs={"list": "zones"}),
        help_text=_("A city of yours, like Europe/Oslo."),
    )
    rules = forms.ChoiceField(label=_("House rules"), choices=[(name, name) for name in PRESETS])
    visibility = forms.ChoiceField(
        label=_("Who finds the club"), choices=VISIBILITIES, initial=Visibility.PUBLIC
    )
    verifies_sheets = forms.BooleanField(label=_("A second person checks every sheet"), required=False)

    def __init__(self, *args: Any, has_own_rules: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_own_rules:
            field = self.fields["rules"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [(AS_IT_IS, AS_IT_IS), *((name, name) for name in PRESETS)]

    def clean_time_zone(self) -> str:
        zone = str(self.cleaned_data["time_zone"]).strip()
        if zone not in available_timezones():
            raise forms.ValidationError(
                _("No time zone has this name: write it like Europe/Oslo or America/New_York.")
            )
        return zone


class TournamentForm(forms.Form):
    """A tournament. Bound with the club's time zone in force, so that times are the club's."""

    name = forms.CharField(label=_("Name"), max_length=200)
    starts_at = forms.DateTimeField(
        label=_("Start"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
    )
    rules = forms.ChoiceField(label=_("Rules"))
    table_sizes = forms.CharField(
        label=_("Players at a table"),
        max_length=30,
        help_text=_("The size you like best first: 4, 3, 5 means tables of 4, filled up with 3 and 5."),
    )
    n_rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=50)
    draw = forms.ChoiceField(label=_("Draw"), choices=DRAWS)
    table_points = forms.ChoiceField(label=_("What a table is worth"), choices=TABLE_POINTS, required=False)
    counting = forms.ChoiceField(
        label=_("What counts on an open night"),
        choices=COUNTING,
        required=False,
    )
    n_counting = forms.IntegerField(
        label=_("Number of games"), min_value=1, max_value=50, required=False, initial=N_COUNTING
    )
    points_list = forms.CharField(
        label=_("List of points"),
        max_length=100,
        required=False,
        help_text=_("For example 5-3-2-1; by table size: 4=50-30-20-10;3=50-25-10."),
    )
    raw_anyway = forms.BooleanField(required=False)
    season = forms.ModelChoiceField(
        label=_("Season"), queryset=Season.objects.none(), required=False, empty_label="–"
    )
    on_leaving = forms.ChoiceField(
        label=_("When somebody leaves in the middle of a game"),
        choices=Tournament.Leaving.choices,
        required=False,
    )
    visibility = forms.ChoiceField(label=_("Who finds it"), choices=VISIBILITIES)

    def __init__(self, *args: Any, club: Club, is_new: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules, season = self.fields["rules"], self.fields["season"]
        assert isinstance(rules, forms.ChoiceField)
        assert isinstance(season, forms.ModelChoiceField)
        first = HOUSE if is_new else AS_IT_IS
        self._sets = {f"set:{one.pk}": one.rules for one in current_rules(club)}
        rules.choices = [(name, name) for name in (first, *self._sets, *PRESETS)]
        season.queryset = Season.objects.filter(club=club).order_by("-pk")

    def clean_rules(self) -> Any:
        """The word for "as it is", a preset's name, or the whole of a set the club has written."""
        chosen = str(self.cleaned_data["rules"])
        return self._sets.get(chosen, chosen)

    def clean_table_sizes(self) -> list[int]:
        parts = str(self.cleaned_data["table_sizes"]).replace(",", " ").replace(";", " ").split()
        if not parts or not all(part.isascii() and part.isdigit() and len(part) == 1 for part in parts):
            raise forms.ValidationError(_("Write sizes from 3 to 7, like 4, 3, 5."))
        return [int(part) for part in parts]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        points, sizes = values.get("table_points"), values.get("table_sizes") or []
        if points == "list" and not values.get("points_list"):
            self.add_error("points_list", _("Write the points of the places, like 5-3-2-1."))
        if points == "raw" and len(set(sizes)) > 1 and not values.get("raw_anyway"):
            self.add_error(
                "table_points",
                forms.ValidationError(
                    _(
                        "Tables of different size do not play the same number of hands, so their points cannot be "
                        "compared. Take the places at the table, or say below that you want it all the same."
                    ),
                    code="raw_with_mixed_sizes",
                ),
            )
        return values

    @property
    def warns_of_raw(self) -> bool:
        """Whether the box "all the same" must be shown."""
        return self.has_error("table_points", "raw_with_mixed_sizes") or bool(self.data.get("raw_anyway"))

    @property
    def worth(self) -> str | None:
        """`table_points` as the services read them; None for the usual ones."""
        points = str(self.cleaned_data["table_points"])
        return f"list:{str(self.cleaned_data['points_list']).strip()}" if points == "list" else points or None

    @property
    def counts(self) -> dict[str, Any]:
        """What of an open night counts, as the services read it; nothing for evenings in rounds."""
        if self.cleaned_data["draw"] != Tournament.Draw.OPEN:
            return {}
        n = self.cleaned_data["n_counting"] or N_COUNTING
        if self.cleaned_data["counting"] == MEAN:
            return {"best_of": None, "absent": {"points": "mean", "cap": None, "min_rounds": n}}
        best_of = n if self.cleaned_data["counting"] == BEST else None
        return {"best_of": best_of, "absent": {"points": "0", "min_rounds": 1}}

    @property
    def chain(self) -> list[str]:
        """The chosen tie-breaks in order; empty for the usual ones."""
        chosen = self.data.getlist("tie_breaks") if hasattr(self.data, "getlist") else []
        kept = [key for key in chosen if key and key != SHARED][:20]
        return [*kept, SHARED] if kept else []


def typed_chain(chosen: Iterable[str]) -> list[str]:
    """The selects of the chain: what was chosen, and empty ones to add to it."""
    kept = [key for key in chosen if key and key != SHARED]
    return [*kept, *[""] * max(1, N_TIE_BREAKS - len(kept))]


def known_tie_breaks() -> list[str]:
    return list(TIE_BREAKS)


def first_evening(club: Club) -> Mapping[str, Any]:
    """What a new tournament starts with: name and Enter are enough."""
    zone = ZoneInfo(club.time_zone) if club.time_zone in available_timezones() else ZoneInfo("UTC")
    now = timezone.now().astimezone(zone)
    seven = now.replace(hour=19, minute=0, second=0, microsecond=0)
    start = seven if now < seven else now.replace(second=0, microsecond=0)
    return {
        "starts_at": start,
        "rules": HOUSE,
        "table_sizes": "4, 3, 5",
        "n_rounds": 3,
        "draw": Tournament.Draw.PLAN,
        "table_points": "",
        "counting": EVERY,
        "n_counting": N_COUNTING,
        "on_leaving": Tournament.Leaving.ASK,
        "visibility": Visibility.PUBLIC if club.visibility == Visibility.PUBLIC else club.visibility,
    }


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """A tournament's settings as the form shows them."""
    points = tournament.table_points
    is_list = points.startswith("list:")
    base = points.partition(":")[0]
    return {
        "name": tournament.name,
        "starts_at": tournament.starts_at,
        "rules": AS_IT_IS,
        "table_sizes": ", ".join(str(size) for size in tournament.table_sizes),
        "n_rounds": tournament.n_rounds,
        "draw": tournament.draw,
        "table_points": base,
        "counting": MEAN if tournament.counts_mean else BEST if tournament.best_of else EVERY,
        "n_counting": _n_counting(tournament),
        "points_list": points.removeprefix("list:") if is_list else "",
        "raw_anyway": base == "raw" and len(set(tournament.table_sizes)) > 1,
        "season": tournament.season_id,
        "on_leaving": tournament.on_leaving,
        "visibility": tournament.visibility,
    }


def _n_counting(tournament: Tournament) -> int:
    if tournament.counts_mean:
        return int(tournament.absent.get("min_rounds") or 1)
    return tournament.best_of or N_COUNTING


def common_zones() -> list[str]:
    """Zones to pick from while typing: the cities, without the aliases of old systems."""
    return sorted(zone for zone in available_timezones() if zone.partition("/")[0] in CONTINENTS)


def new_key() -> str:
    """A word that makes one form one tournament, however often it is sent."""
    return secrets.token_hex(8)
