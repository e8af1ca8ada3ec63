"""Keep secrets in addresses out of the log: a reader of a player's key there could open the player's page.

The finished line is redacted, including the text of a traceback, a request or the database. A test compares
`BEFORE_SECRETS` with all addresses of the site.
"""

from __future__ import annotations

import logging
import re

from pythonjsonlogger.json import JsonFormatter

HIDDEN = "***"
# What stands before the secret part of an address: /e/spring/me/KEY/, /join/KEY/, /accounts/forgotten/ID/TOKEN/.
BEFORE_SECRETS = (
    "me", "table", "screen", "screens", "join", "invitations", "what-if", "simulations", "link", "forgotten/[^/]+",
)  # fmt: skip
_SLASH = "(?:/|%2F)"  # an address may stand in another one
_NUMBER = r"\d+(?![\w-])"  # a row at the desk, no key
_SECRET = re.compile(
    rf"({_SLASH}(?:{'|'.join(BEFORE_SECRETS)}){_SLASH})(?!{_NUMBER})[\w:=.-]+", re.IGNORECASE | re.ASCII
)


def redacted(text: str) -> str:
    """The text without the secrets of the addresses in it."""
    return _SECRET.sub(rf"\1{HIDDEN}", text)


class RefusalsInOneLine(logging.Filter):
    """A request that is refused is one line: where in the code that is done is no news. Errors of ours stay whole."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = record.exc_text = None
        return True


class PlainLines(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


class JsonLines(JsonFormatter):
    """Lines for programs: one JSON object each."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))
