"""All addresses: pages, the API by method, moved ones; each with the query parameters it reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern
from django.views.generic import RedirectView
from rest_framework.views import APIView

from devtools.inventory.queries import parameters

METHODS = ("get", "post", "put", "patch", "delete")


class Address(NamedTuple):
    path: str  # kinds of the parts that vary, not their names: /e/<slug>/players/<int>/
    name: str
    view: Any


def lines() -> Iterator[tuple[str, str]]:
    for address in addresses():
        yield from _of(address)


def addresses(resolver: URLResolver | None = None) -> Iterator[Address]:
    yield from _walk(resolver or get_resolver(), "/", "")


def _walk(resolver: URLResolver, path: str, space: str) -> Iterator[Address]:
    for found in resolver.url_patterns:
        here = path + _spelled(found)
        if isinstance(found, URLResolver):
            yield from _walk(found, here, f"{space}{found.namespace}:" if found.namespace else space)
        elif isinstance(found, URLPattern):
            yield Address(here, space + (found.name or ""), found.callback)


def _spelled(found: URLPattern | URLResolver) -> str:
    text = str(found.pattern)
    if isinstance(found.pattern, RegexPattern):
        return f"<regex {text}>" if text else ""
    return re.sub(r"<(?:(\w+):)?\w+>", lambda part: f"<{part[1] or 'str'}>", text)


def _of(address: Address) -> Iterator[tuple[str, str]]:
    view = getattr(address.view, "cls", None) or getattr(address.view, "view_class", None)
    if view is not None and issubclass(view, RedirectView):
        yield f"moved {address.path}", ""
    elif view is not None and issubclass(view, APIView):
        yield from _of_endpoint(address, view)
    else:
        yield f"page {address.path}", address.name
        for name in sorted(parameters(address.view)):
            yield f"page {address.path} ?{name}", ""


def _of_endpoint(address: Address, view: Any) -> Iterator[tuple[str, str]]:
    for method in METHODS:
        handler = getattr(view, method, None)
        if handler is None:
            continue
        line = f"api {method.upper()} {address.path}"
        yield line, address.name
        operation = getattr(handler, "operation", None)  # not of views that are somebody else's
        for name in operation.query().get_fields() if operation else ():
            yield f"{line} ?{name}", ""
