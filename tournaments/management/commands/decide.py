"""`manage.py decide STATE.json`: which matches the table queue calls next, as JSON."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from pairing.formats import document
from pairing.formats.queue_state import calls_to_json, load_state
from pairing.queue.choice import choose
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
            help="a state of the table queue (JSON), or - for standard input",
        )

    def answer_file(self, name: str, options: Mapping[str, Any]) -> tuple[dict[str, object], int]:
        """The calls of the state in a file. Errors: PairingError."""
        data = document.parse_json(read_bytes(name))
        inner = data.get("state") if isinstance(data, dict) else None
        if isinstance(inner, dict):
            data = {"part": data.get("part", "A"), **inner}
        return calls_to_json(choose(load_state(data))), OK
