"""An invitation, opened: which event, which role, one button. Without an account: the way to one, and back."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.signing_up import may_sign_up
from tournaments.models import Invitation, Role, Tournament
from tournaments.moments import enter_zone
from tournaments.people.selectors import State, by_key, state_of
from tournaments.people.services import invitations as service
from tournaments.public.displays import is_display_here, let_in
from tournaments.rights import includes, role_of
from tournaments.steps.refusals import ServiceError
from tournaments.web.contexts import context_of
from tournaments.web.missing import WrongKey


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    found = _found(key)
    if request.method == "POST":
        return _display(request, found) if found.role == Role.DISPLAY else _join(request, found)
    return _page(request, found)


def is_open_at(path: str) -> bool:
    """Whether this is the address of an invitation that still gives a role: such people may sign up (`SIGN_UP`)."""
    try:
        address = resolve(urlsplit(path).path)
        found = by_key(address.kwargs["key"]) if address.view_name == "public:invitation" else None
    except (Resolver404, Invitation.DoesNotExist):
        return False
    return found is not None and found.role != Role.DISPLAY and state_of(found) is State.OPEN


def _found(key: str) -> Invitation:
    try:
        found = by_key(key)
    except Invitation.DoesNotExist as error:
        raise WrongKey from error
    enter_zone(found.tournament)
    return found


def _page(request: HttpRequest, found: Invitation, refused: ServiceError | None = None) -> HttpResponse:
    state = state_of(found)
    if refused is None and state is not State.OPEN:
        refused = service.refusal(state)
    context = context_of(_invitation_page(request, found, refused))
    answer = render(request, "people/public/invitation.html", context, status=409 if refused else 200)
    answer["Referrer-Policy"] = "same-origin"  # the address is a secret; our own forms need it
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """An invitation and the reader it is opened by, who may have a role (`has`) already."""

    invitation: Invitation
    event: Tournament
    role: Role
    has: Role | None
    is_staff: bool
    is_display: bool
    is_display_here: bool
    may_sign_up: bool
    refused: ServiceError | None


def _invitation_page(request: HttpRequest, found: Invitation, refused: ServiceError | None) -> InvitationPage:
    role, has = Role(found.role), role_of(_user(request), found.tournament)
    return InvitationPage(
        invitation=found,
        event=found.tournament,
        role=role,
        has=has,
        is_staff=has is not None and includes(has, role) and role is not Role.DISPLAY,
        is_display=role is Role.DISPLAY,
        is_display_here=is_display_here(request, found.tournament),
        may_sign_up=may_sign_up(request.path),
        refused=refused,
    )


def _join(request: HttpRequest, found: Invitation) -> HttpResponse:
    user = _user(request)
    if user is None:
        return _page(request, found)
    try:
        joined = service.accept(invitation=found, user=user)
    except ServiceError as error:
        if error.code != "already_staff":
            return _page(request, found, error)
        messages.info(request, str(error))
        return redirect("desk:event", found.tournament.slug)
    told = {"event": joined.tournament.name, "role": joined.role.label}
    messages.success(request, _("Welcome to the staff of %(event)s. You are: %(role)s.") % told)
    return redirect("desk:event", joined.tournament.slug)


def _display(request: HttpRequest, found: Invitation) -> HttpResponse:
    """A second press, or a browser that has been let in already, takes no other use."""
    if not is_display_here(request, found.tournament):
        try:
            service.open_display(invitation=found)
        except ServiceError as error:
            return _page(request, found, error)
        let_in(request, found)
    return redirect("public:screen", found.tournament.slug)


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
