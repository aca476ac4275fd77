"""What a reader may ask of a ladder, by page and by API alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import django_filters as filters
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from clubs.folding import is_called
from clubs.models import Club, Membership, Player
from games.models import Seat
from games.querysets import GameQuerySet
from ratings.models import Ladder, RatingState

SIZES = range(2, 11)


class Known(Protocol):
    """What readers may know of who is on the board: `ratings.services.unseen`."""

    def listed(self, states: QuerySet[RatingState]) -> QuerySet[RatingState]: ...

    def recent(self, states: QuerySet[RatingState]) -> QuerySet[RatingState]: ...

    def enough(self, states: QuerySet[RatingState]) -> QuerySet[RatingState]: ...


class BoardFilter(filters.FilterSet):  # type: ignore[misc]
    """Who of a ladder is shown. Without any filter the board: enough games, played within a year, not hidden.

    Give the states of one epoch and the request, whose reader finds no name he may not know; `ladder` says how many
    games are enough, `known` leaves out who only by hidden games is as asked, `games` are those its readers may know.
    """

    q = filters.CharFilter(label=_("Name of a player"), method="by_name", max_length=100)
    activity = filters.ChoiceFilter(
        label=_("Played"),
        empty_label=_("within a year"),
        choices=[("recent", _("within 90 days")), ("all", _("at any time"))],
        method="by_activity",
    )
    club = filters.CharFilter(label=_("Club"), method="by_club", max_length=200)
    size = filters.ChoiceFilter(
        label=_("Players at the table"),
        empty_label=_("any number"),
        choices=[(str(n), str(n)) for n in SIZES],
        method="by_size",
    )

    class Meta:
        model = RatingState
        fields: list[str] = []

    def __init__(self, *args: Any, ladder: Ladder, known: Known, games: GameQuerySet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ladder = ladder
        self.known = known
        self.games = games

    @property
    def asked(self) -> dict[str, str]:
        """The filters in force, as the query of a link."""
        cleaned = self.form.cleaned_data if self.is_valid() else {}
        return {name: str(value) for name, value in cleaned.items() if value}

    def filter_queryset(self, queryset: QuerySet[RatingState]) -> QuerySet[RatingState]:
        if self.form.cleaned_data.get("activity") != "all":
            queryset = self.known.listed(queryset)
        found: QuerySet[RatingState] = super().filter_queryset(queryset)
        return found

    def by_name(self, states: QuerySet[RatingState], name: str, value: str) -> QuerySet[RatingState]:
        reader = self.request.user if self.request is not None else AnonymousUser()
        return states.filter(player__in=Player.objects.named(value).known_to(reader))

    def by_activity(self, states: QuerySet[RatingState], name: str, value: str) -> QuerySet[RatingState]:
        if value == "recent":
            return self.known.recent(states)
        return self.known.enough(states).filter(
            games__gte=self.ladder.min_games,
            player__hidden=False,
            player__anonymised_at__isnull=True,
            player__merged_into__isnull=True,
        )

    def by_club(self, states: QuerySet[RatingState], name: str, value: str) -> QuerySet[RatingState]:
        """Members and guests of a club, by its name or slug."""
        clubs = Club.objects.listed().filter(Q(slug=value) | is_called("name", value))
        on_roster = Membership.objects.current().filter(club__in=clubs)
        return states.filter(player__in=on_roster.values("player"))

    def by_size(self, states: QuerySet[RatingState], name: str, value: str) -> QuerySet[RatingState]:
        """Who has played at a table of so many."""
        seats = Seat.objects.filter(table_size=int(value), place__isnull=False, game__in=self.games.scored())
        own, earlier = OuterRef("player_id"), OuterRef("player_id")
        return states.filter(
            Q(Exists(seats.filter(player=own))) | Q(Exists(seats.filter(player__merged_into=earlier)))
        )


class GamesAsked(forms.Form):
    """Which of a player's games: by what happened in one of the hands, or by the place at the table."""

    BIDS = (
        ("all", _("bids")),
        ("made", _("bid made")),
        ("missed", _("bid missed")),
        ("over", _("missed over")),
        ("under", _("missed under")),
        ("zero", _("zero bid")),
        ("zero-made", _("zero bid made")),
    )
    DEALERS = (("yes", _("as dealer")), ("no", _("not as dealer")))

    hand = forms.IntegerField(label=_("Cards in the hand"), min_value=1, max_value=60, required=False)
    bid = forms.ChoiceField(label=_("Bid"), choices=[("", _("any")), *BIDS], required=False)
    dealer = forms.ChoiceField(label=_("Dealer"), choices=[("", _("any")), *DEALERS], required=False)
    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=10, required=False)
    # Numbers of games, of the ladder asked for: no later one than this, or only those before it.
    until = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False, widget=forms.HiddenInput)
    prior = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, ladders: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        """`ladders` are those the player is on: address and name."""
        super().__init__(*args, **kwargs)
        self.fields["ladder"] = forms.ChoiceField(
            label=_("Ladder"), choices=[("", _("any")), *ladders], required=False
        )

    @property
    def asked(self) -> dict[str, Any]:
        """What was asked and can be answered; the rest is as if it had not been asked."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class DuelsAsked(forms.Form):
    """Which of the games of two players."""

    RESULTS = (("ahead", _("ahead")), ("level", _("level")), ("behind", _("behind")), ("rated", _("rated")))

    result = forms.ChoiceField(choices=[("", _("any")), *RESULTS], required=False)

    @property
    def asked(self) -> dict[str, Any]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}
