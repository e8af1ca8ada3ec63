from django.db import migrations, models
from django.db.models import F


def begin_with_the_version(apps, schema_editor):
    """What readers hold has the version in it: the numbers go on from there."""
    apps.get_model("tournaments", "Tournament").objects.update(public_version=F("version"))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0026_request_for_a_round")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="public_version",
            field=models.PositiveBigIntegerField(default=1, editable=False),
        ),
        migrations.RunPython(begin_with_the_version, migrations.RunPython.noop),
    ]
