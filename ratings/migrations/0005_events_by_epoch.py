"""PostgreSQL: partition the events by epoch; what stands so far becomes the default partition."""

from django.db import migrations

EVENTS = "ratings_ratingevent"
REST = "ratings_ratingevent_rest"
INDEXES = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema AND tablename = %s"


def partition(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(INDEXES, [EVENTS])
        indexes = cursor.fetchall()
        cursor.execute(f"ALTER TABLE {EVENTS} RENAME TO {REST}")
        for name, _definition in indexes:
            cursor.execute(f"ALTER INDEX {name} RENAME TO {_of_rest(name)}")
        cursor.execute(
            f"CREATE TABLE {EVENTS} (LIKE {REST} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) "
            "PARTITION BY LIST (epoch_id)"
        )
        for name, definition in indexes:
            if name.endswith("_pkey"):
                cursor.execute(
                    f"ALTER TABLE {EVENTS} ADD CONSTRAINT {name} PRIMARY KEY (epoch_id, order_key, seat)"
                )
            else:
                cursor.execute(definition)  # it names the table by the name the whole has now
        cursor.execute(f"ALTER TABLE {EVENTS} ATTACH PARTITION {REST} DEFAULT")


def unpartition(apps, schema_editor):
    """One plain table again; epochs with a table of their own move into it."""
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %s::regclass", [EVENTS]
        )
        partitions = [name for (name,) in cursor.fetchall() if name != REST]
        cursor.execute(INDEXES, [EVENTS])
        indexes = cursor.fetchall()
        for name in [*partitions, REST]:
            cursor.execute(f"ALTER TABLE {EVENTS} DETACH PARTITION {name}")
        cursor.execute(f"DROP TABLE {EVENTS}")
        cursor.execute(f"ALTER TABLE {REST} RENAME TO {EVENTS}")
        for name, _definition in indexes:
            cursor.execute(f"ALTER INDEX {_of_rest(name)} RENAME TO {name}")
        for name in partitions:
            cursor.execute(f"INSERT INTO {EVENTS} SELECT * FROM {name}")
            cursor.execute(f"DROP TABLE {name}")


def _of_rest(index):
    return f"{index[:58]}_rest"


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0004_epochs_know_their_dates"),
    ]

    operations = [
        migrations.RunPython(partition, unpartition),
    ]
