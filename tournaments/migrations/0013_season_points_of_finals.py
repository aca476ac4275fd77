"""Evenings with a final are asked to work out their lists again: a season counts what was made in all stages."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def mark(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    cut = apps.get_model("tournaments", "Cut").objects.using(schema_editor.connection.alias)
    stale = apps.get_model("tournaments", "Stale").objects.using(schema_editor.connection.alias)
    scopes = [f"tournament:{pk}" for pk in sorted(set(cut.values_list("tournament_id", flat=True)))]
    stale.filter(scope__in=scopes).update(wanted=F("wanted") + 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_presence_unknown")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
