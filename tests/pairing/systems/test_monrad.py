"""What an organiser and a player see of Monrad: who is paired, why, what may be waived.

The pairings themselves, and who moves first, are in tests/vectors/monrad and tests/checker. Here the order is that of
registration, so that every expectation can be followed on paper.
"""

from hashlib import sha256
from typing import Any

import pytest

from pairing.engine import pair
from pairing.model.errors import Impossible
from pairing.model.types import PlannedMatch, RoundPlan, Snapshot
from tests.pairing.events import event, pairs_of

ALL_MET = (
    ["A beats B", "C beats D"],
    ["A beats C", "B beats D"],
    ["A beats D", "B beats C"],
)


def monrad(*rounds: Any, options: dict[str, Any] | None = None, **fields: Any) -> Snapshot:
    return event(*rounds, system="monrad", options={"order": "registration", **(options or {})}, **fields)


def table(plan: RoundPlan, snapshot: Snapshot, name: str) -> PlannedMatch:
    [player] = [e.id for e in snapshot.entrants if e.name == name]
    return next(m for m in plan.matches if player in m.seats)


def reasons(item: Any, snapshot: Snapshot) -> list[str]:
    names = {entrant.id: entrant.name for entrant in snapshot.entrants}
    return [reason.text(name_of=names.__getitem__) for reason in item.why]


# ---- reasons --------------------------------------------------------------------------------------------------------


