"""A roll call can be taken back: nobody has spoken of somebody any more."""

from django.db import migrations, models

BEFORE = ["present", "late", "absent", "left", "stand-by", "volunteer"]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_incoming_files")]

    operations = [
        migrations.RemoveConstraint("presence", "presence_status_known"),
        migrations.AlterField(
            model_name="presence",
            name="status",
            field=models.CharField(
                choices=[
                    ("present", "here"),
                    ("late", "late"),
                    ("absent", "absent"),
                    ("left", "left"),
                    ("stand-by", "stands by"),
                    ("volunteer", "would sit out"),
                    ("unknown", "not spoken of"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            "presence",
            models.CheckConstraint(
                condition=models.Q(status__in=[*BEFORE, "unknown"]), name="presence_status_known"
            ),
        ),
    ]
