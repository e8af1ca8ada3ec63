from django.db import migrations

LEAGUE, BEFORE = "tiered", {"rules": "before-2026-11"}


def keep_the_edition(apps, schema_editor):
    """Events with a round of the league go on by the rules they began with; its option `rules` is new."""
    events = apps.get_model("tournaments", "Tournament").objects.filter(rounds__system=LEAGUE)
    for event in events.distinct():
        if event.system == LEAGUE:
            event.options = {**BEFORE, **event.options}
        for phase in event.phases:
            if phase["system"]["name"] == LEAGUE:
                phase["system"]["options"] = {**BEFORE, **phase["system"].get("options", {})}
        event.save(update_fields=["options", "phases"])


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0026_request_for_a_round"),
    ]

    operations = [migrations.RunPython(keep_the_edition, migrations.RunPython.noop)]
