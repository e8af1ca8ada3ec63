"""The Celery application: background work over Redis or Valkey. An event never depends on it.

The row of a job is the truth and a message only a hint: it may be lost, doubled or late without harm.
"""

import os

from celery import Celery
from celery.signals import worker_init

from config import garbage

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("pairwright")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    task_ignore_result=True,
    # A task is acknowledged when it is done, so one whose worker died is given out again.
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
    broker_transport_options={
        # Longer than any chunk of work: sooner, Redis would give a running task to a second worker.
        "visibility_timeout": 7200,
        # A broker that is gone must not hold up a page: the job row stays and is sent again later.
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
    },
    broker_pool_limit=4,
    task_publish_retry_policy={
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.2,
        "interval_max": 0.2,
    },
    # The longest work is an hour's search for a schedule, which then finishes what it has found.
    task_time_limit=4200,
    task_soft_time_limit=4140,
    worker_hijack_root_logger=False,
    timezone="UTC",
)
app.autodiscover_tasks()


@worker_init.connect
def _look_for_garbage_seldom(**_worker: object) -> None:
    garbage.seldom()
