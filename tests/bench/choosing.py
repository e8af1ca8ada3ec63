"""Which rows there are, and which of them are asked for."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Sequence
from types import ModuleType

import tests.bench
from tests.bench.rows import Row

# What a benchmark is run by, or made of.
OTHERS = {"__main__", "choosing", "fields", "rows", "scrambles", "worker"}


class UnknownRow(Exception):
    """Nothing is called like that. One line for whoever typed it."""


def benchmarks() -> list[str]:
    return sorted(m.name for m in pkgutil.iter_modules(tests.bench.__path__) if m.name not in OTHERS)


def benchmark(name: str) -> ModuleType:
    return importlib.import_module(f"tests.bench.{name}")


def rows_of(name: str) -> list[Row]:
    rows: list[Row] = benchmark(name).rows()
    return rows


def chosen(words: Sequence[str]) -> list[tuple[str, Row]]:
    """The rows that are named, each once, with their benchmarks. Errors: UnknownRow."""
    found: dict[tuple[str, str], Row] = {}
    for word in words or benchmarks():
        name, _colon, text = word.partition(":")
        if name not in benchmarks():
            raise UnknownRow(f"there is no benchmark {name!r}; there are {', '.join(benchmarks())}")
        matching = [row for row in rows_of(name) if text.strip().lower() in row.name.lower()]
        if not matching:
            raise UnknownRow(f"{name} has no row with {text.strip()!r} in its name")
        twice = [called for called, times in Counter(row.name for row in matching).items() if times > 1]
        if twice:
            raise ValueError(f"two rows of {name} are called {twice[0]!r}")
        found |= {(name, row.name): row for row in matching}
    return [(name, row) for (name, _row), row in found.items()]
