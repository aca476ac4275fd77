"""Addresses of tournaments: in plain words, with a random part where only who has the address may come upon it."""

from __future__ import annotations

from django.db import transaction

from clubs.models import Club
from clubs.services.clubs import free_slug, secret_slug
from games.models import Game
from tournaments.models import Tournament
from tournaments.services import marks

MAX_LENGTH = 80


def new_slug(name: str, *, is_unlisted: bool) -> str:
    """`name`, `name-2` ...; for what is unlisted one that nobody can guess."""
    if is_unlisted:
        return secret_slug(name, max_length=MAX_LENGTH)
    return free_slug(name, Tournament.objects, max_length=MAX_LENGTH)


def readdress(tournament: Tournament) -> None:
    """Another address that nobody can guess; the old one no longer answers. Call inside the transaction."""
    tournament.slug = new_slug(tournament.name, is_unlisted=True)
    tournament.save(update_fields=["slug"])
    tell_games(tournament)


def readdress_club(club: Club) -> None:
    """The same for every tournament of a club that became unlisted."""
    with transaction.atomic():
        for tournament in Tournament.objects.select_for_update().filter(club=club).order_by("pk"):
            readdress(tournament)
            marks.mark_tournament(tournament.pk)


def tell_games(tournament: Tournament) -> None:
    """Games know no tournament: they carry its name and address, and are as visible as it is."""
    games = Game.objects.filter(table__tournament=tournament)
    games.update(visibility=tournament.visibility, occasion=tournament.name)
    for played in tournament.rounds.all():
        played.tournament = tournament
        games.filter(table__round=played).update(occasion_url=played.get_absolute_url())