AWAY = {"left_after_round": 2}
# By what they show: the event, the players whose match (or bye) it is, and what is said of it, from the first line.
REASONS: dict[str, tuple[Snapshot, str, list[str]]] = {
    "the first candidate is named as such": (
        monrad(players="A B C D"), "AB",
        [
            "Both are on 0.", "Next in the pairing order.",
            "By registration A is number 1 of 4, B number 2 of 4.",
            "Also possible, but later in the order: C, D.",
        ],
    ),
    "the order by rating is said, and nobody who is paired or not possible": (
        monrad(
            players="A B C D E F", options={"order": "rating"}, forbidden=["B F"],
            about={name: {"rating": 1000 + 10 * at} for at, name in enumerate("FEDCBA")},
        ),
        "CD",
        [
            "Both are on 0.", "Next in the pairing order.", "By rating C is number 3 of 6, D number 4 of 6.",
            "Also possible, but later in the order: E, F.",
        ],
    ),
    "whom a player has met is said": (
        monrad("A draws B", "C draws D"), "AC",
        ["Both are on ½.", "Not B: already played.", "First possible opponent in the pairing order."],
    ),
    "a pair kept apart is not called a meeting": (
        monrad(players="A B C D", forbidden=["A B"]), "AC", ["Both are on 0.", "Not B: kept apart."],
    ),
    "a candidate who would leave others alone is named": (
        monrad(players="A B C D", forbidden=["C D"]), "AC",
        ["Both are on 0.", "Not B: other players would have no opponent, or would have to float further."],
    ),
    "a float says from where to where and why": (
        monrad(["A beats B", "C beats D"], players="A B C D E F", options={}, forbidden=["A C"]), "A",
        ["A floats from 1 to 0.", "No possible opponent is left on 1.", "Not C: kept apart."],
    ),
    "the last in order is told so when it floats": (
        monrad("A beats F", "B beats E", "C beats D"), "C",
        ["C floats from 1 to 0.", "All others on 1 have an opponent; the last in the pairing order floats."],
    ),
    # A (2 points) has met everybody on 1; D is on 0.5.
    "a float says why it goes so far": (
        monrad(
            ["A beats B", "C beats X", "D draws Y"], ["A beats C", "B beats X", "D loses to Y"],
            about={"X": AWAY, "Y": AWAY},
        ),
        "AD",
        [
            "A floats from 2 to ½.", "No one else is left on 2.",
            "Not on 1: already played, or kept apart from, everyone there.",
            "First possible opponent in the pairing order.",
        ],
    ),
    "a float past a score that would otherwise lose somebody": (
        monrad(
            ["A beats X", "B beats Y", "C beats Z", "D loses to W"],
            ["A beats Y", "B loses to X", "C loses to W", "D loses to Z"],
            about=dict.fromkeys("XYZW", AWAY),
        ),
        "AD",
        [
            "A floats from 2 to 0.", "No one else is left on 2.",
            "Not on 1: someone there would have to float or would have no opponent.",
        ],
    ),
    "the bye says why this player": (
        monrad(["A beats B", "C has a bye"], players="A B C"), "B bye",
        ["The bye goes to a player on the lowest score who has not had one."],
    ),
    "a bye higher up says why nobody lower has it": (
        monrad(["A beats B", "C has a bye"], players="A B C", forbidden=["A C"]), "A bye",
        [
            "The bye goes to a player on 1 who has not had one: no lower score is possible.",
            "Of those who can have it, the last in the pairing order.",
            "Not C: already had a bye.", "Not B: other players would have no opponent.",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REASONS)
def test_what_is_said_of_a_match_or_a_bye(case: str) -> None:
    snapshot, who, expected = REASONS[case]
    plan, ids = pair(snapshot), {e.name: e.id for e in snapshot.entrants}
    name, is_bye = who[0], who.endswith("bye")
    item = next(b for b in plan.byes if b.player == ids[name]) if is_bye else table(plan, snapshot, name)
    assert reasons(item, snapshot)[: len(expected)] == expected
    if len(who) == 2:
        assert frozenset(who) in pairs_of(plan, snapshot)


def test_places_by_lot_are_those_of_the_published_lots() -> None:
    snapshot = monrad(players="A B C D E F", options={"order": "redraw"}, draw_seed="spring")
    drawn = sorted(range(1, 7), key=lambda id: sha256(f"spring|draw|1|{id}".encode()).hexdigest())
    for at, match in enumerate(pair(snapshot).matches):
        [where] = [dict(why.params) for why in match.why if why.code == "places_by_lot"]
        assert (where["player"], where["other_player"]) == tuple(drawn[2 * at : 2 * at + 2])
        assert (where["place"], where["other_place"], where["count"]) == (2 * at + 1, 2 * at + 2, 6)


# ---- who takes part -------------------------------------------------------------------------------------------------


# ---- when nothing is legal ------------------------------------------------------------------------------------------


EVERYBODY_HAD_A_BYE = monrad(
    ["A beats X", "B has a bye"], ["B beats X", "C has a bye"], ["C beats X", "A has a bye"],
    about={"X": {"left_after_round": 3}},
)  # fmt: skip
# The code, the players of whom those shown have to be a part, and how many are shown.
IMPOSSIBLE: dict[str, tuple[Snapshot, str, set[int], int]] = {
    "a player without any opponent is the shortest proof": (monrad(*ALL_MET), "monrad_no_opponent", {1}, 1),
    "a club shows one more than there are opponents": (
        monrad(players="A B C D E F", forbidden=[f"{a} {b}" for a in "ABCD" for b in "ABCD" if a < b]),
        "monrad_too_few", {1, 2, 3, 4}, 3,
    ),
    "an odd circle that can only play itself is shown": (
        monrad(players="A B C D E F", forbidden=[f"{a} {b}" for a in "ABC" for b in "DEF"]),
        "monrad_odd_set", {1, 2, 3}, 3,
    ),
    "when everybody had a bye that is the reason": (EVERYBODY_HAD_A_BYE, "monrad_no_bye_left", set(), 0),
}  # fmt: skip


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_why_no_round_is_possible(case: str) -> None:
    snapshot, code, among, count = IMPOSSIBLE[case]
    with pytest.raises(Impossible) as refused:
        pair(snapshot)
    assert refused.value.code == code
    assert set(refused.value.players) <= among
    assert len(refused.value.players) == count
    if code == "monrad_too_few":
        assert refused.value.params["count"] == count - 1


def test_nothing_is_waived_unasked_nor_without_need() -> None:
    snapshot = monrad(["A beats B", "C beats D"])
    allowed = {"allow_rematches": True, "allow_second_bye": True}
    assert pair(snapshot, overrides=allowed) == pair(snapshot)
    assert not pair(snapshot).relaxed


def test_a_rematch_is_declared_with_its_reason() -> None:
    snapshot = monrad(*ALL_MET)
    plan = pair(snapshot, overrides={"allow_rematches": True})
    assert pairs_of(plan, snapshot) == {frozenset("AD"), frozenset("BC")}
    assert [(r.rule, set(r.players)) for r in plan.relaxed] == [("rematch", {1, 4}), ("rematch", {2, 3})]
    assert reasons(plan.matches[0], snapshot)[0] == (
        "Rematch of round 3. It was allowed, because no pairing without a rematch exists."
    )


def test_a_second_bye_is_tried_before_a_rematch() -> None:
    snapshot = EVERYBODY_HAD_A_BYE
    plan = pair(snapshot, overrides={"allow_second_bye": True, "allow_rematches": True})
    assert [(r.rule, len(r.players)) for r in plan.relaxed] == [("second_bye", 1)]
    assert reasons(plan.byes[0], snapshot)[0].startswith("A second bye. It was allowed")
