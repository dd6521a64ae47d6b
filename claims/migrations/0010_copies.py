"""Copies of what is kept about a person: for whom, how far each has come, and until when its files are kept."""

import django.contrib.postgres.fields
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('claims', '0009_completed'),
    ]

    operations = [
        migrations.CreateModel(
            name='PersonCopy',
            fields=[
                ('pk', models.CompositePrimaryKey('base_id', 'id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('base_id', models.UUIDField()),
                ('id', models.UUIDField(default=uuid.uuid4)),
                ('kind', models.CharField(choices=[('access', 'Everything that is kept'), ('portability', 'What the person gave')], max_length=12)),
                ('user_id', models.UUIDField()),
                ('request_id', models.UUIDField(null=True)),
                ('claims', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None)),
                ('cover', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None)),
                ('asked_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('making', 'Making'), ('ready', 'Ready'), ('stopped', 'Stopped'), ('removed', 'Removed')], default='queued', max_length=8)),
                ('gone', models.CharField(blank=True, choices=[('expired', 'Expired'), ('erased', 'Erased'), ('person', 'Person')], max_length=8)),
                ('attempt', models.PositiveIntegerField(default=0)),
                ('known_at', models.DateTimeField(null=True)),
                ('beat_at', models.DateTimeField(null=True)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('finished_at', models.DateTimeField(null=True)),
                ('keep_until', models.DateTimeField(null=True)),
                ('counts', models.JSONField(default=dict)),
                ('files', models.JSONField(default=list)),
                ('sha256', models.CharField(blank=True, max_length=64)),
            ],
            options={
                'db_table': 'person_copy',
                'indexes': [models.Index(models.F('base_id'), models.F('request_id'), condition=models.Q(('request_id__isnull', False)), name='person_copy_of_request')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('state', 'ready'), _negated=True), models.Q(('finished_at__isnull', False), ('keep_until__isnull', False), models.Q(('sha256', ''), _negated=True), models.Q(('files', []), _negated=True)), _connector='OR'), name='person_copy_ready_whole'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'removed'), models.Q(('gone', ''), _negated=True)), models.Q(models.Q(('state', 'removed'), _negated=True), ('gone', '')), _connector='OR'), name='person_copy_gone_for_a_reason'), models.UniqueConstraint(models.F('base_id'), models.F('user_id'), models.F('kind'), condition=models.Q(('request_id__isnull', True), ('state__in', ('queued', 'making'))), name='person_copy_one_at_a_time')],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='personcopy',
            trigger=pgtrigger.compiler.Trigger(name='kept', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot delete rows from % table', TG_TABLE_NAME;", hash='db308525a6b891c5c54a4d18d2f1a4e8e30107f1', operation='DELETE', pgid='pgtrigger_kept_ea421', table='person_copy', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='personcopy',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='f78e11f2d7b0ebf3a9a2174631a4f235c6113eb3', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_1fe1a', table='person_copy', when='BEFORE')),
        ),
        migrations.RunSQL(
            'ALTER TABLE "person_copy" ADD CONSTRAINT "person_copy_base_fk" FOREIGN KEY (base_id)'
            ' REFERENCES "base" (id) NOT DEFERRABLE',
            'ALTER TABLE "person_copy" DROP CONSTRAINT "person_copy_base_fk"',
        ),
        migrations.RunSQL(
            'ALTER TABLE "person_copy" ALTER COLUMN base_id SET STATISTICS 0',
            'ALTER TABLE "person_copy" ALTER COLUMN base_id SET STATISTICS -1',
        ),
    ]
