"""Two planes: entries are chained by their hashes, and what they say in words is kept apart, encrypted."""

import audit.models
import pgtrigger.compiler
import pgtrigger.migrations
from django.contrib.postgres.operations import BtreeGistExtension
from django.db import migrations, models

#: The RFC 8785 JSON of an entry's control fields. It is declared immutable, as a generated column wants: the time is
#: given as UTC, and of what else is asked of `to_json` nothing depends on a setting. Its escapes are those of RFC 8785.
RECORD = """
CREATE FUNCTION audit_record(
    chain_id uuid, number bigint, at timestamptz, actor_kind text, actor_id uuid, act text, request_id text,
    ground text, revision integer, targets uuid[], commitment bytea, erased int8multirange, previous_hash bytea
) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT concat(
        '{"act":', to_json(act), ',"actor":"', actor_id, '","actor_kind":', to_json(actor_kind),
        ',"at":"', to_json(timezone('UTC', at)) #>> '{}', 'Z","chain":"', chain_id,
        '","commitment":', coalesce('"' || encode(commitment, 'hex') || '"', 'null'),
        ',"erased":', coalesce('"' || erased::text || '"', 'null'), ',"ground":', to_json(ground),
        ',"number":', number, ',"previous_hash":', coalesce('"' || encode(previous_hash, 'hex') || '"', 'null'),
        ',"request_id":', to_json(request_id), ',"revision":', coalesce(revision::text, 'null'),
        ',"targets":', to_json(targets), '}')
$$
"""

#: What was logged before entries were sealed is sealed as it stands.
SEAL = """
ALTER TABLE audit_entry DISABLE TRIGGER USER;
DO $$
DECLARE entry record; before bytea;
BEGIN
    FOR entry IN SELECT * FROM audit_entry ORDER BY chain_id, number LOOP
        IF entry.number = 1 THEN
            before := NULL;
        END IF;
        UPDATE audit_entry SET previous_hash = before WHERE chain_id = entry.chain_id AND number = entry.number;
        before := sha256(convert_to(audit_record(entry.chain_id, entry.number, entry.at, entry.actor_kind,
            entry.actor_id, entry.act, entry.request_id, entry.ground, entry.revision, entry.targets, entry.commitment,
            entry.erased, before), 'UTF8'));
        UPDATE audit_head SET hash = before WHERE chain_id = entry.chain_id AND number = entry.number;
    END LOOP;
END $$;
ALTER TABLE audit_entry ENABLE TRIGGER USER;
"""

