"""`manage.py simulate SPEC.json`: chains of tie-breaks compared in tournaments played by chance, as JSON."""

import csv
import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from pairing.model.errors import PairingError
from pairing.model.schema import DocumentError, parse_json
from pairing.simulation import refuse_without_lab, singles, workers
from pairing.simulation.singles import MOST_ROWS
from pairing.systems import SYSTEMS
from pairing.tiebreaks import TIEBREAKS
from research import simulation
from tournaments.commandline import MOST_WORKERS, PlainCommand, read_bytes, whole


class Command(PlainCommand):
    help = "Compare tie-break orders in simulated events; prints JSON and changes nothing."
    example = "spec.json --workers 2"
    words = {"systems": SYSTEMS, "tie-breaks": TIEBREAKS}

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

        parser.add_argument(
            "--rows",
            metavar="FILE",
            help="also write a CSV with a line for every order of every tournament"
            f" (of the first ones, if these are more than {MOST_ROWS:,} lines)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["spec"]
        try:
            refuse_without_lab()
            wanted = simulation.load(parse_json(read_bytes(name)))
        except PairingError as error:
            self.refuse(name, error)
        if options["rows"]:
            self._write_rows(wanted, options["rows"])
        tallies = [
            workers.run(c, wanted.seed, wanted.runs, options["workers"]) for c in wanted.configurations
        ]
        self.stdout.write(json.dumps(simulation.dump(wanted, tallies)))

    def _write_rows(self, wanted: simulation.Simulation, path: str) -> None:
        count = min(wanted.runs, MOST_ROWS // sum(len(c.orders) for c in wanted.configurations))
        if count < wanted.runs:
            self.stderr.write(f"{path}: note: the first {count} of {wanted.runs} tournaments")
        try:
            with Path(path).open("w", encoding="utf-8", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(singles.heads(wanted.configurations[0]))
                for configuration in wanted.configurations:
                    writer.writerows(singles.rows(configuration, wanted.seed, count))
        except OSError as error:
            self.refuse(path, DocumentError("--rows", f"cannot be written: {error.strerror}"))
