"""Claims can be forgotten: their words go, by these ways alone, and an opaque tombstone stays."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
from django.db import migrations, models


def _key(table: str, name: str, columns: str, target: str, target_columns: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f'ALTER TABLE "{table}" ADD CONSTRAINT "{name}" FOREIGN KEY ({columns})'
        f' REFERENCES "{target}" ({target_columns}) NOT DEFERRABLE',
        f'ALTER TABLE "{table}" DROP CONSTRAINT "{name}"',
    )


class Migration(migrations.Migration):

    dependencies = [
        ('claims', '0007_less_to_write'),
    ]

    operations = [
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('pk', models.CompositePrimaryKey('base_id', 'id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('base_id', models.UUIDField()),
                ('id', models.UUIDField(default=uuid.uuid4)),
                ('revision', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('actor_id', models.UUIDField()),
                ('ground', models.CharField(max_length=40)),
                ('request_id', models.UUIDField(null=True)),
                ('receipt', models.JSONField()),
            ],
            options={
                'db_table': 'erasure',
            },
        ),
        migrations.CreateModel(
            name='Forgotten',
            fields=[
                ('pk', models.CompositePrimaryKey('base_id', 'fingerprint', blank=True, editable=False, primary_key=True, serialize=False)),
                ('base_id', models.UUIDField()),
                ('fingerprint', models.BinaryField(max_length=32)),
                ('claim_id', models.UUIDField()),
                ('at', models.DateTimeField()),
                ('lifted_at', models.DateTimeField(null=True)),
                ('said_anew', models.BooleanField(default=False)),
            ],
            options={
                'db_table': 'forgotten',
            },
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='act',
            name='append_only',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='belief',
            name='kept',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='edge',
            name='kept',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='revision',
            name='append_only',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='support',
            name='append_only',
        ),
        migrations.AddField(
            model_name='claim',
            name='erased',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='act',
            name='kind',
            field=models.CharField(choices=[('assertion', 'Assertion'), ('contraction', 'Contraction'), ('withdrawal', 'Withdrawal'), ('resolution', 'Resolution'), ('rejustification', 'Rejustification'), ('still_holds', 'Still Holds'), ('restriction', 'Restriction'), ('rekeying', 'Rekeying'), ('remark', 'Remark'), ('alias', 'Alias'), ('erasure', 'Erasure'), ('undo', 'Undo')], max_length=20),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='act',
            trigger=pgtrigger.compiler.Trigger(name='unchanged_unless_erased', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n            IF (to_jsonb(NEW) - ARRAY['kind_raw', 'origin']) = (to_jsonb(OLD) - ARRAY['kind_raw', 'origin']) AND NEW.kind_raw = '' AND NEW.origin ~ '^(erased:[0-9]+)?$' AND EXISTS (SELECT FROM claim c WHERE c.base_id = OLD.base_id AND (c.id = OLD.claim_id) AND c.erased IS NOT NULL) THEN\n                RETURN NEW;\n            END IF;\n            RAISE EXCEPTION 'A row of % stays as it is, but for the words of what was erased.', TG_TABLE_NAME\n                USING ERRCODE = 'restrict_violation';\n        ", hash='2240b8cb53535227b7adf4d1d0668aee4fbe56dc', operation='UPDATE', pgid='pgtrigger_unchanged_unless_erased_1f439', table='act', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='act',
            trigger=pgtrigger.compiler.Trigger(name='kept_unless_erased', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n            IF EXISTS (SELECT FROM claim c WHERE c.base_id = OLD.base_id AND (c.id = OLD.claim_id) AND c.erased IS NOT NULL) THEN\n                RETURN OLD;\n            END IF;\n            RAISE EXCEPTION 'A row of % stays, unless its claim was erased.', TG_TABLE_NAME\n                USING ERRCODE = 'restrict_violation';\n        ", hash='41ab8d1913de4144fdf049facd6e0c4340727a55', operation='DELETE', pgid='pgtrigger_kept_unless_erased_46be1', table='act', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='belief',
            trigger=pgtrigger.compiler.Trigger(name='kept_unless_erased', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n            IF EXISTS (SELECT FROM claim c WHERE c.base_id = OLD.base_id AND (c.id = OLD.claim_id) AND c.erased IS NOT NULL) THEN\n                RETURN OLD;\n            END IF;\n            RAISE EXCEPTION 'A row of % stays, unless its claim was erased.', TG_TABLE_NAME\n                USING ERRCODE = 'restrict_violation';\n        ", hash='0c4c159d572b52b72a97485a33ddbe14cabe464f', operation='DELETE', pgid='pgtrigger_kept_unless_erased_61875', table='belief', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='claim',
            trigger=pgtrigger.compiler.Trigger(name='tombstone', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n        IF OLD.erased IS NULL AND NEW.erased IS NULL AND NEW.object = OLD.object\n           OR NEW.erased IS NOT NULL AND coalesce(OLD.erased, NEW.erased) = NEW.erased\n              AND NEW.object = '' AND NEW.object_key = '' AND NEW.predicate = '' AND NEW.name IS NULL\n        THEN\n            RETURN NEW;\n        END IF;\n        RAISE EXCEPTION 'A claim stays as it was worded, or is erased for good.' USING ERRCODE = 'restrict_violation';\n    ", hash='7bbaa075376e6346f3d50cef8dbc551afecb9887', operation='UPDATE', pgid='pgtrigger_tombstone_27756', table='claim', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='edge',
            trigger=pgtrigger.compiler.Trigger(name='kept_unless_erased', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n            IF EXISTS (SELECT FROM claim c WHERE c.base_id = OLD.base_id AND (c.id = OLD.source_id OR c.id = OLD.target_id) AND c.erased IS NOT NULL) THEN\n                RETURN OLD;\n            END IF;\n            RAISE EXCEPTION 'A row of % stays, unless its claim was erased.', TG_TABLE_NAME\n                USING ERRCODE = 'restrict_violation';\n        ", hash='eaa5cf874eaae1c35a77c0a59cc6fad207ff3514', operation='DELETE', pgid='pgtrigger_kept_unless_erased_b7ad6', table='edge', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='revision',
            trigger=pgtrigger.compiler.Trigger(name='unchanged_unless_erased', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n            IF (to_jsonb(NEW) - ARRAY['digest']) = (to_jsonb(OLD) - ARRAY['digest']) AND NEW.digest = '' AND EXISTS (SELECT FROM act a WHERE a.base_id = OLD.base_id AND a.revision = OLD.number AND EXISTS (SELECT FROM claim c WHERE c.base_id = a.base_id AND (c.id = a.claim_id) AND c.erased IS NOT NULL)) THEN\n                RETURN NEW;\n            END IF;\n            RAISE EXCEPTION 'A row of % stays as it is, but for the words of what was erased.', TG_TABLE_NAME\n                USING ERRCODE = 'restrict_violation';\n        ", hash='dd2e06fb6d0571f8b8a5e5b655c0fede062d1e7e', operation='UPDATE', pgid='pgtrigger_unchanged_unless_erased_d98e7', table='revision', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='revision',
            trigger=pgtrigger.compiler.Trigger(name='kept', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot delete rows from % table', TG_TABLE_NAME;", hash='3d91cc313c766dd2e2a9a1432465a120a739157c', operation='DELETE', pgid='pgtrigger_kept_3c76a', table='revision', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='source',
            trigger=pgtrigger.compiler.Trigger(name='unchanged_unless_erased', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n            IF (to_jsonb(NEW) - ARRAY['uri', 'excerpt', 'sha256', 'method', 'origin', 'reason']) = (to_jsonb(OLD) - ARRAY['uri', 'excerpt', 'sha256', 'method', 'origin', 'reason']) AND NEW.uri = '' AND NEW.excerpt = '' AND NEW.sha256 = '' AND NEW.method = '' AND NEW.origin = '' AND NEW.reason = '' AND EXISTS (SELECT FROM act a WHERE a.base_id = OLD.base_id AND a.source_id = OLD.id AND EXISTS (SELECT FROM claim c WHERE c.base_id = a.base_id AND (c.id = a.claim_id) AND c.erased IS NOT NULL)) THEN\n                RETURN NEW;\n            END IF;\n            RAISE EXCEPTION 'A row of % stays as it is, but for the words of what was erased.', TG_TABLE_NAME\n                USING ERRCODE = 'restrict_violation';\n        ", hash='2b037aacf661afda58248c48188bec9b540814b4', operation='UPDATE', pgid='pgtrigger_unchanged_unless_erased_d6647', table='source', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='support',
            trigger=pgtrigger.compiler.Trigger(name='unchanged', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='9f2f8f6a10a785aa58c671487f27ab6eae4b15ca', operation='UPDATE', pgid='pgtrigger_unchanged_60320', table='support', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='support',
            trigger=pgtrigger.compiler.Trigger(name='kept_unless_erased', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n            IF EXISTS (SELECT FROM act a WHERE a.base_id = OLD.base_id AND a.id = OLD.act_id AND EXISTS (SELECT FROM claim c WHERE c.base_id = a.base_id AND (c.id = a.claim_id) AND c.erased IS NOT NULL)) THEN\n                RETURN OLD;\n            END IF;\n            RAISE EXCEPTION 'A row of % stays, unless its claim was erased.', TG_TABLE_NAME\n                USING ERRCODE = 'restrict_violation';\n        ", hash='f95bfe364c367c90e512d114a091807637a88ebd', operation='DELETE', pgid='pgtrigger_kept_unless_erased_f4319', table='support', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='erasure',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='54dc9f4785befa5401428694305af3d99f5117b4', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_3f013', table='erasure', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='erasure',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='025bcd6e0aefe4f512137d68b746f1cd14bcefb1', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_9b606', table='erasure', when='BEFORE')),
        ),
        migrations.AddField(
            model_name='forgotten',
            name='claim',
            field=models.ForeignObject(from_fields=['base_id', 'claim_id'], on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='claims.claim', to_fields=['base_id', 'id']),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='forgotten',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='aeee31cfd4cb8e8d8be8441a4cf6195f9d6916e6', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_f7790', table='forgotten', when='BEFORE')),
        ),
        _key("erasure", "erasure_base_fk", "base_id", "base", "id"),
        _key("forgotten", "forgotten_claim_id_fk", "base_id, claim_id", "claim", "base_id, id"),
        *(
            migrations.RunSQL(
                f'ALTER TABLE "{table}" ALTER COLUMN base_id SET STATISTICS 0',
                f'ALTER TABLE "{table}" ALTER COLUMN base_id SET STATISTICS -1',
            )
            for table in ("erasure", "forgotten")
        ),
    ]
