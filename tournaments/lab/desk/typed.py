"""What is typed into “What if?”: numbers, points, and weighted sums of tie-breaks."""

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from pairing.tiebreaks import weighted

RANGE = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")


def points_field(label: Any, low: str) -> forms.DecimalField:
    """Points for a result; empty: as usual."""
    return forms.DecimalField(
        label=label,
        required=False,
        min_value=Decimal(low),
        max_value=10,
        decimal_places=2,
        help_text=_("If empty: as in the event, else 1 for a win and ½ for a draw."),
    )


def numbers(typed: str, least: int, most: int) -> list[int]:
    """One number or several, or from one to another. Errors: ValidationError."""
    found: set[int] = set()
    for part in re.split(r"[\s,;]+", re.sub(r"\s*[-–]\s*", "-", typed.strip())):
        match = RANGE.fullmatch(part)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not least <= low <= high <= most:
            raise forms.ValidationError(
                gettext("Give numbers from %(least)s to %(most)s, such as 7 or 5-9.")
                % {"least": least, "most": most}
            )
        found |= set(range(low, high + 1))
    return sorted(found)


def link_of(typed: str) -> Any:
    """A code, or a weighted sum of some: solkoff + 0.5*sonneborn_berger."""
    if "+" not in typed and "*" not in typed:
        return typed
    parts = [part.strip().rpartition("*") for part in typed.split("+")]
    return {weighted.CODE: [[code.strip(), _weight(times)] for times, _star, code in parts]}


def _weight(times: str) -> Any:
    """A number, or what was typed, which is then refused."""
    try:
        return float(times) if times.strip() else 1
    except ValueError:
        return times
