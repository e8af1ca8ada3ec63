"""The log to keep: as rows for a spreadsheet, as data for programs."""

from collections.abc import Iterable

from django.utils.timezone import localtime

from tournaments.history.sentences import LogLine
from tournaments.models import LogEntry

COLUMNS = ("id", "at", "who", "action", "round", "about", "sentence", "note", "undone", "undoes")


def row_of(line: LogLine) -> dict[str, object]:
    entry: LogEntry = line.entry
    return {
        "id": entry.pk,
        "at": localtime(entry.at).isoformat(timespec="seconds"),
        "who": entry.user_name,
        "action": entry.action,
        "round": entry.round_number,
        "about": entry.subject,
        "sentence": line.sentence,
        "note": entry.note,
        "undone": line.is_undone,
        "undoes": entry.undoes_id,
    }


def data_of(lines: Iterable[LogLine]) -> list[dict[str, object]]:
    """Every line with what was before and after, as it is stored."""
    return [{**row_of(line), "before": line.entry.before, "after": line.entry.after} for line in lines]
