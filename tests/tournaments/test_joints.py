"""Where two people, two processes or two devices meet: who lost the lease, who paired first, whose phone it is."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta

import pytest
from django.utils import timezone
from openpyxl import Workbook

from tests.factories import FOUR_SCORES, make_event, make_table_event, publish, refused, table
from tournaments.models import ClaimState, Job, JobKind, JobState, Round, RoundState, ScoreClaim
from tournaments.services import claims, rounds, work
from tournaments.services.errors import ServiceError
from tournaments.services.imports import preview_import

pytestmark = pytest.mark.django_db


def test_who_lost_the_lease_does_not_write_how_the_job_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event(field=4)
    job, _made = work.create_job(tournament=event, actor=None, kind=JobKind.PAIR_ROUND, params={})

    def taken_over_while_it_worked(job: Job, progress: work.Progress) -> dict[str, int]:
        Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert work.claim(job.pk) is not None
        return {"round": 9}

    monkeypatch.setitem(work._WORK, JobKind.PAIR_ROUND, taken_over_while_it_worked)
    work.run(job.pk)
    row = Job.objects.get(pk=job.pk)
    assert (row.state, row.result) == (JobState.RUNNING, None)
    assert row.lease_until is not None and row.lease_until > timezone.now()


def test_a_round_that_somebody_else_has_stored_meanwhile_is_named_in_the_refusal() -> None:
    event = make_event(field=4)

    def stored_by_another_process(done: int, total: int) -> None:
        """Without a new version of the event, so that only the constraint of the table knows of it."""
        if done == 1:
            Round.objects.create(tournament=event, number=1, state=RoundState.DRAFT, system=event.system)

    with pytest.raises(ServiceError) as refusal:
        rounds.pair_next_round(tournament=event, actor=event.owner, on_progress=stored_by_another_process)
    assert (refusal.value.code, refusal.value.params["number"]) == ("round_exists", 1)


def test_the_same_scores_from_the_same_phone_confirm_nothing() -> None:
    event = make_table_event()
    match = table(publish(event))
    east, south, *_others = (seat.player for seat in match.seats.order_by("position"))
    first = claims.claim_scores(tournament=event, player=east, match=match, raw=FOUR_SCORES, device="phone")
    with refused("same_device"):
        claims.claim_scores(tournament=event, player=south, match=match, raw=FOUR_SCORES, device="phone")
    assert ScoreClaim.objects.get(pk=first.pk).state == ClaimState.WAITING
    claims.claim_scores(tournament=event, player=south, match=match, raw=FOUR_SCORES, device="another")
    assert ScoreClaim.objects.get(pk=first.pk).state == ClaimState.CONFIRMED


def test_a_workbook_is_measured_by_all_that_it_unpacks_to() -> None:
    book = Workbook()
    book.active.append(["Åse"])
    out = io.BytesIO()
    book.save(out)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name in ("one", "two"):  # each of them is allowed; together they are 120 megabytes
            archive.writestr(name, bytes(60 * 1024 * 1024))
    with pytest.raises(ServiceError, match="far larger than it looks"):
        preview_import(tournament=make_event(), content=out.getvalue())
