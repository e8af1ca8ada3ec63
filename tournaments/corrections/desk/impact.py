"""Changing the past: choose what, see what it changes, confirm with a reason."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy

from accounts.kept import restoring, shown_first
from pairing.model.types import FOUR, TWO
from tournaments.corrections.forms import FORMS, EditForm
from tournaments.corrections.selectors.edit_sentences import about
from tournaments.corrections.selectors.impact import consequences
from tournaments.corrections.services import edits
from tournaments.corrections.services.edits import RIGHTS
from tournaments.desk.base import DeskRequest, page, page_for, require, version_seen
from tournaments.models import Tournament
from tournaments.rights import Right, may
from tournaments.snapshots import seats_at_table

# Label and a hint, in the order they are offered.
KINDS: dict[str, tuple[object, object]] = {
    "result": (gettext_lazy("A result"), gettext_lazy("of a table in a completed round")),
    "scores": (gettext_lazy("Scores"), gettext_lazy("of a table in a completed round")),
    "bye": (gettext_lazy("A bye"), gettext_lazy("full-point, half-point, zero-point, absent")),
    "adjustment": (
        gettext_lazy("A bonus or a penalty in points"),
        gettext_lazy("of one player, besides the results"),
    ),
    "leaving": (gettext_lazy("When a player withdrew"), gettext_lazy("another round, or not at all")),
    "rating": (gettext_lazy("A rating"), gettext_lazy("of one player")),
    "removal": (gettext_lazy("A player on the list"), gettext_lazy("never paired")),
    "tiebreaks": (
        gettext_lazy("The tie-breaks"),
        gettext_lazy("another tie-break order, for the whole event"),
    ),
    "scoring": (gettext_lazy("The scoring"), gettext_lazy("what results are worth, for the whole event")),
}
# What there is at tables of one kind only.
NOT_AT = {TWO: {"scores"}, FOUR: {"result", "bye", "adjustment"}}


def fits(tournament: Tournament, kind: str) -> bool:
    """Whether there is such a thing in this event."""
    return kind in KINDS and kind not in NOT_AT[seats_at_table(tournament)]


@page_for(Right.CORRECT_RESULTS)
def impact(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """What of the past can be changed, by whoever asks."""
    kinds = [
        (kind, label, hint)
        for kind, (label, hint) in KINDS.items()
        if fits(tournament, kind) and may(request.user, tournament, RIGHTS[kind])
    ]
    return page(
        request, tournament, "corrections/desk/impact.html", "log", kinds=kinds, title=_("Correct the past")
    )


@restoring
@page_for(Right.CORRECT_RESULTS)
def edit(request: DeskRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Choose; then see what it changes; then confirm."""
    if not fits(tournament, kind):
        raise Http404
    require(request, tournament, RIGHTS[kind])
    form = _form(request, tournament, kind)
    context: dict[str, object] = {"kind": kind, "title": str(KINDS[kind][0]), "form": form}
    if form.is_bound and form.is_valid():
        if request.method == "POST" and form.try_to(lambda: _make(request, tournament, form)):
            messages.success(request, _("Saved. The log has the change and the reason."))
            return redirect("desk:log", tournament.slug)
        tournament.refresh_from_db()
        form.try_to(lambda: context.update(_foreseen(tournament, form)))
    return page(request, tournament, "corrections/desk/impact.html", "log", **context)


def _form(request: DeskRequest, tournament: Tournament, kind: str) -> EditForm:
    data = shown_first(request) or request.GET
    # A link fills in some of the fields, the form sends all of them.
    is_whole = data and set(FORMS[kind].base_fields) <= {*data, "note"}
    return FORMS[kind](tournament, data if is_whole else None, initial=data.dict())


def _make(request: DeskRequest, tournament: Tournament, form: EditForm) -> None:
    edits.make(
        tournament=tournament,
        actor=request.user,
        edit=form.edit(),
        note=form.cleaned_data["note"],
        seen_version=version_seen(request),
    )


def _foreseen(tournament: Tournament, form: EditForm) -> dict[str, object]:
    edit = form.edit()
    fields = [field for field in form if field.name != "note"]
    sent = [(field.html_name, field.value()) for field in fields if field.value() not in (None, "")]
    return {"found": consequences(tournament, edit), "sent": sent, "about": about(tournament, edit)}
