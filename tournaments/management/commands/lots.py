"""`manage.py lots NAME... --season S --round R`, or `--event FILE`: lots, to be computed again.

By name: those of a league. Of an event: those of a round, whatever its system.
"""

import json
from argparse import ArgumentParser
from typing import Any

from pairing.engine.drawn_lots import lots_of_round, lots_to_json
from pairing.model.errors import PairingError
from pairing.model.lots import FIRST_SEASON, lots_of_names
from pairing.model.schema import DocumentError
from tournaments.commandline import PlainCommand


class Command(PlainCommand):
    help = (
        "Show the lots of a league, or of a round of any event, with what they are made of; changes nothing."
    )
    example = "--event event.json --round 1"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "names", nargs="*", metavar="NAME", help="players, by the names they are listed under"
        )
        parser.add_argument("--season", type=int, help=f"number of the season ({FIRST_SEASON})")
        parser.add_argument(
            "--round", type=int, help="number of the round, from 1 (1; of an event: the next one)"
        )
        parser.add_argument(
            "--event",
            metavar="FILE",
            help="the lots of a round of an event document instead; - for standard input",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            lots = self._lots(options["names"], options["season"], options["round"], options["event"])
        except PairingError as error:
            self.refuse("lots", error)
        self.stdout.write(json.dumps({"lots": lots}))

    def _lots(
        self, names: list[str], season: int | None, number: int | None, event: str | None
    ) -> list[dict[str, object]]:
        """Errors: PairingError, for arguments that do not fit each other and for an event that cannot be read."""
        if number is not None and number < 1:
            raise DocumentError("--round", f"{number} is not possible here; choose a whole number from 1")
        if event is not None:
            if names or season is not None:
                raise DocumentError(
                    "--event", "names and season are those of the event; leave out NAME and --season"
                )
            snapshot = self.read(event)
            return lots_to_json(lots_of_round(snapshot, number), snapshot)
        for name in names:
            if not name.isprintable():
                raise DocumentError("NAME", "each must be a text of printable characters in UTF-8")
        if not names:
            raise DocumentError("NAME", "give at least one name, or --event FILE")
        lots = lots_of_names(names, FIRST_SEASON if season is None else season, number or 1)
        return [lot.to_json() for lot in lots]
