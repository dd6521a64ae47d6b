"""Requests of persons about their data, the laws they fall under, and keys that carry the base on both sides."""

import datetime

import audit.requests.words
import django.contrib.postgres.fields
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
from django.db import migrations, models



#: The law as it stands. What it becomes is another row, from another day on, in a migration of its own.
LAWS = [
    {
        "code": "gdpr",
        "from_day": datetime.date(2018, 5, 25),
        "terms": {
            "name": "General Data Protection Regulation",
            "unit": "month",
            "length": 1,
            "extension": 2,
            "target_days": 14,
            "rolls_over": True,
            "pauses_for_identity": True,
            "acknowledge_within": None,
            "country": "",
            "articles": {
                "access": "Article 15 GDPR",
                "portability": "Article 20 GDPR",
                "rectification": "Article 16 GDPR",
                "completion": "Article 16 GDPR",
                "erasure": "Article 17 GDPR",
                "restriction": "Article 18 GDPR",
                "objection": "Article 21 GDPR",
            },
            "grounds": {
                "access": {"15": "I want to know what is kept about me."},
                "portability": {"20": "I want what I gave, in a form that others can read."},
                "rectification": {"16": "It is wrong."},
                "completion": {"16": "It is incomplete."},
                "erasure": {
                    "17-1-a": "It is not needed any more.",
                    "17-1-b": "I take back my consent.",
                    "17-1-c": "I object to its use.",
                    "17-1-d": "It should never have been kept.",
                    "17-1-e": "A law says that it must go.",
                    "17-1-f": "I was a child when it was collected.",
                },
                "restriction": {
                    "18-1-a": "It may be wrong, and I want it checked.",
                    "18-1-b": "It should not be kept, but I do not want it erased.",
                    "18-1-c": "I need it for a legal claim.",
                    "18-1-d": "I have objected, and that is not decided yet.",
                },
                "objection": {
                    "21-1": "For reasons of my own situation.",
                    "21-2": "It is used to advertise to me.",
                },
            },
            "refusals": {
                "*": {
                    "11-2": "We cannot tell that it is about the person who asks (Article 11(2)).",
                    "12-5": "It is manifestly unfounded or excessive (Article 12(5)).",
                },
                "access": {"15-4": "It would do harm to the rights of others (Article 15(4))."},
                "portability": {
                    "20": "It was not given by the person (Article 20(1)).",
                    "20-4": "It would do harm to the rights of others (Article 20(4)).",
                },
                "rectification": {"16-accurate": "It was checked, and it is right."},
                "completion": {"16-complete": "For what it is used for, it is complete."},
                "erasure": {
                    "17-1": "None of the reasons for which it would have to go is there (Article 17(1)).",
                    "17-3-a": "Freedom of expression and information (Article 17(3)(a)).",
                    "17-3-b": "A law obliges us to keep it (Article 17(3)(b)).",
                    "17-3-c": "Public health (Article 17(3)(c)).",
                    "17-3-d": "Archives, research or statistics (Article 17(3)(d)).",
                    "17-3-e": "It is needed for legal claims (Article 17(3)(e)).",
                },
                "restriction": {
                    "16-accurate": "It was checked, and it is right.",
                    "18-1": "None of the reasons for holding it back is there (Article 18(1)).",
                },
                "objection": {"21-1": "There are compelling reasons to go on (Article 21(1))."},
            },
            "four_eyes": [["*", "12-5"]],
            "complaint": "You can complain to a supervisory authority: in the country where you live, where you work, or"
            " where you think your rights were infringed (Article 77 GDPR).",
            "remedy": "You can also take this to court (Article 79 GDPR).",
        },
    },
    {
        "code": "ccpa",
        "from_day": datetime.date(2023, 1, 1),
        "terms": {
            "name": "California Consumer Privacy Act",
            "unit": "day",
            "length": 45,
            "extension": 45,
            "target_days": 30,
            "rolls_over": False,
            "pauses_for_identity": False,
            "acknowledge_within": 10,
            "country": "US-CA",
            "articles": {
                "access": "Civil Code 1798.110",
                "portability": "Civil Code 1798.130",
                "rectification": "Civil Code 1798.106",
                "completion": "Civil Code 1798.106",
                "erasure": "Civil Code 1798.105",
                "restriction": "Civil Code 1798.121",
                "objection": "Civil Code 1798.120",
            },
            "grounds": {
                "access": {"1798.110": "I want to know what is kept about me."},
                "portability": {"1798.130": "I want it in a form that others can read."},
                "rectification": {"1798.106": "It is wrong."},
                "completion": {"1798.106": "It is incomplete."},
                "erasure": {"1798.105": "I want it deleted."},
                "restriction": {"1798.121": "I want its use limited."},
                "objection": {"1798.120": "I do not want it sold or shared."},
            },
            "refusals": {
                "*": {
                    "7060": "We cannot tell that it is about the person who asks (11 CCR 7060).",
                    "1798.145": "Another law stands against it (Civil Code 1798.145).",
                    "1798.145-h": "It is manifestly unfounded or excessive (Civil Code 1798.145(h)(3)).",
                },
                "rectification": {"7023-accurate": "It was checked, and is more likely right than not (11 CCR 7023)."},
                "erasure": {"1798.105-d": "It has to be kept (Civil Code 1798.105(d))."},
            },
            "four_eyes": [["*", "1798.145-h"]],
            "complaint": "You can complain to the California Privacy Protection Agency or the Attorney General.",
            "remedy": "You can also take this to court as far as the law gives you a right of action.",
        },
    },
]


