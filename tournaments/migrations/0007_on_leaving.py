"""The rule of a tournament for games that somebody leaves; those made before ask each time."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_standing_digest")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="on_leaving",
            field=models.CharField(
                choices=[
                    ("ask", "the director decides each time"),
                    ("stop", "the points so far count"),
                    ("substitute", "somebody else plays on"),
                    ("void", "the game is void"),
                ],
                default="ask",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(on_leaving__in=["ask", "stop", "substitute", "void"]),
                name="tournament_leaving_known",
            ),
        ),
    ]
