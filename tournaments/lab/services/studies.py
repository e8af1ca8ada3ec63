"""Studies: pairing algorithms held against a round robin (research). A job row keeps each for good."""

from accounts.models import User
from research import spec
from research.study import Study
from tournaments.lab.refusals import refuse
from tournaments.models import OPEN_WORK, Job, JobKind
from tournaments.steps.refusals import core_errors_by_place

# A unit is about a microsecond of work on an ordinary machine.
SMALL, LARGEST = 400_000, 400_000_000
MOST_AT_WORK = 3


def request_study(*, actor: User, document: object) -> tuple[Job, bool]:
    """Note a study to be made, and whether it is small enough to be made at once.

    Errors: those of the document, with the place in it as the field; `study_too_large`; `too_many_studies` while
    others of the same person are still at work.
    """
    study = checked(document)
    if work_in(study) > LARGEST:
        raise refuse.study_too_large()
    at_work = Job.objects.filter(kind=JobKind.STUDY, created_by=actor, state__in=OPEN_WORK).count()
    if at_work >= MOST_AT_WORK:
        raise refuse.too_many_studies(count=at_work)
    total = study.rounds * len(study.algorithms)
    job = Job.objects.create(kind=JobKind.STUDY, params={"document": document}, created_by=actor, total=total)
    return job, work_in(study) <= SMALL


def checked(document: object) -> Study:
    """The study of a document. Errors: CoreError with the place in it as the field."""
    with core_errors_by_place():
        return spec.load(document)


def work_in(study: Study) -> int:
    """How much there is to do. Every round looks at all pairs of players."""
    return len(study.names) ** 2 * study.rounds * len(study.algorithms)
