"""Browsers that have signed in before: what strangers try, elsewhere or at the same address, does not lock them out.

A signed cookie names the browser and the accounts that have signed in there. It opens nothing alone. A new password
makes it worthless (the idea: OWASP, "Slow down online guessing attacks with device cookies").
"""

import secrets
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from accounts.sessions import PASSWORD_TYPED

SALT = "accounts.devices"
SECONDS = 180 * 24 * 3600
MOST_ACCOUNTS = 5
SIGNED_IN = "signed_in_on_this_device"
MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


def device_of(request: HttpRequest, username: str) -> str:
    """The name of this browser, if that account has signed in here before; else ""."""
    known = _known(request)
    if not known["accounts"]:
        return ""
    user = User.objects.filter(username=username).first()
    if user is None or not constant_time_compare(known["accounts"].get(str(user.pk), ""), _mark(user)):
        return ""
    return str(known["device"])


def remember_devices(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: a browser in which somebody has just signed in is known from then on."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        if isinstance(user := getattr(request, SIGNED_IN, None), User):
            _remember(request, answer, user)
        return answer

    return middleware


def enter(request: HttpRequest, user: User) -> None:
    """Sign somebody in: the only way in, so that the browser is known afterwards, and the password not asked again."""
    login(request, user, backend=MODEL_BACKEND)
    password_typed(request, user)


def password_typed(request: HttpRequest, user: User) -> None:
    """Somebody has just shown that they know the password, or has chosen a new one."""
    request.session[PASSWORD_TYPED] = int(time.time())
    setattr(request, SIGNED_IN, user)


def _remember(request: HttpRequest, answer: HttpResponse, user: User) -> None:
    known = _known(request)
    others = [item for item in known["accounts"].items() if item[0] != str(user.pk)]
    known["accounts"] = dict([*others, (str(user.pk), _mark(user))][-MOST_ACCOUNTS:])
    answer.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps(known, salt=SALT),
        max_age=SECONDS,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _known(request: HttpRequest) -> dict[str, Any]:
    cookie = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    try:
        known: dict[str, Any] = signing.loads(cookie, salt=SALT, max_age=SECONDS)
    except signing.BadSignature:
        return {"device": secrets.token_hex(8), "accounts": {}}
    return known


def _mark(user: User) -> str:
    return salted_hmac(SALT, f"{user.pk} {user.password}").hexdigest()[:16]
