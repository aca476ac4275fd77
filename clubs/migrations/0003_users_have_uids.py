import uuid

from django.db import migrations, models


def give_uids(apps, schema_editor):
    """One each: adding the column gave everybody the same. In batches."""
    User = apps.get_model("clubs", "User")
    batch = []
    for user in User.objects.only("pk").iterator(chunk_size=1000):
        user.uid = uuid.uuid4()
        batch.append(user)
        if len(batch) == 1000:
            User.objects.bulk_update(batch, ["uid"])
            batch = []
    User.objects.bulk_update(batch, ["uid"])


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0002_house_rules'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='uid',
            field=models.UUIDField(default=uuid.uuid4, editable=False, null=True),
        ),
        migrations.RunPython(give_uids, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='user',
            name='uid',
            field=models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
        ),
    ]
