"""`manage.py problem_report`: what somebody who helps has to know. Read it before you send it."""

from django.core.management import BaseCommand

from config.management.problem import problem_report


class Command(BaseCommand):
    help = "Print versions, settings without secrets and the last errors, to be read and then sent with a question."
    requires_system_checks: list[str] = []

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(problem_report(with_errors=True), ending="")
