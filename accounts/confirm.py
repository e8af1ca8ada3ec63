"""Ask for the password again before a step that gives an event or account away: a desk may have been left open.

Signing in counts as typing it, and so does each correct password, for `PASSWORD_MINUTES`. The page that asks contains
the submitted form, and sending it with the password carries it out. Programs with a token are not asked.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.forms import PasswordAgainForm
from accounts.kept import NEVER_KEPT
from accounts.models import User
from accounts.sessions import PASSWORD_TYPED

View = TypeVar("View", bound=Callable[..., HttpResponse])


def is_fresh(request: HttpRequest) -> bool:
    """Whether the password was typed in this browser just now."""
    good_for = 60 * settings.PASSWORD_MINUTES
    return not good_for or time.time() - request.session.get(PASSWORD_TYPED, 0) < good_for


def ask(request: HttpRequest, *, first: bool = False) -> HttpResponse | None:
    """The page that asks for the password; None where what was sent may be carried out.

    `first`: before anything is typed. What the view names in `sensitive_post_parameters` is not shown again.
    """
    if is_fresh(request) or (request.method != "POST" and not first):
        return None
    form = PasswordAgainForm(request, request.POST if PasswordAgainForm.NAME in request.POST else None)
    if form.is_bound and form.is_valid():
        request.session[PASSWORD_TYPED] = int(time.time())
        return None
    sensitive = getattr(request, "sensitive_post_parameters", ())
    left_out = request.POST if sensitive == "__ALL__" else {*NEVER_KEPT, *sensitive}
    sent = [(name, values) for name, values in request.POST.lists() if name not in left_out]
    has_password = isinstance(request.user, User) and request.user.has_usable_password()
    context = {"form": form, "sent": sent, "has_password": has_password}
    answer = render(request, "accounts/confirm.html", context, status=422 if form.is_bound else 200)
    return form.answered(answer)


def password_again(view: View) -> View:
    """A view that changes something only after the password was typed. Inside of what finds out who may."""
    return _behind_password(view, first=False)


def password_first(view: View) -> View:
    """A view with a form for secrets, which no other page may have in it: it is shown after the password was typed."""
    return _behind_password(view, first=True)


def _behind_password(view: View, *, first: bool) -> View:
    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return ask(request, first=first) or view(request, *args, **kwargs)

    return inner  # type: ignore[return-value]
