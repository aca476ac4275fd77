from django.db import migrations

import clubs.sorted_names


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0004_claims'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='sorts_as',
            field=clubs.sorted_names.SortingKey(default=b'', editable=False),
        ),
        migrations.AddField(
            model_name='player',
            name='sorts_as',
            field=clubs.sorted_names.SortingKey(default=b'', editable=False),
        ),
    ]
