"""What a statement writes: its table, the columns it sets, and the condition that selects its rows.

Only statements as the ORM makes them are understood. Whoever writes another (by hand, an upsert, a common table
expression) is told so: what cannot be understood cannot be recorded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# How statements begin that write no rows.
_OTHERS = (
    "SELECT ", "SAVEPOINT ", "RELEASE ", "ROLLBACK", "BEGIN", "COMMIT", "SET ", "SHOW ", "PRAGMA ", "EXPLAIN ",
    "LOCK ",
)  # fmt: skip
_INSERT = re.compile(r'INSERT (?:OR IGNORE )?INTO "(\w+)" ')
_UPDATE = re.compile(r'UPDATE "(\w+)" SET ')
_DELETE = re.compile(r'DELETE FROM "(\w+)"(?: WHERE |$)')
_OVERWRITES = re.compile(r"\bON\s+CONFLICT\b(?!.*\bDO\s+NOTHING\b)", re.IGNORECASE | re.DOTALL)
# Comments, which hide what follows, and whatever decides where a clause begins. Values are parameters.
_PART = re.compile(r""""([^"]+)"( = )?|'(?:[^']|'')*'|--|/\*|[()]|\b(?:FROM|WHERE|WITH)\b""")


class NotUnderstood(Exception):
    """A statement that is no read, and none of the writes that are understood."""


@dataclass(frozen=True, slots=True)
class Write:
    """`condition` begins with WHERE, or is empty where all rows are written; of the parameters, those from `skip` on
    belong to it.
    """

    table: str
    adds: bool = False
    columns: frozenset[str] = frozenset()
    condition: str = ""
    skip: int = 0


def write_of(sql: str) -> Write | None:
    """What the statement writes; None: nothing. Errors: NotUnderstood."""
    if sql.startswith(_OTHERS):
        return None
    if (found := _INSERT.match(sql)) and not _OVERWRITES.search(sql):
        return Write(found[1], adds=True)
    if found := _DELETE.match(sql):
        condition = sql[found.end(1) + 1 :].strip()
        _refuse_comments(condition)
        return Write(found[1], condition=condition)
    if found := _UPDATE.match(sql):
        columns, where = _settings(sql, found.end())
        return Write(found[1], columns=columns, condition=sql[where:], skip=sql.count("%s", 0, where))
    raise NotUnderstood(sql[:200])


def _settings(sql: str, start: int) -> tuple[frozenset[str], int]:
    """The columns an UPDATE sets, and where its condition begins: the WHERE that stands in no brackets."""
    columns: set[str] = set()
    depth = 0
    for part in _PART.finditer(sql, start):
        text = part[0]
        if text in ("--", "/*"):
            raise NotUnderstood(sql[:200])
        depth += (text == "(") - (text == ")")
        if depth or text in "()":
            continue
        if text == "WHERE":
            _refuse_comments(sql[part.start() :])
            return frozenset(columns), part.start()
        if text in ("FROM", "WITH"):
            raise NotUnderstood(sql[:200])
        if part[1] and part[2]:
            columns.add(part[1])
    return frozenset(columns), len(sql)


def _refuse_comments(clause: str) -> None:
    if any(part[0] in ("--", "/*") for part in _PART.finditer(clause)):
        raise NotUnderstood(clause[:200])
