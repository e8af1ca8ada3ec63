"""Stored data: tables, columns and their words; keys of documents; columns of files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db.models import Field, ForeignKey
from django.utils.translation import override

from devtools import ROOT
from tournaments.history import files as log_files
from tournaments.lab.desk import simulations
from tournaments.players.services import import_titles
from tournaments.results.selectors import penalties

Lines = Iterator[tuple[str, str]]
OURS = ("accounts", "tournaments")
SCHEMAS = ROOT / "pairing" / "schemas"


def database() -> Lines:
    """Every table; of our own also columns, the words a column takes, and what the database sees to."""
    for model in apps.get_models(include_auto_created=True):
        meta = model._meta
        if not meta.managed or meta.proxy:
            continue
        yield f"table {meta.db_table}", ""
        if meta.app_label in OURS:
            for column in meta.local_fields:
                yield from _column(meta.db_table, column)
            for kept in (*meta.constraints, *meta.indexes):
                yield f"{meta.db_table} keeps {kept.name}", ""
            for together in meta.unique_together:
                yield f"{meta.db_table} unique {' '.join(together)}", ""


def _column(table: str, field: Any) -> Lines:
    yield f"column {table}.{field.column} {_type(field)}", ""
    for word, _label in field.flatchoices:
        yield f"column {table}.{field.column} may be {word}", ""


def _type(field: Field[Any, Any]) -> str:
    """The type as Django names it, the same on every database."""
    parts = [field.get_internal_type()]
    if isinstance(field, ForeignKey):
        parts.append(f"to {field.remote_field.model._meta.db_table}")
    if getattr(field, "max_length", None):
        parts.append(f"of {field.max_length}")
    parts += ["unique"] * field.unique + ["null"] * field.null
    return " ".join(parts)


def documents() -> Lines:
    """Formats by their ids with all keys; columns of files that are read and written."""
    for path in sorted(SCHEMAS.glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        name = path.stem.removeprefix("pairwright-")
        yield f"document {name} id {schema['$id']}", ""
        yield f"document {name} file {path.name}", ""
        for line in sorted(set(_keys(schema, schema, ()))):
            yield f"document {name} key {line}", ""
    with override("en"):
        yield from _files()


def _keys(node: Any, root: Any, way: tuple[str, ...]) -> Iterator[str]:
    """`players[].name` for every key a document may have, `= word` for every word one takes."""
    if not isinstance(node, dict) or len(way) > 12:
        return
    if "$ref" in node and node["$ref"].startswith("#/"):
        target = root
        for step in node["$ref"][2:].split("/"):
            target = target[step]
        yield from _keys(target, root, way)
    for word in (*node.get("enum", ()), *([node["const"]] if "const" in node else ())):
        yield f"{''.join(way).lstrip('.')} = {word}"
    for key, inner in node.get("properties", {}).items():
        here = (*way, f".{key}")
        yield "".join(here).lstrip(".")
        yield from _keys(inner, root, here)
    for inner in (node.get("items"), *node.get("prefixItems", ())):
        yield from _keys(inner, root, (*way, "[]"))
    yield from _keys(node.get("additionalProperties"), root, (*way, ".*"))
    for joined in ("allOf", "anyOf", "oneOf"):
        for inner in node.get(joined, ()):
            yield from _keys(inner, root, way)


def _files() -> Lines:
    for column, titles in import_titles.TITLES.items():
        for title in (column, *titles):
            yield f"import column {column} titled {title}", ""
    heads = [f"{name}{part}" for name in simulations.COLUMNS for part in ("", "_low", "_high")]
    written = {"log": log_files.COLUMNS, "penalties": penalties.as_table([])[0], "simulation": heads}
    for file, columns in written.items():
        for column in columns:
            yield f"export {file}.csv column {column}", ""
