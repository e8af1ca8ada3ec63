"""What an edit of a player or of the settings is about, in words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.corrections.selectors.edits import PlayerEdit, SettingsEdit
from tournaments.labels import label_of, value_text, worded
from tournaments.models import Player, Tournament


def about(tournament: Tournament, edit: PlayerEdit | SettingsEdit) -> list[str]:
    """What is different, piece by piece: "rating 1500 → 1600"; what touches nothing of the past comes last."""
    stored: Any = tournament
    if isinstance(edit, PlayerEdit):
        stored = Player.objects.get(tournament=tournament, number=edit.player)
    found = [_said(key, getattr(stored, key), value) for key, value in edit.values]
    if edit.others:
        labels = ", ".join(label_of(key) for key, _value in edit.others)
        found.append(_("saved with it: %(fields)s") % {"fields": labels})
    return found


def _said(key: str, old: Any, new: Any) -> str:
    """Chains and scorings are long, and the page shows what they do."""
    label = label_of(key)
    if isinstance(new, list | dict):
        return _("%(field)s changed") % {"field": label}
    shown = [worded(key, value) or value_text(value) for value in (old, new)]
    return f"{label} {shown[0]} → {shown[1]}"
