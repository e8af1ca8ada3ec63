"""Tournaments of Monrad and the shogi championship: by the kernels, single rounds by the engine."""

from typing import Any

import numpy as np

from pairing.engine import find_system
from pairing.model.options import parse
from pairing.model.types import Bye, Entrant, Match, Round, Snapshot
from pairing.simulation.compiled import hashing, workspace
from pairing.simulation.drawing.first_that_works import FROM_END, IN_ORDER, OPPOSITE
from pairing.simulation.playing import any_field, score_groups as paired_groups
from pairing.simulation.playing.shogi_order import BYE
from pairing.simulation.reference.engine_path import planned
from pairing.simulation.reference.tournament import RESULTS
from pairing.simulation.setup.configuration import Configuration, is_grouped
from pairing.simulation.whole_events import score_groups, tables

DRAWN = {"redraw": paired_groups.EVERY_ROUND, "fixed_draw": paired_groups.ONCE}
FLOATERS = {"U": paired_groups.UPPERMOST, "L": paired_groups.LOWEST, "M": paired_groups.LEFT_OVER}
MEETS = {"C": paired_groups.FROM_TOP, "D": paired_groups.FROM_BOTTOM, "E": paired_groups.BY_HALF}
NEVER = 1 << 30


def fits(configuration: Configuration, seed: int, last: int) -> bool:
    """Whether the kernels can play tournaments up to this one, and measure them."""
    c = configuration
    text = f"{seed}|{last}|first_mover|{c.rounds}|{len(c.strengths)}"
    return is_grouped(c) and _radix(c) ** 4 < 1 << 62 and len(text) <= hashing.LONGEST


def _radix(configuration: Configuration) -> int:
    """More than any sum of points of opponents."""
    return configuration.rounds * tables.buckets(configuration) + 1


def way_of(configuration: Configuration, seed: int) -> paired_groups.Way:
    """For the kernel that pairs."""
    c = configuration
    options: Any = parse(find_system(c.system).options, dict(c.options))
    monrad = c.system == "monrad"
    return paired_groups.Way(
        monrad=monrad,
        drawn=DRAWN.get(options.order, paired_groups.BY_LIST),
        losses=options.elimination or NEVER if monrad else NEVER,
        alternate=options.first_mover == "alternate",
        ranked=not monrad and options.order == "V",
        method=IN_ORDER if monrad else {"A": OPPOSITE, "B": FROM_END}[options.method],
        floater=paired_groups.LEFT_OVER if monrad else FLOATERS[options.floater],
        meets=paired_groups.FROM_TOP if monrad else MEETS[options.opponent],
        ahead=not monrad and options.mode == "MS",
        radix=_radix(c),
        seed=_text(f"{seed}|"),
        draw=_text("draw|"),
        first_mover=_text("first_mover|"),
    )


def _text(text: str) -> Any:
    return np.frombuffer(text.encode(), dtype=np.uint8).copy()


def hall_for(configuration: Configuration) -> paired_groups.Hall:
    """Room for one tournament."""
    players, rounds = len(configuration.strengths), configuration.rounds
    space = any_field.space_for(players, rounds, tables.buckets(configuration))
    return paired_groups.Hall(
        *(space.w, space.barred, space.graph, space.opponents, space.halves),
        seats=np.zeros((rounds, players), dtype=np.uint8),
        x=np.zeros((paired_groups.ROWS, players + 2), dtype=np.int64),
        block=np.zeros(hashing.TEXT, dtype=np.uint8),
        words=np.zeros(hashing.WORDS, dtype=np.uint32),
    )


def ask_engine(configuration: Configuration, seed: int, here: Any, hall: paired_groups.Hall) -> None:
    """Let the engine pair the round the kernels have stopped at."""
    plan = planned(event_so_far(configuration, seed, here, hall))
    if plan is None:
        here[score_groups.GIVEN] = score_groups.OVER
        return
    here[score_groups.GIVEN] = len(plan.matches)
    here[score_groups.RESTS] = plan.byes[0].player - 1 if plan.byes else -1
    for k, match in enumerate(plan.matches):
        first, second = match.seats
        hall.w[workspace.PAIRED, 2 * k + 1], hall.w[workspace.PAIRED, 2 * k] = first - 1, second - 1


def event_so_far(configuration: Configuration, seed: int, here: Any, hall: paired_groups.Hall) -> Snapshot:
    """The event as `engine_path` has it before this round."""
    c = configuration
    left = hall.x[paired_groups.LEFT].tolist()
    return Snapshot(
        entrants=tuple(
            Entrant(i + 1, rating=strength, left_after_round=left[i] or None)
            for i, strength in enumerate(c.strengths)
        ),
        rounds=tuple(_round(number, hall) for number in range(here[score_groups.ROUND])),
        system=c.system,
        options=c.options,
        rounds_planned=c.rounds,
        scoring=c.scoring,
        draw_seed=f"{seed}|{here[score_groups.INDEX]}",
    )


def _round(number: int, hall: paired_groups.Hall) -> Round:
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
