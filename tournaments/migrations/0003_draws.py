import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0002_table_links'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DrawOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('wanted', models.JSONField(default=dict)),
                ('reason', models.TextField(blank=True)),
                ('n_players', models.PositiveIntegerField()),
                ('language', models.CharField(max_length=8)),
                ('via', models.CharField(max_length=12)),
                ('asked_at', models.DateTimeField()),
                ('begun_at', models.DateTimeField(null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('refusal', models.TextField(blank=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='draw_order', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('tries', 0), ('begun_at__isnull', False), _connector='OR'), name='draw_order_begun_when_tried')],
            },
        ),
        migrations.CreateModel(
            name='SeatingWish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('apart', 'never at one table'), ('table', 'always at this table'), ('clubs', 'people of one club apart where it can be')], max_length=8)),
                ('table', models.PositiveSmallIntegerField(null=True)),
                ('via', models.CharField(max_length=12)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('cancels', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cancelled_by', to='tournaments.seatingwish')),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seating_wishes', to='tournaments.entry')),
                ('other', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seating_wishes', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['id'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('kind', 'apart'), ('other__isnull', False), ('table__isnull', True)), models.Q(('entry__isnull', False), ('kind', 'table'), ('other__isnull', True), ('table__gte', 1)), models.Q(('entry__isnull', True), ('kind', 'clubs'), ('other__isnull', True), ('table__isnull', True)), _connector='OR'), name='seating_wish_is_whole')],
            },
        ),
    ]
