"""An event as a file: copied, taken in and out, handed over to another installation."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts.confirm import password_first
from accounts.kept import restoring, typed
from accounts.models import User
from pairing.formats.trf_lines import decode
from pairing.model.types import TWO
from tournaments.desk.base import DeskRequest, page, page_for, post_for, tried
from tournaments.desk.downloads import file
from tournaments.files.services import event_files, following
from tournaments.files.services.copies import copy_event
from tournaments.files.services.documents import export_report
from tournaments.files.services.event_files import MAX_BYTES, Imported
from tournaments.files.services.following import Taking
from tournaments.files.services.hand_over import ENDING, TakenOver, make_pack, open_pack
from tournaments.forms.base import DeskForm
from tournaments.forms.new_event import NewEventForm
from tournaments.models import Action, LogEntry, Tournament
from tournaments.rights import Right
from tournaments.snapshots import seats_at_table
from tournaments.steps.log import SUBJECT_LENGTH
from tournaments.steps.refusals import ServiceError
from tournaments.web.signed_in import for_user

NOTES = 5
TAKEN = 10  # reports that are listed


class CopyForm(NewEventForm):
    with_players = forms.BooleanField(
        label=_("With its players"), required=False, help_text=_("No one is checked in yet.")
    )

    def copy(self, owner: User) -> Tournament | None:
        return self.run(copy_event, tournament=self.tournament, owner=owner, **self.cleaned_data)


@restoring
@page_for(Right.SETTINGS)
def copy(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = CopyForm(tournament, typed(request))
    made = form.copy(request.user) if form.is_bound and form.is_valid() else None
    if made is None:
        return page(request, tournament, "files/desk/copy.html", "settings", form=form)
    messages.success(request, gettext("%(name)s is created.") % {"name": made.name})
    return redirect("desk:event", made.slug)


def _file(label: Any, accept: str, **more: Any) -> forms.FileField:
    widget = forms.FileInput(attrs={"accept": accept})
    return forms.FileField(label=label, allow_empty_file=True, widget=widget, **more)


class FileForm(DeskForm):
    """A `file`, or its text in another field, since a browser does not send a file twice: `content` of `filename`."""

    text_field: str

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        upload = data.get("file")
        data["content"] = upload.read(MAX_BYTES + 1) if upload else data.get(self.text_field, "")
        data["filename"] = upload.name if upload else data.get("filename", "")
        return data


class EventFileForm(FileForm):
    """What is wrong is said at the text, with its place there; a file that is refused is shown as text, too."""

    text_field = "pasted"

    file = _file(
        _("Choose a file"),
        ".json,.trf,.txt,application/json,text/plain",
        required=False,
        help_text=_("An event document (.json), or a FIDE report (.trf)."),
    )
    pasted = forms.CharField(
        label=_("or paste it"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors and not data["file"] and not data["content"].strip():
            self.add_error("pasted", _("Choose a file, or paste the document."))
        return data

    def import_(self, user: User) -> Imported | None:
        given = {name: self.cleaned_data[name] for name in ("content", "filename")}
        done = self.run(event_files.import_file, owner=user, **given)
        if done is None and isinstance(given["content"], bytes):
            self._show(given["content"])
        return done

    def refuse(self, error: ServiceError) -> None:
        self.add_error("file" if error.field == "file" else "pasted", str(error))

    def _show(self, content: bytes) -> None:
        """A browser does not send a file twice, so it goes on as pasted text."""
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            return
        if len(content) <= MAX_BYTES and "\x00" not in text:
            self.data = {**self.data, "pasted": text}


@page_for(Right.SETTINGS)
def files(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Everything of an event that can be taken home, in one place."""
    last = next(reversed(request.now.rounds), None)
    return page(request, tournament, "files/desk/files.html", "settings", last=last)


