"""Profiles and boards leave out hidden games without reading the others."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0002_seats_know_table_and_plays")]

    operations = [
        migrations.AddIndex(
            "game",
            models.Index(fields=["visibility"], name="game_hidden", condition=~Q(visibility="public")),
        ),
    ]