KEYS = [
    (
        "ALTER TABLE audit_content ADD CONSTRAINT audit_content_entry_fk FOREIGN KEY (chain_id, number)"
        " REFERENCES audit_entry (chain_id, number) NOT DEFERRABLE",
        "ALTER TABLE audit_content DROP CONSTRAINT audit_content_entry_fk",
    ),
    (
        "CREATE INDEX audit_entry_erasures ON audit_entry USING gist (chain_id, erased) WHERE act = 'content_erased'",
        "DROP INDEX audit_entry_erasures",
    ),
]


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0004_requests'),
    ]

    operations = [
        BtreeGistExtension(),
        migrations.RunSQL(RECORD, "DROP FUNCTION audit_record"),
        migrations.CreateModel(
            name='AuditCheckpoint',
            fields=[
                ('pk', models.CompositePrimaryKey('chain_id', 'number', 'key_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('chain_id', models.UUIDField()),
                ('number', models.BigIntegerField()),
                ('key_id', models.CharField(max_length=16)),
                ('hash', models.BinaryField(max_length=32)),
                ('at', models.DateTimeField()),
                ('signature', models.BinaryField(max_length=64)),
            ],
            options={
                'db_table': 'audit_checkpoint',
            },
        ),
        migrations.CreateModel(
            name='AuditContent',
            fields=[
                ('pk', models.CompositePrimaryKey('chain_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('chain_id', models.UUIDField()),
                ('number', models.BigIntegerField()),
                ('subject_id', models.UUIDField()),
                ('salt', models.BinaryField(max_length=32)),
                ('ciphertext', models.BinaryField()),
                ('wrapped', models.BinaryField(max_length=40)),
            ],
            options={
                'db_table': 'audit_content',
            },
        ),
        migrations.CreateModel(
            name='AuditKey',
            fields=[
                ('chain_id', models.UUIDField(primary_key=True, serialize=False)),
                ('subject_id', models.UUIDField()),
                ('root', models.CharField(max_length=16)),
                ('wrapped', models.BinaryField(max_length=40)),
            ],
            options={
                'db_table': 'audit_key',
            },
        ),
        migrations.AddField(
            model_name='auditentry',
            name='erased',
            field=audit.models.NumbersField(null=True),
        ),
        migrations.AddField(
            model_name='audithead',
            name='hash',
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AddField(
            model_name='audithead',
            name='key_id',
            field=models.UUIDField(null=True),
        ),
        migrations.RunSQL(SEAL, migrations.RunSQL.noop),
        migrations.AddField(
            model_name='auditentry',
            name='record',
            field=models.GeneratedField(db_persist=True, expression=models.Func(models.F('chain_id'), models.F('number'), models.F('at'), models.F('actor_kind'), models.F('actor_id'), models.F('act'), models.F('request_id'), models.F('ground'), models.F('revision'), models.F('targets'), models.F('commitment'), models.F('erased'), models.F('previous_hash'), function='audit_record'), output_field=models.TextField()),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditentry',
            trigger=pgtrigger.compiler.Trigger(name='sealed', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE head audit_head;', func="\n        SELECT * INTO head FROM audit_head h WHERE h.chain_id = NEW.chain_id FOR UPDATE;\n        IF NOT FOUND THEN\n            INSERT INTO audit_head (chain_id, number) VALUES (NEW.chain_id, 0) RETURNING * INTO head;\n        END IF;\n        IF NEW.number <> head.number + 1 THEN\n            RAISE EXCEPTION 'Entry % of a chain comes after entry %.', head.number + 1, head.number\n                USING ERRCODE = 'restrict_violation';\n        END IF;\n        IF NEW.previous_hash <> head.hash THEN\n            RAISE EXCEPTION 'Entry % names another one before it than there is.', NEW.number\n                USING ERRCODE = 'restrict_violation';\n        END IF;\n        NEW.previous_hash := head.hash;\n        UPDATE audit_head h\n           SET number = NEW.number,\n               hash = sha256(convert_to(audit_record(NEW.chain_id, NEW.number, NEW.at, NEW.actor_kind, NEW.actor_id,\n                                                     NEW.act, NEW.request_id, NEW.ground, NEW.revision, NEW.targets,\n                                                     NEW.commitment, NEW.erased, NEW.previous_hash), 'UTF8'))\n         WHERE h.chain_id = NEW.chain_id;\n        RETURN NEW;\n    ", hash='1134bb565cb8fd94ac7f3c1a0ae5ee2857cd3d56', operation='INSERT', pgid='pgtrigger_sealed_b80c3', table='audit_entry', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditentry',
            trigger=pgtrigger.compiler.Trigger(name='as_it_says', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (NEW.act = 'content_erased')", constraint='CONSTRAINT', func="\n        IF EXISTS (SELECT FROM unnest(NEW.erased) AS span\n                     JOIN audit_content c ON c.chain_id = NEW.chain_id\n                      AND c.number >= lower(span) AND c.number < upper(span))\n        THEN\n            RAISE EXCEPTION 'An entry says that contents were erased which are still there.'\n                USING ERRCODE = 'restrict_violation';\n        END IF;\n        RETURN NULL;\n    ", hash='77560f5ae54951100ecdffb99da9f43f62e07f36', operation='INSERT', pgid='pgtrigger_as_it_says_99118', table='audit_entry', timing='DEFERRABLE INITIALLY DEFERRED', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='audithead',
            trigger=pgtrigger.compiler.Trigger(name='moved_by_entries', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n        IF pg_trigger_depth() > 1 OR (TG_OP = 'INSERT' AND NEW.number = 0 AND NEW.hash IS NULL) THEN\n            RETURN NEW;\n        END IF;\n        IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'key_id' = to_jsonb(OLD) - 'key_id' THEN\n            RETURN NEW;\n        END IF;\n        RAISE EXCEPTION 'The head of a chain moves with its entries alone.' USING ERRCODE = 'restrict_violation';\n    ", hash='5441bdbb93bd579fa1328ee35f45dfcbdba45430', operation='UPDATE OR INSERT', pgid='pgtrigger_moved_by_entries_e3db3', table='audit_head', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='audithead',
            trigger=pgtrigger.compiler.Trigger(name='kept', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot delete rows from % table', TG_TABLE_NAME;", hash='42315da7e6d0fd875020649fd0917762a5a822a3', operation='DELETE', pgid='pgtrigger_kept_ef9d3', table='audit_head', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='audithead',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='b6e7edab5ae069e4f70dee51f14e06e770ac2dbd', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_51043', table='audit_head', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='auditentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('act', 'content_erased'), ('erased__isnull', False)), models.Q(models.Q(('act', 'content_erased'), _negated=True), ('erased__isnull', True)), _connector='OR'), name='audit_entry_erases'),
        ),
        migrations.AddConstraint(
            model_name='auditentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('number', 1), ('previous_hash__isnull', True)), models.Q(('number__gt', 1), ('previous_hash__isnull', False)), _connector='OR'), name='audit_entry_sealed'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditcheckpoint',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='4da0c6e5d4ba1bfd7bd0aa35915ce723b113fb70', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_616df', table='audit_checkpoint', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditcheckpoint',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='4e991430bf0df5c0971b35e2ce529b418193b52c', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_b1754', table='audit_checkpoint', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditcontent',
            trigger=pgtrigger.compiler.Trigger(name='unchanged', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='a1af541bbb73b56553030886c96d43e631891e18', operation='UPDATE', pgid='pgtrigger_unchanged_cf040', table='audit_content', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditcontent',
            trigger=pgtrigger.compiler.Trigger(name='gone_as_said', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n        IF EXISTS (SELECT FROM gone g\n                    WHERE NOT EXISTS (SELECT FROM audit_entry e\n                                       WHERE e.chain_id = g.chain_id AND e.act = 'content_erased'\n                                         AND e.erased @> g.number))\n        THEN\n            RAISE EXCEPTION 'A content goes only where an entry says that it was erased.'\n                USING ERRCODE = 'restrict_violation';\n        END IF;\n        RETURN NULL;\n    ", hash='184c713f6668b26dd3a03aee6473dda90fec099e', level='STATEMENT', operation='DELETE', pgid='pgtrigger_gone_as_said_680c3', referencing='REFERENCING OLD TABLE AS gone ', table='audit_content', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditcontent',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='f0fda2da9af8920e8203b9471fb5337cae80e74f', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_72943', table='audit_content', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditkey',
            trigger=pgtrigger.compiler.Trigger(name='kept_while_used', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n        IF TG_OP = 'UPDATE' AND (to_jsonb(NEW) - ARRAY['root', 'wrapped']) = (to_jsonb(OLD) - ARRAY['root', 'wrapped'])\n        THEN\n            RETURN NEW;\n        END IF;\n        IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM audit_content c\n                                             WHERE c.chain_id = OLD.chain_id AND c.subject_id = OLD.subject_id)\n        THEN\n            RETURN OLD;\n        END IF;\n        RAISE EXCEPTION 'A key stays as long as contents are kept under it.' USING ERRCODE = 'restrict_violation';\n    ", hash='57f364781a97d053eb6d68ac92302139edd63245', operation='UPDATE OR DELETE', pgid='pgtrigger_kept_while_used_6f1e8', table='audit_key', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditkey',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='32dccfb6595af21d0e65998c3f0de824f10c9c88', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_15dc3', table='audit_key', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditcontent',
            trigger=pgtrigger.compiler.Trigger(name='with_its_entry', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n        IF NOT EXISTS (SELECT FROM audit_head h\n                         JOIN audit_entry e ON e.chain_id = h.chain_id AND e.number = h.number\n                        WHERE h.chain_id = NEW.chain_id AND h.number = NEW.number AND e.commitment IS NOT NULL)\n        THEN\n            RAISE EXCEPTION 'A content comes with its entry.' USING ERRCODE = 'restrict_violation';\n        END IF;\n        RETURN NULL;\n    ", hash='1210a56c2d5f400bc1b443e8a2f7057dabfd02c4', operation='INSERT', pgid='pgtrigger_with_its_entry_eccdf', table='audit_content', when='AFTER')),
        ),
        *(migrations.RunSQL(*each) for each in KEYS),
    ]
