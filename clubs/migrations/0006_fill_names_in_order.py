from django.db import migrations

from clubs.folding import sorting_key

BATCH = 1000


def fill(apps, schema_editor):
    """The keys of the names that are there already. In batches."""
    for model in (apps.get_model("clubs", "Player"), apps.get_model("clubs", "Club")):
        batch = []
        for row in model.objects.only("pk", "name").iterator(chunk_size=BATCH):
            row.sorts_as = sorting_key(row.name)
            batch.append(row)
            if len(batch) == BATCH:
                model.objects.bulk_update(batch, ["sorts_as"])
                batch = []
        model.objects.bulk_update(batch, ["sorts_as"])


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0005_names_in_order'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
