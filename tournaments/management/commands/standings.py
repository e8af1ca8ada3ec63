"""`manage.py standings EVENT.json`: ranks, points and tie-breaks, as JSON."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pairing.engine.standings import rank, standings_round
from pairing.formats import document
from pairing.model.types import Snapshot
from tournaments.commandline import OK, FileCommand


class Command(FileCommand):
    help = "Work out the standings of an event document; prints JSON and changes nothing."

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

    def answer(self, snapshot: Snapshot, options: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
        if options["tiebreak"] is not None:
            snapshot = replace(snapshot, tiebreaks=document.tiebreak_chain(options["tiebreak"]))
        after = options["after_round"]
        standings = rank(snapshot, after)
        return document.standings_to_json(standings, standings_round(snapshot, after)), OK
