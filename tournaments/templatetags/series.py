"""Filters for ratings of a series: two decimals say more than anybody knows, one is enough."""

from django import template
from django.utils.formats import number_format

from tournaments.templatetags.pairwright import MINUS

register = template.Library()


@register.filter
def skill(value: float | None) -> str:
    """24.96 -> "25.0" (in Danish "25,0"); None is a dash."""
    return "–" if value is None else _shown(value)


@register.filter
def skill_change(value: float | None) -> str:
    """With its sign: "+1.3", "−0.4", "±0.0"; nothing for None."""
    if value is None:
        return ""
    rounded = round(value, 1)
    if rounded == 0:
        return f"±{_shown(0)}"
    return f"+{_shown(rounded)}" if rounded > 0 else _shown(rounded)


def _shown(value: float) -> str:
    rounded = round(value, 1) + 0.0  # no minus before nothing
    return str(number_format(f"{rounded:.1f}", 1)).replace("-", MINUS)
