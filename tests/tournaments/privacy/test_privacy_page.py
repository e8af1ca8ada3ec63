"""docs/privacy.md names every column in which something about a person may stand, and none that is not there."""

from __future__ import annotations

import re
from pathlib import Path

from django.apps import apps
from django.conf import settings

PERSONAL = (
    "accounts.User", "accounts.ApiToken", "tournaments.Player", "tournaments.Entry", "tournaments.Identity",
    "tournaments.ScoreClaim", "tournaments.JudgeCall", "tournaments.PlayerRequest", "tournaments.Penalty",
    "tournaments.LogEntry", "tournaments.EventSnapshot", "tournaments.RoundInput", "tournaments.IdempotencyKey",
    "tournaments.SentAnswer", "tournaments.Invitation",
)  # fmt: skip


def test_every_column_about_a_person_is_on_the_page_of_privacy() -> None:
    page = (Path(settings.BASE_DIR) / "docs" / "privacy.md").read_text(encoding="utf-8")
    models = [apps.get_model(name) for name in PERSONAL]
    columns = {
        f"{model.__name__}.{field.name}"
        for model in models
        for field in model._meta.concrete_fields
        if not field.primary_key and not field.is_relation
    }
    rows = "\n".join(line for line in page.splitlines() if line.startswith("|"))
    assert set(re.findall(r"`([A-Z]\w+\.\w+)`", rows)) == columns
