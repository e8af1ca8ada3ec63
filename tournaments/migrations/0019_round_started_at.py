from django.db import migrations, models


def from_the_log(apps, schema_editor):
    """A clock that was started while it was ready: so far only the log said when."""
    LogEntry = apps.get_model("tournaments", "LogEntry")
    Round = apps.get_model("tournaments", "Round")
    lines = LogEntry.objects.filter(action="clock_changed", after__did="start", before__state="ready").order_by("pk")
    for event, number, at in lines.values_list("tournament_id", "round_number", "at").iterator():
        Round.objects.filter(tournament=event, number=number, created_at__lte=at).update(started_at=at)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_kept_as_places")]

    operations = [
        migrations.AddField("round", "started_at", models.DateTimeField(null=True)),
        migrations.RunPython(from_the_log, migrations.RunPython.noop, elidable=True),
    ]
