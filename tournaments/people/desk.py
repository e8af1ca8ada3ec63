"""Who works on an event: named by user name, invited by link, made its owner."""

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _

from accounts.confirm import password_again
from accounts.kept import quoting, restoring, typed
from accounts.models import User
from tournaments.desk.base import DeskRequest, for_staff, page, page_for, post_for, tried
from tournaments.events.selectors.addresses import for_phones
from tournaments.events.services import events
from tournaments.forms.base import DeskForm, whole
from tournaments.models import Invitation, Role, Staff, Tournament
from tournaments.people.selectors import State, invitations as invitations_of, staff_of, state_of
from tournaments.people.services import invitations, staff as service
from tournaments.rights import Right, role_of, table_of_rights
from tournaments.web.qr import drawn

# The link just made is shown once: in the page that follows its making.
SHOWN_ONCE = "invitation_made"

NOBODY = ""
# What each role is for, in a few words; all of it stands on the page of rights.
ROLES: dict[Role, object] = {
    Role.SCOREKEEPER: _("Scorekeeper: enters and verifies results, checks players in"),
    Role.ARBITER: _("Arbiter: results, corrections, penalties, calls, clock, repairs"),
    Role.DIRECTOR: _("Director: everything except deleting the event"),
    Role.DISPLAY: _("Display: shows the screens of the hall, even for a private event"),
}


class UserField(forms.CharField):
    """Somebody with an account, by user name."""

    def __init__(self) -> None:
        super().__init__(
            label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
        )

    def clean(self, value: object) -> User:
        user = User.objects.filter(username__iexact=super().clean(value), is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("No user has this name. They have to sign up first."))
        return user


class StaffForm(DeskForm):
    """Give somebody a role, or take it away."""

    field_names = {"user": "username"}

    username = UserField()
    role = forms.ChoiceField(
        label=_("Role"),
        required=False,
        initial=Role.SCOREKEEPER,
        choices=[*ROLES.items(), (NOBODY, _("No longer on the staff"))],
    )

    def save(self, tournament: Tournament, actor: User) -> bool:
        given = {"tournament": tournament, "actor": actor}
        role = self.cleaned_data["role"] or None
        self.run(events.set_staff, **given, user=self.cleaned_data["username"], role=role)
        return not self.errors


class InvitationForm(DeskForm):
    """Make a link that gives a role."""

    prefix = "invite"

    role = forms.ChoiceField(label=_("Role"), initial=Role.SCOREKEEPER, choices=list(ROLES.items()))
    label = forms.CharField(
        label=_("For whom"),
        max_length=invitations.LABEL_LENGTH,
        required=False,
        help_text=_("A note for this list, such as a name."),
    )
    uses = whole(_("How many people can use it"), low=1, high=invitations.MOST_USES, required=True)
    days = whole(_("Valid for how many days"), low=1, high=invitations.MOST_DAYS, required=True)

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.fields["uses"].initial = 1
        self.fields["days"].initial = invitations.USUAL_DAYS

    def save(self, tournament: Tournament, actor: User) -> Invitation | None:
        return self.run(invitations.create, tournament=tournament, actor=actor, **self.cleaned_data)


class HandOverForm(DeskForm):
    """Make somebody else the owner."""

    prefix = "owner"
    field_names = {"user": "username"}

    username = UserField()
    confirm_slug = forms.CharField(
        label=_("Address of the event"),
        max_length=60,
        help_text=_("To confirm, type it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def save(self, tournament: Tournament, actor: User) -> bool:
        given = {"tournament": tournament, "actor": actor, "user": self.cleaned_data["username"]}
        self.run(service.hand_over, **given, confirm_slug=self.cleaned_data["confirm_slug"])
        return not self.errors


@restoring
@page_for(Right.STAFF)
@password_again
def staff(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Who works on the event; a role given by user name, or taken away."""
    form = StaffForm(typed(request))
    if form.is_bound and form.is_valid() and form.save(tournament, request.user):
        messages.success(request, gettext("The staff is changed."))
        return redirect("desk:staff", tournament.slug)
    return _page(request, tournament, StaffForms(staff_form=form))


@dataclass(frozen=True, slots=True)
class StaffForms:
    """The three forms of the page; one that was sent and refused stands in place of an empty one."""

    staff_form: StaffForm = field(default_factory=StaffForm)
    invitation_form: InvitationForm = field(default_factory=InvitationForm)
    owner_form: HandOverForm = field(default_factory=HandOverForm)


@dataclass(frozen=True, slots=True)
class StaffPage:
    staff: list[Staff]
    open_invitations: list[Invitation]
    past_invitations: list[tuple[Invitation, State]]
    is_first_owner: bool


@dataclass(frozen=True, slots=True)
class MadeLink:
    """The link that has just been made."""

    made: Invitation
    made_url: str
    made_qr: SafeString


def _page(request: DeskRequest, tournament: Tournament, forms: StaffForms) -> HttpResponse:
    rows = [(row, state_of(row)) for row in invitations_of(tournament)]
    shown = StaffPage(
        staff=staff_of(tournament),
        open_invitations=[row for row, state in rows if state is State.OPEN],
        past_invitations=[(row, state) for row, state in rows if state is not State.OPEN],
        is_first_owner=tournament.owner_id == request.user.pk,
    )
    made = _made_link(request, tournament)
    return page(request, tournament, "people/desk/staff.html", "settings", forms, shown, *made)


def _made_link(request: DeskRequest, tournament: Tournament) -> tuple[MadeLink, ...]:
    rows = Invitation.objects.filter(tournament=tournament, revoked_at=None)
    made = rows.filter(pk=request.session.pop(SHOWN_ONCE, None)).first()
    if made is None:
        return ()
    url = for_phones(request.build_absolute_uri(reverse("public:invitation", args=[made.key])))
    return (MadeLink(made, url, drawn(url)),)


@quoting("invite-label")
@post_for(Right.STAFF)
@password_again
def invite(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Make a link; the page that follows shows it."""
    form = InvitationForm(request.POST)
    made = form.save(tournament, request.user) if form.is_valid() else None
    if made is None:
        return _page(request, tournament, StaffForms(invitation_form=form))
    request.session[SHOWN_ONCE] = made.pk
    return redirect(reverse("desk:staff", args=[tournament.slug]) + "#made")


@post_for(Right.STAFF)
def revoke_invitation(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    row = Invitation.objects.filter(pk=pk, tournament=tournament).first()
    if row is None:
        raise Http404
    tried(
        request,
        lambda: invitations.revoke(tournament=tournament, actor=request.user, invitation=row),
        gettext("The invitation is revoked."),
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
        messages.success(request, gettext("The event belongs to %(name)s now; you are a director.") % told)
        return redirect("desk:event", tournament.slug)
    return _page(request, tournament, StaffForms(owner_form=form))


@for_staff
def rights(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The table of rights, with the own column marked."""
    mine = role_of(request.user, tournament)
    return page(
        request, tournament, "people/desk/rights.html", "settings", table=table_of_rights(), mine=mine
    )
