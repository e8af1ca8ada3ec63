"""JSON as it arrives: what cannot be stored or read without doubt is refused here, before anything else looks."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from tournaments.api.problems import Refused

MAX_BYTES = 1_000_000
MAX_DOCUMENT_BYTES = 5_000_000  # an event document of 10,000 players and a dozen rounds
MAX_DEPTH = 12
# No database stores these: NUL in PostgreSQL, lone surrogates nowhere.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
# Larger whole numbers fit no column, and larger texts of digits are a way to keep a processor busy.
_LARGEST = 2**53


class StrictJSON(BaseParser):
    """UTF-8 JSON without NaN, repeated keys, unstorable characters or endless nesting."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        limit = getattr((parser_context or {}).get("view"), "max_bytes", MAX_BYTES)
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise Refused(
                413,
                "too_large",
                _("The body is larger than %(limit)s bytes.") % {"limit": limit},
                limit=limit,
            )
        if not body.strip():
            return {}
        try:
            data = json.loads(
                body.decode("utf-8-sig"),
                parse_constant=_refuse_constant,
                parse_int=_whole,
                object_pairs_hook=_unique,
            )
        except (ValueError, RecursionError) as error:
            detail = _("The body is not JSON that can be read: %(reason)s") % {"reason": _reason(error)}
            raise Refused(400, "malformed_json", detail) from error
        try:
            _check(data, 0)
        except _Bad as bad:
            field = (
                ".".join(reversed(bad.steps)).encode(errors="replace").decode().replace("\x00", "?") or None
            )
            raise Refused(400, bad.code, f"{field or 'JSON'}: {bad.detail}", field=field) from bad
        return data


def _reason(error: Exception) -> str:
    return "too deeply nested" if isinstance(error, RecursionError) else str(error)[:200]


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > _LARGEST:
        raise ValueError(f"{digits[:20]} is too large a number")
    return int(digits)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _value in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the name {twice[:40]!r} stands twice in one object")
    return found


class _Bad(Exception):
    """Something that cannot be accepted, and the steps to where it lies, innermost first."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code)
        self.code, self.detail, self.steps = code, detail, list[str]()


def _check(data: Any, depth: int) -> None:
    """Errors: _Bad. The path is put together only when it is needed: a large document has a million values."""
    if isinstance(data, str):
        if _UNSTORABLE.search(data):
            raise _Bad("bad_text", _("control characters are not allowed."))
    elif isinstance(data, dict | list):
        if depth >= MAX_DEPTH:
            raise _Bad("malformed_json", _("nested too deeply."))
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            try:
                if isinstance(key, str):
                    _check(key, depth)
                _check(value, depth + 1)
            except _Bad as bad:
                bad.steps.append(str(key)[:80])
                raise
