"""Evenings whose worth in a season changes are asked to work out their lists again.

A final takes nothing away any more from what brought its players there, and totals with more than four decimals are
kept exactly: they come of finals, of shares and averaged lists, and of means.
"""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Q

BATCH = 500


def mark(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    database = schema_editor.connection.alias
    tournament = apps.get_model("tournaments", "Tournament").objects.using(database)
    stale = apps.get_model("tournaments", "Stale").objects.using(database)
    changed = Q(cuts__isnull=False) | ~Q(table_points__in=["raw", "rank"]) | Q(absent__points="mean")
    pks = sorted(set(tournament.filter(changed).values_list("pk", flat=True)))
    for start in range(0, len(pks), BATCH):
        scopes = [f"tournament:{pk}" for pk in pks[start : start + BATCH]]
        stale.filter(scope__in=scopes).update(wanted=F("wanted") + 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_season_wins_by_place")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
