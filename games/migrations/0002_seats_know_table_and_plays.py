"""Seats keep the size of their table and what was played in each deal, so that figures and filters read no sheets."""

from typing import Any

from django.db import migrations, models

from games.engine import EngineError, Sheet, score_sheet


def fill(apps: Any, schema_editor: Any) -> None:
    """What `games.services.facts.derive` would write for the games there are."""
    from games.services.facts import full_sheet
    from games.services.plays import plays_of

    Game = apps.get_model("games", "Game")
    Seat = apps.get_model("games", "Seat")
    games = Game.objects.filter(revision__gt=0).order_by("pk").prefetch_related("revisions", "seats")
    for game in games.iterator(chunk_size=200):
        revision = next((one for one in game.revisions.all() if one.number == game.revision), None)
        if revision is None:
            continue
        try:
            sheet = Sheet.from_value(full_sheet(game, revision.sheet))
        except EngineError:
            continue
        score = score_sheet(sheet, with_suspects=False)
        seats = list(game.seats.all())
        for seat in seats:
            seat.table_size = len(sheet.players)
            seat.plays = plays_of(sheet, score, seat.number, start=seat.from_deal, end=seat.to_deal)
        Seat.objects.bulk_update(seats, ["table_size", "plays"])


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField("seat", "plays", models.JSONField(default=list)),
        migrations.AddField("seat", "table_size", models.PositiveSmallIntegerField(default=0)),
        migrations.AddIndex("seat", models.Index(fields=["player", "table_size"], name="seat_player_sizes")),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
