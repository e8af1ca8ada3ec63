"""`manage.py seating --players N --rounds R`: a schedule for four at a table, with what it reaches."""

import json
from argparse import ArgumentParser
from time import monotonic
from typing import Any

from pairing.model.errors import PairingError
from pairing.seating.schedule import STEPS_PER_SECOND, plan
from tournaments.commandline import PlainCommand

MOST_SECONDS = 3600


class Command(PlainCommand):
    help = "Plan all rounds of a four-player event; reads and changes nothing."
    example = "--players 24 --rounds 6"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--players",
            type=int,
            required=True,
            help="how many, house players too: a multiple of four, unless with --byes",
        )
        parser.add_argument("--rounds", type=int, required=True, help="how many rounds")
        parser.add_argument(
            "--rounds-per-day", type=int, metavar="D", help="a new day starts every D rounds (else one day)"
        )
        parser.add_argument(
            "--seconds",
            type=float,
            default=2.0,
            help="how long to search at most where no best schedule is known (2)",
        )
        parser.add_argument(
            "--forbid",
            action="append",
            default=[],
            metavar="A,B",
            help="two numbers that never share a table; may be given more than once",
        )
        parser.add_argument(
            "--byes",
            action="store_true",
            help="players left over from the last table sit out, in turn",
        )
        parser.add_argument("--seed", type=int, default=0, help="another number, another search (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        seconds = options["seconds"]
        try:
            if not 0 <= seconds <= MOST_SECONDS:
                raise CommandLineError(
                    f"--seconds: {seconds:g} is not possible here; choose 0 to {MOST_SECONDS}"
                )
            end = monotonic() + seconds
            seating = plan(
                options["players"],
                options["rounds"],
                options["rounds_per_day"],
                seed=options["seed"],
                forbidden=[pair_of(words) for words in options["forbid"]],
                uneven="byes" if options["byes"] else "house",
                steps=int(seconds * STEPS_PER_SECOND),
                keep_going=lambda done: monotonic() < end,
            )
        except (PairingError, CommandLineError) as error:
            self.refuse("seating", error)
        self.stdout.write(json.dumps(seating.to_json()))


class CommandLineError(Exception):
    """An argument of the command that the core knows nothing of."""


def pair_of(words: str) -> tuple[int, int]:
    """The two numbers of `3,7`. Errors: CommandLineError."""
    try:
        one, other = map(int, words.split(","))
    except ValueError:
        raise CommandLineError(f"--forbid: {words} is not two numbers such as 3,7") from None
    return one, other
