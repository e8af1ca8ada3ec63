"""Studies: pairing algorithms held against a round robin. Each is kept for good, for the person who asked for it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api import schema
from tournaments.api.base import PersonalView
from tournaments.api.endpoint import IDEMPOTENCY, Nothing, PageQuery, checked, endpoint
from tournaments.api.idempotency import once
from tournaments.api.rounds.serializers.rounds import JobOut
from tournaments.api.throttles import TOOLS
from tournaments.files.services import event_files
from tournaments.jobs.running import look_after
from tournaments.lab import jobs
from tournaments.lab.selectors.studies import studies_of
from tournaments.models import Job, JobState


class Studies(PersonalView):
    tag = "Studies"
    max_bytes = event_files.MAX_BYTES
    throttle_classes = TOOLS

    @endpoint(
        "list_studies", "The studies you asked for, newest first.", gives=JobOut, paged=True, query=PageQuery
    )
    def get(self, request: Request, query: dict[str, Any]) -> Any:
        return studies_of(self.actor)

    @extend_schema(
        operation_id="make_study",
        summary="Hold pairing algorithms against a round robin.",
        description="Answers the finished job of a small study (201), or the job that makes a large one (202). Its "
        "`result` is what `manage.py study wcsc SPEC.json --json` writes, with the algorithms that came to no end in "
        "`failed`.",
        parameters=[IDEMPOTENCY],
        request={"application/json": schema.STUDY},
        responses={
            201: OpenApiResponse(JobOut, description="The study."),
            202: OpenApiResponse(JobOut, description="The job that makes it."),
        },
    )
    def post(self, request: Request) -> Response:
        checked(Nothing, request.query_params.dict())

        def work() -> Response:
            job = jobs.study(actor=self.actor, document=request.data)
            where = reverse("api:study", [job.pk], request=request)
            status = 202 if job.state in (JobState.QUEUED, JobState.RUNNING) else 201
            return Response(JobOut(job).data, status=status, headers={"Location": where})

        return once(request, work, in_one_transaction=False)


class OneStudy(PersonalView):
    tag = "Studies"

    @endpoint("read_study", "A study: how far it is, and what came of it.", gives=JobOut)
    def get(self, request: Request, study: int) -> Job:
        return look_after(studies_of(self.actor).get(pk=study))
