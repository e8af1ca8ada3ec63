"""An event of several phases as the plain event that its next round belongs to, from the event format's description:
phases are Swiss by tiers, and a bracket as the last.
"""

from itertools import accumulate
from typing import Any

from tests.pairing.brute_tiered import League

Json = dict[str, Any]
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "+--": (2, 0), "--+": (0, 2), "1/2-1/2": (1, 1)}


def seen_now(document: Json) -> Json:
    """The document without phases: whoever is out left when the cut came."""
    if "phases" not in document:
        return document
    phases, number = document["phases"], len(document["rounds"]) + 1
    starts = [0, *accumulate(p["rounds"] for p in phases[:-1])]
    now = max(at for at, start in enumerate(starts) if start < number)
    out: dict[int, int] = {}
    for at in range(1, now + 1):
        if phases[at].get("cut"):
            through = qualified(document, phases[at]["cut"], starts[at], out)
            if len(document["rounds"]) > starts[at]:
                through = playing(document["rounds"][starts[at]], through)
            out |= {p["id"]: starts[at] for p in document["players"] if p["id"] not in out | through}
    system = phases[now]["system"]
    options = dict(system.get("options") or {})
    if system["name"] == "bracket":
        options["after_round"] = starts[now]
    players = [p | left(p, out[p["id"]]) if p["id"] in out else p for p in document["players"]]
    plain = {k: v for k, v in document.items() if k != "phases"}
    return plain | {"system": {"name": system["name"], "options": options}, "players": players}


def playing(first: Json, through: dict[int, None]) -> dict[int, None]:
    """Who is in a phase once its first round is there: whoever plays or rests in it, and of the others those who were
    absent although the cut let them in.
    """
    absent = {bye["player"] for bye in first["byes"] if bye["kind"] == "absent"}
    seats = [player for match in first["matches"] for player in match["seats"]]
    rest = [bye["player"] for bye in first["byes"] if bye["kind"] != "absent"]
    return dict.fromkeys([*seats, *rest, *(p for p in through if p in absent)])


def left(player: Json, number: int) -> Json:
    before = player.get("left_after_round")
    return {"left_after_round": number if before is None else min(before, number)}


def qualified(document: Json, cut: Json, start: int, out: dict[int, int]) -> dict[int, None]:
    """Who gets into a phase: of everybody who was there before it and still is."""
    rounds = document["rounds"][:start]
    options = {"ratings": "replayed"}
    league = League(document | {"rounds": rounds, "system": {"name": "tiered", "options": options}})
    still = []
    for id, about in league.players.items():
        last = about.get("left_after_round")
        if id not in out and about.get("joined_round", 1) <= start and (last is None or last > start):
            still.append(id)
    [(by, most)] = cut.items()
    if by == "losses":
        return dict.fromkeys(p for p in still if league.losses[p] <= most)
    points = dict.fromkeys(league.players, 0)
    for played in rounds:
        for match in played["matches"]:
            for player, value in zip(match["seats"], POINTS.get(match["result"], (0, 0)), strict=True):
                points[player] += value
        for bye in played["byes"]:
            points[bye["player"]] += {"full": 2, "half": 1}.get(bye["kind"], 0)
    # As the chain of these events says: points, fewest losses, strength of schedule, list order.
    still.sort(key=lambda p: (-points[p], league.losses[p], -league.sos[p], league.listed.index(p)))
    return dict.fromkeys(still[:most])
