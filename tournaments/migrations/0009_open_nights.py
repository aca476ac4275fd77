from __future__ import annotations

from django.db import migrations, models

DRAWS = [
    ("plan", "all rounds planned at once"),
    ("swiss", "round by round, by standing"),
    ("open", "open night: a table starts when enough are there"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_invitations")]

    operations = [
        migrations.RemoveConstraint("tournament", "tournament_draw_known"),
        migrations.AlterField(
            "tournament", "draw", models.CharField(choices=DRAWS, default="plan", max_length=8)
        ),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(draw__in=["plan", "swiss", "open"]), name="tournament_draw_known"
            ),
        ),
    ]
