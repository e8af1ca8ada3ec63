"""How the API is described: one chapter per resource, every refusal documented, requests closed to unknown fields."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from pairing.formats import document
from research import spec
from tournaments.models import Result

PROBLEMS = {
    "304": "NotModified",
    "400": "BadRequest",
    "401": "Unauthenticated",
    "403": "Forbidden",
    "404": "NotFound",
    "409": "Conflict",
    "412": "NotCurrent",
    "413": "TooLarge",
    "415": "WrongType",
    "422": "KeyReused",
    "429": "TooMany",
    "503": "NotNow",
}
TEXTS = {
    "BadRequest": "The request is wrong. `errors` names every field at fault and what is allowed.",
    "Unauthenticated": "The token is missing, unknown or has expired.",
    "Forbidden": "You may see this event, but not do this.",
    "NotFound": "There is no such thing, or it is not for you to see.",
    "Conflict": "The request is right, but not in the state the event is in now.",
    "NotCurrent": "The event is not any more as `If-Match` says.",
    "TooLarge": "The body is too large.",
    "WrongType": "The body must be `application/json`.",
    "KeyReused": "The Idempotency-Key was used for another request.",
    "TooMany": "Too many requests. `Retry-After` says when to come back.",
    "NotNow": "The database cannot be asked now, or too many wait already. `Retry-After` says when to come back.",
}

# Whole requests that are accepted as they stand; examples of single fields may exclude each other (phases, a system).
EXAMPLES: Mapping[str, object] = {
    "EventNewRequest": {
        "name": "Club evening",
        "system": "monrad",
        "rounds_planned": 5,
        "scoring": {"win": 1, "draw": 0.5, "loss": 0, "bye": 1},
        "tiebreaks": ["solkoff", {"name": "omw", "floor": 0.25}],
    },
    "PatchedEventChangeRequest": {"venue": "Hall 2", "rounds_planned": 6},
    "ResultInRequest": {"result": "1-0", "expected": None},
    "PlayerInRequest": {"name": "Ann", "rating": 1500, "club": "Riverside"},
}


# Documents are described by their JSON Schemas; `finish` puts those in.
DOCUMENT: Any = {"$ref": "#/components/schemas/EventDocument"}
PLAN: Any = {"$ref": "#/components/schemas/PlanDocument"}
STANDINGS: Any = {"$ref": "#/components/schemas/StandingsDocument"}
SEATING: Any = {"$ref": "#/components/schemas/SeatingDocument"}
STUDY: Any = {"$ref": "#/components/schemas/StudyDocument"}
EVENT: Any = {"$ref": "#/components/schemas/EventOut"}
_DOCUMENTS = {
    "EventDocument": document.EVENT,
    "PlanDocument": document.PLAN,
    "StandingsDocument": document.STANDINGS,
    "SeatingDocument": "pairwright-seating-1",
    "StudyDocument": spec.FORMAT,
}


class ApiSchema(AutoSchema):
    """Adds to each operation what every view of this API has in common."""

    view: Any

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            for status in self._refusals():
                name = PROBLEMS[status]
                operation["responses"].setdefault(status, {"$ref": f"#/components/responses/{name}"})
        return operation

    def _refusals(self) -> list[str]:
        """The statuses an operation may answer besides its own."""
        statuses = {"400", "401", "429", "503"}
        below_event = hasattr(self.view, "versioned")
        paged = any(p["name"] == "page" for p in self._get_parameters())
        if "{" in self.path or below_event or paged:
            statuses.add("404")
        if self.method == "GET":
            return sorted(
                statuses
                | ({"304"} if below_event and self.view.versioned else set())
                | ({"403"} if below_event and getattr(self.view, "restricted", False) else set())
                | ({"409"} if getattr(self.view, "foresees", False) else set())
            )
        return sorted(statuses | {"403", "409", "412", "413", "415", "422"})


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.api.authentication.HeaderToken"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token pw_...`, made at `/accounts/tokens/` or `POST /api/v1/tokens/`.",
        }


class PasswordScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.api.tokens.NameAndPassword"
    name = "password"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "basic",
            "description": "Name and password, to make the first token.",
        }


def finish(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:
    """Post-processing: the shared answers, and requests that refuse unknown fields."""
    components = result["components"]
    components["schemas"]["Problem"] = _problem()
    for name, source in _DOCUMENTS.items():
        components["schemas"][name] = _plain_schema(document.schema(source))
    components["responses"] = {"NotModified": {"description": "You have this answer already (ETag)."}} | {
        name: {
            "description": text,
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for name, text in TEXTS.items()
    }
    for name, schema in components["schemas"].items():
        if name.endswith("Request") and schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)
    for name, example in EXAMPLES.items():
        components["schemas"][name]["example"] = example
    # Names for those who generate a client: the values are none.
    components["schemas"]["ResultEnum"]["x-enum-varnames"] = Result.names
    for path, operations in result["paths"].items():
        for operation in operations.values():
            _narrow_path(operation, path)
    return result


def _plain_schema(source: Mapping[str, object]) -> dict[str, Any]:
    """A JSON Schema as a component: OpenAPI 3.1 speaks the same draft, but has its own way to name things."""
    left_out = ("$schema", "$id", "$defs")
    return {key: _spelled_out(value, source) for key, value in source.items() if key not in left_out}


def _spelled_out(part: Any, source: Mapping[str, Any]) -> object:
    """With what `$defs` of the source says in place of references: in the description they would point elsewhere."""
    if isinstance(part, list):
        return [_spelled_out(one, source) for one in part]
    if not isinstance(part, dict):
        return part
    named = source["$defs"][part["$ref"].removeprefix("#/$defs/")] if "$ref" in part else {}
    own = {key: _spelled_out(value, source) for key, value in part.items() if key != "$ref"}
    return {**named, **own}


_NUMBER = {"type": "integer", "minimum": 1, "maximum": 999_999_999}
_NUMBERS = {"number", "table", "round_number", "first", "second", "job", "study", "claim", "person"}


def _narrow_path(operation: dict[str, Any], path: str) -> None:
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path" and parameter["name"] in _NUMBERS:
            parameter["schema"] = dict(_NUMBER)


def _problem() -> dict[str, Any]:
    text = {"type": "string"}
    maybe = {"type": ["string", "null"]}
    error = {
        "type": "object",
        "properties": {"field": maybe, "code": text, "detail": text},
        "required": ["field", "code", "detail"],
    }
    return {
        "type": "object",
        "description": "A refusal (RFC 9457). `code` is stable and for programs, `detail` is for people.",
        "properties": {
            "type": text,
            "title": text,
            "status": {"type": "integer"},
            "code": text,
            "detail": text,
            "field": maybe,
            "errors": {"type": "array", "items": error},
            "params": {"type": "object", "additionalProperties": True},
        },
        "required": ["type", "title", "status", "code", "detail", "field", "errors", "params"],
    }
