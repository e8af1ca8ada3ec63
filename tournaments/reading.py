"""One consistent read: what several statements read is of one moment, however many people write meanwhile.

PostgreSQL gives every statement a moment of its own unless the transaction is REPEATABLE READ, SQLite unless there is
a transaction at all; ours take the write lock when they begin (`IMMEDIATE`, config/env.py), and a reader must not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any, cast

from django.db import connection, transaction

_QUESTION = re.compile(r"[(\s]*(SELECT|WITH)\b", re.IGNORECASE)
_LOCK = re.compile(r"\bFOR (NO KEY )?UPDATE\b")
_running: ContextVar[_Read | None] = ContextVar("running_read", default=None)


@contextmanager
def consistent_read() -> Iterator[None]:
    """All that the body reads is of one moment: that of its first question to the database.

    Without a question nothing begins, so it costs nothing where nothing is read. Inside a transaction, which may be
    another consistent read, it does nothing. A write in the body ends the read, for nothing can be written at a moment
    that is over: from there on the body is a usual transaction, stored at its end. Keep such writes for
    `transaction.on_commit`, which is after the read.
    """
    if _running.get() is not None:
        yield
        return
    # The transaction ends after the wrapper is gone: what it has put off until then reads and writes as usual.
    with ExitStack() as end:
        read = _Read(end)
        token = _running.set(read)
        try:
            with connection.execute_wrapper(read.watch):
                yield
        finally:
            _running.reset(token)


def is_settled() -> bool:
    """Whether what is read now is stored for good, and not by a transaction that goes on and may yet be taken back.

    The frame around a test does not count, as for Django's own `durable`.
    """
    read, blocks = _running.get(), cast("list[Any]", connection.atomic_blocks)
    return (read is not None and read.is_open) or all(block._from_testcase for block in blocks)


class _Read:
    def __init__(self, end: ExitStack) -> None:
        self.end = end
        self.is_open = False

    def watch(
        self, execute: Callable[..., object], sql: object, params: object, many: bool, context: object
    ) -> object:
        """An execute wrapper of the connection."""
        if not _only_asks(str(sql)):
            self._give_up()
        elif not connection.in_atomic_block:
            self._begin()
        return execute(sql, params, many, context)

    def _begin(self) -> None:
        if connection.vendor == "sqlite":
            begins: Any = connection
            usual, begins.transaction_mode = begins.transaction_mode, None
            try:
                self.end.enter_context(transaction.atomic())
            finally:
                begins.transaction_mode = usual
        else:
            self.end.enter_context(transaction.atomic())
            with connection.wrap_database_errors:
                connection.connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        self.is_open = True

    def _give_up(self) -> None:
        """Somebody is about to write: a transaction that may do so takes the place of this one, unnoticed by Django."""
        if not self.is_open:
            return
        self.is_open = False
        with connection.wrap_database_errors:
            connection.connection.commit()  # PostgreSQL's driver begins the next one by itself
            if connection.vendor == "sqlite":
                connection.connection.execute("BEGIN IMMEDIATE")


def _only_asks(sql: str) -> bool:
    return _QUESTION.match(sql) is not None and _LOCK.search(sql) is None
