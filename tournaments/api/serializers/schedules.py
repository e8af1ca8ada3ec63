"""Schedules for four at a table: asked for, searched, shown with what they reach."""

from __future__ import annotations

from pairing.seating.schedule import PLAYERS, ROUNDS
from tournaments.api.fields import Real, Strict, Whole

# Where nothing better is known the search goes on for so long; the rest of the site waits meanwhile.
LONGEST_SEARCH = 2.0


class SeatingIn(Strict):
    """What `manage.py seating` takes."""

    players = Whole(
        min_value=PLAYERS[0], max_value=PLAYERS[-1], help_text="House players too: a multiple of four."
    )
    rounds = Whole(min_value=ROUNDS[0], max_value=ROUNDS[-1])
    rounds_per_day = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=ROUNDS[-1],
        help_text="A new day starts every so many rounds; left out: one day.",
    )
    seconds = Real(
        default=1.0,
        min_value=0,
        max_value=LONGEST_SEARCH,
        help_text="How long to search at most where no best schedule is known.",
    )
    seed = Whole(default=0, min_value=0, max_value=2**53, help_text="Another number, another search.")
