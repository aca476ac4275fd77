from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0006_fill_names_in_order'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='club',
            index=models.Index(fields=['sorts_as', 'id'], name='club_in_order'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['sorts_as', 'id'], name='player_in_order'),
        ),
    ]
