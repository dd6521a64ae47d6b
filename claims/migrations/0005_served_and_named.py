"""What each agent was served, and which entity first went by a name; both keep to the rules of docs/tables.md."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


#: (table, column, table it points to): keys within a base, and of the base itself.
KEYS = (("disclosure", "claim_id", "claim"), ("entity_alias", "given_id", "entity"))


def _key(table: str, name: str, columns: str, target: str, target_columns: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f'ALTER TABLE "{table}" ADD CONSTRAINT "{name}" FOREIGN KEY ({columns})'
        f' REFERENCES "{target}" ({target_columns}) NOT DEFERRABLE',
        f'ALTER TABLE "{table}" DROP CONSTRAINT "{name}"',
    )


class Migration(migrations.Migration):

    dependencies = [
        ('claims', '0004_verdicts'),
    ]

    operations = [
        migrations.CreateModel(
            name='Disclosure',
            fields=[
                ('pk', models.CompositePrimaryKey('base_id', 'agent_id', 'claim_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('base_id', models.UUIDField()),
                ('agent_id', models.UUIDField()),
                ('claim_id', models.UUIDField()),
                ('first_at', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'disclosure',
            },
        ),
        migrations.AddField(
            model_name='entityalias',
            name='given_id',
            field=models.UUIDField(null=True),
        ),
        migrations.AlterField(
            model_name='act',
            name='kind',
            field=models.CharField(choices=[('assertion', 'Assertion'), ('contraction', 'Contraction'), ('withdrawal', 'Withdrawal'), ('resolution', 'Resolution'), ('rejustification', 'Rejustification'), ('still_holds', 'Still Holds'), ('restriction', 'Restriction'), ('rekeying', 'Rekeying'), ('remark', 'Remark'), ('alias', 'Alias'), ('undo', 'Undo')], max_length=20),
        ),
        migrations.AddIndex(
            model_name='entityalias',
            index=models.Index(models.F('base_id'), models.F('given_id'), condition=models.Q(('given_id__isnull', False)), name='entity_alias_given'),
        ),
        migrations.AddField(
            model_name='disclosure',
            name='claim',
            field=models.ForeignObject(from_fields=['base_id', 'claim_id'], on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='claims.claim', to_fields=['base_id', 'id']),
        ),
        migrations.AddIndex(
            model_name='disclosure',
            index=models.Index(models.F('base_id'), models.F('claim_id'), name='disclosure_of'),
        ),
        migrations.AddConstraint(
            model_name='disclosure',
            constraint=models.CheckConstraint(condition=models.Q(('first_at__lte', models.F('last_at'))), name='disclosure_in_order'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='disclosure',
            trigger=pgtrigger.compiler.Trigger(name='moves_on', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n        IF NEW.last_at >= OLD.last_at AND (to_jsonb(NEW) - 'last_at') = (to_jsonb(OLD) - 'last_at') THEN\n            RETURN NEW;\n        END IF;\n        RAISE EXCEPTION 'Of a row of % only its last time moves on.', TG_TABLE_NAME\n            USING ERRCODE = 'restrict_violation';\n    ", hash='67b56a2c9e9f76888adb50b7d231b902e24c3f1e', operation='UPDATE', pgid='pgtrigger_moves_on_cf059', table='disclosure', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='disclosure',
            trigger=pgtrigger.compiler.Trigger(name='kept', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot delete rows from % table', TG_TABLE_NAME;", hash='817b7e1674c10a779e91939cf27f2a1895022f75', operation='DELETE', pgid='pgtrigger_kept_80ef8', table='disclosure', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='disclosure',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='35d73786e18be39c0e249e241912eab509c416f3', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_f37fa', table='disclosure', when='BEFORE')),
        ),
        _key("disclosure", "disclosure_base_fk", "base_id", "base", "id"),
        *(_key(table, f"{table}_{column}_fk", f"base_id, {column}", target, "base_id, id") for table, column, target in KEYS),
        migrations.RunSQL(
            'ALTER TABLE "disclosure" ALTER COLUMN base_id SET STATISTICS 0',
            'ALTER TABLE "disclosure" ALTER COLUMN base_id SET STATISTICS -1',
        ),
    ]
