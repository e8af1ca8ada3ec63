"""`manage.py warm`: compile the simulations ahead of time, so that nobody waits for it at a page."""

import os
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from filelock import FileLock

from tournaments.lab.services import kernels

LOW = 10  # the lowest, 19, starves beside a busy server: a second of work then takes minutes


class Command(BaseCommand):
    help = "Compile the simulations and keep the code on disk; of low priority, and quick where it is there already."
    requires_system_checks: list[str] = []

    def handle(self, *args: object, **options: object) -> None:
        if missing := kernels.missing():
            raise CommandError(str(missing))
        if hasattr(os, "nice"):  # not on Windows
            os.nice(LOW)
        # Beside the code it guards, which several installations may share.
        folder = Path(settings.COMPILED_CODE)
        folder.mkdir(parents=True, exist_ok=True)
        # Every process that plays a first slice asks for this: one compiles, the others then find it done.
        with FileLock(folder / "warm.lock"):
            if not kernels.are_compiled():
                kernels.make()
