"""A screen in the hall: its name, what it shows, which part of the tables."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import whole
from tournaments.forms.seen import SeenForm
from tournaments.hall.services.screens import (
    HIGHEST_SECONDS,
    HIGHEST_TABLE,
    LETTERS_LENGTH,
    LOWEST_SECONDS,
    MESSAGE_LENGTH,
    NAME_LENGTH,
)
from tournaments.models import ScreenMode, ScreenSize


class ScreenForm(SeenForm):
    """What a screen shows; two screens of one event may share the tables, or the letters."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("Where it is, such as “Left of the door”. It is shown on the screen."),
    )
    mode = forms.ChoiceField(label=_("Shows"), choices=ScreenMode.choices)
    message = forms.CharField(
        label=_("Message"),
        max_length=MESSAGE_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Shown as large as it fits while the screen shows the message."),
    )
    first_table = whole(_("From table"), low=1, high=HIGHEST_TABLE)
    last_table = whole(
        _("To table"),
        low=1,
        high=HIGHEST_TABLE,
        help_text=_("Where several screens share the tables. If empty: all."),
    )
    first_letter = forms.CharField(label=_("From letter"), max_length=LETTERS_LENGTH, required=False)
    last_letter = forms.CharField(
        label=_("To letter"),
        max_length=LETTERS_LENGTH,
        required=False,
        help_text=_("Where several screens share the list by name. If empty: all."),
    )
    details = forms.NullBooleanField(
        label=_("Opponents and tie-breaks"),
        widget=forms.Select(
            choices=[
                ("", _("Not where that saves pages (S and XL)")),
                ("True", _("Always")),
                ("False", _("Never")),
            ]
        ),
        required=False,
    )
    seconds = whole(
        _("Seconds a page"),
        low=LOWEST_SECONDS,
        high=HIGHEST_SECONDS,
        help_text=_("How long a page stays before the next one. If empty: 10."),
    )

    size = forms.ChoiceField(
        label=_("Size"),
        choices=ScreenSize.choices,
        initial=ScreenSize.MEDIUM,
        required=False,
        help_text=_("How large the names are. A larger size has more pages."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Several forms stand on one page: each has ids of its own.
        self.auto_id = f"id_{self.prefix}_%s" if self.prefix else "id_%s"
