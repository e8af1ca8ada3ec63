"""Which matches are called next to which tables (rules/queue.md A3), against its cases and against enumeration."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from pairing.formats.queue_state import calls_to_json, load_state
from pairing.model.work import TooMuchWork, Work
from pairing.queue.choice import MOST_STEPS, choose, line
from pairing.queue.state import (
    MatchState,
    QueueMatch,
    QueueOptions,
    QueuePlayer,
    QueueState,
    QueueTable,
    Waiting,
)
from tests.pairing.places import ROOT
from tests.queue import enumerator
from tests.sweep import seeds

CASES = json.loads((ROOT / "tests/vectors/queue/part_a.json").read_text(encoding="utf-8"))["cases"]
SOME, MANY = 250, 25  # states of one test


def calls(state: dict[str, Any]) -> list[dict[str, Any]]:
    found = calls_to_json(choose(load_state(state)))["calls"]
    return [{"match": call["match"], "table": call["table"]} for call in found]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["case"]))
def test_the_cases_of_the_rule(case: dict[str, Any]) -> None:
    assert calls(case["state"]) == case["answer"]["calls"]
    assert enumerator.best(case["state"]) == case["answer"]["calls"]


@pytest.mark.parametrize("seed", seeds(1, 80))
def test_the_choice_is_that_of_enumeration(seed: int) -> None:
    for state in enumerator.random_states(seed, SOME, 0, 8):
        assert calls(state) == enumerator.best(state), state


@pytest.mark.parametrize("seed", seeds(1, 20))
def test_the_choice_among_many_is_that_of_enumeration(seed: int) -> None:
    for state in enumerator.random_states(seed, MANY, 9, 12):
        assert calls(state) == enumerator.best(state), state


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_why_a_match_waits_is_the_first_reason_in_the_order_of_the_rule(seed: int) -> None:
    for data in enumerator.random_states(seed, SOME, 0, 8):
        told = {in_line.match.id: in_line.waiting for in_line in line(load_state(data))}
        waiting = [match for match in data["matches"] if match["state"] == "waiting"]
        assert told == {tuple(m["id"]): enumerator.why_not_ready(data, m) for m in waiting}


def test_the_order_of_the_lists_changes_nothing() -> None:
    rng = random.Random(5)
    for data in enumerator.random_states(0, 100, 0, 8):
        shuffled = {**data}
        for name in ("players", "tables", "matches"):
            shuffled[name] = rng.sample(data[name], len(data[name]))
        assert calls(shuffled) == calls(data)


# --- the worked examples, A10 -----------------------------------------------------------------------------------
def waiting_state(now: int, matches: Sequence[QueueMatch], since: dict[int, int], *free: int) -> QueueState:
    """These matches, players who wait since these moments, and these free tables."""
    players = tuple(QueuePlayer(id, moment) for id, moment in since.items())
    tables = tuple(QueueTable(number) for number in free)
    return QueueState(now, QueueOptions(), players, tables, tuple(matches))


def test_a_1_the_longer_chain_goes_first() -> None:
    matches = [
        QueueMatch((3, 1), (1, 2), chain=4),
        QueueMatch((3, 3), (3, 4), chain=5),
        QueueMatch((3, 4), (5, 6), chain=3),
    ]
    since = {1: 3000, 2: 3100, 3: 3300, 4: 3350, 5: 2400, 6: 2450}
    [call] = choose(waiting_state(3600, matches, since, 1))
    assert (call.match, call.table) == ((3, 3), 1)
    assert [reason.code for reason in call.reasons] == ["queue_chain"]
    assert call.reasons[0].text().endswith("5 with this one, 4 with the other.")


def monrad_round(*free: int) -> QueueState:
    """The round of A-2: its matches have waited 1800 and 600, 1200 and 900, 300 and 1500 seconds."""
    matches = [QueueMatch((4, number), (2 * number - 1, 2 * number)) for number in (1, 2, 3)]
    waits = {1: 1800, 2: 600, 3: 1200, 4: 900, 5: 300, 6: 1500}
    return waiting_state(7200, matches, {id: 7200 - wait for id, wait in waits.items()}, *free)


def test_a_2_the_longer_wait_goes_first() -> None:
    found = choose(monrad_round(1, 2))
    assert [(call.match, call.table) for call in found] == [((4, 1), 1), ((4, 3), 2)]
    assert [reason.text() for call in found for reason in call.reasons] == [
        "Its players have waited longer: 30:00, 10:00, the others 20:00, 15:00.",
        "Its players have waited longer: 25:00, 5:00, the others 20:00, 15:00.",
    ]


def test_a_3_fixed_tables_and_tags() -> None:
    state = monrad_round(1, 2)
    one, two, three = state.matches
    players = (replace(state.players[0], fixed_table=3), *state.players[1:])
    tables = (*state.tables, QueueTable(3, free=False), QueueTable(4, tags=("stream",)))
    state = replace(state, players=players, tables=tables, matches=(one, two, replace(three, needs="stream")))
    found = choose(state)
    assert [(call.match, call.table) for call in found] == [((4, 3), 4), ((4, 2), 1)]
    assert [reason.code for call in found for reason in call.reasons] == ["queue_only_table"] * 2
    assert (line(state)[0].match.id, line(state)[0].waiting) == ((4, 1), Waiting.NO_TABLE)


def test_a_4_most_matches_without_a_player_twice() -> None:
    seats = {(1, 1): (1, 2), (1, 2): (3, 4), (2, 1): (1, 3), (2, 2): (4, 5), (2, 3): (5, 6), (3, 1): (5, 6)}
    matches = [QueueMatch(id, both, chain=4 - id[0]) for id, both in seats.items()]
    matches[0] = replace(matches[0], state=MatchState.PLAYING)
    state = waiting_state(0, matches, dict.fromkeys(range(1, 7), 0), 1, 2, 3)
    state = replace(state, options=QueueOptions(ahead=1))
    assert [(call.match, call.table) for call in choose(state)] == [((1, 2), 1), ((2, 3), 2)]
    assert {one.match.id: one.waiting for one in line(state)} == {
        (1, 2): None, (2, 1): Waiting.BUSY, (2, 2): None, (2, 3): None, (3, 1): Waiting.LATER,
    }  # fmt: skip


# --- more of the rule -------------------------------------------------------------------------------------------
def test_the_mark_of_the_desk_goes_before_the_number_of_matches() -> None:
    matches = [QueueMatch((1, 1), (1, 2)), QueueMatch((1, 2), (3, 4)), QueueMatch((1, 3), (2, 3), first=1)]
    [call] = choose(waiting_state(0, matches, dict.fromkeys(range(1, 5), 0), 1, 2))
    assert (call.match, [reason.code for reason in call.reasons]) == ((1, 3), ["queue_first"])


def test_a_match_that_bars_two_others_waits_and_the_call_says_so() -> None:
    matches = [QueueMatch((1, 1), (2, 3), chain=9), QueueMatch((1, 2), (1, 2)), QueueMatch((1, 3), (3, 4))]
    found = choose(waiting_state(0, matches, dict.fromkeys(range(1, 5), 0), 1, 2))
    assert [call.match for call in found] == [(1, 2), (1, 3)]
    assert [reason.code for call in found for reason in call.reasons] == ["queue_most"] * 2


def test_the_line_says_why_each_match_stands_behind_the_one_before() -> None:
    matches = [
        QueueMatch((1, 1), (1, 2), first=1),
        QueueMatch((1, 2), (3, 4), chain=2),
        QueueMatch((1, 3), (5, 6)),
        QueueMatch((1, 4), (7, 8)),
        QueueMatch((1, 5), (9, None)),
    ]
    lined_up = line(waiting_state(600, matches, {**dict.fromkeys(range(1, 10), 500), 5: 100}))
    codes = [one.why_behind.code if one.why_behind else None for one in lined_up]
    assert codes == [None, "queue_first", "queue_chain", "queue_wait", "queue_wait"]
    assert [one.place for one in lined_up] == [1, 2, 3, 4, 5]
    assert lined_up[-1].waiting is Waiting.UNKNOWN


def hall(matches: int, players: int, seed: int = 1) -> QueueState:
    """Forty tables, eight of them with a tag; every tenth player has a fixed table, every fifth match needs the
    tag.
    """
    rng = random.Random(seed)
    pairs = rng.sample(list(combinations(range(1, players + 1), 2)), matches)
    return QueueState(
        4000,
        QueueOptions(),
        tuple(
            QueuePlayer(id, rng.randint(0, 3000), fixed_table=id if id % 10 == 0 else None)
            for id in range(1, players + 1)
        ),
        tuple(QueueTable(n, tags=("stream",) if n % 5 == 1 else (), only=n % 10 == 1) for n in range(1, 41)),
        tuple(
            QueueMatch((n % 5 + 1, n), pair, needs="stream" if n % 5 == 0 else None)
            for n, pair in enumerate(pairs)
        ),
    )


@pytest.mark.parametrize("players", [40, 60, 100, 200, 400])
def test_two_hundred_ready_matches_take_few_steps(players: int) -> None:
    work = Work(200_000)
    found = choose(hall(200, players), work)
    assert len(found) <= 40 and len({p for call in found for p in call.seats}) == 2 * len(found)
    assert work.steps > 40


@pytest.mark.parametrize("matches", [100, 300, 600])
def test_sixty_players_at_fixed_tables_are_called_in_few_steps(matches: int) -> None:
    """Each of thirty tables is that of two players. More steps than the rule allows: one match after another."""
    rng = random.Random(matches)
    fixed = {id: (id + 1) // 2 for id in range(1, 61)}
    pairs = rng.sample(list(combinations(fixed, 2)), matches)
    state = QueueState(
        4000,
        QueueOptions(),
        tuple(QueuePlayer(id, rng.randint(0, 3000), fixed_table=table) for id, table in fixed.items()),
        tuple(QueueTable(number) for number in range(1, 31)),
        tuple(QueueMatch((1, number), pair) for number, pair in enumerate(pairs, 1)),
    )
    work = Work(MOST_STEPS + 1000)
    found = {call.match: call.table for call in choose(state, work)}
    assert work.steps > MOST_STEPS
    literal, taken = dict[tuple[int, int], int](), set[int]()
    for place in line(state):
        first, second = place.match.players
        if not taken & {first, second, -fixed[first]}:
            literal[place.match.id] = fixed[first]
            taken |= {first, second, -fixed[first]}
    assert found == literal


def test_a_limit_of_steps_that_is_passed_is_refused() -> None:
    with pytest.raises(TooMuchWork):
        choose(hall(200, 60), Work(30))
