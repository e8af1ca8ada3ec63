"""Every refusal in one shape: a problem document (RFC 9457) with a stable `code` for programs.

    {"type": "about:blank", "title": "Bad Request", "status": 400, "code": "bad_number",
     "detail": "rating: a whole number ...", "field": "rating",
     "errors": [{"field": "rating", "code": "bad_number", "detail": "..."}], "params": {"low": ...}}

`detail` is in the language of the request, `code` and `field` never change. `errors` lists all fields at fault;
`code`, `field` and `detail` repeat the first of them, so that a simple client needs to look at one place only.
"""

import logging
from collections.abc import Iterator
from http import HTTPStatus
from math import ceil
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _, gettext_noop
from rest_framework import exceptions
from rest_framework.response import Response

from pairing.formats.document_scoring import points_to_json
from pairing.model.errors import PairingError
from pairing.model.reasons import is_score
from tournaments.steps.refusals import CoreError, ServiceError
from tournaments.trouble import trouble_of

logger = logging.getLogger(__name__)
CONTENT_TYPE = "application/problem+json"
# Seconds after which what was refused for the moment is worth another try.
_REPEAT_AFTER = {"busy": "10", "in_progress": "2"}

# What the framework refuses, in words of ours.
_SENTENCES = {
    exceptions.NotAuthenticated: gettext_noop("Send a token: Authorization: Token pw_..."),
    exceptions.MethodNotAllowed: gettext_noop(
        "This address does not take this method. Allow says which it takes."
    ),
    exceptions.UnsupportedMediaType: gettext_noop("Send JSON, with Content-Type: application/json."),
    exceptions.Throttled: gettext_noop("Too many requests. Try again in %(seconds)s seconds."),
}


class Refused(exceptions.APIException):
    """A refusal whose sentence comes ready made from elsewhere. All others stand in the `refusals` of the nouns."""

    status_code = 400

    def __init__(
        self, status: int, code: str, detail: str, *, field: str | None = None, **params: object
    ) -> None:
        super().__init__(detail, code)
        self.status_code = status
        self.field = field
        self.params = params


class NotModified(Exception):
    """The reader has the answer already (If-None-Match): 304, without computing it."""


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler. What is not recognised here is our bug: a 500 in the same shape (config.errors)."""
    if isinstance(error, NotModified):
        return Response(status=304)
    problem = to_problem(error)
    if problem is None:
        return None
    return Response(problem, status=problem["status"], headers=_headers(error), content_type=CONTENT_TYPE)


def to_problem(error: Exception) -> dict[str, Any] | None:
    """The problem document of an error, or None for a bug."""
    if isinstance(error, PairingError):
        error = CoreError(error)
    if isinstance(error, ServiceError):
        return _of_service(error)
    if isinstance(error, Http404 | ObjectDoesNotExist):
        return make(404, "not_found", _("This does not exist here, or is not published yet."))
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        is_forged = str(error).startswith("CSRF")
        own = (
            _("Send the CSRF token of the page.") if is_forged else _("You do not have the right to do this.")
        )
        return make(403, _code(error, "permission_denied"), own)
    if isinstance(error, RequestDataTooBig):
        return make(413, "too_large", _("The request is too large."))
    if trouble := trouble_of(error):
        logger.error("The database is in trouble (%s): %s", trouble.code, error)
        return make(503, trouble.code, str(trouble.message))
    return _of_framework(error) if isinstance(error, exceptions.APIException) else None


def make(
    status: int,
    code: str,
    detail: str,
    *,
    field: str | None = None,
    errors: list[dict[str, Any]] | None = None,
    params: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A problem document."""
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        "field": field,
        "errors": errors if errors is not None else [{"field": field, "code": code, "detail": detail}],
        # Scores are points here, as everywhere in the API; inside they are hundredths.
        "params": {
            name: points_to_json(value) if is_score(name) else value for name, value in (params or {}).items()
        },
    }


def _of_service(error: ServiceError) -> dict[str, Any]:
    plain = error.to_json()
    message = error.about(error.field or "")  # whoever writes a program knows the field by its code
    return make(error.status, error.code, message, field=error.field, params=_plain(plain["params"]))


def _plain(params: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in params.items() if value is not None}


def _of_framework(error: exceptions.APIException) -> dict[str, Any]:
    if isinstance(error, Refused):
        return make(
            error.status_code, _code(error, "refused"), str(error), field=error.field, params=error.params
        )
    if isinstance(error, exceptions.ValidationError):
        errors = list(_flat(error.get_full_details(), ""))
        first = errors[0]
        return make(400, first["code"], first["detail"], field=first["field"], errors=errors)
    own = next((_(text) for kind, text in _SENTENCES.items() if isinstance(error, kind)), str(error.detail))
    return make(
        error.status_code, _code(error, "error"), own % {"seconds": ceil(getattr(error, "wait", 0) or 0)}
    )


def _code(error: Exception, default: str) -> str:
    codes = error.get_codes() if isinstance(error, exceptions.APIException) else None
    return codes if isinstance(codes, str) else default


def _flat(details: Any, path: str) -> Iterator[dict[str, Any]]:
    """DRF's nested error details as a list of {field, code, detail} with dotted paths."""
    if isinstance(details, dict) and set(details) == {"message", "code"}:
        code = str(details["code"])
        detail = f"{path}: {details['message']}" if path else str(details["message"])
        yield {"field": path or None, "code": code, "detail": detail}
    elif isinstance(details, dict):
        for key, value in details.items():
            step = "" if key == "non_field_errors" else str(key)
            yield from _flat(value, ".".join(part for part in (path, step) if part))
    else:
        nested = any(isinstance(item, dict) and "message" not in item for item in details)
        for index, item in enumerate(details):
            if item:
                yield from _flat(item, f"{path}.{index}".lstrip(".") if nested else path)


def _headers(error: Exception) -> dict[str, str]:
    headers: dict[str, str] = {}
    if auth := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = auth
    wait = getattr(error, "wait", None) or getattr(error, "params", {}).get("wait")
    if wait:
        headers["Retry-After"] = str(int(wait) + 1)
    elif isinstance(error, ServiceError) and error.code in _REPEAT_AFTER:
        headers["Retry-After"] = _REPEAT_AFTER[error.code]
    elif trouble := trouble_of(error):
        headers["Retry-After"] = str(trouble.seconds)
    return headers
