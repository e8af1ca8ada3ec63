"""A bracket drawn: its games worked out, put into words and places, and written as one picture."""

import os

from pairing.engine.brackets import bracket_view
from pairing.model.types import Entrant, Snapshot
from tests.bench.fields import after_next
from tests.bench.rows import Once, Row, timed


def rows() -> list[Row]:
    return [
        row
        for shape in (("bracket", 512), ("bracket", 1_024), ("double_elimination", 512))
        for row in _rows(*shape)
    ]


def _rows(system: str, players: int) -> list[Row]:
    goal = 0.2 if players == 512 else None
    how = "four rounds played"
    return [
        Row(f"{system} of {players} drawn", how, lambda: _drawing(_played(system, players, 4)), goal),
        Row(f"{system} of {players}, its games alone", how, lambda: _games(_played(system, players, 4))),
    ]


def _drawing(event: Snapshot) -> Once:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.template.loader import render_to_string

    from tournaments.brackets.selectors.brackets import of_snapshot
    from tournaments.brackets.selectors.pictures import picture_of

    def draw() -> None:
        found = of_snapshot(event)
        assert found is not None
        render_to_string("brackets/public/_bracket_svg.html", {"p": picture_of(found), "bracket": found})

    draw()  # compiles the template
    return timed(draw)


def _games(event: Snapshot) -> Once:
    return timed(lambda: bracket_view(event))


def _played(system: str, players: int, rounds: int) -> Snapshot:
    people = tuple(Entrant(id, f"Player {id}", ranking=id) for id in range(1, players + 1))
    event = Snapshot(people, system=system, options={"after_round": 0, "reseed_layers": False})
    for _ in range(rounds):
        event = after_next(event, "1-0", "0-1")
    return event
