"""JSON text in, checked data out: parsing with clear errors, and validation against the files in `schemas/`.

Every document is validated before anything else happens with it, so whatever reads it afterwards may rely on
types, ranges and required fields. The messages are our own: they name the place and what is allowed there.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Any, NoReturn

from jsonschema_rs import Draft202012Validator, ValidationError

from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.reasons import Phrase, phrase, printable

FOLDER = Path(__file__).parents[1] / "schemas"
# What `schema` and `validate` know; the site serves them under these names.
SCHEMAS: tuple[str, ...] = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


class DocumentError(PairingError):
    """A document that cannot be used: `where` is the place in it (such as `players[3].id`), `detail` what
    is wrong.
    """

    def __init__(self, where: str, detail: str) -> None:
        text = detail if isinstance(detail, Phrase) else printable(detail)
        super().__init__(BAD_INPUT, where=printable(where), detail=text)


@cache
def schema(name: str) -> Mapping[str, Any]:
    """The JSON Schema (draft 2020-12) called `name`, one of SCHEMAS."""
    loaded: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(dict(schema(name)))


def validate(data: Any, name: str) -> None:
    """Raise DocumentError with the first violation of the schema `name`, if there is one."""
    try:
        error = next(iter(_validator(name).iter_errors(data)), None)
    except (ValueError, TypeError, RecursionError):
        raise DocumentError("document", phrase("it holds something that is not JSON")) from None
    if error is not None:
        raise DocumentError(path_text(error.instance_path) or "document", _explain(error, schema(name), data))


def parse_json(text: str | bytes) -> Any:
    """JSON data from text. Errors: DocumentError for anything that is not JSON as RFC 8259 has it."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text.removeprefix("\ufeff"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise DocumentError(
            "document", phrase("not UTF-8 text (byte {number})", number=error.start + 1)
        ) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise DocumentError(where, phrase("not JSON: {detail}", detail=error.msg)) from None
    except RecursionError:
        raise DocumentError("document", phrase("nested too deeply")) from None
    except DocumentError:
        raise
    except ValueError:
        raise DocumentError("document", phrase("a number in it has too many digits")) from None


def _refuse_constant(word: str) -> NoReturn:
    raise DocumentError("document", phrase("not JSON: {word} is no JSON number", word=word))


def path_text(path: Sequence[str | int]) -> str:
    """['players', 3, 'id'] as `players[3].id` (counted from 0, as JSON tools do)."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
    return text.removeprefix(".")


def json_text(value: Any) -> str:
    """A value as JSON in an error text, never longer than a line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    text = printable(text)
    return text if len(text) <= 60 else text[:57] + "..."


def _at(data: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        data = data[step]
    return data


def _explain(error: ValidationError, whole: Mapping[str, Any], data: Any) -> str:
    value = json_text(_at(data, error.instance_path))
    rule, parent = error.kind.name, _at(whole, error.schema_path[:-1])
    texts = {
        "type": lambda: phrase(
            "{value} is not possible here; it must be {kind}", value=value, kind=_types(parent["type"])
        ),
        "enum": lambda: phrase(
            "{value} is not possible here; choose from {allowed}",
            value=value,
            allowed=_listed(parent["enum"]),
        ),
        "const": lambda: phrase(
            "{value} is not possible here; it must be {right}", value=value, right=json_text(parent["const"])
        ),
        "required": lambda: phrase("{name} is missing", name=json_text(error.kind.as_dict()["property"])),
        "minimum": lambda: phrase("{value} is too small; choose {range}", value=value, range=_range(parent)),
        "maximum": lambda: phrase("{value} is too large; choose {range}", value=value, range=_range(parent)),
        "minItems": lambda: phrase("too few items; at least {least} are needed", least=parent["minItems"]),
        "maxItems": lambda: phrase("too many items; at most {most} are allowed", most=parent["maxItems"]),
        "maxLength": lambda: phrase(
            "too long; at most {most} characters are allowed", most=parent["maxLength"]
        ),
        "additionalProperties": lambda: phrase(
            "unknown: {names}; choose from {allowed}",
            names=_listed(error.kind.as_dict()["unexpected"][:3]),
            allowed=", ".join(parent["properties"]),
        ),
    }
    return texts[rule]() if rule in texts else error.message[:200]


def _listed(values: Sequence[Any]) -> str:
    return ", ".join(map(json_text, values))


def _types(types: str | list[str]) -> str:
    words = {
        "integer": phrase("a whole number"), "number": phrase("a number"), "string": phrase("text"),
        "object": phrase("an object"), "array": phrase("a list"), "null": "null", "boolean": phrase("true or false"),
    }  # fmt: skip
    named: list[str] = [words[t] for t in ([types] if isinstance(types, str) else types)]
    return reduce(lambda first, second: phrase("{first} or {second}", first=first, second=second), named)


def _range(rule: Mapping[str, Any]) -> str:
    low, high = rule.get("minimum", phrase("any")), rule.get("maximum", phrase("any"))
    return phrase("{low} to {high}", low=low, high=high)
