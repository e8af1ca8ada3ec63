"""A bracket drawn: its games worked out, put into words and places, and written as one picture."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time

from pairing.engine import pair
from pairing.systems.bracket.view import bracket_view
from pairing.types import Bye, Entrant, Match, Round, Snapshot

Row = tuple[str, str, float, float | None]


def run(repeats: int = 5) -> list[Row]:
    """Rows: what, with what, median CPU seconds, the goal in seconds."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    return list(_drawings(repeats))


def _drawings(repeats: int) -> Iterator[Row]:
    from django.template.loader import render_to_string

    from tournaments.selectors.bracket_pictures import picture_of
    from tournaments.selectors.brackets import of_snapshot

    for system, players in (("bracket", 512), ("bracket", 1_024), ("double_elimination", 512)):
        event = _played(system, players, 4)

        def draw(event: Snapshot = event) -> None:
            found = of_snapshot(event)
            assert found is not None
            render_to_string(
                "tournaments/public/_bracket_svg.html", {"p": picture_of(found), "bracket": found}
            )

        goal = 0.2 if players == 512 else None
        yield f"{system} of {players} drawn", "four rounds played", _measured(draw, repeats), goal
        yield (
            f"{system} of {players}, its games alone",
            "four rounds played",
            _measured(lambda event=event: bracket_view(event), repeats),  # type: ignore[misc]
            None,
        )


def _played(system: str, players: int, rounds: int) -> Snapshot:
    people = tuple(Entrant(id, f"Player {id}", ranking=id) for id in range(1, players + 1))
    event = Snapshot(people, system=system, options={"after_round": 0, "reseed_layers": False})
    for number in range(1, rounds + 1):
        plan = pair(event)
        rng = Random(number)
        matches = tuple(Match(m.table, m.seats, rng.choice(["1-0", "0-1"])) for m in plan.matches)
        byes = tuple(Bye(b.player, b.kind) for b in plan.byes)
        event = replace(event, rounds=(*event.rounds, Round(number, matches=matches, byes=byes)))
    return event


def _measured(what: Callable[[], object], repeats: int) -> float:
    what()
    taken = []
    for _ in range(repeats):
        start = process_time()
        what()
        taken.append(process_time() - start)
    return median(taken)
