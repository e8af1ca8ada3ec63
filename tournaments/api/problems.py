"""Every refusal in one shape: a problem document (RFC 9457) with a stable `code` for programs.

    {"type": "about:blank", "title": "Bad Request", "status": 400, "code": "bad_number",
     "detail": "rating: a whole number ...", "field": "rating",
     "errors": [{"field": "rating", "code": "bad_number", "detail": "..."}], "params": {"low": ...}}

`detail` is in the language of the request, `code` and `field` never change. `errors` lists all fields at fault;
`code`, `field` and `detail` repeat the first of them, so that a simple client needs to look at one place only.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from pairing.formats.document_scoring import points_to_json
from pairing.model.errors import Impossible, PairingError
from pairing.model.reasons import is_score
from tournaments.steps.refusals import CoreError, ServiceError
from tournaments.trouble import trouble_of

logger = logging.getLogger(__name__)
CONTENT_TYPE = "application/problem+json"

# Every code a service can refuse with stands in one of these lists (tested).
# 409: not the request is at fault but the state the event is in; the same request may be right later.
CONFLICTS = frozenset(
    """
    already_entered already_forbidden already_withdrawn claim_closed claim_waiting confirm_tiebreaks cut_fixed
    decided duplicate_name earlier_round_open event_changed event_finished fixed_after_pairing has_phases import_changed
    in_draft in_schedule is_owner last_round_paired later_round missing_results no_round_left no_scores not_finished
    not_own_claim not_planned_ahead not_ready not_running not_withdrawn nothing_planned nothing_to_plan
    nothing_to_redo nothing_to_undo number_taken numbers_too_high own_claim phase_begun plan_in_use plan_outdated
    player_was_paired result_changed round_exists round_open schedule_stands slug_taken step_changed too_few
    same_state state_differs too_few_rounds too_late too_many_studies two_rounds_open waits_for_results wrong_state
    no_next_phase not_own_simulation too_many_events too_many_simulations
    already_revoked already_staff invitation_expired invitation_revoked invitation_used_up no_result not_owner
    verification_differs
    already_in_round no_bye_given not_in_round proposal_stale table_has_result table_playing
    fixed_elsewhere screen_name_taken too_many_screens
    in_another_series no_series not_allowed not_in_series nothing_left same_event season_of_series season_taken
    final_ranks_change in_progress key_reused
    event_here_already
    call_closed call_taken check_in_closed reports_off request_closed request_waiting same_device
    """.split()
)
NOT_FOUND = frozenset(
    "event_gone no_bye no_such_request not_in_bin not_forbidden round_gone series_gone screen_gone".split()
)
# 429: right, but too often.
TOO_OFTEN = frozenset({"too_many"})
# 503: right, but not now.
UNAVAILABLE = frozenset({"busy"})
# 400: the request is wrong.
WRONG = frozenset(
    """
    bad_columns bad_date bad_decision bad_games bad_kind bad_meetings bad_number bad_penalties bad_result bad_role
    bad_round bad_scores bad_scoring bad_seconds bad_slug bad_sticks bad_text bad_visibility broken_file empty_list
    house_player import_has_errors internal missing no_such_table not_at_table not_confirmed not_of_event not_text
    per_round_option phases_for_two reason_missing same_player study_too_large too_large too_long too_many_lines
    too_many_players too_many_rounds too_much_work unknown_field unknown_scoring wrong_seats
    bad_brief simulation_too_large too_many_chains too_many_configurations
    bad_order needs_two_seats no_length bad_mode message_missing bad_tables no_table_of_hall too_many_tables
    not_of_person not_of_series same_person
    is_a_pack pass_phrase_short
    bad_key bad_outcome bad_zone bad_points bad_time needs_date rounds_out_of_order
    """.split()
)


class Refused(exceptions.APIException):
    """A refusal made by the API itself rather than by a service."""

    status_code = 400

    def __init__(
        self, status: int, code: str, detail: str, *, field: str | None = None, **params: Any
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
        return make(404, "not_found", _("There is no such thing here, or it is not published yet."))
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        return make(403, _code(error, "permission_denied"), str(error) or _("You may not do this."))
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


def status_of(error: ServiceError) -> int:
    """400 for a wrong request; for a right one 404 and 409 where the event's state refuses it, 429 for one too many,
    503 while too many others wait.
    """
    impossible = isinstance(error, CoreError) and isinstance(error.error, Impossible)
    if impossible or error.code in CONFLICTS:
        return 409
    if error.code in TOO_OFTEN:
        return 429
    if error.code in UNAVAILABLE:
        return 503
    return 404 if error.code in NOT_FOUND else 400


def _of_service(error: ServiceError) -> dict[str, Any]:
    plain = error.to_json()
    message = error.about(error.field or "")  # whoever writes a program knows the field by its code
    return make(status_of(error), error.code, message, field=error.field, params=_plain(plain["params"]))


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
    return make(error.status_code, _code(error, "error"), str(error.detail))


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
    elif isinstance(error, ServiceError) and status_of(error) == 503:
        headers["Retry-After"] = "10"
    elif trouble := trouble_of(error):
        headers["Retry-After"] = str(trouble.seconds)
    return headers
