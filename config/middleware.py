"""Refuses what no page, form or database here can mean."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse

Answer = Callable[[HttpRequest], HttpResponse]


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
