"""A form of the desk that may change the past: what that changes is shown first, and why is asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from accounts.kept import ACCOUNT
from tournaments.corrections.selectors.edit_sentences import about
from tournaments.corrections.selectors.edits import PlayerEdit, SettingsEdit
from tournaments.corrections.selectors.impact import Consequences, consequences
from tournaments.desk.base import DeskRequest, page, version_seen
from tournaments.forms.base import DeskForm
from tournaments.models import Tournament
from tournaments.steps.refusals import ServiceError

# What the page adds to the form it confirms.
OWN = ("csrfmiddlewaretoken", ACCOUNT, "reason", "version", "confirm", "back")


@dataclass(frozen=True, slots=True)
class ForeseenPage:
    """What a form would change of the past, with what was sent in it to be sent again."""

    sent: list[tuple[str, Any]]
    refusal: str
    reason: str
    found: Consequences
    about: list[str]


def is_sent(request: DeskRequest) -> bool:
    """Whether the form is to be stored; `back` brings it back as it was typed."""
    return request.method == "POST" and "back" not in request.POST


def changed(
    request: DeskRequest,
    tournament: Tournament,
    form: DeskForm,
    read: Callable[[], PlayerEdit | SettingsEdit],
    write: Callable[..., object],
    **context: Any,
) -> HttpResponse | bool:
    """Make the change, or answer with what it would change of the past. False: it was refused, as the form says.

    `read` gives the form as an edit; `write` stores it, with `reason` and `seen_version` where it was foreseen.
    """
    edit = form.run(read)
    if edit is None or not edit.touches:
        # What the form was compared with is what is written over: nobody comes in between.
        return edit is not None and form.try_to(lambda: write(seen_version=tournament.version))
    refusal = ""
    if "confirm" in request.POST:
        try:
            write(reason=request.POST.get("reason", ""), seen_version=version_seen(request))
            return True
        except ServiceError as error:
            refusal = str(error)
        tournament.refresh_from_db()
        edit = form.run(read)
        if edit is None:
            return False
    foreseen = ForeseenPage(
        sent=[(name, value) for name, values in request.POST.lists() if name not in OWN for value in values],
        refusal=refusal,
        reason=request.POST.get("reason", ""),
        found=consequences(tournament, edit),
        about=about(tournament, edit),
    )
    return page(request, tournament, "events/desk/foreseen.html", context.pop("section"), foreseen, **context)
