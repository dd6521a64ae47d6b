"""The planner is to know nothing of single bases.

A base that has come since the tables were last analysed would seem to be empty, and joins would then go through the whole
of it once a row. Without statistics of the column every base is expected to be of ordinary size.
"""

from django.db import migrations

TABLES = (
    "entity", "entity_alias", "question", "claim", "revision", "source", "act", "act_reach", "belief", "edge",
    "support", "nogood", "nogood_member", "nogood_resolution", "review_item", "membership",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("claims", "0002_keys_within_a_base")]

    operations = [
        migrations.RunSQL(
            f'ALTER TABLE "{table}" ALTER COLUMN base_id SET STATISTICS 0',
            f'ALTER TABLE "{table}" ALTER COLUMN base_id SET STATISTICS -1',
        )
        for table in TABLES
    ]
