"""`manage.py random_event`: an event made up from a seed, paired by the engine and played at random."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from pairing.formats import document, trf_write
from pairing.model.errors import PairingError
from pairing.simulation.random_event import Wish, random_event
from pairing.systems import SYSTEMS
from tournaments.commandline import PlainCommand, whole

MOST_PLAYERS, MOST_ROUNDS, MOST_SEED = 5000, 100, 10**18


class Command(PlainCommand):
    help = "Make up an event from a seed, every round paired by the engine; prints it and changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        some, per_cent = whole(0, MOST_PLAYERS), whole(0, 100)
        add = parser.add_argument
        add("--system", required=True, choices=SYSTEMS, metavar="NAME", help="the pairing system")
        add(
            "--players",
            required=True,
            type=whole(2, MOST_PLAYERS),
            metavar="N",
            help="all who ever take part",
        )
        add("--rounds", required=True, type=whole(1, MOST_ROUNDS), metavar="R")
        add(
            "--seed",
            required=True,
            type=whole(0, MOST_SEED),
            metavar="S",
            help="the same seed, the same event",
        )
        for name, (kind, letter, default, about) in {
            "--draws": (per_cent, "P", 30, "per cent of draws between equals (30)"),
            "--forfeits": (per_cent, "P", 0, "per cent of matches (0)"),
            "--byes": (per_cent, "P", 0, "per cent of players who ask for one, a round (0)"),
            "--late": (some, "N", 0, "players who enter after round 1 (0)"),
            "--withdrawn": (some, "N", 0, "players who leave early (0)"),
        }.items():
            add(name, type=kind, metavar=letter, default=default, help=about)
        add("--accelerated", action="store_true", help="with the acceleration of the system")
        formats = ("json", "trf")
        add("--format", choices=formats, default="json", help="an event document (json) or a FIDE report")

    def handle(self, *args: Any, **options: Any) -> None:
        wish = Wish(**{name: options[name] for name in Wish.__slots__})
        if wish.late + wish.withdrawn > wish.players:
            self.refuse("random_event", ValueError("--late and --withdrawn: more than there are players"))
        if wish.rounds == 1 and wish.late + wish.withdrawn:
            self.refuse("random_event", ValueError("--late and --withdrawn: give two rounds or more"))
        try:
            event = random_event(wish)
            text = (
                trf_write.dump(event)
                if options["format"] == "trf"
                else json.dumps(document.dump(event)) + "\n"
            )
        except PairingError as error:
            self.refuse("random_event", error)
        self.stdout.write(text, ending="")
