"""`manage.py simulate SPEC.json`: chains of tie-breaks compared in tournaments played by chance, as JSON."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from pairing.model.errors import PairingError
from pairing.model.schema import parse_json
from pairing.simulation import workers
from research import simulation
from tournaments.commandline import MOST_WORKERS, PlainCommand, read_bytes, whole


class Command(PlainCommand):
    help = "Compare tie-break orders in simulated events; prints JSON and changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "spec", metavar="SPEC", help="a simulation document (JSON), or - for one on standard input"
        )
        parser.add_argument(
            "--workers",
            type=whole(1, MOST_WORKERS),
            default=1,
            help="use this many processors (1); the answer stays the same",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["spec"]
        try:
            wanted = simulation.load(parse_json(read_bytes(name)))
        except PairingError as error:
            self.refuse(name, error)
        tally = workers.run(wanted.configuration, wanted.seed, wanted.runs, options["workers"])
        self.stdout.write(json.dumps(simulation.dump(wanted, tally)))
