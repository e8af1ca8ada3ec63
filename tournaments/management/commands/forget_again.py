"""`manage.py forget_again`: after a restore, forget once more whoever has been forgotten since the copy was made."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.privacy.services.forgetting import apply_again


class Command(BaseCommand):
    help = (
        "Forget once more whoever has been forgotten since the copy was made that this site was restored from: the file"
        " `forgotten` in DATA_DIR lists them by numbers. `prepare` does it at every start."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if count := apply_again():
            self.stdout.write(f"{count} players are forgotten again.")
