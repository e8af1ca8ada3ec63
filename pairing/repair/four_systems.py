"""Which repairs the systems of four have: a Swiss is searched, a schedule and a final have tables of their own."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pairing.model.errors import Impossible, PairingError
from pairing.repair.assemble import order_of
from pairing.repair.four import filled_up, repairs_of_four
from pairing.repair.structure import repair_of_plan, repaired, unchanged_round
from pairing.repair.types import Repair, Task
from pairing.systems.mahjong.phases import phases


def repairs_at_four(task: Task, most: int) -> tuple[Repair, ...]:
    """The best repairs, in order. Errors: PairingError, of the system, or where no repair is found."""
    return _searched(task, most) if _is_swiss(task) else _by_system(task, most)


def _is_swiss(task: Task) -> bool:
    """Whether the tables of the round are the closest ones, and nothing else decides about them."""
    if not task.system.plans_ahead:
        return True
    if getattr(task.options, "qualifying", None) != "swiss":
        return False
    return task.before.number <= phases(task.snapshot, task.options).qualifying


def _is_final(task: Task) -> bool:
    """Whether totals decide who sits where."""
    final = task.system.ladder is not None
    return final and task.before.number > phases(task.snapshot, task.options).qualifying


def _searched(task: Task, most: int) -> tuple[Repair, ...]:
    """Of a Swiss: what breaks the fewest tables; besides keeping everything also the system's own round by now."""
    found = repairs_of_four(task, most)
    if found[0].keeps_everything and most > 1:
        found += tuple(_given(task, [task.options]))
    return _different(found, most)


def _by_system(task: Task, most: int) -> tuple[Repair, ...]:
    """Of a schedule or a final: everybody stays, and empty seats are filled, where that breaks no rule; or the tables
    of the system by now, planned again if the event does so when people leave. Only where neither goes is the round
    searched like one of a Swiss: a forbidden pair meets, or more people are new than seats.
    """
    ways = [task.options]
    if getattr(task.options, "leavers", "") == "replan":
        ways.append(replace(task.options, leavers="house"))
    found = [*_given(task, ways)]
    stay = unchanged_round(task) or (filled_up(task) if _is_final(task) or not found else None)
    found += [stay] if stay else []
    if found and not all(r.relaxed for r in found):
        return _different(tuple(sorted(found, key=order_of)), most)
    try:
        searched = repairs_of_four(task, most)
        return _different(tuple(sorted([*found, *searched], key=order_of)), most)
    except Impossible:
        return (repaired(task),)  # says why the system has none


def _given(task: Task, ways: list[Any]) -> Iterator[Repair]:
    for options in ways:
        try:
            yield repair_of_plan(task, task.system.pair(task.field, options, task.lots))
        except PairingError:
            continue


def _different(repairs: tuple[Repair, ...], most: int) -> tuple[Repair, ...]:
    """Without those that seat everybody like one before."""
    seen: set[frozenset[frozenset[int]]] = set()
    kept = []
    for repair in repairs:
        seats = frozenset(frozenset(m.seats) for m in repair.plan.matches)
        if seats not in seen:
            seen.add(seats)
            kept.append(repair)
    return tuple(kept[:most])
