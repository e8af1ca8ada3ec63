"""Leagues of several seasons as event documents, paired by the rules word for word and played at random."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from tests.pairing.brute_tiered import Answer, Json, after_match, next_round

NAMES = ("dok", "Xorlof", "Łukasz", "Zoe\u0301", "Jean-François", "王", "awesomeunleashed", "Kinseth")


def league(seed: int, sizes: tuple[int, int] = (4, 12)) -> Iterator[tuple[Json, Answer]]:
    """Every round of up to four seasons: the document before it, and the round."""
    rng = Random(seed)
    size = rng.randint(*sizes)
    people = [
        {"id": id, "name": f"{rng.choice(NAMES)} {id}", "mu": 25.0, "sigma": 25 / 3}
        for id in range(1, size + 1)
    ]
    if rng.random() < 0.5:
        for one in people:
            one |= {"mu": float(rng.randint(15, 35)), "sigma": rng.choice([1.5, 3.0, 25 / 3])}
    options, earlier = _options(rng), []
    for season in range(11, 11 + rng.randint(1, 4)):
        joined = [p for p in people if rng.random() < 0.9] or people
        document = {
            "format": "pairwright-event/1",
            "system": {"name": "tiered", "options": options},
            "season": season,
            "players": [dict(p) for p in joined],
            "earlier_meetings": [m for m in earlier if {*m["players"]} <= {p["id"] for p in joined}],
            "forbidden_pairs": _forbidden(rng, joined),
            "rounds": [],
        }
        yield from _season(rng, document)
        earlier += [
            {"season": season, "players": m["seats"]} for r in document["rounds"] for m in r["matches"]
        ]
        rated = {p["id"]: p for p in document["players"]}
        for one in people:
            one |= {k: rated.get(one["id"], one)[k] for k in ("mu", "sigma")}


def _options(rng: Random) -> Json:
    options: Json = {}
    if rng.random() < 0.6:
        options["elimination"] = rng.choice([1, 2, 3, 5, "none"])
    if rng.random() < 0.4:
        options["rematch_seasons"] = rng.choice([0, 1, 3])
    if rng.random() < 0.3:
        options["order"] = "mu"
    if rng.random() < 0.2:
        options["split_by_wins"] = True
    if rng.random() < 0.2:
        options["ratings"] = "replayed"
    return options


def _forbidden(rng: Random, people: list[Json]) -> list[list[int]]:
    pairs = [list(pair) for pair in combinations([p["id"] for p in people], 2)]
    return rng.sample(pairs, min(len(pairs), rng.randint(1, 4))) if rng.random() < 0.25 else []


def _season(rng: Random, document: Json) -> Iterator[tuple[Json, Answer]]:
    players = document["players"]
    strength = rng.choice([0.0, 0.3, 1.0])
    for number in range(1, rng.randint(2, len(players) + 2)):
        _come_and_go(rng, document, number)
        answer = next_round(document)
        yield document, answer
        if answer.impossible or not answer.pairs:
            return
        _play(rng, document, answer, number, strength)


def _come_and_go(rng: Random, document: Json, number: int) -> None:
    document["bye_requests"] = []
    for one in document["players"]:
        if number > 1 and "left_after_round" not in one and rng.random() < 0.03:
            one["left_after_round"] = number - 1
        elif rng.random() < 0.02:
            kind = rng.choice(["half", "zero", "absent"])
            document["bye_requests"].append({"player": one["id"], "round": number, "kind": kind})
    if number > 1 and rng.random() < 0.05:
        id = 100 + number
        late = {"id": id, "name": f"late {id}", "mu": 25.0, "sigma": 25 / 3, "joined_round": number}
        document["players"].append(late)


def _play(rng: Random, document: Json, answer: Answer, number: int, strength: float) -> None:
    """Results into the document; the ratings of the list follow unless the results are replayed anyway."""
    listed = {p["id"]: p for p in document["players"]}
    matches = []
    for table, pair in enumerate(answer.pairs, 1):
        seats = list(pair)
        a, b = (listed[p] for p in seats)
        result = "1-0" if rng.random() < 0.5 + strength * (0.5 if a["mu"] > b["mu"] else -0.5) else "0-1"
        if rng.random() < 0.04:
            result = rng.choice(["+--", "--+", "---", "0-0", "1/2-1/2"])
        matches.append({"table": table, "seats": seats, "result": result})
        if result in ("1-0", "0-1") and document["system"]["options"].get("ratings") != "replayed":
            _rate(*((a, b) if result == "1-0" else (b, a)))
    asked = [
        {"player": r["player"], "kind": r["kind"]}
        for r in document["bye_requests"]
        if _here(listed[r["player"]], number)
    ]
    byes = [*({"player": p, "kind": "full"} for p in answer.byes), *asked]
    document["rounds"].append({"number": number, "status": "completed", "matches": matches, "byes": byes})


def _rate(winner: dict[str, Any], loser: dict[str, Any]) -> None:
    first, second = after_match((winner["mu"], winner["sigma"]), (loser["mu"], loser["sigma"]))
    winner["mu"], winner["sigma"] = first
    loser["mu"], loser["sigma"] = second


def _here(player: Json, number: int) -> bool:
    left = player.get("left_after_round")
    return player.get("joined_round", 1) <= number and (left is None or left >= number)
