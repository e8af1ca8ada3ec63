"""Count wrong passwords, so that nobody can guess one and no stranger can lock an owner out.

django-axes locks one name for one address. This module closes the two ways around that: many names from one address,
and one name from many addresses. A browser that has signed in to the account before (`devices`) has its own count.
This holds wherever a password is checked: on the sign-in page, when it is asked for again, for a first API token.
"""

from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts import limits
from accounts.devices import device_of
from accounts.limits import TooOften

REFUSED = "password_not_tried"


class FewEnough:
    """The first backend: where too many passwords were wrong, none is tried. It knows no user."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, **_credentials: Any
    ) -> None:
        if request is None or username is None:
            return
        try:
            for limit, whom in _counters(request, username):
                limits.check(limit, whom)
        except TooOften as refusal:
            setattr(request, REFUSED, refusal)
            raise PermissionDenied from refusal


class CountWrong:
    """The last backend: whoever comes to it has typed a wrong password."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, **_credentials: Any
    ) -> None:
        if request is None or username is None:
            return
        for limit, whom in _counters(request, username):
            with suppress(TooOften):  # the next one is refused
                limits.count(limit, whom)


def refusal_of(request: HttpRequest) -> TooOften | None:
    """Why no password was tried in this request, if none was; axes then has nothing to say any more."""
    if getattr(request, "axes_locked_out", False):
        request.axes_locked_out = False  # type: ignore[attr-defined]  # else its middleware answers instead
        return TooOften(settings.AXES_COOLOFF_TIME.total_seconds())
    return getattr(request, REFUSED, None)


def is_known_device(request: HttpRequest, credentials: dict[str, Any] | None) -> bool:
    """Asked by axes: whether the lock of name and address leaves this browser alone."""
    username = (credentials or {}).get("username")
    return bool(username and device_of(request, username))


def _counters(request: HttpRequest, username: str) -> list[tuple[str, str]]:
    if device := device_of(request, username):
        return [("passwords_of_device", device)]
    return [
        ("passwords_of_address", limits.address_of(request)),
        ("passwords_of_account", username.casefold()),
    ]
