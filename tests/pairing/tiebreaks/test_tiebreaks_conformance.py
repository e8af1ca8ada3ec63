"""Tie-breaks against values that others published or computed; skipped where their files are not there.

`chess_results_2026` and `lichess_swiss`: computed by FIDE TEC's TieBreakServer 1.9.57. It counts the planned rounds
that were not played yet as rounds everybody stayed away from, so the events are filled up with empty rounds here.
"""

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pairing.engine.standings import rank
from pairing.formats import trf
from pairing.model.types import Bye, Entrant, Match, Round, Scoring, Snapshot
from pairing.tiebreaks import parse_chain
from tests.pairing.places import CONFORMANCE

pytestmark = pytest.mark.skipif(
    not CONFORMANCE.is_dir(), reason="needs the conformance files in ../shared/data"
)

CODES = {
    **{c: c for c in "WIN WON BPG BWG REP PS BH FB AOB SB KS ARO TPR PTP APRO APPO STD".split()},
    **{f"{c}/C1": f"{c}:cut=1" for c in ("PS", "BH", "SB", "ARO")},
    "BH/C2": "BH:cut=2", "BH/M1": "BH:median=1", "BH/M2": "BH:median=2", "KASHDAN(4-2-1-0)": "KASHDAN",
}  # fmt: skip
COMPUTED = sorted(CONFORMANCE.glob("**/*.tiebreaks_TieBreakServer.tsv"))


def report(path: Path) -> Snapshot:
    return trf.load(path.read_bytes())


def all_values(snapshot: Snapshot, names: dict[str, str]) -> dict[str, dict[int, Any]]:
    """{name: {player: value}} in the units the files use; no value is 0 there."""
    found: dict[str, dict[int, Any]] = {name: {} for name in names}
    for standing in rank(replace(snapshot, tiebreaks=parse_chain(list(names.values())))):
        for name, shown in zip(names, standing.tiebreaks, strict=True):
            per = 100 if shown.unit == "points" else 1
            found[name][standing.player] = Fraction(shown.value or 0) / per
    return found


def differences(found: dict[int, Any], published: dict[int, float]) -> dict[int, tuple[float, float]]:
    """Where a value is not the published one; those are printed with two decimals at most."""
    near = Fraction(1, 200)
    return {
        player: (float(found[player]), value)
        for player, value in published.items()
        if abs(found[player] - Fraction(str(value))) > near
    }


@pytest.mark.parametrize("path", COMPUTED, ids=lambda p: f"{p.parent.name}-{p.name.split('.')[0]}")
def test_every_value_of_the_tie_break_server(path: Path) -> None:
    snapshot = report(path.with_name(path.name.replace(".tiebreaks_TieBreakServer.tsv", ".trf")))
    missing = range(len(snapshot.rounds) + 1, (snapshot.rounds_planned or 0) + 1)
    snapshot = replace(snapshot, rounds=snapshot.rounds + tuple(Round(number) for number in missing))
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    names = {name: CODES[name] for name in rows[0] if name in CODES}
    assert len(names) >= 20
    found = all_values(snapshot, names)
    for name in names:
        published = {int(row["StartNo"]): float(row[name]) for row in rows}
        assert not differences(found[name], published), name
    points = {s.player: s.points / 100 for s in rank(snapshot)}
    assert points == {int(row["StartNo"]): float(row["PTS"]) for row in rows}


def _exercises() -> Iterator[tuple[str, str, str]]:
    for path in sorted(CONFORMANCE.glob("tec_exercises/*.expected.json")):
        event = path.name.removesuffix(".expected.json")
        for column in json.loads(path.read_text(encoding="utf-8"))["expected"]:
            name, _, until = column.partition("@")
            if name in CODES:
                link = CODES[name] + (":policy=fide2024" if until else "")
                yield (
                    event,
                    column,
                    link + (":forfeits=played" if "round_robin" in event and name[:2] == "SB" else ""),
                )


@pytest.mark.parametrize(("event", "column", "link"), list(_exercises()))
def test_the_exercises_with_the_values_of_both_rule_books(event: str, column: str, link: str) -> None:
    folder = CONFORMANCE / "tec_exercises"
    published = json.loads((folder / f"{event}.expected.json").read_text(encoding="utf-8"))["expected"][
        column
    ]
    found = all_values(report(folder / f"{event}.trf"), {column: link})[column]
    assert not differences(found, {int(player): value for player, value in published.items()})


