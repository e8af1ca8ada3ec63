"""Tags of events with several phases: the state of a phase, and where the list of the standings is cut."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from tournaments.selectors.phases import PhaseState
from tournaments.templatetags.pairwright import icon

register = template.Library()


@register.simple_tag
def phase_state(state: str) -> SafeString:
    """The state of a phase as a badge: colour, icon and word."""
    look, picture, text = {
        PhaseState.OVER: ("ok", "circle-check", pgettext("state of a phase", "over")),
        PhaseState.RUNNING: ("info", "play", pgettext("state of a phase", "running")),
        PhaseState.TO_COME: ("warn", "hourglass", pgettext("state of a phase", "to come")),
    }[PhaseState(state)]
    return format_html('<span class="badge badge--{}">{} {}</span>', look, icon(picture), text)
