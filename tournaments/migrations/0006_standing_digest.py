from __future__ import annotations

from typing import Any

from django.db import migrations, models


def ask_again(apps: Any, _editor: Any) -> None:
    """Lists kept so far carry no digest and the older reasons: the sweep works them out once more."""
    marks = apps.get_model("tournaments", "Stale").objects.filter(scope__startswith="tournament:")
    marks.update(wanted=models.F("wanted") + 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_cuts")]

    operations = [
        migrations.AddField("standing", "digest", models.CharField(default="", max_length=64)),
        migrations.RunPython(ask_again, migrations.RunPython.noop),
    ]
