"""`manage.py decide STATE.json`: which matches the table queue calls next, as JSON."""

from argparse import ArgumentParser
from collections.abc import Mapping

from pairing.formats import document
from pairing.formats.queue_state import calls_to_json, load_state
from pairing.model.schema import DocumentError
from pairing.model.types import Snapshot
from pairing.queue.choice import choose
from pairing.queue.moments import state_at
from pairing.queue.state import QueueState
from tournaments.commandline import OK, FileCommand, read_bytes


class Command(FileCommand):
    help = "Say which matches the table queue calls next to which tables; prints JSON and changes nothing."
    example = "state.json"
    words = {}

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files",
            nargs="+",
            metavar="STATE",
            help="a state of the table queue or an event with moments (JSON), or - for standard input",
        )

    def answer_file(self, name: str, options: Mapping[str, object]) -> tuple[dict[str, object], int]:
        """The calls of the state in a file. Errors: PairingError."""
        data = document.parse_json(read_bytes(name))
        if isinstance(data, dict) and "format" in data:
            return calls_to_json(choose(_now(document.load(data)))), OK
        inner = data.get("state") if isinstance(data, dict) else None
        if isinstance(inner, dict):
            data = {"part": data.get("part", "A"), **inner}
        return calls_to_json(choose(load_state(data))), OK


def _now(snapshot: Snapshot) -> QueueState:
    """The state after the last moment of an event. Errors: DocumentError for one without moments."""
    if not snapshot.moments:
        raise DocumentError("moments", "they are missing; without them there is no table queue")
    return state_at(snapshot, snapshot.moments)
