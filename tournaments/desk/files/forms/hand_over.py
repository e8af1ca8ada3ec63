"""The hand-over pack of an event: made with a pass phrase, and opened with it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.files.services.event_files import MAX_BYTES
from tournaments.files.services.hand_over import (
    ENDING,
    TakenOver,
    make_pack,
    open_pack,
)
from tournaments.forms.base import DeskForm
from tournaments.models import Tournament


def _pass_phrase(label: Any, autocomplete: str, **more: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, widget=widget, **more)


class MakePackForm(DeskForm):
    pass_phrase = _pass_phrase(
        _("Pass phrase"),
        "new-password",
        help_text=_("Four or five words are good. It is stored nowhere: write it down."),
    )
    again = _pass_phrase(_("Pass phrase again"), "new-password")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and data["pass_phrase"] != data["again"]:
            self.add_error("again", _("The two pass phrases differ."))
        return data

    def make(self, tournament: Tournament, actor: User) -> bytes | None:
        phrase = self.cleaned_data["pass_phrase"]
        return self.run(make_pack, tournament=tournament, actor=actor, pass_phrase=phrase)


class OpenPackForm(DeskForm):
    file = forms.FileField(
        label=_("Hand-over pack"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ENDING}),
    )
    pass_phrase = _pass_phrase(_("Pass phrase"), "off")
    slug = forms.CharField(
        label=_("Address (optional)"),
        required=False,
        help_text=_("If empty: the event keeps its address, and printed codes open."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def open(self, owner: User) -> TakenOver | None:
        return self.run(
            open_pack,
            content=self.cleaned_data["file"].read(MAX_BYTES + 1),
            pass_phrase=self.cleaned_data["pass_phrase"],
            owner=owner,
            slug=self.cleaned_data["slug"],
        )
