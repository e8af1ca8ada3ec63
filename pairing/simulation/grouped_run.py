"""Tournaments of Monrad and the shogi championship: by the kernels, single rounds by the engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from pairing.engine import find_system
from pairing.model.options import parse
from pairing.model.types import Bye, Entrant, Match, Round, Snapshot
from pairing.simulation import grouped, grouped_play, hashing, playing, tables, words
from pairing.simulation.choosing import FROM_END, IN_ORDER, OPPOSITE
from pairing.simulation.configuration import Configuration, is_grouped
from pairing.simulation.engine_path import planned
from pairing.simulation.reference import RESULTS
from pairing.simulation.standing import BYE

DRAWN = {"redraw": grouped.EVERY_ROUND, "fixed_draw": grouped.ONCE}
FLOATERS = {"U": grouped.UPPERMOST, "L": grouped.LOWEST, "M": grouped.LEFT_OVER}
MEETS = {"C": grouped.FROM_TOP, "D": grouped.FROM_BOTTOM, "E": grouped.BY_HALF}
NEVER = 1 << 30


def grouped_fits(configuration: Configuration, seed: int, last: int) -> bool:
    """Whether the kernels can play tournaments up to this one, and measure them."""
    c = configuration
    text = f"{seed}|{last}|first_mover|{c.rounds}|{len(c.strengths)}"
    return is_grouped(c) and _radix(c) ** 4 < 1 << 62 and len(text) <= hashing.LONGEST


def _radix(configuration: Configuration) -> int:
    """More than any sum of points of opponents."""
    return configuration.rounds * tables.buckets(configuration) + 1


def way_of(configuration: Configuration, seed: int) -> grouped.Way:
    """For the kernel that pairs."""
    c = configuration
    options: Any = parse(find_system(c.system).options, dict(c.options))
    monrad = c.system == "monrad"
    return grouped.Way(
        monrad=monrad,
        drawn=DRAWN.get(options.order, grouped.BY_LIST),
        losses=options.elimination or NEVER if monrad else NEVER,
        alternate=options.first_mover == "alternate",
        ranked=not monrad and options.order == "V",
        method=IN_ORDER if monrad else {"A": OPPOSITE, "B": FROM_END}[options.method],
        floater=grouped.LEFT_OVER if monrad else FLOATERS[options.floater],
        meets=grouped.FROM_TOP if monrad else MEETS[options.opponent],
        ahead=not monrad and options.mode == "MS",
        radix=_radix(c),
        seed=_text(f"{seed}|"),
        draw=_text("draw|"),
        first_mover=_text("first_mover|"),
    )


def _text(text: str) -> Any:
    return np.frombuffer(text.encode(), dtype=np.uint8).copy()


def hall_for(configuration: Configuration) -> grouped.Hall:
    """Room for one tournament."""
    players, rounds = len(configuration.strengths), configuration.rounds
    space = playing.space_for(players, rounds, tables.buckets(configuration))
    return grouped.Hall(
        *(space.w, space.barred, space.graph, space.opponents, space.halves),
        seats=np.zeros((rounds, players), dtype=np.uint8),
        x=np.zeros((grouped.ROWS, players + 2), dtype=np.int64),
        block=np.zeros(hashing.TEXT, dtype=np.uint8),
        words=np.zeros(hashing.WORDS, dtype=np.uint32),
    )


def ask_engine(configuration: Configuration, seed: int, here: Any, hall: grouped.Hall) -> None:
    """Let the engine pair the round the kernels have stopped at."""
    plan = planned(event_so_far(configuration, seed, here, hall))
    if plan is None:
        here[grouped_play.GIVEN] = grouped_play.OVER
        return
    here[grouped_play.GIVEN] = len(plan.matches)
    here[grouped_play.RESTS] = plan.byes[0].player - 1 if plan.byes else -1
    for k, match in enumerate(plan.matches):
        first, second = match.seats
        hall.w[words.PAIRED, 2 * k + 1], hall.w[words.PAIRED, 2 * k] = first - 1, second - 1


def event_so_far(configuration: Configuration, seed: int, here: Any, hall: grouped.Hall) -> Snapshot:
    """The event as `engine_path` has it before this round."""
    c = configuration
    left = hall.x[grouped.LEFT].tolist()
    return Snapshot(
        entrants=tuple(
            Entrant(i + 1, rating=strength, left_after_round=left[i] or None)
            for i, strength in enumerate(c.strengths)
        ),
        rounds=tuple(_round(number, hall) for number in range(here[grouped_play.ROUND])),
        system=c.system,
        options=c.options,
        rounds_planned=c.rounds,
        scoring=c.scoring,
        draw_seed=f"{seed}|{here[grouped_play.INDEX]}",
    )


def _round(number: int, hall: grouped.Hall) -> Round:
    opponents, halves = hall.opponents[number].tolist(), hall.halves[number].tolist()
    matches: list[Match] = []
    byes: list[Bye] = []
    for player, seat in enumerate(hall.seats[number].tolist()):
        if seat == 1:
            seats = player + 1, opponents[player] + 1
            matches.append(Match(len(matches) + 1, seats, RESULTS[halves[player]]))
        elif seat == BYE:
            byes.append(Bye(player + 1))
    return Round(number + 1, matches=tuple(matches), byes=tuple(byes))
