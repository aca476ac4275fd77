"""What separates level players is an extra game or the director's word."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_season_figures")]

    operations = [
        migrations.AddField(
            model_name="decider",
            name="kind",
            field=models.CharField(
                choices=[("game", "an extra game"), ("word", "the director’s decision")],
                default="game",
                max_length=4,
            ),
        ),
        migrations.AddConstraint(
            model_name="decider",
            constraint=models.CheckConstraint(
                condition=models.Q(kind__in=["game", "word"]), name="decider_kind_known"
            ),
        ),
    ]
