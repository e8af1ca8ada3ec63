"""`manage.py recheck EVENT.json`: pair every past round again from what was known before it, and compare."""

from collections.abc import Mapping
from dataclasses import replace

from pairing.engine.recheck import recheck, recheck_to_json
from pairing.formats.document import names_in
from pairing.model.types import Snapshot
from pairing.queue.replay import checks_to_json, recheck_calls
from tournaments.commandline import OK, FileCommand, is_report


class Command(FileCommand):
    help = (
        "Pair every past round again, make every call of the table queue again, and report the differences."
    )
    example = "event.json"

    def answer(self, snapshot: Snapshot, options: Mapping[str, object]) -> tuple[dict[str, object], int]:
        name_of = names_in(snapshot)
        data = recheck_to_json(recheck(snapshot, tables=not self.is_report), name_of)
        if snapshot.moments:
            data["queue"] = checks_to_json(recheck_calls(snapshot), name_of)
        return data, OK

    def read(self, name: str) -> Snapshot:
        """A report says who met, not at which table; where it has no number of rounds, all have been played."""
        self.is_report = is_report(name)
        snapshot = super().read(name)
        played = len(snapshot.rounds) if self.is_report else None
        return replace(snapshot, rounds_planned=snapshot.rounds_planned or played)
