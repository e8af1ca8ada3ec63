"""The tools that need no account, each with its heaviest request."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any

from devtools.attack.asking import Told, all_at_once, ask

PAIR = "/api/v1/tools/pair/"
# Whoever is told to come again does so, a few times.
TRIES, LONGEST_PAUSE = 10, 3


def memory(address: str) -> Told:
    """Four people, each with the largest fields of one system: a round robin of 3,000 has 4.5 million games."""
    sizes = {"round_robin": 3000, "bracket": 3000, "double_elimination": 3000, "mahjong_schedule": 1000}
    fields = [[document(name, most - 4 * less) for less in range(3)] for name, most in sizes.items()]
    return all_at_once([partial(_keep_asking, address, bodies) for bodies in fields])


def work(address: str) -> Told:
    """Tables of four where few may meet, pairs of which few are allowed, and players nobody could count."""
    lots = random.Random(18)
    pairs = [list(pair) for pair in combinations(range(1, 401), 2) if lots.random() < 0.8]
    sparse = [list(pair) for pair in combinations(range(1, 301), 2) if lots.random() < 0.97]
    hard = document("mahjong_swiss", 1000, forbidden_pairs=pairs)
    scarce = document("monrad", 300, forbidden_pairs=sparse)
    many = json.dumps({"format": "pairwright-event/1", "players": [{"id": "x"}] * 300_000}).encode()
    bodies = [*[hard] * 6, *[scarce] * 2, *[many] * 4]
    return all_at_once([partial(_ask_once, address, body) for body in bodies])


def document(system: str, players: int, **more: Any) -> bytes:
    """Made before anything is sent: who attacks has all the time there is."""
    names = [{"id": n, "name": f"Player {n}", "rating": 1000 + n} for n in range(1, players + 1)]
    data = {"format": "pairwright-event/1", "name": "x", "system": {"name": system}, "players": names}
    return json.dumps(data | more).encode()


def _ask_once(address: str, body: bytes, told: Told) -> None:
    told.note("pair", ask(address, "POST", PAIR, body))


def _keep_asking(address: str, bodies: Sequence[bytes], told: Told) -> None:
    for body in bodies:
        for _try in range(TRIES):
            answer = ask(address, "POST", PAIR, body)
            told.note("pair", answer)
            if not answer.asks_to_try_again:
                break
            time.sleep(min(LONGEST_PAUSE, int(answer.headers["Retry-After"])))
