"""What an operator asks: `/healthz`, how database, broker and background work are; `/problem/`, a report to send."""

import logging
from typing import Any

from celery import current_app
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import limits
from config.management.problem import problem_report
from tournaments.models import Job, JobState

STUCK_AFTER_SECONDS = 300
LOOPBACK = ("localhost", "127.0.0.1")
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


@never_cache
@login_required
@require_safe
def problem(request: HttpRequest) -> HttpResponse:
    """The report, to be read, and with `?file` as a file. Whoever sits at the machine itself sees the last errors."""
    is_here = _is_at_the_machine(request)
    text = problem_report(with_errors=is_here)
    if "file" not in request.GET:
        return render(request, "problem.html", {"report": text, "is_here": is_here})
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = (
        f'attachment; filename="pairwright-problem-{timezone.now():%Y%m%d-%H%M}.txt"'
    )
    return answer


def _is_at_the_machine(request: HttpRequest) -> bool:
    """Not behind a proxy, where everybody may come from there."""
    if settings.PROXY_COUNT or request.get_host().partition(":")[0] not in LOOPBACK:
        return False
    return limits.address_of(request) in LOOPBACK
