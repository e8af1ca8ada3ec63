"""`manage.py recheck EVENT.json`: pair every past round again from what was known before it, and compare."""

from __future__ import annotations

from collections.abc import Mapping

from pairing.engine.recheck import recheck, recheck_to_json
from pairing.formats.document import names_in
from pairing.model.types import Snapshot
from tournaments.commandline import OK, FileCommand, is_report


class Command(FileCommand):
    help = "Pair every past round of an event document again and report the differences as JSON."
    example = "event.json"

    def answer(self, snapshot: Snapshot, options: Mapping[str, object]) -> tuple[dict[str, object], int]:
        return recheck_to_json(recheck(snapshot, tables=not self.is_report), names_in(snapshot)), OK

    def read(self, name: str) -> Snapshot:
        """A report says who met, not at which table."""
        self.is_report = is_report(name)
        return super().read(name)
