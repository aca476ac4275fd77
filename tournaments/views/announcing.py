"""For search machines and feed readers: public pages alone, the same for whoever asks."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from django.contrib.sitemaps import Sitemap
from django.contrib.syndication.views import Feed
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club
from tournaments.models import Tournament

if TYPE_CHECKING:  # generic for the type checker alone
    _Pages: TypeAlias = Sitemap[str]
    _Clubs: TypeAlias = Sitemap[Club]
    _Tournaments: TypeAlias = Sitemap[Tournament]
    _Evenings: TypeAlias = Feed[Tournament, Club]
else:
    _Pages = _Clubs = _Tournaments = Sitemap
    _Evenings = Feed

N_IN_FEED = 30


class PageMap(_Pages):
    """The pages that are lists and help."""

    def items(self) -> list[str]:
        return ["home", "club_list", "tournament_list", "player_list", "ladder_list", "ratings_how", "help"]

    def location(self, item: str) -> str:
        return reverse(item)


class ClubMap(_Clubs):
    limit = 5_000

    def items(self) -> QuerySet[Club]:
        return Club.objects.listed().order_by("pk")


class TournamentMap(_Tournaments):
    limit = 5_000

    def items(self) -> QuerySet[Tournament]:
        return Tournament.objects.listed().order_by("pk")

    def lastmod(self, item: Tournament) -> datetime | None:
        return item.closed_at


SITEMAPS = {"pages": PageMap, "clubs": ClubMap, "tournaments": TournamentMap}


class ClubFeed(_Evenings):
    """The evenings of a public club, the latest first. It names nobody, so nothing in a reader has to be forgotten."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Club:
        return get_object_or_404(Club.objects.listed(), slug=kwargs["slug"])

    def title(self, obj: Club) -> str:
        return obj.name

    def subtitle(self, obj: Club) -> str:
        return _("Evenings of %(club)s and their results") % {"club": obj.name}

    def link(self, obj: Club) -> str:
        return obj.get_absolute_url()

    def items(self, obj: Club) -> QuerySet[Tournament]:
        rows = Tournament.objects.listed().filter(club=obj).annotate(n_entries=Count("entries"))
        return rows.order_by("-starts_at", "-pk")[:N_IN_FEED]

    def item_title(self, item: Tournament) -> str:
        return item.name

    def item_description(self, item: Tournament) -> str:
        n = getattr(item, "n_entries", 0)
        players = ngettext("%(n)d player", "%(n)d players", n) % {"n": n}
        return _("Over, with results: %(players)s.") % {"players": players} if item.closed_at else players

    def item_link(self, item: Tournament) -> str:
        return item.get_absolute_url() if item.closed_at is None else reverse("standings", args=[item.slug])

    def item_guid(self, item: Tournament) -> str:
        return f"urn:uuid:{item.uid}"

    def item_pubdate(self, item: Tournament) -> datetime:
        return item.starts_at

    def item_updateddate(self, item: Tournament) -> datetime:
        return item.closed_at or item.starts_at
