"""Check by real requests that a removed address redirects where the list says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

from devtools.inventory.compare import Gone

QUERY = "kept=1"
# Two values of a kind, so that it shows when they come out in another order.
SAMPLES = {"int": ("7", "8", "9"), "num": ("7", "8", "9")}
WORDS = ("sample", "another", "third")


def filled(path: str) -> str:
    """An address of this pattern."""
    values = {kind: iter(SAMPLES.get(kind, WORDS)) for kind in re.findall(r"<(\w+)>", path)}
    return re.sub(r"<(\w+)>", lambda part: next(values[part[1]]), path)


def misled(gone: Gone, addresses: Mapping[str, str]) -> str:
    """What is wrong with the way to the new address; "" where it is right. `addresses`: those of now."""
    kind, path = gone.line.rsplit(" ", 1)
    method = kind.removeprefix("api ") if kind.startswith("api ") else "GET"
    if f"{kind} {gone.leads_to}" not in addresses:
        return f"{gone.line}: {gone.leads_to} is no address of now"
    old, new = filled(path), filled(gone.leads_to)
    try:
        resolve(new)
    except Resolver404:
        return f"{gone.line}: {new} does not resolve"
    answer = Client().generic(method, f"{old}?{QUERY}")
    if answer.status_code not in ((301, 302, 307, 308) if method == "GET" else (307, 308)):
        return f"{gone.line}: {method} {old} answers {answer.status_code}, no redirect to {new}"
    where = urlsplit(answer.headers["Location"])
    if (where.path, where.query) != (new, QUERY):
        return f"{gone.line}: {old}?{QUERY} leads to {answer.headers['Location']}, not to {new}?{QUERY}"
    return ""
