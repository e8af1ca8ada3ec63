"""A round of a round robin by the circle: the last number stands still, the others move on by half a circle."""

from collections.abc import Iterator
from typing import Any

from tests.checker.exhaustive import lot

Json = dict[str, Any]


def circle(players: int) -> list[list[tuple[int, int]]]:
    """All rounds for an even number of players, first mover first."""
    ring = list(range(1, players))
    rounds = []
    for number in range(1, players):
        pairs = [(ring[0], players) if number % 2 else (players, ring[0])]
        pairs += [(ring[i], ring[-i]) for i in range(1, players // 2)]
        rounds.append(pairs)
        ring = ring[players // 2 :] + ring[: players // 2]
    return rounds


def by_table(document: Json) -> tuple[list[list[int]], list[tuple[int, str]]] | None:
    """The matches in their order and the byes of the next round; None when all has been played."""
    options = document["system"].get("options") or {}
    number = len(document.get("rounds", [])) + 1
    order = numbered(document, options.get("order", "lots"))
    even = len(order) + len(order) % 2
    rounds = circle(even)
    if options.get("double", False):
        back = [[(b, a) for a, b in pairs] for pairs in rounds]
        if options.get("switch_last_rounds", True) and even > 2:
            rounds = [*rounds[:-2], rounds[-1], rounds[-2]]
        rounds += back
    if number > len(rounds):
        return None
    asked = {r["player"] for r in document.get("bye_requests", []) if r["round"] == number}
    matches, byes = [], []
    for a, b in rounds[number - 1]:
        two = [order[n - 1] if n <= len(order) else None for n in (a, b)]
        here = [p["id"] for p in two if p and p["id"] not in asked and is_here(p, number)]
        if len(here) == 2:
            matches.append(here)
        elif here:
            byes.append((here[0], "full" if None not in two else options.get("rest", "zero")))
    return matches, sorted(byes)


def is_here(player: Json, number: int) -> bool:
    left = player.get("left_after_round")
    return player.get("joined_round", 1) <= number and (left is None or left >= number)


def numbered(document: Json, order: str) -> list[Json]:
    """The players by number: those of round 1 in the order chosen, then those who came later."""
    players, number = document["players"], len(document.get("rounds", [])) + 1
    start = [p for p in players if is_here(p, 1)]
    if order == "rating":
        start.sort(
            key=lambda p: (
                p.get("ranking") is None,
                p.get("ranking") or 0,
                p.get("rating") is None,
                -(p.get("rating") or 0),
            )
        )
    elif order == "lots":
        start.sort(key=lambda p: lot(f"{document.get('draw_seed', '')}|berger|{p['id']}"))
    return start + [p for p in players if 1 < p.get("joined_round", 1) <= number]


def check_round_robin(document: Json, answer: Json) -> Iterator[str]:
    """What is wrong with a round."""
    expected = by_table(document)
    if "impossible" in answer:
        if expected is not None and len([*expected[0], *expected[1]]) > 1:
            yield "said to be impossible, but the table goes on"
        return
    asked = {r["player"] for r in document.get("bye_requests", [])}
    byes = sorted((b["player"], b["kind"]) for b in answer["byes"] if b["player"] not in asked)
    matches = [m["seats"] for m in sorted(answer["matches"], key=lambda m: m["table"])]
    fixed = any(p.get("fixed_table") for p in document["players"])
    if expected is None or byes != expected[1] or (matches != expected[0] and not fixed):
        yield f"{matches}, byes {byes}, where the table says {expected}"
    elif sorted(matches) != sorted(expected[0]):
        yield f"{matches} where the table says {expected[0]}"
