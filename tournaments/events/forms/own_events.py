"""What is looked for in the list of one's events."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.events.selectors.events import OwnEvent
from tournaments.models import Status
from tournaments.steps.names import matches

_STATES = {
    "": _("All states"),
    Status.RUNNING: _("Running"),
    Status.SETUP: _("To come"),
    Status.FINISHED: _("Finished"),
}


class FindEventForm(forms.Form):
    search = forms.CharField(
        label=_("Find an event"),
        max_length=120,
        required=False,
        widget=forms.TextInput(
            attrs={"type": "search", "placeholder": _("Find an event"), "autocomplete": "off"}
        ),
    )
    status = forms.ChoiceField(label=_("State"), required=False, choices=list(_STATES.items()))
    archived = forms.BooleanField(label=_("Show archived"), required=False)

    def found(self, events: list[OwnEvent]) -> list[OwnEvent]:
        """Those that are asked for; what cannot be understood asks for nothing."""
        self.full_clean()
        words, status, archived = (self.cleaned_data.get(name) for name in ("search", "status", "archived"))
        return [
            row
            for row in events
            if (archived or not row.is_archived)
            and (not status or row.event.status == status)
            and (not words or matches(words, f"{row.event.name} {row.event.venue}"))
        ]
