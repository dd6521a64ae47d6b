"""Less to write for each claim, and the present found without going through all that has ended.

A row that points to another row of its base needs no key to the base itself beside it: the other has one.
"""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

#: Each has a key, never null, that carries the base to a row which leads to it.
LED_THERE = (
    "entity_alias", "question", "claim", "act", "act_reach", "belief", "edge", "support", "nogood_member",
    "nogood_resolution",
)  # fmt: skip


class Migration(migrations.Migration):

    dependencies = [
        ('claims', '0006_manners'),
    ]

    operations = [
        *(
            migrations.RunSQL(
                f'ALTER TABLE "{table}" DROP CONSTRAINT "{table}_base_fk"',
                f'ALTER TABLE "{table}" ADD CONSTRAINT "{table}_base_fk" FOREIGN KEY (base_id)'
                f' REFERENCES "base" (id) NOT DEFERRABLE',
            )
            for table in LED_THERE
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='belief',
            name='closed_once',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='edge',
            name='closed_once',
        ),
        migrations.RemoveIndex(
            model_name='act',
            name='act_by_claim',
        ),
        migrations.RemoveIndex(
            model_name='belief',
            name='belief_by_claim',
        ),
        migrations.RemoveIndex(
            model_name='belief',
            name='belief_open_by_question',
        ),
        migrations.RemoveIndex(
            model_name='edge',
            name='edge_to',
        ),
        migrations.RemoveIndex(
            model_name='reviewitem',
            name='review_item_open',
        ),
        migrations.AddField(
            model_name='question',
            name='rising',
            field=models.BooleanField(db_default=False),
        ),
        migrations.AddIndex(
            model_name='act',
            index=models.Index(models.F('base_id'), models.F('claim_id'), models.OrderBy(models.F('tier'), descending=True), models.OrderBy(models.F('weighty'), descending=True), models.OrderBy(models.F('band'), descending=True), models.OrderBy(models.F('observed_at'), descending=True), models.OrderBy(models.F('confidence'), descending=True), models.F('revision'), models.F('ordinal'), name='act_of_claim'),
        ),
        migrations.AddIndex(
            model_name='belief',
            index=models.Index(models.F('base_id'), models.F('claim_id'), models.F('recorded__endswith'), models.Func(models.F('valid'), template="coalesce(upper(%(expressions)s), 'infinity')"), name='belief_of_claim'),
        ),
        migrations.AddIndex(
            model_name='belief',
            index=models.Index(models.F('base_id'), models.F('question_id'), models.Func(models.F('valid'), template="coalesce(upper(%(expressions)s), 'infinity')"), condition=models.Q(('recorded__upper_inf', True)), name='belief_open_of_question'),
        ),
        migrations.AddIndex(
            model_name='edge',
            index=models.Index(models.F('base_id'), models.F('target_id'), models.F('recorded__endswith'), name='edge_at_target'),
        ),
        migrations.AddIndex(
            model_name='edge',
            index=models.Index(models.F('base_id'), models.F('source_id'), models.F('recorded__endswith'), condition=models.Q(('recorded__upper_inf', True), _negated=True), name='edge_ended_at_source'),
        ),
        migrations.AddIndex(
            model_name='reviewitem',
            index=models.Index(models.F('base_id'), models.F('claim_id'), name='review_item_of_claim'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='belief',
            trigger=pgtrigger.compiler.Trigger(name='closed_once', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE expected record;', func="\n        IF upper_inf(OLD.recorded) AND NOT upper_inf(NEW.recorded)\n           AND lower(NEW.recorded) = lower(OLD.recorded)\n           AND OLD.closed IS NULL AND NEW.closed IS NOT NULL\n        THEN\n            expected := OLD;\n            expected.recorded := NEW.recorded;\n            expected.closed := NEW.closed;\n            IF expected *= NEW THEN\n                RETURN NEW;\n            END IF;\n        END IF;\n        RAISE EXCEPTION 'A row of % can only be closed, and only once.', TG_TABLE_NAME\n            USING ERRCODE = 'restrict_violation';\n    ", hash='966a611d8b2a2ff4a493da11715ffe3171672a3d', operation='UPDATE', pgid='pgtrigger_closed_once_943c2', table='belief', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='edge',
            trigger=pgtrigger.compiler.Trigger(name='closed_once', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE expected record;', func="\n        IF upper_inf(OLD.recorded) AND NOT upper_inf(NEW.recorded)\n           AND lower(NEW.recorded) = lower(OLD.recorded)\n           AND OLD.closed IS NULL AND NEW.closed IS NOT NULL\n        THEN\n            expected := OLD;\n            expected.recorded := NEW.recorded;\n            expected.closed := NEW.closed;\n            IF expected *= NEW THEN\n                RETURN NEW;\n            END IF;\n        END IF;\n        RAISE EXCEPTION 'A row of % can only be closed, and only once.', TG_TABLE_NAME\n            USING ERRCODE = 'restrict_violation';\n    ", hash='16b4f112ecdee8a09bb970ba80d8356d7b9ac19d', operation='UPDATE', pgid='pgtrigger_closed_once_9a19d', table='edge', when='BEFORE')),
        ),
    ]
