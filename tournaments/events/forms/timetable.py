"""Times of an event as they are typed: the time it begins, and a line for each round."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from pairing.model.calendar import RoundStart, dump_round_starts, load_round_starts
from tournaments.events.services.timetable import MAX_DAYS, clean_time
from tournaments.steps.refusals import ServiceError

NO_TIME = "-"
_LINE = re.compile(r"(?:(\d{1,4})\s+)?(\S+)")


class StartTimeField(forms.Field):
    """A time of the day with 24 hours, in whatever way it is typed."""

    def __init__(self, **more: Any) -> None:
        box = forms.TextInput(attrs={"placeholder": "10:00", "autocomplete": "off", "size": 8})
        super().__init__(widget=box, **more)

    def prepare_value(self, value: object) -> object:
        return f"{value:%H:%M}" if hasattr(value, "hour") else value

    def to_python(self, value: object) -> object:
        try:
            return clean_time(value)
        except ServiceError as error:
            raise ValidationError(error.about(self.label)) from error


class RoundStartsField(forms.Field):
    """A line for each round: a time, or the day of the event and a time."""

    def __init__(self, **more: Any) -> None:
        example = "10:00\n12:30\n15:00\n2 10:00"
        box = forms.Textarea(attrs={"rows": 6, "placeholder": example, "spellcheck": "false"})
        super().__init__(widget=box, **more)

    def prepare_value(self, value: object) -> object:
        if not isinstance(value, list):
            return value
        lines, day = [], 1
        for start in load_round_starts(value):
            is_new_day = start is not None and start.day != day
            day = start.day if start else day
            lines.append(f"{f'{day} ' if is_new_day else ''}{start.time:%H:%M}" if start else NO_TIME)
        return "\n".join(lines)

    def to_python(self, value: Any) -> object:
        starts: list[RoundStart | None] = []
        last = None
        for number, line in enumerate((value or "").splitlines(), start=1):
            found = _start(number, line.strip(), last) if line.strip() not in ("", NO_TIME) else None
            starts.append(found)
            last = found or last
        while starts and starts[-1] is None:
            starts.pop()
        return dump_round_starts(starts)


def _start(number: int, line: str, last: RoundStart | None) -> RoundStart:
    try:
        found = _LINE.fullmatch(line)
        time = clean_time(found[2]) if found else None
    except ServiceError:
        time = None
    if found is None or time is None or not 1 <= int(found[1] or 1) <= MAX_DAYS:
        text = _(
            "Line %(number)s: “%(line)s” is not understood. Write a time such as 14:30, or the day of the event (1 to "
            "%(most)s) before it: 2 14:30."
        )
        raise ValidationError(text, params={"number": number, "line": line[:40], "most": MAX_DAYS})
    if found[1]:
        return RoundStart(int(found[1]), time)
    if last is None:
        return RoundStart(1, time)
    return RoundStart(last.day + (time <= last.time), time)
