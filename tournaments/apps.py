from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Rooms register what the ones below them must not know."""
        from tournaments.jobs import lease
        from tournaments.lab import jobs as lab
        from tournaments.models import JobKind
        from tournaments.names import redaction
        from tournaments.outlook import jobs as outlook
        from tournaments.queue.services import listening as queue
        from tournaments.rounds import jobs as rounds
        from tournaments.schedules import jobs as schedules
        from tournaments.series.services import listening
        from tournaments.steps import listeners

        listeners.register(listening)
        listeners.when_recorded(redaction.step_recorded, redaction.SECTIONS)
        listeners.when_recorded(listening.hiding_recorded, redaction.SECTIONS)
        listeners.follow(queue.step_taken, queue.STEPS)
        lease.register(JobKind.PAIR_ROUND, rounds.pair)
        lease.register(JobKind.PLAN_SCHEDULE, schedules.make_plan)
        lease.register(JobKind.OUTLOOK, outlook.work_out)
        lease.register(JobKind.STUDY, lab.make_study)
