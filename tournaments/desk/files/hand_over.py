"""The hand-over pack: an event leaves for another installation, or comes from one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts.confirm import password_first
from tournaments.desk.base import DeskRequest, page, page_for
from tournaments.desk.files.forms.hand_over import MakePackForm, OpenPackForm
from tournaments.files.services.hand_over import ENDING
from tournaments.models import Tournament
from tournaments.rights import Right
from tournaments.web.signed_in import for_user

# Neither page keeps what was typed while the sign-in had run out: a pass phrase is stored nowhere.


@sensitive_post_parameters("pass_phrase", "again")
@page_for(Right.STAFF)
@password_first
def make(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = MakePackForm(request.POST if "pass_phrase" in request.POST else None)
    pack = form.make(tournament, request.user) if form.is_valid() else None
    if pack is None:
        return page(request, tournament, "files/hand_over", "settings", form=form)
    response = HttpResponse(pack, content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}{ENDING}"'
    return response


@sensitive_post_parameters()
@for_user("GET", "HEAD", "POST")
def open_(request: DeskRequest) -> HttpResponse:
    form = OpenPackForm(request.POST or None, request.FILES or None)
    done = form.open(request.user) if form.is_valid() else None
    if done is None:
        return render(request, "desk/files/take_over.html", {"form": form})
    said = _("%(name)s has moved here with everything in it. You are its owner.")
    messages.success(request, said % {"name": done.event.name})
    if done.without_account:
        said = _("Staff without an account here: %(names)s. Send them an invitation.")
        messages.warning(request, said % {"names": ", ".join(done.without_account)})
    return redirect("desk:event", done.event.slug)
