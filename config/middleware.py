"""Refuse requests that no page, form or database can accept, in the look of the site; keep the time zones of requests
apart; make each read-only request one consistent read.
"""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils import timezone

from accounts.limits import TooOften
from config import errors
from config.front import REFUSED
from tournaments.reading import consistent_read

Answer = Callable[[HttpRequest], HttpResponse]


def zone_of_the_server(get_response: Answer) -> Answer:
    """Every request begins in the zone of the server, whatever zone the one before it in this thread has entered."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return get_response(request)

    return middleware


# A hall screen fills the display and keeps it awake; nothing of the site asks a device for anything else.
_DEVICES = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
)
_POLICIES = {
    "Permissions-Policy": ", ".join(f"{name}=()" for name in (*_DEVICES, "midi", "payment", "usb")),
    # Pages of other sites show no picture and run no script of ours in a visitor's name.
    "Cross-Origin-Resource-Policy": "same-origin",
}


def what_browsers_may_do(get_response: Answer) -> Answer:
    """Every answer says which abilities of the device its page has, and that no other site may take it in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        for name, value in _POLICIES.items():
            answer.headers.setdefault(name, value)
        return answer

    return middleware


def reads_of_one_moment(get_response: Answer) -> Answer:
    """What an answer to GET says is of one moment, the visitor's session and rights too; a POST asks as it goes."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return get_response(request)
        with consistent_read():
            return get_response(request)

    return middleware


def bodies_not_taken_in(get_response: Answer) -> Answer:
    """A request that the front stopped listening to is answered, not carried out: nobody knows all that it says."""

    def middleware(request: HttpRequest) -> HttpResponse:
        status = request.META.get(REFUSED)
        return errors.not_taken_in(request, status) if status else get_response(request)

    return middleware


def no_nul_characters(get_response: Answer) -> Answer:
    """PostgreSQL cannot store or look up U+0000: an address with it is nothing that exists, not a bug of ours.

    Bodies are left to forms and serializers, which refuse it by field.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info:
            raise Http404("no address holds U+0000")
        if "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("no question holds U+0000")
        return get_response(request)

    return middleware


class TooOftenAnswered:
    """A limit that a view does not answer in its own words becomes a page that says when to try again."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return errors.too_often(request, exception) if isinstance(exception, TooOften) else None


def buttons_opened_as_pages(get_response: Answer) -> Answer:
    """A button's address, opened as a page from the history or after signing in, is answered by a page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        if not isinstance(answer, HttpResponseNotAllowed) or answer.content:
            return answer
        page = errors.method_not_allowed(request)
        page["Allow"] = answer["Allow"]
        return page

    return middleware
