"""Foreign keys that carry the base on both sides, so no row can point into another base (docs/tables.md)."""

from django.db import migrations

TABLES_WITH_BASE = (
    "membership", "entity", "entity_alias", "question", "claim", "revision", "source", "act", "act_reach",
    "belief", "edge", "support", "nogood", "nogood_member", "nogood_resolution", "review_item",
)  # fmt: skip

#: (table, column, table it points to, column there)
KEYS = (
    ("entity_alias", "entity_id", "entity", "id"),
    ("question", "entity_id", "entity", "id"),
    ("claim", "entity_id", "entity", "id"),
    ("claim", "question_id", "question", "id"),
    ("claim", "redirect_id", "claim", "id"),
    ("act", "revision", "revision", "number"),
    ("act", "claim_id", "claim", "id"),
    ("act", "source_id", "source", "id"),
    ("act_reach", "act_id", "act", "id"),
    ("belief", "claim_id", "claim", "id"),
    ("belief", "opened", "revision", "number"),
    ("belief", "closed", "revision", "number"),
    ("edge", "source_id", "claim", "id"),
    ("edge", "target_id", "claim", "id"),
    ("edge", "opened", "revision", "number"),
    ("edge", "closed", "revision", "number"),
    ("support", "act_id", "act", "id"),
    ("nogood_member", "nogood_id", "nogood", "id"),
    ("nogood_resolution", "nogood_id", "nogood", "id"),
    ("nogood_resolution", "act_id", "act", "id"),
    ("review_item", "claim_id", "claim", "id"),
    ("revision", "previous", "revision", "number"),
)


def _add(table: str, name: str, columns: str, target: str, target_columns: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f'ALTER TABLE "{table}" ADD CONSTRAINT "{name}" FOREIGN KEY ({columns})'
        f' REFERENCES "{target}" ({target_columns}) NOT DEFERRABLE',
        f'ALTER TABLE "{table}" DROP CONSTRAINT "{name}"',
    )


class Migration(migrations.Migration):
    dependencies = [("claims", "0001_initial")]

    operations = [
        *(_add(table, f"{table}_base_fk", "base_id", "base", "id") for table in TABLES_WITH_BASE),
        *(
            _add(table, f"{table}_{column}_fk", f"base_id, {column}", target, f"base_id, {there}")
            for table, column, target, there in KEYS
        ),
    ]
