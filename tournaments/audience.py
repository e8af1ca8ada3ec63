"""Who reads: the public, or the staff.

A column of a person that the public reads otherwise (`models.by_audience`) asks here, so what is loaded for the public
has no other name in it, whatever page, file or screen is made of it. Every request begins as one of the public
(`as_public`); what checks a right of the staff lets its reader in. Outside requests, in commands and workers, the staff
reads; whatever is written is written of what is stored, so a change reads as the staff too (`steps.changing`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

_public: ContextVar[bool] = ContextVar("read_by_the_public", default=False)


def is_public() -> bool:
    """Whether what is read now is for everybody to see."""
    return _public.get()


@contextmanager
def public() -> Iterator[None]:
    """In the body, everything is read as the public reads it: what hangs on a wall, too."""
    with _reading(is_public=True):
        yield


@contextmanager
def staff() -> Iterator[None]:
    """In the body, everything is read as it is stored."""
    with _reading(is_public=False):
        yield


def let_staff_in() -> None:
    """The reader of this request has a right of the staff: until its end, names are read as they are stored."""
    _public.set(False)


def as_public(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: nobody is of the staff before a right was checked."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with public():
            return get_response(request)

    return middleware


@contextmanager
def _reading(*, is_public: bool) -> Iterator[None]:
    token = _public.set(is_public)
    try:
        yield
    finally:
        _public.reset(token)
