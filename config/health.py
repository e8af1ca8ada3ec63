"""`/healthz`: the state of the database, of the broker if one is set, and of background work."""

from __future__ import annotations

import logging
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Job, JobState

STUCK_AFTER_SECONDS = 300
logger = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while events can go on; 503 where the database does not answer.

    A broker that is gone or jobs that wait are reported, but do not make the server unfit: pairing falls back
    to the web process.
    """
    answer: dict[str, Any] = {
        "database": _database(),
        "broker": _broker(),
        "oldest_waiting_job_seconds": None,
    }
    if answer["database"] == "ok":
        answer["oldest_waiting_job_seconds"] = waiting = _oldest_waiting_job()
        answer["jobs"] = "stuck" if waiting and waiting > STUCK_AFTER_SECONDS else "ok"
    fit = answer["database"] == "ok"
    return JsonResponse({"status": "ok" if fit else "unfit", **answer}, status=200 if fit else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        logger.error("The database does not answer: %s", error)
        return "unreachable"
    return "ok"


def _broker() -> str:
    if not settings.CELERY_BROKER_URL:
        return "none"
    try:
        with current_app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=2)
    except Exception as error:
        # Every transport raises its own kind of error; whichever it is, the answer is the same.
        logger.warning("The broker does not answer: %s", error)
        return "unreachable"
    return "ok"


def _oldest_waiting_job() -> int | None:
    created = (
        Job.objects.filter(state=JobState.QUEUED)
        .order_by("created_at")
        .values_list("created_at", flat=True)
        .first()
    )
    return None if created is None else int((timezone.now() - created).total_seconds())
