"""The staff of an event: who has which role, invitations by link, the owner; and what each role may do."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.confirm import password_again
from accounts.kept import quoting, restoring, typed
from tournaments.desk.base import DeskRequest, for_staff, page, page_for, post_for, tried
from tournaments.desk.people.forms import HandOverForm, InvitationForm, StaffForm
from tournaments.events.selectors.addresses import for_phones
from tournaments.models import Invitation, Tournament
from tournaments.people.selectors import State, invitations, staff_of, state_of
from tournaments.people.services import invitations as service
from tournaments.rights import Right, role_of, table_of_rights
from tournaments.web.qr import drawn

# The link just made is shown once: in the page that follows its making.
SHOWN_ONCE = "invitation_made"


@restoring
@page_for(Right.STAFF)
@password_again
def staff(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Who works on the event; a role given by user name, or taken away."""
    form = StaffForm(typed(request))
    if form.is_bound and form.is_valid() and form.save(tournament, request.user):
        messages.success(request, _("The staff is changed."))
        return redirect("desk:staff", tournament.slug)
    return _page(request, tournament, staff_form=form)


def _page(request: DeskRequest, tournament: Tournament, **forms: Form) -> HttpResponse:
    rows = [(row, state_of(row)) for row in invitations(tournament)]
    context: dict[str, Any] = {
        "staff_form": StaffForm(),
        "invitation_form": InvitationForm(),
        "owner_form": HandOverForm(),
        "staff": staff_of(tournament),
        "open_invitations": [row for row, state in rows if state is State.OPEN],
        "past_invitations": [(row, state) for row, state in rows if state is not State.OPEN],
        "is_first_owner": tournament.owner_id == request.user.pk,
        **forms,
    }
    made = Invitation.objects.filter(
        pk=request.session.pop(SHOWN_ONCE, None), tournament=tournament, revoked_at=None
    ).first()
    if made is not None:
        url = for_phones(request.build_absolute_uri(reverse("public:invitation", args=[made.key])))
        context |= {"made": made, "made_url": url, "made_qr": drawn(url)}
    return page(request, tournament, "people/staff", "settings", **context)


@quoting("invite-label")
@post_for(Right.STAFF)
@password_again
def invite(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Make a link; the page that follows shows it."""
    form = InvitationForm(request.POST)
    made = form.save(tournament, request.user) if form.is_valid() else None
    if made is None:
        return _page(request, tournament, invitation_form=form)
    request.session[SHOWN_ONCE] = made.pk
    return redirect(reverse("desk:staff", args=[tournament.slug]) + "#made")


@post_for(Right.STAFF)
def revoke_invitation(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    row = Invitation.objects.filter(pk=pk, tournament=tournament).first()
    if row is None:
        raise Http404
    tried(
        request,
        lambda: service.revoke(tournament=tournament, actor=request.user, invitation=row),
        _("The invitation is revoked."),
        fine=("already_revoked",),
    )
    return redirect("desk:staff", tournament.slug)


@quoting("owner-username")
@post_for(Right.STAFF)
@password_again
def hand_over(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = HandOverForm(request.POST)
    if form.is_valid() and form.save(tournament, request.user):
        told = {"name": str(tournament.owner)}
        messages.success(request, _("The event belongs to %(name)s now; you are a director.") % told)
        return redirect("desk:event", tournament.slug)
    return _page(request, tournament, owner_form=form)


@for_staff
def rights(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The table of rights, with the own column marked."""
    mine = role_of(request.user, tournament)
    return page(request, tournament, "people/rights", "settings", table=table_of_rights(), mine=mine)
