"""Error answers: a page in the site's look, or JSON under /api/."""

import sys
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts import limits
from accounts.kept import is_of_another, keep
from tournaments.trouble import trouble_of


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, 400, _("This request could not be understood."))


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(
        request,
        403,
        _(
            "You do not have the right to do this. Sign in with another account, or ask the "
            "owner of the event."
        ),
    )


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    try:
        if limit := getattr(exception, "counted", ""):
            limits.count(limit, limits.address_of(request))
    except limits.TooOften as refusal:
        return too_often(request, refusal)
    told = getattr(exception, "told", None) or _("There is no such page. It may not be published yet.")
    answer = _answer(request, 404, str(told), event=getattr(exception, "event", None))
    if cookie := getattr(exception, "cookie", None):
        answer.delete_cookie(cookie[0], path=cookie[1], samesite="Lax")
    return answer


def too_often(request: HttpRequest, refusal: limits.TooOften) -> HttpResponse:
    """What was asked for stands in the address, so the page is loaded again then."""
    return refusal.mark(_answer(request, 429, str(refusal)))


def method_not_allowed(request: HttpRequest) -> HttpResponse:
    return _answer(request, 405, _("This address is for a button. Open the page and press the button again."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from before the last sign-in carries an old token: what it sent is shown again, not carried out.

    Only where the browser says that the form was on a page of ours.
    """
    if request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}":
        if is_of_another(request):
            text = _(
                "Nothing was saved: another account is signed in here now. What you typed is still one page back."
            )
            return _answer(request, 403, text)
        if keep(request):
            return redirect(request.get_full_path())
    return _answer(request, 403, _("This form is too old. Go back, reload the page and send it again."))


def server_error(request: HttpRequest) -> HttpResponse:
    """The last resort uses neither database nor session nor the site's base page: one of them may be why."""
    if trouble := trouble_of(sys.exc_info()[1]):
        answer = _plain(request, 503, str(trouble.message), trouble.code)
        answer["Retry-After"] = str(trouble.seconds)
        return answer
    return _plain(request, 500, _("Something went wrong on the server. Nothing was changed."))


def not_taken_in(request: HttpRequest, status: int) -> HttpResponse:
    """The body was too slow, too large, or one too many (`config/front.py`)."""
    messages = {
        408: (_("What you sent arrived too slowly. Nothing was changed. Try again."), ""),
        413: (_("The request is too large."), "too_large"),
        503: (_("Too much is being sent at once. Nothing was changed. Try again in a few seconds."), "busy"),
    }
    answer = _plain(request, status, *messages[status])
    if status == 503:
        answer["Retry-After"] = "5"
    return answer


def _plain(request: HttpRequest, status: int, message: str, code: str = "") -> HttpResponse:
    if _is_api(request):
        return _json(status, message, code)
    return HttpResponse(render_to_string("errors/server_error.html", {"message": message}), status=status)


def _answer(request: HttpRequest, status: int, message: str, **more: Any) -> HttpResponse:
    if _is_api(request):
        return _json(status, message)
    context = {"status": status, "message": message, **more}
    return render(request, "errors/error.html", context, status=status)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _json(status: int, message: str, code: str = "") -> JsonResponse:
    """The same problem document (RFC 9457) that the API itself refuses with."""
    phrase = HTTPStatus(status).phrase
    body = {
        "type": "about:blank",
        "title": phrase,
        "status": status,
        "code": code or phrase.lower().replace(" ", "_"),
        "detail": message,
        "field": None,
        "errors": [],
        "params": {},
    }
    return JsonResponse(body, status=status, content_type="application/problem+json")
