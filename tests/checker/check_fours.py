"""What is wrong with a plan or with the standings of a four-seat event, in words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from tests.checker.exhaustive import lot
from tests.checker.facts import Facts, Json
from tests.checker.fours import FourFacts
from tests.checker.hall import first_numbers, wrong_numbers

EXHAUSTIVE = 8
Table = tuple[int, ...]


def check_four(facts: Facts, answer: Json) -> list[str]:
    """Everything wrong with a plan of a four-seat event."""
    four = FourFacts(facts)
    if "impossible" in answer:
        return list(_impossible(four, answer["impossible"]))
    found = [*_seating(four, answer), *_house(four, answer), *_forbidden(four, answer)]
    if found:
        return found
    if facts.system == "mahjong_final" and facts.number > four.qualifying:
        return list(_final(four, answer))
    if facts.system == "mahjong_swiss" or facts.options.get("qualifying") == "swiss":
        return list(_swiss(four, answer))
    return list(_schedule(four, answer))


def check_standings(document: Json, answer: Json) -> list[str]:
    """Everything wrong with the standings after the last round of a four-seat event."""
    expected = FourFacts(Facts(document)).standings(answer["after_round"])
    order = [player for player, _ in expected]
    ours = {line["player"]: line for line in answer["standings"]}
    if set(ours) != set(order):
        return [f"standings of {sorted(ours)} instead of {sorted(order)}"]
    found = [
        f"player {player} has {ours[player]['points']} instead of {points / 100}"
        for player, points in expected
        if round(ours[player]["points"] * 100) != points
    ]
    ranks = [ours[player]["rank"] for player in order]
    if ranks != sorted(ranks):
        found.append(f"the order is {order}, the ranks in it {ranks}")
    return found


def seats_of(answer: Json) -> list[Table]:
    return [tuple(match["seats"]) for match in answer["matches"]]


def all_house(four: FourFacts, answer: Json) -> set[int]:
    return four.house | set(answer.get("house_players", []))


def _seating(four: FourFacts, answer: Json) -> Iterator[str]:
    facts = four.facts
    if answer["round"] != facts.number:
        yield f"round {answer['round']} instead of {facts.number}"
    house = all_house(four, answer)
    seated = Counter(p for table in seats_of(answer) for p in table if p not in house)
    seated.update(bye["player"] for bye in answer["byes"])
    expected = Counter([*four.present, *facts.requests])
    for player in (seated - expected) + (expected - seated):
        yield f"player {player} is seated {seated[player]} times instead of {expected[player]}"
    asked = {bye["player"]: bye["kind"] for bye in answer["byes"] if bye["player"] in facts.requests}
    if asked != facts.requests:
        yield f"byes asked for: {asked} instead of {facts.requests}"
    if any(bye["kind"] != "full" for bye in answer["byes"] if bye["player"] not in facts.requests):
        yield "a bye nobody asked for is not a full one"
    if any(len(set(table)) != 4 for table in seats_of(answer)):
        yield "a table without four players"
    tables = [match["table"] for match in answer["matches"]]
    if len(set(tables)) != len(tables) or any(table < 1 for table in tables):
        yield f"tables {tables}"
    everybody = len({*facts.players, *house})
    yield from wrong_numbers(facts.document, answer, gaps_up_to=-(-everybody // 4))
    if any(not item.get("why") for item in [*answer["matches"], *answer["byes"]]):
        yield "a seat without a reason"


def _house(four: FourFacts, answer: Json) -> Iterator[str]:
    new = answer.get("house_players", [])
    house = all_house(four, answer)
    times = Counter(p for table in seats_of(answer) for p in table if p in house)
    if any(count > 1 for count in times.values()):
        yield f"a house player sits twice: {times}"
    if any(not times[player] or player in four.facts.players for player in new):
        yield f"new house players {new} without a seat, or known already"
    if any(set(table) <= house for table in seats_of(answer)):
        yield "a table of house players alone"


def _forbidden(four: FourFacts, answer: Json) -> Iterator[str]:
    declared = {frozenset(item["players"]) for item in answer["relaxed"] if item["rule"] == "forbidden"}
    final = four.facts.system == "mahjong_final" and four.facts.number > four.qualifying
    for table in seats_of(answer):
        for pair in map(frozenset, combinations(table, 2)):
            if pair in four.facts.forbidden and not (final and pair in declared and pair <= set(four.cut)):
                yield f"forbidden pair {sorted(pair)}"
            elif pair in declared and pair not in four.facts.forbidden:
                yield f"{sorted(pair)} is declared and not forbidden"


def _fewest_house(four: FourFacts, answer: Json) -> Iterator[str]:
    house = all_house(four, answer)
    counts = [sum(p in house for p in table) for table in seats_of(answer)]
    if sum(counts) != -len(four.present) % 4:
        yield f"{sum(counts)} house players for {len(four.present)} players"
    if counts and max(counts) - min(counts) > 1:
        yield f"house players at the tables: {counts}"
    given = [bye["player"] for bye in answer["byes"] if bye["player"] not in four.facts.requests]
    if given:
        yield f"byes of {given} nobody asked for"


def _swiss(four: FourFacts, answer: Json) -> Iterator[str]:
    yield from _fewest_house(four, answer)
    number = four.facts.number
    if number == 1 or len(four.present) % 4 or len(four.present) > EXHAUSTIVE:
        return
    order = [p for p in four.order(number - 1) if p in four.present]
    best = min(_objective(four, order, tables) for tables in _ways(order) if _allowed(four, tables))
    ours = _objective(four, order, seats_of(answer))
    if ours != best:
        yield f"meetings again and distances {ours} where {best} is possible"


def _objective(four: FourFacts, order: Sequence[int], tables: Sequence[Table]) -> tuple[int, int, int]:
    """Meetings again, squared distances, and these with the upper ones counting more."""
    met = Counter(
        frozenset(pair)
        for played in four.facts.rounds
        for match in played["matches"]
        for pair in combinations(match["seats"], 2)
    )
    place = {player: at for at, player in enumerate(order)}
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return (
        sum(met[frozenset(pair)] for pair in pairs),
        sum((place[a] - place[b]) ** 2 for a, b in pairs),
        sum((place[a] - place[b]) ** 2 * (len(order) - min(place[a], place[b])) for a, b in pairs),
    )


def _ways(order: Sequence[int]) -> Iterator[list[Table]]:
    if not order:
        yield []
        return
    first, *rest = order
    for others in combinations(rest, 3):
        for tables in _ways([p for p in rest if p not in others]):
            yield [(first, *others), *tables]


def _allowed(four: FourFacts, tables: Sequence[Table]) -> bool:
    return not any(frozenset(pair) in four.facts.forbidden for t in tables for pair in combinations(t, 2))


def _schedule(four: FourFacts, answer: Json) -> Iterator[str]:
    """Everybody present sits on the own chair of a stored schedule; house players only on chairs nobody has."""
    stored = four.facts.document.get("schedule")
    if not stored or four.facts.options.get("leavers") == "replan":
        return
    tables = stored[four.facts.number - 1]
    place = {table: at for at, table in enumerate(first_numbers(four.facts.document, len(tables)), start=1)}
    sitting = {place.get(match["table"], 0): match["seats"] for match in answer["matches"]}
    if any(four.facts.players[p].get("fixed_table") for p in four.facts.players):
        return
    house = all_house(four, answer)
    given = [bye["player"] for bye in answer["byes"] if bye["player"] not in four.facts.requests]
    idle = [p for p in given if not any(p in table for one in stored for table in one)]
    for number, table in enumerate(tables, start=1):
        if number not in sitting:
            if any(owner in four.present for owner in table):
                yield f"table {number} of the schedule is not played"
            continue
        for owner, sitter in zip(table, sitting[number], strict=True):
            if owner in four.present and sitter != owner:
                yield f"{sitter} on the chair of {owner}"
            elif sitter in house and owner not in house and not four.facts.forbidden and idle:
                yield f"a house player for {owner} while {idle} have byes"


def _final(four: FourFacts, answer: Json) -> Iterator[str]:
    number = four.facts.number
    order = (
        four.order(number - 1)
        if number == four.qualifying + 1
        else [p for p, _ in four.standings(number - 1)]
    )
    top = [p for p in order if p in four.cut and p in four.present]
    rest = [p for p in order if p not in four.cut and p in four.present]
    house = all_house(four, answer)
    tables = [frozenset(p for p in table if p not in house) for table in seats_of(answer)]
    cut_tables = [table for table in tables if table & set(top)]
    if any(table - set(top) for table in cut_tables):
        yield "somebody else at a table of the cut"
    if not four.facts.forbidden:
        expected = _cut_tables(four, top)
        if expected is not None and set(cut_tables) != set(expected):
            yield f"cut at {_shown(cut_tables)} instead of {_shown(expected)}"
        others = [table for table in tables if not table & set(top)]
        if set(others) != set(_rest_tables(rest)):
            yield f"the rest at {_shown(others)} instead of {_shown(_rest_tables(rest))}"
    seed = four.facts.document.get("draw_seed", "")
    for table in seats_of(answer):
        if list(table) != sorted(table, key=lambda p: lot(seed, "wind", number, p)):
            yield f"winds of {table} are not those of the lots"


def _cut_tables(four: FourFacts, top: list[int]) -> list[frozenset[int]] | None:
    """Who of the cut sits together; None where it is drawn."""
    count = -(-len(top) // 4)
    if four.facts.number == four.last:
        return [frozenset(top[start : start + 4]) for start in range(0, len(top), 4)]
    seeding = four.facts.options.get("seeding", "balanced")
    if seeding == "lots":
        return None
    if seeding == "standing":
        return [frozenset(top[start : start + 4]) for start in range(0, len(top), 4)]
    found: list[list[int]] = [[] for _ in range(count)]
    back = {"balanced": (2, 3), "snake": (1, 3)}[seeding]
    for place, player in enumerate(top):
        row, column = divmod(place, count)
        found[count - 1 - column if row in back else column].append(player)
    return [frozenset(table) for table in found]


def _rest_tables(rest: list[int]) -> list[frozenset[int]]:
    """By standing, four by four; house players at the last tables, one at each where possible."""
    count = -(-len(rest) // 4)
    found, left = [], list(rest)
    for table in range(count):
        size = min(4, -(-len(left) // (count - table)))
        found.append(frozenset(left[:size]))
        left = left[size:]
    return found


def _impossible(four: FourFacts, impossible: Json) -> Iterator[str]:
    if not impossible["because"]:
        yield "impossible without an explanation"
    if len(four.present) >= 4 and not four.facts.forbidden:
        yield "said to be impossible although nobody is forbidden to meet anybody"


def _shown(tables: Sequence[frozenset[int]]) -> list[list[int]]:
    return sorted(sorted(table) for table in tables)
