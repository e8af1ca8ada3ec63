"""The choice of the table queue by nothing but enumeration, written from rules/queue.md A1 to A3 on plain JSON.

It shares no code with `pairing.queue`. Every set of ready matches is looked at, and for the best every way to
seat it.
"""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

NEVER = 10**9
Json = dict[str, Any]


def why_not_ready(state: Json, match: Json) -> str | None:
    """The first of the words of A1 that is true of a waiting match; None: it is ready."""
    if None in match["seats"]:
        return "unknown"
    players = [p for p in state["players"] if p["id"] in match["seats"]]
    at_tables = [m for m in state["matches"] if m["state"] in ("called", "playing")]
    unplayed = [m["id"][0] for m in state["matches"] if m["state"] not in ("played", "cancelled")]
    ahead = state["params"]["ahead"]
    if match["hold"]:
        return "held"
    if any(p.get("held") for p in players):
        return "player_held"
    if any(p["id"] in m["seats"] for p in players for m in at_tables):
        return "busy"
    if any((p.get("not_before") or 0) > state["now"] for p in players) and not match.get("waived"):
        return "resting"
    if ahead is not None and match["id"][0] > min(unplayed) + ahead:
        return "later"
    return None if any(t["free"] and allowed(state, match, t) for t in state["tables"]) else "no_table"


def allowed(state: Json, match: Json, table: Json) -> bool:
    """Whether a match may be played at a table."""
    fixed_of = {p["id"]: p.get("fixed_table") for p in state["players"]}
    fixed = [fixed_of[p] for p in match["seats"] if p is not None and fixed_of[p]]
    if fixed and fixed[0] != table["number"]:
        return False
    if table["kept_for"] and table["kept_for"] != match["id"]:
        return False
    if match["needs"] and match["needs"] not in table["tags"]:
        return False
    return not table["only"] or bool(match["needs"]) or bool(fixed)


def key(state: Json, match: Json) -> tuple[Any, ...]:
    """A3, 3: the desk's mark, the longer chain, the longer waits, the order of play."""
    since = {p["id"]: p["since"] for p in state["players"]}
    waits = sorted((state["now"] - since[p] for p in match["seats"]), reverse=True)
    return match["first"] or NEVER, -match["chain"], [-wait for wait in waits], match["id"]


def seatings(state: Json, matches: list[Json], taken: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every way to give these matches a free table each."""
    if len(taken) == len(matches):
        yield taken
        return
    match = matches[len(taken)]
    for table in state["tables"]:
        if table["free"] and table["number"] not in taken and allowed(state, match, table):
            yield from seatings(state, matches, (*taken, table["number"]))


def best(state: Json) -> list[Json]:
    """The calls of A3, in the order of play."""
    if state["params"]["paused"]:
        return []
    waiting = [m for m in state["matches"] if m["state"] == "waiting"]
    ready = sorted((m for m in waiting if why_not_ready(state, m) is None), key=lambda m: key(state, m))
    sets = [list(some) for count in range(len(ready) + 1) for some in combinations(ready, count)]
    apart = [s for s in sets if len({p for m in s for p in m["seats"]}) == 2 * len(s)]

    def order(some: list[Json]) -> tuple[Any, ...]:
        marks = [m["first"] for m in some if m["first"]]
        return [*sorted(marks), NEVER], -len(some), [key(state, m) for m in some]

    tagged = {t["number"] for t in state["tables"] if t["tags"]}
    for some in sorted(apart, key=order):
        ways = list(seatings(state, some))
        if ways:
            needless = [at for at, m in enumerate(some) if not m["needs"]]
            tables = min(ways, key=lambda way: (sum(way[at] in tagged for at in needless), way))
            calls = [{"match": m["id"], "table": t} for m, t in zip(some, tables, strict=True)]
            return sorted(calls, key=lambda call: call["match"])
    raise AssertionError("the empty set has a seating")


def random_states(seed: int, count: int, least: int, most: int) -> Iterator[Json]:
    """So many states with `least` to `most` ready matches."""
    rng = random.Random(f"queue-{seed}-{least}-{most}")
    while count:
        state = random_state(rng, least, most + 2)
        waiting = [m for m in state["matches"] if m["state"] == "waiting"]
        if least <= sum(why_not_ready(state, m) is None for m in waiting) <= most:
            count -= 1
            yield state


def random_state(rng: random.Random, least: int, most: int) -> Json:
    """A state with players in two matches, tags, `only`, kept and fixed tables, marks."""
    now, count = rng.randint(3000, 9000), rng.randint(max(least, 2), most)
    ids = list(range(1, rng.randint(count + 2, 2 * count + 3)))
    tables = [_table(rng, number) for number in range(1, rng.randint(1, 5) + 1)]
    players = [_player(rng, number, now, len(tables)) for number in ids]
    matches = [_match(rng, number, ids) for number in range(1, count + 1)]
    for match in rng.sample(matches, rng.randint(0, 1)):
        rng.choice(tables)["kept_for"] = match["id"]
    for mark, match in enumerate(rng.sample(matches, rng.choice([0, 0, 1, 2])), 1):
        match["first"] = mark
    params = {"ahead": rng.choice([None, None, 0, 1]), "paused": False}
    return {"now": now, "params": params, "players": players, "tables": tables, "matches": matches}


def _table(rng: random.Random, number: int) -> Json:
    tags = [tag for tag in ("stage", "stream") if rng.random() < 0.2]
    only = bool(tags) and rng.random() < 0.4
    return {"number": number, "free": rng.random() < 0.9, "tags": tags, "only": only, "kept_for": None}


def _player(rng: random.Random, number: int, now: int, tables: int) -> Json:
    player: Json = {"id": number, "since": now - 60 * rng.randint(0, 8)}
    if rng.random() < 0.12:
        player["fixed_table"] = rng.randint(1, tables)
    if rng.random() < 0.05:
        player["not_before"] = now + rng.choice([-60, 60])
    if rng.random() < 0.03:
        player["held"] = True
    return player


def _match(rng: random.Random, number: int, ids: list[int]) -> Json:
    needs = rng.choice(["stage", "stream"]) if rng.random() < 0.2 else None
    state = rng.choices(["waiting", "playing", "called", "played", "cancelled"], [92, 2, 2, 2, 2])[0]
    return {
        "id": [rng.randint(1, 3), number],
        "seats": rng.sample(ids, 2) if rng.random() < 0.97 else [rng.choice(ids), None],
        "state": state,
        "hold": rng.random() < 0.03,
        "first": None,
        "needs": needs,
        "chain": rng.randint(1, 3),
        "waived": rng.random() < 0.05,
    }
