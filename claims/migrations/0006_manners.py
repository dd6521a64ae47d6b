"""Answers kept to be given again, the pace of callers, and what tells whether time has changed an answer.

The indexes hold only valid times that were said ahead: all others lie before the revision that recorded them.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

BEGINS = "greatest(lower(valid), lower(periods))"
ENDS = "least(upper(valid), upper(periods))"

#: Name, table, what is looked up, which rows.
AHEAD = (
    ("belief_begins_ahead", "belief", "lower(valid)", "lower(valid) > lower(recorded)"),
    ("belief_ends_ahead", "belief", "upper(valid)", "upper(valid) > lower(recorded)"),
    ("act_begins_ahead", "act", BEGINS, f"{BEGINS} > observed_at"),
    ("act_ends_ahead", "act", ENDS, f"{ENDS} > observed_at"),
)


class Migration(migrations.Migration):
    dependencies = [("claims", "0005_served_and_named")]

    operations = [
        migrations.AddField(
            model_name="agentkey",
            name="role",
            field=models.CharField(blank=True, default="", max_length=60),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="vocabularyversion",
            name="changed_at",
            field=models.DateTimeField(auto_now=True),
        ),
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                ("pk", models.CompositePrimaryKey("base_id", "caller_id", "path", "key", blank=True, editable=False, primary_key=True, serialize=False)),
                ("base_id", models.UUIDField()),
                ("caller_id", models.UUIDField()),
                ("path", models.CharField(max_length=300)),
                ("key", models.CharField(max_length=255)),
                ("body_sha256", models.BinaryField(max_length=32, null=True)),
                ("status", models.PositiveSmallIntegerField()),
                ("answer", models.TextField(blank=True)),
                ("headers", models.JSONField(default=dict)),
                ("named", django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None)),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "db_table": "kept_answer",
                "indexes": [models.Index("expires_at", name="kept_answer_by_expiry")],
            },
        ),
        migrations.CreateModel(
            name="Pace",
            fields=[
                ("caller_id", models.UUIDField(primary_key=True, serialize=False)),
                ("even_at", models.DateTimeField()),
            ],
            options={"db_table": "pace"},
        ),
        migrations.RunSQL("ALTER TABLE pace SET UNLOGGED", migrations.RunSQL.noop),
        migrations.RunSQL("ALTER TABLE pace SET (fillfactor = 50)", migrations.RunSQL.noop),
        migrations.RunSQL(
            "ALTER TABLE kept_answer ALTER COLUMN base_id SET STATISTICS 0",
            "ALTER TABLE kept_answer ALTER COLUMN base_id SET STATISTICS -1",
        ),
        *(
            migrations.RunSQL(
                f"CREATE INDEX {name} ON {table} (base_id, ({what})) WHERE {where}", f"DROP INDEX {name}"
            )
            for name, table, what, where in AHEAD
        ),
    ]
