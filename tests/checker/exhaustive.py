"""The whole objective of monrad.md by looking at every legal pairing: for fields up to about ten players.

Written from the rule text alone. The draw order of `redraw` and `fixed_draw` is the order of public lots:
the first eight bytes of SHA-256 over `seed|draw|round|id` (without the round for a fixed draw).
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any
from unicodedata import normalize

from tests.checker.facts import Facts, Pair
from tests.checker.objective import BYE, score_groups, vector, with_bye


def lot(*parts: object) -> int:
    text = normalize("NFC", "|".join(str(part) for part in parts))
    return int(sha256(text.encode("utf-8")).hexdigest()[:16], 16)


def draw_order(facts: Facts) -> list[int]:
    """The players to be paired, in the order rule 6 gives them within a score."""
    order = facts.options.get("order", "redraw")
    seed = facts.document.get("draw_seed", "")
    listed = list(facts.players)
    keys: dict[str, Callable[[int], Any]] = {
        "redraw": lambda p: lot(seed, "draw", facts.number, p),
        "fixed_draw": lambda p: lot(seed, "draw", p),
        "rating": lambda p: _strength(facts, p, listed),
        "registration": listed.index,
    }
    return sorted(facts.considered, key=keys[order])


def _strength(facts: Facts, player: int, listed: list[int]) -> tuple[object, ...]:
    """Strongest first: a given ranking goes before a rating, a rating before none; ties as in the list."""
    about = facts.players[player]
    ranking, rating = about.get("ranking"), about.get("rating")
    if ranking is not None:
        return (0, ranking, -(rating or 0), listed.index(player))
    return (
        (1, 0, 0, -rating, listed.index(player)) if rating is not None else (1, 0, 1, 0, listed.index(player))
    )


def ranked(facts: Facts) -> list[int]:
    """Order: score descending, then draw order."""
    return sorted(draw_order(facts), key=lambda p: -facts.points[p])


def all_pairings(order: list[int], graph: dict[int, set[int]]) -> Iterator[list[tuple[int, int]]]:
    """Every legal pairing, each as the pairs in the order of their first member; the bye is the pair
    (player, BYE).
    """
    if not order:
        yield []
        return
    first = order[0]
    for second in order[1:]:
        if second in graph[first]:
            left = [p for p in order[1:] if p != second]
            for others in all_pairings(left, graph):
                yield [(first, second), *others]


def best_pairing(facts: Facts, *, second_bye: bool = False) -> set[Pair] | None:
    """The one pairing the rules ask for (the bye as a pair with BYE), or None if none is legal."""
    order = ranked(facts)
    graph = with_bye(facts, second=second_bye)
    if BYE in graph:
        order.append(BYE)
    place = {player: i for i, player in enumerate(order)}
    group = score_groups(facts.points, facts.considered)

    def key(pairs: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
        as_sets = [frozenset(pair) for pair in pairs]
        return vector(as_sets, group), [place[partner] for _, partner in pairs]

    best = min(all_pairings(order, graph), key=key, default=None)
    return None if best is None else {frozenset(pair) for pair in best}
