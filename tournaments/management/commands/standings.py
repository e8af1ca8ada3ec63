"""`manage.py standings EVENT.json`: ranks, points and tie-breaks, as JSON; with `--why A B` two players compared."""

from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pairing.engine.places import compare
from pairing.engine.standings import rank, standings_round
from pairing.formats import document
from pairing.formats.comparison import comparison_as_text, comparison_to_json, find_player
from pairing.model.schema import DocumentError
from pairing.model.types import Snapshot
from pairing.systems import SYSTEMS
from pairing.tiebreaks import TIEBREAKS, remarks
from tournaments.commandline import OK, FileCommand


class Command(FileCommand):
    help = "Work out the standings of an event document; prints JSON and changes nothing."
    example = "event.json --tiebreak BH:cut=1 --tiebreak SB"
    words = {"systems": SYSTEMS, "tie-breaks": TIEBREAKS}

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--tiebreak",
            action="append",
            metavar="CODE",
            help="use this tie-break order instead of the file's; give it once for each tie-break",
        )
        parser.add_argument(
            "--after-round",
            type=int,
            metavar="NUMBER",
            help="the standings after that round, not the last one",
        )

        parser.add_argument(
            "--why",
            nargs=2,
            metavar=("A", "B"),
            help="compare two players, by number or name: what puts one ahead, and every value worked out line by line",
        )
        parser.add_argument("--text", action="store_true", help="with --why: lines to read instead of JSON")

    def answer(self, snapshot: Snapshot, options: Mapping[str, Any]) -> tuple[dict[str, object] | str, int]:
        if options["tiebreak"] is not None:
            snapshot = replace(snapshot, tiebreaks=document.tiebreak_chain(options["tiebreak"]))
        after = options["after_round"]
        if options["why"] is not None:
            return self._why(snapshot, options), OK
        if options["text"]:
            raise DocumentError("--text", "give --why A B, too")
        standings = rank(snapshot, after)
        said = remarks(snapshot, after)
        return document.standings_to_json(standings, standings_round(snapshot, after), said), OK

    def _why(self, snapshot: Snapshot, options: Mapping[str, Any]) -> dict[str, object] | str:
        after = options["after_round"]
        first, second = (find_player(snapshot, word, "--why") for word in options["why"])
        compared, number = compare(snapshot, first, second, after), standings_round(snapshot, after)
        if options["text"]:
            return comparison_as_text(compared, snapshot, number)
        return comparison_to_json(compared, number)