@page_for(Right.SETTINGS)
def fide_report(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The event as FIDE's report file, to be sent in or checked by another program."""
    if seats_at_table(tournament) != TWO:
        raise Http404
    try:
        report = export_report(tournament)
    except ServiceError as refusal:
        messages.error(request, str(refusal))
        return redirect("desk:files", tournament.slug)
    return file(report, "text/plain; charset=utf-8", f"{tournament.slug}.trf")


@restoring
@for_user("GET", "HEAD", "POST")
def import_event(request: DeskRequest) -> HttpResponse:
    data = request.POST if request.method == "POST" else typed(request)
    form = EventFileForm(data, request.FILES or None)
    done = form.import_(request.user) if form.is_bound and form.is_valid() else None
    if done is None:
        return render(request, "files/desk/import_event.html", {"form": form})
    said = gettext("%(name)s is imported. It is private until you decide otherwise.")
    messages.success(request, said % {"name": done.event.name})
    for note in done.notes[:NOTES]:
        messages.warning(request, note)
    if len(done.notes) > NOTES:
        messages.warning(request, gettext("And %(count)s more notes.") % {"count": len(done.notes) - NOTES})
    return redirect("desk:event", done.event.slug)


class ReportForm(FileForm):
    """A report of the program that is followed. What was looked at is sent along as text, with the version of the event
    it was compared with.
    """

    text_field = "text"

    file = _file(
        _("FIDE report (TRF)"),
        ".trf,.trfx,.txt,text/plain",
        required=False,
        help_text=_("As the other program exports it after pairing a round, or after its results."),
    )
    program = forms.CharField(
        label=_("Program"),
        required=False,
        max_length=following.PROGRAM_LENGTH,
        help_text=_("Such as Swiss-Manager, Sharly Chess or Vega."),
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    filename = forms.CharField(required=False, max_length=SUBJECT_LENGTH, widget=forms.HiddenInput)
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        data["filename"] = data["filename"][:SUBJECT_LENGTH]
        if not data["content"]:
            self.add_error("file", _("Choose a file."))
        return data

    def foresee(self, tournament: Tournament) -> Taking | None:
        """What taking the report would change."""
        given = {name: self.cleaned_data[name] for name in ("content", "program")}
        return self.run(following.foresee, tournament=tournament, **given)

    def take(self, tournament: Tournament, actor: User) -> Taking | None:
        """Take the report that was looked at."""
        given = {name: self.cleaned_data[name] for name in ("content", "filename", "program")}
        seen = self.cleaned_data["version"]
        return self.run(following.take, tournament=tournament, actor=actor, seen_version=seen, **given)

    @property
    def sent(self) -> dict[str, str]:
        """What takes the report that is looked at."""
        content = self.cleaned_data["content"]
        text = decode(content) if isinstance(content, bytes) else content
        return {"text": text, "filename": self.cleaned_data["filename"]}

    def refuse(self, error: ServiceError) -> None:
        self.add_error("program" if error.field == "program" else "file", str(error))


@page_for(Right.SETTINGS)
def follow(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """A report is shown first, and taken once somebody has seen what it changes."""
    form = ReportForm(request.POST if request.method == "POST" else None, request.FILES or None)
    is_fine = form.is_valid()
    if is_fine and "take" in request.POST and form.take(tournament, request.user):
        messages.success(request, gettext("The report is taken. You can undo this."))
        return redirect("desk:follow", tournament.slug)
    foreseen = form.foresee(tournament) if is_fine and not form.errors else None
    taken = LogEntry.objects.filter(tournament=tournament, action=Action.FILE_TAKEN)[:TAKEN]
    context = {"form": form, "foreseen": foreseen, "taken": taken}
    return page(request, tournament, "files/desk/follow.html", "settings", **context)


@post_for(Right.SETTINGS)
def end_following(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    done = gettext("The event is taken over. Everything is changed here now; you can undo this.")
    tried(request, lambda: following.take_over(tournament=tournament, actor=request.user), done)
    return redirect("desk:event", tournament.slug)


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

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if not self.errors and data["pass_phrase"] != data["again"]:
            self.add_error("again", _("The two pass phrases differ."))
        return data

    def make(self, tournament: Tournament, actor: User) -> bytes | None:
        phrase = self.cleaned_data["pass_phrase"]
        return self.run(make_pack, tournament=tournament, actor=actor, pass_phrase=phrase)


class OpenPackForm(DeskForm):
    file = _file(_("Hand-over pack"), ENDING)
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


# Neither page keeps what was typed while the sign-in had run out: a pass phrase is stored nowhere.


@sensitive_post_parameters("pass_phrase", "again")
@page_for(Right.STAFF)
@password_first
def make(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = MakePackForm(request.POST if "pass_phrase" in request.POST else None)
    pack = form.make(tournament, request.user) if form.is_valid() else None
    if pack is None:
        return page(request, tournament, "files/desk/hand_over.html", "settings", form=form)
    response = HttpResponse(pack, content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}{ENDING}"'
    return response


@sensitive_post_parameters()
@for_user("GET", "HEAD", "POST")
def open_(request: DeskRequest) -> HttpResponse:
    form = OpenPackForm(request.POST or None, request.FILES or None)
    done = form.open(request.user) if form.is_valid() else None
    if done is None:
        return render(request, "files/desk/take_over.html", {"form": form})
    said = gettext("%(name)s has moved here with everything in it. You are its owner.")
    messages.success(request, said % {"name": done.event.name})
    if done.without_account:
        said = gettext("Staff without an account here: %(names)s. Send them an invitation.")
        messages.warning(request, said % {"names": ", ".join(done.without_account)})
    return redirect("desk:event", done.event.slug)
