"""What a database in trouble says, told from a bug of ours: it is right to try again later."""

from dataclasses import dataclass

from django.db import DatabaseError, InterfaceError, OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Trouble:
    """`code` is for programs; after so many seconds it is worth another try."""

    code: str
    message: Promise
    seconds: int


BUSY = Trouble("busy", _("The database is busy. Nothing was changed; try again in a moment."), 1)
CANNOT_SAVE = Trouble(
    "cannot_save",
    _(
        "This cannot be saved now: the disk of the server is full or cannot be written to. Nothing was changed."
    ),
    30,
)
# Whether it stored what it was sent last, only the database knows.
UNREACHABLE = Trouble(
    "unreachable",
    _("The database does not answer. Try again in a moment; what you were saving may have been saved."),
    5,
)
TROUBLES = (BUSY, CANNOT_SAVE, UNREACHABLE)

# SQLite's result codes without the extension: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN.
_OF_SQLITE = {5: BUSY, 6: BUSY, 8: CANNOT_SAVE, 10: CANNOT_SAVE, 13: CANNOT_SAVE, 14: UNREACHABLE}
# PostgreSQL's SQLSTATE, whole or its class: no space, read-only, I/O error; connection, server stopping or full of
# connections, two who wait for each other.
_OF_POSTGRESQL = {
    "53100": CANNOT_SAVE,
    "25006": CANNOT_SAVE,
    "58030": CANNOT_SAVE,
    "08": UNREACHABLE,
    "57P": UNREACHABLE,
    "53": BUSY,
    "40": BUSY,
    "55P03": BUSY,
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """The trouble of the database behind an error; None for every other error."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    driver = error.__cause__
    number = getattr(driver, "sqlite_errorcode", None)
    if number is not None:
        return _OF_SQLITE.get(number & 0xFF)
    state = getattr(driver, "sqlstate", None)
    if state is not None:
        return next((_OF_POSTGRESQL[state[:n]] for n in (5, 3, 2) if state[:n] in _OF_POSTGRESQL), None)
    # Without a word of the server there was none to say one: no connection could be had, or it broke.
    return UNREACHABLE if isinstance(error, OperationalError | InterfaceError) else None
