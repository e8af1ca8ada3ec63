"""What the rules have against a round that was played otherwise: as the literal program names it."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pairing.engine.recheck import RoundCheck, recheck, recheck_to_json
from pairing.formats import trf
from pairing.model.types import Bye, Match, Round, Snapshot
from tests.pairing.events import event
from tests.pairing.systems.dutch.literal import first_difference
from tests.pairing.systems.dutch.position import Pairing
from tests.pairing.systems.dutch.random_events import random_legal, random_rounds
from tests.pairing.systems.dutch.snapshots import position_of, tpns
from tests.pairing.systems.dutch.test_dutch_conformance import GENERATED
from tests.pairing.systems.dutch.test_system_conformance import PUBLISHED, needs_files
from tests.sweep import seeds


def played(snapshot: Snapshot, answer: Pairing) -> Snapshot:
    """The event with this round after it, nothing of it decided yet."""
    id_of = {tpn: id for id, tpn in tpns(snapshot).items()}
    matches = tuple(
        Match(table, (id_of[white], id_of[black]), "1-0")
        for table, (white, black) in enumerate(sorted(answer.pairs), start=1)
    )
    byes = [Bye(request.player, request.kind) for request in snapshot.bye_requests]
    byes += [Bye(id_of[answer.bye])] if answer.bye is not None else []
    round_ = Round(len(snapshot.rounds) + 1, matches=matches, byes=tuple(byes))
    return replace(snapshot, rounds=(*snapshot.rounds, round_), bye_requests=())


def told(check: RoundCheck) -> list[tuple[object, object]]:
    return [(dict(reason.params).get("score"), dict(reason.params)["rule"]) for reason in check.why]


@pytest.mark.parametrize("seed", seeds(every_day=6, swept=600))
def test_the_first_criterion_is_the_one_that_the_literal_program_names(seed: int) -> None:
    rng = Random(seed)
    for snapshot in random_rounds(seed, most=10):
        position = position_of(snapshot)
        answer = random_legal(rng, position, noise=rng.choice((0, 20, 60, 200)))
        if answer is None:
            continue
        check = recheck(played(snapshot, answer))[-1]
        if check.error:
            continue
        expected = first_difference(position, answer)
        assert told(check) == ([expected] if expected else [])


FIRST = ["A beats C", "B beats D", "E beats F", "G beats H"]
SECOND = ["A beats D", "B beats C", "F beats G", "H beats E"]


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (
            [FIRST, ["A beats C", "B beats E", "D beats F", "G draws H"]],
            [("dutch_had_met", "C1", (1, 3)), ("dutch_had_met", "C1", (7, 8))],
        ),
        (
            [FIRST, SECOND, ["A beats B", "C beats E", "G beats D", "F beats H"]],
            [("dutch_same_colour", "C3", (1, 2))],
        ),
        (
            [["A beats B", "C has a bye"], ["B beats A", "C has a bye"]],
            [("dutch_had_met", "C1", (1, 2)), ("dutch_bye_had", "C2", (3,))],
        ),
        (
            [["A beats C", "B beats D", "E has a bye"], ["B beats E", "C beats D", "A has a bye"]],
            [("dutch_better_bye", "C5", None)],
        ),
    ],
    ids=["C1", "C3", "C1 and C2", "C5"],
)
def test_what_is_not_allowed_is_said_of_every_pair(rounds: list[list[str]], expected: list[object]) -> None:
    """C.04.3, articles 2.1 and 2.2, on rounds nobody could pair by the rules."""
    names = sorted(set("".join(rounds[0])) & set("ABCDEFGH"))
    snapshot = event(
        *rounds,
        players=" ".join(names),
        system="dutch",
        rounds_planned=9,
        options={"initial_colour": "white"},
    )
    check = recheck(snapshot)[-1]
    found = [(r.code, dict(r.params)["rule"], dict(r.params).get("players")) for r in check.why]
    assert found == expected
    said = recheck_to_json((check,))["rounds"][0]
    assert said["rules"] == [rule for _, rule, _ in found] and len(said["why"]) == len(found)


@needs_files
def test_past_rounds_of_events_that_an_endorsed_engine_made_are_found_correct() -> None:
    """bbpPairings 6.0.0: every past round of its generated events, colours and byes too."""
    for path in sorted(GENERATED.glob("*.trf")):
        checks = recheck(trf.load(path.read_bytes()), tables=False)
        assert checks and all(check.same for check in checks), path.name


@needs_files
@pytest.mark.parametrize("folder", PUBLISHED, ids=lambda folder: folder.name[:8])
def test_published_rounds_differ_where_they_were_paired_by_the_old_rules_only(folder: Path) -> None:
    """Rules, section 10.10: one of 24 rounds, Budapest A round 8. The old rules know no C5."""
    checks = recheck(trf.load((folder / "after_round_8.trf").read_bytes()), tables=False)
    different = {check.number: [rule for _, rule in told(check)] for check in checks if not check.same}
    assert different == ({8: ["C5"]} if "group_a" in folder.name else {})