def load_laws(apps, schema_editor):
    rows = apps.get_model("audit", "Regime")
    rows.objects.bulk_create(rows(**law) for law in LAWS)


def _key(table, columns, target, there):
    name = f"{table}_{columns.split(', ')[-1]}_fk"
    return migrations.RunSQL(
        f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY (base_id, {columns})"
        f" REFERENCES {target} (base_id, {there}) NOT DEFERRABLE",
        f"ALTER TABLE {table} DROP CONSTRAINT {name}",
    )


KEYS = [
    _key("audit_request", "duplicate_of", "audit_request", "id"),
    _key("audit_request_step", "request_id", "audit_request", "id"),
    _key("audit_request_decision", "request_id", "audit_request", "id"),
    _key("audit_request_text", "request_id, step", "audit_request_step", "request_id, number"),
    _key("audit_request_letter", "request_id, step", "audit_request_step", "request_id, number"),
]


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0002_entry_after_entry'),
    ]

    operations = [
        migrations.CreateModel(
            name='Regime',
            fields=[
                ('pk', models.CompositePrimaryKey('code', 'from_day', blank=True, editable=False, primary_key=True, serialize=False)),
                ('code', models.CharField(max_length=20)),
                ('from_day', models.DateField()),
                ('terms', models.JSONField()),
            ],
            options={
                'db_table': 'audit_regime',
            },
        ),
        migrations.CreateModel(
            name='Request',
            fields=[
                ('pk', models.CompositePrimaryKey('base_id', 'id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('base_id', models.UUIDField()),
                ('id', models.UUIDField(default=uuid.uuid4)),
                ('kind', models.CharField(max_length=20)),
                ('regime', models.CharField(max_length=20)),
                ('regime_from', models.DateField()),
                ('country', models.CharField(blank=True, max_length=12)),
                ('zone', models.CharField(max_length=40)),
                ('subject_id', models.UUIDField(null=True)),
                ('filed_by', models.UUIDField()),
                ('received_at', models.DateTimeField()),
                ('clock_from', models.DateTimeField()),
                ('ground', models.CharField(blank=True, max_length=40)),
                ('claims', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None)),
                ('state', models.CharField(default='received', max_length=20)),
                ('identity', models.CharField(default='open', max_length=10)),
                ('held_from', models.CharField(blank=True, max_length=20)),
                ('duplicate_of', models.UUIDField(null=True)),
                ('decision', models.PositiveIntegerField(null=True)),
                ('steps', models.PositiveIntegerField(default=0)),
                ('first_on', models.DateField()),
                ('last_on', models.DateField()),
                ('due_on', models.DateField(null=True)),
                ('reminded', models.CharField(blank=True, max_length=10)),
            ],
            options={
                'db_table': 'audit_request',
            },
        ),
        migrations.CreateModel(
            name='RequestDecision',
            fields=[
                ('pk', models.CompositePrimaryKey('base_id', 'request_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('base_id', models.UUIDField()),
                ('request_id', models.UUIDField()),
                ('number', models.PositiveIntegerField()),
                ('outcome', models.CharField(max_length=10)),
                ('ground', models.CharField(blank=True, max_length=40)),
                ('claims', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None)),
                ('reasons', models.TextField(blank=True)),
                ('complaint', models.TextField(blank=True)),
                ('remedy', models.TextField(blank=True)),
                ('answer_by', models.DateField(null=True)),
                ('proposed_by', models.UUIDField()),
                ('proposed_at', models.DateTimeField()),
                ('needs_second', models.BooleanField(default=False)),
                ('seconded_by', models.UUIDField(null=True)),
                ('seconded_at', models.DateTimeField(null=True)),
                ('erased_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'audit_request_decision',
            },
        ),
        migrations.CreateModel(
            name='RequestLetter',
            fields=[
                ('pk', models.CompositePrimaryKey('base_id', 'request_id', 'step', blank=True, editable=False, primary_key=True, serialize=False)),
                ('base_id', models.UUIDField()),
                ('request_id', models.UUIDField()),
                ('step', models.PositiveIntegerField()),
                ('template', models.CharField(max_length=40)),
                ('way', models.CharField(max_length=10)),
                ('sent_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'audit_request_letter',
            },
        ),
        migrations.CreateModel(
            name='RequestStep',
            fields=[
                ('pk', models.CompositePrimaryKey('base_id', 'request_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('base_id', models.UUIDField()),
                ('request_id', models.UUIDField()),
                ('number', models.PositiveIntegerField()),
                ('act', models.CharField(max_length=20)),
                ('state', models.CharField(max_length=20)),
                ('at', models.DateTimeField()),
                ('actor_kind', models.CharField(max_length=10)),
                ('actor_id', models.UUIDField()),
                ('evidence', models.JSONField()),
            ],
            options={
                'db_table': 'audit_request_step',
            },
        ),
        migrations.CreateModel(
            name='RequestText',
            fields=[
                ('pk', models.CompositePrimaryKey('base_id', 'request_id', 'step', 'purpose', blank=True, editable=False, primary_key=True, serialize=False)),
                ('base_id', models.UUIDField()),
                ('request_id', models.UUIDField()),
                ('step', models.PositiveIntegerField()),
                ('purpose', models.CharField(max_length=20)),
                ('text', models.TextField(blank=True)),
                ('erased_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'audit_request_text',
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='regime',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='ceb3349bb52680b4fff15187f3b527b783a81ecb', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_2a5fb', table='audit_regime', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='regime',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='e198bac87623d008ef0e4921a577de2204fe81e2', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_91ea7', table='audit_regime', when='BEFORE')),
        ),
        migrations.AddIndex(
            model_name='request',
            index=models.Index(models.F('base_id'), models.F('subject_id'), name='request_of_subject'),
        ),
        migrations.AddIndex(
            model_name='request',
            index=models.Index(models.F('due_on'), name='request_by_due'),
        ),
        migrations.AddConstraint(
            model_name='request',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['access', 'portability', 'rectification', 'completion', 'erasure', 'restriction', 'objection'])), name='request_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='request',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['received', 'acknowledged', 'identity_pending', 'verified', 'triaged', 'restricted', 'under_review', 'extended', 'decided', 'executing', 'notified', 'certified', 'closed', 'withdrawn', 'on_hold', 'duplicate'])), name='request_state_known'),
        ),
        migrations.AddConstraint(
            model_name='request',
            constraint=models.CheckConstraint(condition=models.Q(('identity__in', ['open', 'doubted', 'proven', 'unproven'])), name='request_identity_known'),
        ),
        migrations.AddConstraint(
            model_name='request',
            constraint=models.CheckConstraint(condition=models.Q(('clock_from__lte', models.F('received_at'))), name='request_clock_not_later'),
        ),
        migrations.AddConstraint(
            model_name='request',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', audit.requests.words.State['DUPLICATE']), _negated=True), models.Q(('duplicate_of__isnull', False), models.Q(('duplicate_of', models.F('id')), _negated=True)), _connector='OR'), name='request_duplicate_of_another'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='request',
            trigger=pgtrigger.compiler.Trigger(name='follows_steps', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE step record; fixed text[];', func="\n        fixed := ARRAY['base_id', 'id', 'kind', 'regime', 'regime_from', 'country', 'zone', 'subject_id', 'filed_by',\n                       'received_at'];\n        IF EXISTS (SELECT FROM unnest(fixed) AS f(name) WHERE to_jsonb(NEW) -> f.name <> to_jsonb(OLD) -> f.name)\n           OR NEW.clock_from > OLD.clock_from\n        THEN\n            RAISE EXCEPTION 'What a request asks, and since when, stays as it was received.' USING ERRCODE = 'restrict_violation';\n        END IF;\n        IF NEW.steps = OLD.steps THEN\n            IF NEW.state <> OLD.state OR NEW.identity <> OLD.identity OR NEW.held_from <> OLD.held_from\n               OR NEW.decision IS DISTINCT FROM OLD.decision\n            THEN\n                RAISE EXCEPTION 'A request goes on only by a step.' USING ERRCODE = 'restrict_violation';\n            END IF;\n            RETURN NEW;\n        END IF;\n        SELECT * INTO step FROM audit_request_step s\n         WHERE s.base_id = NEW.base_id AND s.request_id = NEW.id AND s.number = NEW.steps;\n        IF step.number IS NULL OR NEW.steps <> OLD.steps + 1 OR step.state <> NEW.state THEN\n            RAISE EXCEPTION 'A request goes on only by a step.' USING ERRCODE = 'restrict_violation';\n        END IF;\n        IF NEW.identity <> OLD.identity AND NOT EXISTS (\n               SELECT FROM (VALUES ('doubt', 'doubted'), ('give_up', 'unproven'), ('reopen', 'open'), ('verify', 'proven')) AS says(act, said)\n                WHERE says.act = step.act AND says.said = NEW.identity)\n        THEN\n            RAISE EXCEPTION 'No act % settles an identity as %.', step.act, NEW.identity USING ERRCODE = 'restrict_violation';\n        END IF;\n        IF NEW.state IN ('certified', 'closed', 'decided', 'executing', 'notified') AND NOT EXISTS (\n               SELECT FROM audit_request_decision d\n                WHERE d.base_id = NEW.base_id AND d.request_id = NEW.id AND d.number = NEW.decision\n                  AND (d.seconded_by IS NOT NULL OR NOT d.needs_second)\n                  AND (NEW.identity = 'proven'\n                       OR NEW.identity = 'unproven' AND d.outcome = 'refuse'))\n        THEN\n            RAISE EXCEPTION 'Nothing is decided before identity is settled and as many agree as are needed.' USING ERRCODE = 'restrict_violation';\n        END IF;\n        IF step.act IN ('extend', 'decide') AND NOT EXISTS (\n               SELECT FROM audit_request_letter l\n                WHERE l.base_id = NEW.base_id AND l.request_id = NEW.id AND l.step = step.number)\n           OR step.act = 'extend' AND NOT EXISTS (\n               SELECT FROM audit_request_text t\n                WHERE t.base_id = NEW.base_id AND t.request_id = NEW.id AND t.step = step.number\n                  AND t.purpose = 'reason')\n        THEN\n            RAISE EXCEPTION 'What is extended, with its reason, or decided is told by a letter.' USING ERRCODE = 'restrict_violation';\n        END IF;\n        IF NEW.state = 'closed' AND EXISTS (\n               SELECT FROM (VALUES ('acknowledge'), ('decide'), ('execute'), ('carry_out'), ('notify'), ('certify')) AS needed(act)\n                WHERE NOT EXISTS (SELECT FROM audit_request_step s\n                                   WHERE s.base_id = NEW.base_id AND s.request_id = NEW.id AND s.act = needed.act))\n        THEN\n            RAISE EXCEPTION 'No request is closed before every step has evidence.' USING ERRCODE = 'restrict_violation';\n        END IF;\n        RETURN NEW;\n    ", hash='f57798b3ea81cd204042747fa8ab4d477bf53bb3', operation='UPDATE', pgid='pgtrigger_follows_steps_d5d78', table='audit_request', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='request',
            trigger=pgtrigger.compiler.Trigger(name='kept', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot delete rows from % table', TG_TABLE_NAME;", hash='cee67f70393292b550a94169b081a8e14dc9352e', operation='DELETE', pgid='pgtrigger_kept_e6ae9', table='audit_request', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='request',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='f5d323bde01df4e2d9d07fbbf8896406bb1945fb', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_ce6aa', table='audit_request', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='requestdecision',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['accept', 'partial', 'refuse'])), name='decision_outcome_known'),
        ),
        migrations.AddConstraint(
            model_name='requestdecision',
            constraint=models.CheckConstraint(condition=models.Q(('outcome', audit.requests.words.Outcome['ACCEPT']), models.Q(models.Q(('reasons__regex', '\\S'), ('erased_at__isnull', False), _connector='OR'), ('answer_by__isnull', False), ('complaint__regex', '\\S'), ('ground__regex', '\\S'), ('remedy__regex', '\\S')), _connector='OR'), name='refusal_has_its_parts'),
        ),
        migrations.AddConstraint(
            model_name='requestdecision',
            constraint=models.CheckConstraint(condition=models.Q(('seconded_by__isnull', True), models.Q(('seconded_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='decision_by_four_eyes'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='requestdecision',
            trigger=pgtrigger.compiler.Trigger(name='agreed_once', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE agreed text[]; erased text[];', func="\n        agreed := ARRAY['seconded_by', 'seconded_at'];\n        erased := ARRAY['reasons', 'erased_at'];\n        IF to_jsonb(NEW) - agreed = to_jsonb(OLD) - agreed AND OLD.seconded_by IS NULL AND NEW.seconded_by IS NOT NULL\n           OR to_jsonb(NEW) - erased = to_jsonb(OLD) - erased AND NEW.reasons = '' AND NEW.erased_at IS NOT NULL\n        THEN\n            RETURN NEW;\n        END IF;\n        RAISE EXCEPTION 'A decision stays as it was proposed.' USING ERRCODE = 'restrict_violation';\n    ", hash='7c70de240bc973361f1e0f788456db3cd0f8837f', operation='UPDATE', pgid='pgtrigger_agreed_once_b3766', table='audit_request_decision', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='requestdecision',
            trigger=pgtrigger.compiler.Trigger(name='kept', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot delete rows from % table', TG_TABLE_NAME;", hash='a7aa46c7612c4d6015d29f1136446172052d793f', operation='DELETE', pgid='pgtrigger_kept_59eb3', table='audit_request_decision', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='requestdecision',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='489162b16ee3e171263dcdccd5f8005604cdbb41', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_d3628', table='audit_request_decision', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='requestletter',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='3bb57b172c9ab4f882552fca72b2374675b905a3', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_669fc', table='audit_request_letter', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='requestletter',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='18396fd9e5a4a48d84608028e28554fb72479594', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_aac6e', table='audit_request_letter', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='requeststep',
            constraint=models.CheckConstraint(condition=models.Q(('act__in', ['receive', 'acknowledge', 'doubt', 'verify', 'give_up', 'triage', 'restrict', 'review', 'extend', 'propose', 'decide', 'execute', 'carry_out', 'notify', 'certify', 'close', 'withdraw', 'hold', 'resume', 'duplicate', 'reopen'])), name='request_act_known'),
        ),
        migrations.AddConstraint(
            model_name='requeststep',
            constraint=models.CheckConstraint(condition=models.Q(('evidence', {}), _negated=True), name='request_step_has_evidence'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='requeststep',
            trigger=pgtrigger.compiler.Trigger(name='in_order', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE request record;', func="\n        SELECT * INTO request FROM audit_request r WHERE r.base_id = NEW.base_id AND r.id = NEW.request_id;\n        IF NEW.number <> request.steps + 1 THEN\n            RAISE EXCEPTION 'Step % of a request comes after step %.', request.steps + 1, request.steps USING ERRCODE = 'restrict_violation';\n        END IF;\n        IF NEW.number = 1 AND NEW.act = 'receive' AND NEW.state = 'received' THEN\n            RETURN NEW;\n        END IF;\n        IF NOT EXISTS (SELECT FROM (VALUES ('acknowledge', 'received', 'acknowledged'), ('carry_out', 'executing', 'executing'), ('certify', 'notified', 'certified'), ('close', 'certified', 'closed'), ('decide', 'extended', 'decided'), ('decide', 'under_review', 'decided'), ('doubt', 'acknowledged', 'identity_pending'), ('duplicate', 'acknowledged', 'duplicate'), ('duplicate', 'extended', 'duplicate'), ('duplicate', 'identity_pending', 'duplicate'), ('duplicate', 'on_hold', 'duplicate'), ('duplicate', 'restricted', 'duplicate'), ('duplicate', 'triaged', 'duplicate'), ('duplicate', 'under_review', 'duplicate'), ('duplicate', 'verified', 'duplicate'), ('execute', 'decided', 'executing'), ('extend', 'under_review', 'extended'), ('give_up', 'identity_pending', 'under_review'), ('hold', 'extended', 'on_hold'), ('hold', 'restricted', 'on_hold'), ('hold', 'triaged', 'on_hold'), ('hold', 'under_review', 'on_hold'), ('notify', 'executing', 'notified'), ('propose', 'extended', 'extended'), ('propose', 'under_review', 'under_review'), ('reopen', 'duplicate', 'acknowledged'), ('restrict', 'triaged', 'restricted'), ('resume', 'on_hold', 'extended'), ('resume', 'on_hold', 'restricted'), ('resume', 'on_hold', 'triaged'), ('resume', 'on_hold', 'under_review'), ('review', 'restricted', 'under_review'), ('review', 'triaged', 'under_review'), ('triage', 'verified', 'triaged'), ('verify', 'acknowledged', 'verified'), ('verify', 'identity_pending', 'verified'), ('withdraw', 'acknowledged', 'withdrawn'), ('withdraw', 'decided', 'withdrawn'), ('withdraw', 'extended', 'withdrawn'), ('withdraw', 'identity_pending', 'withdrawn'), ('withdraw', 'on_hold', 'withdrawn'), ('withdraw', 'received', 'withdrawn'), ('withdraw', 'restricted', 'withdrawn'), ('withdraw', 'triaged', 'withdrawn'), ('withdraw', 'under_review', 'withdrawn'), ('withdraw', 'verified', 'withdrawn')) AS way(act, before, after)\n                        WHERE way.act = NEW.act AND way.before = request.state AND way.after = NEW.state)\n           OR NEW.act = 'resume' AND NEW.state <> request.held_from\n        THEN\n            RAISE EXCEPTION 'No act % leads a request from % to %.', NEW.act, request.state, NEW.state USING ERRCODE = 'restrict_violation';\n        END IF;\n        IF NEW.act = 'extend' AND (NEW.at AT TIME ZONE request.zone)::date > request.first_on THEN\n            RAISE EXCEPTION 'The first period of this request is over; it is not extended any more.' USING ERRCODE = 'restrict_violation';\n        END IF;\n        RETURN NEW;\n    ", hash='37a0f685711c59101dfbe1f68e198cc1fe22f9ea', operation='INSERT', pgid='pgtrigger_in_order_ffaea', table='audit_request_step', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='requeststep',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='d2018d3a85a41172356fb900c48719463616a697', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_06c3b', table='audit_request_step', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='requeststep',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='06d744068a9c898c4d7c6b2b64ef9405ce0b8ed9', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_a9393', table='audit_request_step', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='requesttext',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('text', ''), _negated=True), ('erased_at__isnull', True)), models.Q(('erased_at__isnull', False), ('text', '')), _connector='OR'), name='request_text_there_or_erased'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='requesttext',
            trigger=pgtrigger.compiler.Trigger(name='erased_only', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE erased text[];', func="\n        erased := ARRAY['text', 'erased_at'];\n        IF to_jsonb(NEW) - erased = to_jsonb(OLD) - erased AND NEW.text = '' AND NEW.erased_at IS NOT NULL THEN\n            RETURN NEW;\n        END IF;\n        RAISE EXCEPTION 'The words of a request stay as they were, or are erased.' USING ERRCODE = 'restrict_violation';\n    ", hash='bad0d54ee8cb7f4e586affd521abb448d44047c4', operation='UPDATE', pgid='pgtrigger_erased_only_22cd2', table='audit_request_text', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='requesttext',
            trigger=pgtrigger.compiler.Trigger(name='kept', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot delete rows from % table', TG_TABLE_NAME;", hash='b60d1db9e927d04bc84586c1def47f5243274468', operation='DELETE', pgid='pgtrigger_kept_43fa2', table='audit_request_text', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='requesttext',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='2efad2064fd1b20434af33c2a7751059738da66a', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_4b76a', table='audit_request_text', when='BEFORE')),
        ),
        *KEYS,
        migrations.RunPython(load_laws, migrations.RunPython.noop),
    ]