def _orders_agree(
    found: dict[int, Any], published: dict[int, float], points: dict[int, int], sign: int
) -> int:
    """Compare the order inside every group of equal points; returns how many pairs it puts in an order."""
    pairs = [(a, b) for a in published for b in published if a < b and points[a] == points[b]]
    for a, b in pairs:
        theirs, ours = sign * (published[a] - published[b]), found[a] - found[b]
        assert (theirs > 0) == (ours > 0) and (theirs < 0) == (ours < 0), (a, b)
    return sum(found[a] != found[b] for a, b in pairs)


@pytest.mark.parametrize(
    ("file", "column", "link", "sign"),
    [
        ("tec_exercises/tec_swiss_de_16p_9r", "DE (rank value inside the tied group)", "DE", 1),
        ("tec_exercises/tec_round_robin_6p_5r", "DE", "DE:forfeits=played", 1),
        ("scalachess_tiebreak/uzchess_cup_2025_10p_rr", "DE", "DE:forfeits=played", -1),
    ],
)
def test_the_order_of_the_direct_encounter(file: str, column: str, link: str, sign: int) -> None:
    """The scale of the value differs from program to program (the last one prints places), the order may not."""
    snapshot = report(CONFORMANCE / f"{file}.trf")
    expected = json.loads((CONFORMANCE / f"{file}.expected.json").read_text(encoding="utf-8"))["expected"]
    if column in expected:
        published = {int(player): float(value) for player, value in expected[column].items()}
    else:
        published = {int(player): float(row[column]) for player, row in expected.items()}
    points = {s.player: s.points for s in rank(snapshot)}
    assert _orders_agree(all_values(snapshot, {"DE": link})["DE"], published, points, sign) >= 5


def test_the_round_robin_of_scalachess() -> None:
    folder = CONFORMANCE / "scalachess_tiebreak"
    expected = json.loads((folder / "uzchess_cup_2025_10p_rr.expected.json").read_text(encoding="utf-8"))[
        "expected"
    ]
    names = {name: name for name in ("SB", "WIN", "BWG", "KS")}
    found = all_values(report(folder / "uzchess_cup_2025_10p_rr.trf"), names)
    for name in names:
        assert not differences(found[name], {int(player): row[name] for player, row in expected.items()}), (
            name
        )


def _magic(path: Path) -> tuple[Snapshot, list[dict[str, Any]]]:
    data = json.loads(path.read_text(encoding="utf-8"))
    players = sorted(line["player"] for line in data["published_standings"])
    ids = {player: number for number, player in enumerate(players, start=1)}
    rounds = []
    for played in data["rounds"]:
        matches: list[Match] = []
        byes: list[Bye] = []
        for m in played["matches"]:
            if m["p2"] is None:
                byes.append(Bye(ids[m["p1"]]))
                continue
            won, lost = m["games_won_p1"], m["games_won_p2"]
            result = "1-0" if won > lost else "0-1" if won < lost else "1/2-1/2"
            games = (won, lost, m["games_drawn"])
            matches.append(Match(len(matches) + 1, (ids[m["p1"]], ids[m["p2"]]), result, games))
        rounds.append(Round(played["round"], matches=tuple(matches), byes=tuple(byes)))
    entrants = tuple(Entrant(number, player) for player, number in ids.items())
    chain = parse_chain([f"{code}:policy=melee" for code in ("OMWP", "GW", "OGW")])
    scoring = Scoring(win=300, draw=100, bye=300)
    return Snapshot(entrants, tuple(rounds), scoring=scoring, tiebreaks=chain), data["published_standings"]


@pytest.mark.parametrize("path", sorted(CONFORMANCE.glob("mtg_melee/*.json")), ids=lambda p: p.stem)
def test_the_published_standings_of_magic_events(path: Path) -> None:
    snapshot, published = _magic(path)
    names = {e.id: e.name for e in snapshot.entrants}
    standings = rank(snapshot)
    assert [names[s.player] for s in standings] == [line["player"] for line in published]
    for standing, line in zip(standings, published, strict=True):
        assert standing.points == 100 * line["match_points"]
        found = [round(float(t.value or 0), 6) for t in standing.tiebreaks]
        assert found == pytest.approx([line["OMW"], line["GW"], line["OGW"]], abs=1e-6)
