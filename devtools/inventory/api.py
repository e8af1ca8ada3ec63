"""The keys of API requests and answers, from docs/openapi.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from devtools import ROOT

Lines = Iterator[tuple[str, str]]
REFERENCE = "#/components/schemas/"


def lines() -> Lines:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with (ROOT / "docs" / "openapi.yaml").open(encoding="utf-8") as file:
        description = yaml.load(file, loader)
    for path, operations in description["paths"].items():
        for operation in operations.values():
            if isinstance(operation, dict) and "operationId" in operation:
                yield from _operation(path, operation)
    for name, schema in description["components"]["schemas"].items():
        yield from _keys(name, schema)


def _operation(path: str, operation: dict[str, Any]) -> Lines:
    name = operation["operationId"]
    yield f"operation {name}", path
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"operation {name} takes {kind} {_type(content.get('schema', {}))}", ""
    for status, answer in operation["responses"].items():
        if status.startswith("2"):  # refusals are alike for all
            for kind, content in answer.get("content", {"nothing": {}}).items():
                yield f"operation {name} gives {status} {kind} {_type(content.get('schema', {}))}", ""


def _keys(where: str, schema: dict[str, Any]) -> Lines:
    for word in schema.get("enum", ()):
        yield f"{where} = {'empty' if word == '' else word}", ""
    for key, inner in schema.get("properties", {}).items():
        yield f"{where}.{key} is {_type(inner)}", ""
        yield from _keys(f"{where}.{key}", inner)
    if isinstance(schema.get("items"), dict):
        yield from _keys(f"{where}[]", schema["items"])
    if isinstance(schema.get("additionalProperties"), dict):
        yield from _keys(f"{where}.*", schema["additionalProperties"])
    for joined in ("allOf", "anyOf", "oneOf"):
        for inner in schema.get(joined, ()):
            yield from _keys(where, inner)


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REFERENCE)
    for joined in ("allOf", "anyOf", "oneOf"):
        if joined in schema:
            return " or ".join(sorted({_type(inner) for inner in schema[joined]}))
    if schema.get("type") == "array":
        return f"{_type(schema.get('items', {}))}[]"
    kinds = schema.get("type", "anything")
    return " or ".join(sorted(kinds)) if isinstance(kinds, list) else str(kinds)
