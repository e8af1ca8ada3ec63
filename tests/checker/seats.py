"""Who moves first, from the sentence in the rules: fewer first moves so far, then who moved second last time, then
the lot (option `alternate`, the default); or the lot alone (option `lot`).
"""

from collections import Counter
from collections.abc import Iterator

from tests.checker.exhaustive import lot
from tests.checker.facts import Facts, Json


def wrong_first_movers(facts: Facts, answer: Json) -> Iterator[str]:
    """The matches whose two players should have changed seats."""
    firsts, last = _history(facts)
    usual = "lot" if facts.system == "wcsc" else "alternate"
    alternate = facts.options.get("first_mover", usual) == "alternate"
    seed = facts.document.get("draw_seed", "")
    for match in answer["matches"]:
        one, two = match["seats"]
        verdict = 0
        if alternate and firsts[one] != firsts[two]:
            verdict = firsts[two] - firsts[one]
        elif alternate and one in last and two in last and last[one] != last[two]:
            verdict = last[one] - last[two]
        elif not alternate or (one in last) == (two in last):
            verdict = lot(seed, "first_mover", facts.number, two) - lot(
                seed, "first_mover", facts.number, one
            )
        if verdict < 0:
            yield f"{two} should move first against {one}"


def _history(facts: Facts) -> tuple[Counter[int], dict[int, int]]:
    """How often everybody moved first, and the seat everybody had last (0 first, 1 second)."""
    firsts: Counter[int] = Counter()
    last: dict[int, int] = {}
    for played in facts.rounds:
        for match in played["matches"]:
            firsts[match["seats"][0]] += 1
            last.update({player: seat for seat, player in enumerate(match["seats"])})
    return firsts, last
