"""Studies: pairing algorithms held against a round robin, asked for on a page and kept for good."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.kept import restoring, typed
from accounts.models import User
from tournaments.desk.downloads import csv_file
from tournaments.jobs.running import look_after
from tournaments.lab.desk.study_form import StudyForm
from tournaments.lab.selectors.studies import (
    MEASURES,
    TABLES,
    bars,
    came_to_no_end,
    rank_rows,
    scatters,
    studies_of,
)
from tournaments.models import Job, JobState
from tournaments.web.signed_in import for_user

SHOWN = 20


class LabRequest(HttpRequest):
    """A request whose user has signed in."""

    user: User


@restoring
@for_user("GET", "HEAD", "POST")
def studies(request: LabRequest) -> HttpResponse:
    """The form for a new one, and those made before."""
    data = request.POST if request.method == "POST" else typed(request)
    form = StudyForm(data, request.FILES or None)
    job = form.save(request.user) if request.method == "POST" else None
    if job is not None:
        return redirect("lab:study", job.pk)
    earlier = studies_of(request.user)[:SHOWN]
    return render(request, "lab/desk/studies.html", {"form": form, "studies": earlier})


@login_required
@never_cache
@require_safe
def study(request: LabRequest, pk: int) -> HttpResponse:
    """What came of it; while it is at work, how far it is."""
    job = find(request, pk)
    context = {"job": job, "document": job.params["document"]}
    if job.state != JobState.DONE:
        return render(request, "lab/desk/waiting.html", context)
    context |= _outcome(job.result or {}, request.GET.get("by", ""))
    return render(request, "lab/desk/study.html", context)


def _outcome(result: dict[str, object], wanted: str) -> dict[str, object]:
    measure = wanted if wanted in MEASURES else MEASURES[0]
    return {
        "result": result,
        "measures": MEASURES,
        "measure": measure,
        "chart": bars(result, measure),
        "scatters": scatters(result),
        "rows": rank_rows(result),
        "failed": came_to_no_end(result),
    }


@login_required
@never_cache
@require_safe
def as_json(request: LabRequest, pk: int) -> HttpResponse:
    """The study and what came of it, to keep or to work on."""
    job = find(request, pk)
    data = {"study": job.params["document"], "state": job.state, "result": job.result, "error": job.error}
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="study-{pk}.json"'
    return answer


@login_required
@never_cache
@require_safe
def as_csv(request: LabRequest, pk: int, table: str) -> HttpResponse:
    """One of the two tables of a study that has come to its end."""
    result = find(request, pk).result
    if not result or table not in TABLES:
        raise Http404
    return csv_file(TABLES[table](result), f"study-{pk}-{table}.csv")


def find(request: LabRequest, pk: int) -> Job:
    """A study of this person, or 404; one that nobody works on is taken over."""
    job = get_object_or_404(studies_of(request.user), pk=pk)
    return look_after(job) if job.state in (JobState.QUEUED, JobState.RUNNING) else job
