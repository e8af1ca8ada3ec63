"""The tie-breaks of the event format against published tables and cross-tables worked out by hand."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pairing.engine.standings import rank
from pairing.formats import document
from pairing.model.errors import PairingError
from pairing.model.types import Entrant, Match, Outcome, Round, RoundStatus, Scoring, Snapshot
from pairing.tiebreaks import PRESETS, TIEBREAKS, dump_chain, notation, parse_chain
from pairing.tiebreaks.chain import refuse_drops_all, remarks
from tests.pairing.events import event
from tests.pairing.places import VECTORS

STUDY = ("solkoff", "omw", "sonneborn_berger", "median", "opponent_median")


def vector(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((VECTORS / "tiebreaks" / f"{name}.json").read_text(encoding="utf-8"))
    return data


def values(
    snapshot: Snapshot, *chain: str | dict[str, Any], after: int | None = None
) -> dict[str, list[Any]]:
    """The values of a chain by player name, in the order of the chain."""
    names = {e.id: e.name for e in snapshot.entrants}
    standings = rank(replace(snapshot, tiebreaks=parse_chain(chain)), after)
    return {names[s.player]: [t.value for t in s.tiebreaks] for s in standings}


def study_appendix() -> Snapshot:
    players = sorted(vector("study_appendix")["players"], key=lambda p: p["id"])
    rounds = []
    for r in range(5):
        winners = [p for p in players if p["results"][r]]
        rounds.append(
            Round(
                r + 1,
                matches=tuple(
                    Match(table, (p["id"] + 1, p["opponents"][r] + 1), "1-0")
                    for table, p in enumerate(winners, 1)
                ),
            )
        )
    entrants = tuple(Entrant(p["id"] + 1, f"Player{p['id']}", p["odds"]) for p in players)
    return Snapshot(entrants, tuple(rounds), tiebreaks=parse_chain(STUDY))


def test_every_value_of_the_study_appendix_is_reproduced() -> None:
    standings = {s.player - 1: s for s in rank(study_appendix())}
    for p in vector("study_appendix")["players"]:
        found = standings[p["id"]]
        assert found.points == 100 * p["wins"]
        expected = [100 * p["solkoff"], Fraction(p["omw"]), 100 * p["sb"], 100 * p["md"], 100 * p["mdb"]]
        assert [t.value for t in found.tiebreaks] == expected, p["id"]


@pytest.mark.parametrize(
    ("chain", "name"),
    [((), "T-Swis"), (("solkoff",), "Sol"), (("omw",), "OMW"), (("sonneborn_berger",), "SB"),
     (("median",), "MD"), (("opponent_median",), "MDb")],
)  # fmt: skip
def test_the_orders_of_the_study_appendix_have_the_published_metrics(
    chain: tuple[str, ...], name: str
) -> None:
    snapshot = study_appendix()
    odds = {e.id: e.rating or 0 for e in snapshot.entrants}
    order = [s.player for s in rank(replace(snapshot, tiebreaks=parse_chain([*chain, "rating"])))]
    wrong = [
        (i, j) for i in range(64) for j in range(i + 1, 64) if odds[order[i]] < odds[order[j]]
    ]  # the odds of the appendix are all different
    tied: dict[int, int] = {}
    for s in rank(replace(snapshot, tiebreaks=parse_chain(chain))):
        tied[s.rank] = tied.get(s.rank, 0) + 1
    published = vector("study_appendix")["metrics"][name]
    assert len(wrong) == published["inversions"]
    assert sum(1 for i, j in wrong if (i < 8) != (j < 8)) == published["top8_inversions"]
    assert sum(n * (n - 1) // 2 for n in tied.values()) == published["tie_pairs"]


@pytest.mark.parametrize("case", vector("wcsc_worked_example")["cases"], ids=lambda c: c["standings"])
def test_the_worked_example_of_the_shogi_championship(case: dict[str, Any]) -> None:
    teams = vector("wcsc_worked_example")["teams"]
    ids = {team: number for number, team in enumerate(teams, start=1)}
    rounds = tuple(
        Round(number, matches=tuple(Match(t, (ids[a], ids[b]), r) for t, (a, b, r) in enumerate(pairs, 1)))
        for number, pairs in enumerate(case["rounds"], start=1)
    )
    chain = parse_chain(PRESETS["wcsc"].chain)
    standings = rank(Snapshot(tuple(Entrant(ids[t], t) for t in teams), rounds, tiebreaks=chain))
    found = [[teams[s.player - 1], s.points, *(t.value for t in s.tiebreaks[:3])] for s in standings]
    assert found == [[team, *(round(100 * v) for v in numbers)] for team, *numbers in case["printed"]]


def test_a_given_ranking_overrides_the_rating() -> None:
    about = {"A": {"rating": 1500}, "B": {"rating": 1900}, "C": {}, "D": {"rating": 1900}}
    plain = event(players="A B C D", about=about)
    assert [s.player for s in rank(_with(plain, "rating"))] == [2, 4, 1, 3]
    assert [s.rank for s in rank(_with(plain, "rating"))] == [1, 1, 3, 4]
    standings = rank(_with(event(players="A B C D", about={**about, "C": {"ranking": 1}}), "rating"))
    assert [(s.rank, s.player) for s in standings] == [(1, 3), (2, 2), (2, 4), (4, 1)]
    assert {t.unit for s in standings for t in s.tiebreaks} == {"order"}


def _with(snapshot: Snapshot, *chain: Any) -> Snapshot:
    return replace(snapshot, tiebreaks=parse_chain(chain))


QUARTER, THIRD = Fraction(1, 4), Fraction(1, 3)
# Worked out by hand: by chain, the values of some or of all players, points in hundredths.
BY_HAND: list[tuple[str, Snapshot, dict[tuple[Any, ...], dict[str, list[Any]]]]] = [
    # Points: A 1.5, B 1, C 1, D 0.5.
    (
        "a draw counts half of the opponent in Sonneborn-Berger and nothing in beaten sum",
        event(["A beats B", "C draws D"], ["A draws C", "B beats D"]),
        {("sonneborn_berger", "beaten_sum"): {"A": [150, 100], "B": [50, 50], "C": [100, 0], "D": [50, 0]}},
    ),
    # Points: A 1.5, B 0, C 1.5, D 0, E 2. A met B (0) and C (1.5); C met A only: D did not come; E met B.
    (
        "byes and forfeits give points but no opponent",
        event(["A beats B", "C beats D by forfeit", "E has a bye"], ["A draws C", "E beats B"]),
        {
            ("solkoff", "sonneborn_berger", "opponent_median"): {
                "A": [150, 75, 75],
                "C": [150, 75, 150],
                "D": [0, 0, 0],
                "E": [0, 0, 0],
            }
        },
    ),
    (
        "the median of two opponents is nothing",
        event(["A beats B", "C beats D"], ["A beats C", "B beats D"]),
        {("median", "beaten_median"): {name: [0, 0] for name in "ABCD"}},
    ),
    # Points: A 3, B 2, C 1, D 0. A beat 2, 1, 0; B met 3, 0, 1.
    (
        "the median of three opponents is the one in the middle",
        event(["A beats B", "C beats D"], ["A beats C", "B beats D"], ["A beats D", "B beats C"]),
        {("median", "beaten_median"): {"A": [100, 100], "B": [100, 0], "C": [200, 0], "D": [200, 0]}},
    ),
    # Shares: A 1 of 1, B 1 of 2, C 0 of 1 (its bye is left out on both sides).
    (
        "omw takes the floor for weak opponents",
        event(["A beats B", "C has a bye"], ["B beats C", "A has a bye"]),
        {
            ("omw",): {"A": [Fraction(1, 2)], "B": [(1 + QUARTER) / 2], "C": [Fraction(1, 2)]},
            ("omw:floor=1/3",): {"B": [(1 + THIRD) / 2]},
        },
    ),
    (
        "omw takes the floor for nobody met",
        event(players="A B"),
        {("omw:floor=0.33",): {"A": [Fraction(33, 100)], "B": [Fraction(33, 100)]}},
    ),
    (
        "head to head looks only at those the chain has left level",
        event(["A beats B", "C beats D"], ["B beats C", "D beats A"]),
        {("head_to_head",): {name: [0] for name in "ABCD"}, ("list_order", "head_to_head"): {"A": [-1, 0]}},
    ),
    (
        "half of an odd number of hundredths stays exact",
        event(["A draws B"], scoring=Scoring(win=100, draw=33)),
        {("sonneborn_berger",): {"A": [Fraction(33, 2)], "B": [Fraction(33, 2)]}},
    ),
    # Points: A 1.5, B 0.5, C 1.5, D 0.5.
    (
        "the opponents median of an even number is the mean of the middle two",
        event(["A beats B", "C beats D"], ["A draws C", "B draws D"]),
        {("opponent_median",): {"A": [100]}},
    ),
    # B: lost a match and did not come to another: 0 of 2. A met B and D (0 of 2); D met A and C, who won twice each.
    (
        "a forfeit counts in the share of the one who was met",
        event(["A beats B", "C beats D"], ["B forfeits to C", "A beats D"]),
        {("omw:floor=0",): {"A": [0], "D": [Fraction(1)]}},
    ),
    (
        "wins count forfeits but no byes",
        event(["A beats B", "C has a bye"], ["A forfeits to C", "B has a bye"]),
        {("wins",): {"A": [1], "B": [0], "C": [1]}},
    ),
    # All have 2 points. A: +B +C -D. B: -A +D +C -D. C: +D -A -B. D: -C -B +A +B.
    (
        "head to head is wins minus losses among the level computed once",
        event(
            ["A beats B", "C beats D"],
            ["A beats C", "B beats D"],
            ["D beats A", "B beats C"],
            ["D beats B", "C has a bye"],
        ),
        {("head_to_head",): {"A": [1], "B": [0], "C": [-1], "D": [0]}},
    ),
    (
        "an open match counts for nobody until it has a result",
        event(["A beats B", "C beats D"], ["A beats C", "B plays D"]),
        {("solkoff",): {"B": [200], "D": [100]}},
    ),
]


@pytest.mark.parametrize(("snapshot", "expected"), [pytest.param(*row[1:], id=row[0]) for row in BY_HAND])
def test_values_worked_out_by_hand(
    snapshot: Snapshot, expected: dict[tuple[Any, ...], dict[str, list[Any]]]
) -> None:
    for chain, by_name in expected.items():
        found = values(snapshot, *chain)
        assert {name: found[name] for name in by_name} == by_name, chain


# --- the registry and the chains ----------------------------------------------------------------------------
def test_every_tiebreak_is_described() -> None:
    for code, tiebreak in TIEBREAKS.items():
        assert code == tiebreak.code and tiebreak.name and tiebreak.source
        assert tiebreak.help.endswith("."), code
        assert tiebreak.unit in {"points", "ratio", "count", "rating", "order"}
        assert tiebreak.seats in {(2,), (4,), (2, 4)}


def test_every_preset_is_a_chain() -> None:
    for slug, preset in PRESETS.items():
        assert slug == preset.slug and preset.label and preset.help
        assert preset.seats
        for seats in preset.seats:
            assert dump_chain(parse_chain(preset.chain, seats)) == list(preset.chain)
    assert (
        PRESETS["mahjong"].seats == (4,)
        and PRESETS["wcsc"].seats == (2,)
        and PRESETS["shared"].seats == (2, 4)
    )


def test_a_chain_for_other_tables_is_refused() -> None:
    assert parse_chain(["rating", "list_order", "points"], 4) == parse_chain(
        ["rating", "list_order", "points"], 2
    )
    for chain, seats in ((["solkoff"], 4), (["BH:cut=1"], 4), (["rating", "thirds"], 2)):
        with pytest.raises(PairingError, match=f"not for {seats} at a table; choose from"):
            parse_chain(chain, seats)


def test_a_chain_keeps_the_form_it_was_written_in() -> None:
    chain: list[Any] = ["solkoff", {"name": "omw", "floor": 0.33}, "omw:floor=1/3", "wins"]
    specs = parse_chain(chain)
    assert specs[1].params == (("floor", Fraction(33, 100)),)
    assert specs[2].params == (("floor", Fraction(1, 3)),)
    assert [s.label for s in specs] == ["solkoff", "omw", "omw:floor=1/3", "wins"]
    assert dump_chain(specs) == chain
    assert parse_chain(dump_chain(specs)) == specs
    assert dump_chain(parse_chain([{"name": "omw", "floor": "1/3"}])) == [{"name": "omw", "floor": "1/3"}]


# The list of FIDE's TieBreakServer, for single players.
NOTATION = {
    "BH/C1": "BH:cut=1", "BH/C2": "BH:cut=2", "BH/M1": "BH:median=1", "BH/M2": "BH:median=2",
    "BH/P": "BH:forfeits=played", "BH/C1/P": "BH:cut=1:forfeits=played", "FB/C1": "FB:cut=1",
    "AOB/F": "AOB:fore=true", "SB/C1": "SB:cut=1", "PS/C1": "PS:cut=1", "DE/P": "DE:forfeits=played",
    "ARO/C1": "ARO:cut=1", "TPR/U1400": "TPR:unrated=1400", "APPO/U1200": "APPO:unrated=1200",
    "ARO/U1400/C1": "ARO:unrated=1400:cut=1", "PTS": "points", "GE": "REP", "SOS/C1": "SOS:cut=1",
}  # fmt: skip


@pytest.mark.parametrize("link", NOTATION)
def test_links_are_read_in_the_notation_of_fide(link: str) -> None:
    specs = parse_chain([link])
    assert specs == parse_chain([NOTATION[link]])
    assert set(specs[0].label.split(":")) == set(NOTATION[link].split(":"))
    again = parse_chain(dump_chain(specs))
    assert (again, again[0].label) == (specs, specs[0].label)


def test_a_modifier_and_a_parameter_go_together() -> None:
    specs = parse_chain(["BH/C1:policy=fide2024"])
    assert specs[0].params == (("cut", 1), ("policy", "fide2024"))
    with pytest.raises(PairingError, match="it appears twice"):
        parse_chain(["BH/C1", "BH:cut=1"])


def test_a_chain_is_written_in_the_notation_of_fide_where_it_has_one() -> None:
    chain = ["PTS", "BH/C1", "BH", "DE/P", "ARO/C1/U1400", "AOB/F", "KS"]
    assert notation.written(parse_chain(chain)) == chain
    assert notation.written(parse_chain(["BH:policy=fide2026:cut=0"])) == ["BH"]
    for other in ("solkoff", "BH:policy=uschess", "KS:percent=60", "KS:forfeits=unplayed", "KASHDAN", "SOS"):
        assert notation.written(parse_chain(["BH", other])) is None


def test_two_links_of_the_same_name_are_told_apart() -> None:
    specs = parse_chain([{"name": "omw", "floor": 0.25}, {"name": "omw", "floor": 0.5}])
    assert [s.label for s in specs] == ["omw:floor=0.25", "omw:floor=0.5"]


@pytest.mark.parametrize(
    ("chain", "words"),
    [
        (["solkof"], ["solkof", "solkoff", "omw", "head_to_head"]),
        (["omw:flor=1"], ["omw", "flor", "floor"]),
        (["omw:floor=2"], ["omw", "floor", "0 to 1"]),
        (["omw:floor"], ["omw:floor", "NAME=VALUE"]),
        ([{"name": "solkoff", "cut": 1}], ["solkoff", "cut", "none"]),
        ([{"nom": "solkoff"}], ["name"]),
        ([7], ["7"]),
        ([None], ["None", "name"]),
        (["solkoff", "wins", "solkoff"], ["solkoff", "twice"]),
        (["x" * 500], ["xxx..."]),
        (["BH/Q9"], ["BH/Q9", "/Q9", "/C1, /M1, /F, /P"]),
        (["BH/C"], ["BH/C", "/C1"]),
        (["DE/P1"], ["/P1", "/P"]),
        (["BH/C1/C2"], ["/C2", "each once"]),
        (["BH/C99"], ["BH", "cut", "0 to 20"]),
        (["WIN/C1"], ["/C1", "no modifiers"]),
        (["EDET/P"], ["EDET", "solkoff"]),
        (["BH:MP/C1"], ["MP/C1", "NAME=VALUE"]),
    ],
)
def test_a_bad_chain_is_refused_with_what_is_allowed(chain: list[Any], words: list[str]) -> None:
    with pytest.raises(PairingError) as caught:
        parse_chain(chain)
    for word in words:
        assert word in str(caught.value)
    assert len(str(caught.value)) < 2000


def test_every_outcome_of_a_match_is_counted_somewhere() -> None:
    """If a result were added to the format, the table would have to be told what it means."""
    from pairing.model.types import RESULTS
    from pairing.tiebreaks.table import _PLAYED

    for result, outcomes in RESULTS.items():
        assert (result in _PLAYED) == (not any(o.is_forfeit for o in outcomes))
        for outcome, scored in zip(outcomes, _PLAYED.get(result, ()), strict=False):
            assert scored == {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}[outcome]


def test_what_an_order_hides_is_said() -> None:
    """C.07, 8.3 and 14.1: of five rounds nothing is left after nine cuts; Fore Buchholz draws the last round."""
    chain = parse_chain(["BH:cut=9", "BH:median=2", "FB", "AOB/F"])
    snapshot = event(["A beats B", "C beats D"], rounds_planned=5, tiebreaks=chain)
    told = [(r.code, dict(r.params)["tiebreak"]) for r in remarks(snapshot)]
    assert told == [("tb_drops_all", "BH:cut=9"), ("tb_fore_round", "FB"), ("tb_fore_round", "AOB:fore=true")]
    for over in ({"finished": True}, {"rounds_planned": 1, "tiebreaks": parse_chain(["FB"])}):
        assert "tb_fore_round" not in {r.code for r in remarks(replace(snapshot, **over))}
    said = document.standings_to_json(rank(snapshot), 1, remarks(snapshot))
    assert said["reasons"] == [code for code, _ in told] and "of 5 rounds" in said["notes"][0]
    refuse_drops_all(parse_chain(["BH:cut=4"]), 5)
    with pytest.raises(PairingError, match=r"BH:cut=5.*5 values of 5 rounds"):
        refuse_drops_all(parse_chain(["BH:cut=5"]), 5)


def test_koya_asks_for_half_of_what_was_possible_so_far() -> None:
    """FIDE Handbook C.07, 9.2: 4 has one of two points, half of what was possible; its match with 3 is still open."""
    seats = [((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1))]
    results = {(1, 4): "0-1", (2, 4): "1-0"}
    rounds = tuple(
        Round(
            number,
            RoundStatus.IN_PROGRESS,
            tuple(Match(at, pair, results.get(pair)) for at, pair in enumerate(pairs, 1)),
        )
        for number, pairs in enumerate(seats, 1)
    )
    event = Snapshot(
        tuple(map(Entrant, range(1, 5))), rounds, system="round_robin", options={"schedule": "whole"},
        tiebreaks=parse_chain(("KS",)),
    )  # fmt: skip
    assert {s.player: s.tiebreaks[0].value for s in rank(event)} == {2: 100, 4: 0, 1: 0, 3: 0}
