"""`manage.py pair EVENT.json`: the next round, as JSON."""

from collections.abc import Mapping

from pairing import engine
from pairing.formats import document
from pairing.model.errors import Impossible
from pairing.model.types import Snapshot
from tournaments.commandline import IMPOSSIBLE, OK, FileCommand


class Command(FileCommand):
    help = "Pair the next round of an event document; prints JSON and changes nothing."
    example = "event.json --option allow_rematches=true"

    def answer(self, snapshot: Snapshot, options: Mapping[str, object]) -> tuple[dict[str, object], int]:
        try:
            return document.plan_to_json(engine.pair(snapshot), document.names_in(snapshot)), OK
        except Impossible as error:
            return document.impossible_to_json(
                len(snapshot.rounds) + 1, error, document.names_in(snapshot)
            ), IMPOSSIBLE
