"""Pages for whoever has signed in, of the desk and of the lab; what becomes of a request of somebody who has not."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.kept import to_sign_in

View = Callable[..., HttpResponse]


def for_user(*methods: str, otherwise: str = "desk:events") -> Callable[[View], View]:
    """A page for whoever has signed in; from a mere button one comes back to the page named `otherwise`."""

    def wrap(view: View) -> View:
        @wraps(view)
        def inner(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if not request.user.is_authenticated:
                return sign_in(request, reverse(otherwise))
            return view(request, *args, **kwargs)

        return never_cache(require_http_methods(methods)(inner))

    return wrap


def sign_in(request: HttpRequest, otherwise: str) -> HttpResponse:
    """A script is told 401 and keeps what it wanted to save; a person signs in and comes back.

    What a person sent to a form is kept meanwhile; from a mere button one comes back to `otherwise`.
    """
    if wants_json(request):
        return JsonResponse({"code": "signed_out", "message": _("Sign in again.")}, status=401)
    return to_sign_in(request, otherwise)


def wants_json(request: HttpRequest) -> bool:
    """Whether a script of the page has sent it, which keeps what was entered until it has this answer."""
    return request.headers.get("Accept", "") == "application/json"
