"""Keys and draw seeds that stood in clear are sealed: in their columns, in what the log and snapshots hold of them, and
in answers that are kept for requests sent twice. Keys stay the same, so printed codes go on opening.
"""

import hashlib
import json

from django.db import migrations
from django.db.models import Q

import tournaments.models.event
import tournaments.models.invitation
import tournaments.models.player
import tournaments.models.sealed
from tournaments.seals import Purpose, Sealed, key_of, seal
from tournaments.steps.delta import pack, unpack

COLUMNS = (
    ("Player", "key", Purpose.PLAYER),
    ("Invitation", "key", Purpose.INVITATION),
    ("Tournament", "table_key", Purpose.TABLES),
    ("Tournament", "draw_seed", Purpose.SEED),
)
IN_STATES = (("players", "key", Purpose.PLAYER), ("settings", "draw_seed", Purpose.SEED))
MANY = 500


def turn_columns(apps, turn):
    for name, column, purpose in COLUMNS:
        rows = apps.get_model("tournaments", name)._base_manager
        for pk, value in list(rows.values_list("pk", column)):
            rows.filter(pk=pk).update(**{column: Sealed(turn(value, purpose))})


def turn_row(row, field, purpose, turn):
    if row and row.get(field):
        row[field] = turn(row[field], purpose)


def turn_delta(delta, turn):
    """Of a row that came or went both whole rows are there, else the fields that changed."""
    for section, field, purpose in IN_STATES:
        for change in delta.get(section, {}).values():
            if isinstance(change, list):
                for row in change:
                    turn_row(row, field, purpose, turn)
            elif field in change:
                change[field] = [turn(value, purpose) if value else value for value in change[field]]


def turn_log(apps, turn):
    rows = apps.get_model("tournaments", "LogEntry").objects
    changed = Q(delta__has_key="players") | Q(delta__has_key="settings")
    for entry in rows.filter(changed).only("delta").iterator(chunk_size=MANY):
        turn_delta(entry.delta, turn)
        rows.filter(pk=entry.pk).update(delta=entry.delta)


def turn_snapshots(apps, turn):
    rows = apps.get_model("tournaments", "EventSnapshot").objects
    for pk in list(rows.values_list("pk", flat=True)):
        state = unpack(bytes(rows.filter(pk=pk).values_list("state", flat=True).get()))
        for section, field, purpose in IN_STATES:
            for row in state[section].values():
                turn_row(row, field, purpose, turn)
        rows.filter(pk=pk).update(state=pack(state))


def seal_answers(apps):
    """A request is known by the sum of its address and body from now on: the address may hold a key."""
    rows = apps.get_model("tournaments", "IdempotencyKey").objects
    for row in rows.all():
        whole = f"{row.method} {row.path}\n{row.body_digest}"
        row.body_digest, row.path = hashlib.sha256(whole.encode()).hexdigest(), ""
        if row.response is not None:
            row.response = str(seal(json.dumps(row.response), Purpose.ANSWER))
        row.save()


def forwards(apps, schema_editor):
    for turn in (turn_columns, turn_log, turn_snapshots):
        turn(apps, lambda text, purpose: str(seal(str(text), purpose)))
    seal_answers(apps)


def backwards(apps, schema_editor):
    for turn in (turn_columns, turn_log, turn_snapshots):
        turn(apps, key_of)
    apps.get_model("tournaments", "IdempotencyKey").objects.all().delete()
    # PostgreSQL alters no table in a transaction that still has foreign keys of it to check.
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_timetable")]

    operations = [
        migrations.AlterField(
            model_name="invitation",
            name="key",
            field=tournaments.models.sealed.SealedField(
                default=tournaments.models.invitation.new_invitation_key,
                editable=False,
                max_length=80,
                purpose="invitation",
                unique=True,
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="key",
            field=tournaments.models.sealed.SealedField(
                default=tournaments.models.player.new_key,
                editable=False,
                max_length=80,
                purpose="player",
                unique=True,
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="draw_seed",
            field=tournaments.models.sealed.SealedField(
                default=tournaments.models.event.new_seed,
                max_length=700,
                purpose="seed",
                verbose_name="draw seed",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="table_key",
            field=tournaments.models.sealed.SealedField(
                default=tournaments.models.event.new_table_key,
                editable=False,
                max_length=80,
                purpose="tables",
            ),
        ),
        migrations.RunPython(forwards, backwards),
    ]
