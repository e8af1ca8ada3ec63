"""Where log lines go: to the console, and errors to a file of the data folder too, which a problem report reads.

Secrets in addresses stay out of both: a reader of a player's key there could open the player's page. The finished line
is redacted, including the text of a traceback, a request or the database. A test compares `BEFORE_SECRETS` with all
addresses of the site.
"""

import logging
import os
import re
from functools import partial
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from pythonjsonlogger.json import JsonFormatter

FILE, MOST_BYTES = "errors.log", 200_000


HIDDEN = "***"
# What stands before the secret part of an address: /e/spring/me/KEY/, /join/KEY/, /accounts/forgotten/ID/TOKEN/.
BEFORE_SECRETS = (
    "me", "entry", "table", "screen", "screens", "join", "invitations", "link", "what-if", "simulations",
    "forgotten/[^/]+",
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


class ErrorsFile(RotatingFileHandler):
    """The last errors, for nobody else to read. A disk that cannot be written is told by what else fails."""

    def _open(self) -> TextIOWrapper:
        private = partial(os.open, mode=0o600)
        return open(self.baseFilename, self.mode, encoding=self.encoding, opener=private)  # type: ignore[return-value]

    def handleError(self, record: logging.LogRecord) -> None:
        pass


def errors_file(folder: Path) -> ErrorsFile:
    return ErrorsFile(folder / FILE, maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8", delay=True)


def last_errors(folder: Path, most: int) -> str:
    """The end of the file, whole lines."""
    try:
        text = (folder / FILE).read_text("utf-8", errors="replace")
    except OSError:
        return ""
    return text if len(text) <= most else text[-most:].partition("\n")[2]


def logging_of(level: str, form: str, folder: Path) -> dict[str, Any]:
    """The setting LOGGING."""
    django = {"handlers": ["console", "errors"], "level": level, "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "plain": {
                "()": "config.logs.PlainLines",
                "fmt": "%(asctime)s %(levelname)s %(name)s: %(message)s",
            },
            "json": {
                "()": "config.logs.JsonLines",
                "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s",
            },
        },
        "filters": {"refusals": {"()": "config.logs.RefusalsInOneLine"}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "filters": ["refusals"], "formatter": form},
            "errors": {"()": errors_file, "folder": folder, "level": "ERROR", "formatter": "plain"},
        },
        "root": {"handlers": ["console", "errors"], "level": level},
        "loggers": {
            "django": django,
            "django.server": {**django, "handlers": ["console"]},
            # A stranger probing with a wrong Host header is not news worth a traceback each.
            "django.security.DisallowedHost": {"handlers": [], "propagate": False},
        },
    }
