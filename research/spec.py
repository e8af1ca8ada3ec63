"""A study as a JSON document (`schemas/pairwright-study-1.json`), and what came of it."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from pairing.engine import find_system
from pairing.formats.document import chain_at
from pairing.model.errors import PairingError
from pairing.model.options import parse
from pairing.model.reasons import phrase
from pairing.model.schema import DocumentError, validate
from pairing.systems.wcsc.basis import CHAIN
from research.study import TURNED, Algorithm, Outcome, Study, WinTable, strongest_first

FORMAT = "pairwright-study-1"
WORTH = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}
TOP = 5


def load(data: Any) -> Study:
    """The study of a JSON document. Errors: DocumentError naming the place and what is allowed there."""
    validate(data, FORMAT)
    names = tuple(data["players"])
    ids = {name: id for id, name in enumerate(names, 1)}
    for name, times in Counter(names).items():
        if times > 1:
            raise DocumentError("players", phrase("{name} appears twice", name=name))
    if not data["rounds"] < len(names) + len(names) % 2:
        raise DocumentError(
            "rounds", phrase("{players} players have no more than {most} rounds without a rematch",
                           players=len(names), most=len(names) - 1 + len(names) % 2)
        )  # fmt: skip
    top = data.get("top", min(TOP, len(names)))
    if top > len(names):
        raise DocumentError("top", phrase("there are only {players} players", players=len(names)))
    ranges = sorted({len(names), max(2, len(names) // 2), top}, reverse=True)
    return Study(
        names=names,
        rounds=data["rounds"],
        table=_table(data, ids),
        algorithms=_algorithms(data["algorithms"]),
        ranges=tuple(ranges),
        tiebreaks=chain_at("tiebreaks", data.get("tiebreaks", list(CHAIN))),
        draw_seed=data.get("draw_seed", "study"),
    )


def dump(study: Study, right: tuple[int, ...], outcomes: tuple[Outcome, ...]) -> dict[str, Any]:
    """What came of a study, as plain JSON data."""
    return {
        "players": list(study.names),
        "rounds": study.rounds,
        "round_robin": list(right),
        "algorithms": [
            {
                "name": found.algorithm.name,
                "system": found.algorithm.system,
                "options": dict(found.algorithm.options),
                "ranks": list(found.ranks),
                "agreement": [{"best": best, **values} for best, values in found.agreement.items()],
            }
            for found in outcomes
        ],
    }


def _table(data: Mapping[str, Any], ids: Mapping[str, int]) -> WinTable:
    given = [name for name in ("strongest_first", "results") if name in data]
    if len(given) != 1:
        raise DocumentError("document", phrase("give either strongest_first or results"))
    if "results" in data:
        return _from_results(data, ids)
    if "missing" in data:
        raise DocumentError("missing", phrase("it belongs to results; nothing is missing in strongest_first"))
    order = data["strongest_first"]
    if sorted(order) != sorted(ids):
        raise DocumentError("strongest_first", phrase("it must name every player once"))
    return strongest_first([ids[name] for name in order])


def _from_results(data: Mapping[str, Any], ids: Mapping[str, int]) -> WinTable:
    known: dict[tuple[int, int], str] = {}
    for at, entry in enumerate(data["results"]):
        first, second = (_player(name, ids, f"results[{at}].players") for name in entry["players"])
        if first == second:
            raise DocumentError(f"results[{at}].players", phrase("no one plays against themselves"))
        key = (min(first, second), max(first, second))
        if key in known:
            raise DocumentError(f"results[{at}].players", phrase("the match of these two appears twice"))
        known[key] = entry["result"] if first < second else TURNED[entry["result"]]
    return WinTable(_completed(known, ids, data.get("missing", "refuse")))


def _completed(
    known: dict[tuple[int, int], str], ids: Mapping[str, int], missing: str
) -> dict[tuple[int, int], str]:
    names = {id: name for name, id in ids.items()}
    points = dict.fromkeys(names, 0)
    for pair, result in known.items():
        for player, worth in zip(pair, WORTH[result], strict=True):
            points[player] += worth
    complete = dict(known)
    for a, b in combinations(sorted(names), 2):
        if (a, b) in known:
            continue
        if missing == "refuse":
            raise DocumentError(
                "results",
                phrase("the match of {first} and {second} is missing; say what missing matches are: "
                     "missing = draw or higher_score", first=names[a], second=names[b]),
            )  # fmt: skip
        lead = 0 if missing == "draw" else points[a] - points[b]
        complete[a, b] = "1-0" if lead > 0 else "0-1" if lead < 0 else "1/2-1/2"
    return complete


def _player(name: str, ids: Mapping[str, int], where: str) -> int:
    if name not in ids:
        raise DocumentError(where, phrase("{name} is not one of the players", name=name))
    return ids[name]


def _algorithms(listed: list[dict[str, Any]]) -> tuple[Algorithm, ...]:
    found = []
    for at, entry in enumerate(listed):
        slug, options = entry.get("system", "wcsc"), entry.get("options", {})
        try:
            system = find_system(slug)
            parse(system.options, options)
        except PairingError as error:
            raise DocumentError(f"algorithms[{at}]", str(error)) from None
        if not system.seats.rules.is_simulated:
            raise DocumentError(f"algorithms[{at}].system", phrase("a study is for matches of two"))
        words = [slug, *(f"{key}={value}" for key, value in options.items())]
        found.append(Algorithm(entry.get("name", " ".join(words)), slug, options))
    return tuple(found)
