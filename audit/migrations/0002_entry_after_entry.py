"""Each entry names the one before it in its chain, so none can be missing."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_previous_fk FOREIGN KEY (chain_id, previous)"
            " REFERENCES audit_entry (chain_id, number) NOT DEFERRABLE",
            "ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_previous_fk",
        ),
    ]
