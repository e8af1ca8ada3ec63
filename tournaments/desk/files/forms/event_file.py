"""A whole event from a file: one field to paste into, one to choose a file with."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.files.services import event_files
from tournaments.files.services.event_files import Imported
from tournaments.forms.base import DeskForm
from tournaments.steps.refusals import ServiceError


class EventFileForm(DeskForm):
    """What is wrong is said at the text, with its place there; a file that is refused is shown as text, too."""

    file = forms.FileField(
        label=_("Choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.trf,.txt,application/json,text/plain"}),
        help_text=_("An event document (.json), or a FIDE report (.trf)."),
    )
    pasted = forms.CharField(
        label=_("or paste it"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not data.get("file") and not (data.get("pasted") or "").strip():
            self.add_error("pasted", _("Choose a file, or paste the document."))
        return data

    def import_(self, user: User) -> Imported | None:
        upload = self.cleaned_data.get("file")
        content: str | bytes = str(self.cleaned_data["pasted"])
        if upload:
            content = upload.read(event_files.MAX_BYTES + 1)
        done = self.run(
            event_files.import_file,
            content=content,
            filename=str(upload.name) if upload else "",
            owner=user,
        )
        if done is None and isinstance(content, bytes):
            self._show(content)
        return done

    def refuse(self, error: ServiceError) -> None:
        self.add_error("file" if error.field == "file" else "pasted", str(error))

    def _show(self, content: bytes) -> None:
        """A browser does not send a file twice, so it goes on as pasted text."""
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            return
        if len(content) <= event_files.MAX_BYTES and "\x00" not in text:
            self.data = {**self.data, "pasted": text}
