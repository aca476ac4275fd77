"""Tables of seasons are asked to work out games and bids as well."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def mark(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    stale = apps.get_model("tournaments", "Stale").objects.using(schema_editor.connection.alias)
    stale.filter(scope__startswith="season:").update(wanted=F("wanted") + 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_season_worth_of_finals")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
