"""`manage.py random_event`: an event made up from a seed, paired by the engine and played at random."""

import json
from argparse import ArgumentParser
from typing import Any

from pairing.formats import document, trf_write
from pairing.model.errors import PairingError
from pairing.model.types import TWO
from pairing.simulation.random_event import Wish, random_event
from pairing.simulation.random_hall import in_hall
from pairing.systems import SYSTEMS, seats_of
from tournaments.commandline import PlainCommand, whole

MOST_PLAYERS, MOST_ROUNDS, MOST_SEED = 5000, 100, 10**18
PER_CENT, PEOPLE = whole(0, 100), whole(0, MOST_PLAYERS)
NEEDED = (
    ("players", whole(2, MOST_PLAYERS), "all who ever take part"),
    ("rounds", whole(1, MOST_ROUNDS), "how many are made"),
    ("seed", whole(0, MOST_SEED), "the same seed gives the same event"),
)
SHARES = (
    ("draws", 30, PER_CENT, "per cent of draws between equals"),
    ("forfeits", 0, PER_CENT, "per cent of matches that one player does not appear for"),
    ("byes", 0, PER_CENT, "per cent of players who ask for a bye in a round"),
    ("late", 0, PEOPLE, "players who enter after round 1"),
    ("withdrawn", 0, PEOPLE, "players who leave before the last round"),
)


class Command(PlainCommand):
    help = "Make up an event from a seed, every round paired by the engine; prints it and changes nothing."
    example = "--system dutch --players 60 --rounds 5 --planned 9 --seed 1"
    words = {"systems": SYSTEMS}

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--system", required=True, choices=SYSTEMS, metavar="NAME", help="the pairing system")
        for name, kind, help in NEEDED:
            add(f"--{name}", required=True, type=kind, metavar="N", help=help)
        for name, default, kind, help in SHARES:
            add(f"--{name}", default=default, type=kind, metavar="N", help=f"{help} ({default})")
        add(
            "--planned",
            type=whole(1, MOST_ROUNDS),
            metavar="N",
            help="rounds of the event (as many as are made)",
        )
        add("--open-round", action="store_true", help="the last round is paired and has no results yet")
        add("--accelerated", action="store_true", help="with the acceleration of the system")
        add(
            "--tables",
            type=whole(1, MOST_PLAYERS),
            metavar="N",
            help="with the moments of a hall of so many tables, matches called by the queue",
        )
        formats = {"json": "an event document (the default)", "trf": "a FIDE report"}
        add(
            "--format",
            choices=formats,
            default="json",
            help=", ".join(f"{k}: {v}" for k, v in formats.items()),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        wish = Wish(**{name: options[name] for name in Wish.__slots__})
        if wish.late + wish.withdrawn > wish.players:
            self.refuse("random_event", ValueError("--late and --withdrawn: more than there are players"))
        if wish.planned is not None and wish.planned < wish.rounds:
            self.refuse("random_event", ValueError("--planned: fewer than --rounds"))
        if wish.rounds == 1 and wish.late + wish.withdrawn:
            self.refuse("random_event", ValueError("--late and --withdrawn: give two rounds or more"))
        if options["tables"] and seats_of(wish.system) != TWO:
            self.refuse("random_event", ValueError("--tables: the table queue is for matches of two"))
        try:
            event = random_event(wish)
            if options["tables"]:
                event = in_hall(event, options["tables"])
            text = (
                trf_write.dump(event)
                if options["format"] == "trf"
                else json.dumps(document.dump(event)) + "\n"
            )
        except PairingError as error:
            self.refuse("random_event", error)
        self.stdout.write(text, ending="")
