"""Everything that can be read in a copy of the database."""

import base64
import re
import zlib
from collections.abc import Iterator
from typing import Any

from django.db import connection


def everything_stored() -> Iterator[str]:
    """Every value of every row of every table as text, what is packed unpacked."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                for value in row:
                    yield from unpacked(value)


def unpacked(value: Any) -> Iterator[str]:
    if isinstance(value, bytes | memoryview):
        yield zlib.decompress(bytes(value)).decode()
        return
    yield str(value)
    for packed in re.findall(r'"(eJ[\w+/=]{40,})"', str(value)):  # how base64 of zlib begins
        yield zlib.decompress(base64.b64decode(packed)).decode()
