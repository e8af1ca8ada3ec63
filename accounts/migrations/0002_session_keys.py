"""The database has the digests of session keys from now on; whoever is signed in stays so."""

from django.db import migrations

from accounts.sessions import stored


def keep_digests(apps, schema_editor):
    rows = apps.get_model("sessions", "Session").objects
    for key in list(rows.values_list("session_key", flat=True)):
        rows.filter(session_key=key).update(session_key=stored(key))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial"), ("sessions", "0001_initial")]

    operations = [migrations.RunPython(keep_digests, migrations.RunPython.noop)]
