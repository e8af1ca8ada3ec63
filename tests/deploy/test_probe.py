"""`/healthz` for monitoring, and the container's own question to it."""

from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.db import OperationalError, connection
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone

from config import health, probe
from tournaments.models import Job, JobKind


@pytest.mark.django_db
def test_a_fit_server_says_so_and_reports_work_that_nobody_does(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert answer.json()["oldest_waiting_job_seconds"] is None
    assert "no-store" in answer["Cache-Control"]
    assert client.post("/healthz").status_code == 405
    job = Job.objects.create(kind=JobKind.PAIR_ROUND)
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=20))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["jobs"]) == (200, "stuck")
    assert 1200 <= answer.json()["oldest_waiting_job_seconds"] < 1300


@pytest.mark.django_db
@override_settings(CELERY_BROKER_URL="redis://127.0.0.1:1/0")
def test_a_broker_that_is_gone_is_reported_within_seconds(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(current_app.conf, "broker_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(
        current_app,
        "connection_for_write",
        lambda: current_app.connection("redis://127.0.0.1:1/0"),
    )
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["broker"] == "unreachable"


def test_a_database_that_is_gone_makes_the_server_unfit(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", gone)
    answer = health.healthz(RequestFactory().get("/healthz"))
    assert answer.status_code == 503


@pytest.mark.parametrize("hosts", ["*", ".localhost", "localhost,example.org"])
@pytest.mark.django_db(transaction=True)
def test_the_container_check_uses_a_name_the_server_accepts(
    live_server: Any, hosts: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORT", live_server.url.rpartition(":")[2])
    monkeypatch.setenv("ALLOWED_HOSTS", hosts)
    assert probe.main() == 0


def test_the_container_check_fails_where_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "1")
    assert probe.main() == 1
