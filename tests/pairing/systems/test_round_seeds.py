"""Seeds of rounds: what they are made of, which round uses which, and events that are drawn from them."""

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from pairing.engine import pair
from pairing.engine.drawn_lots import lots_of_round, player_of
from pairing.engine.recheck import recheck
from pairing.engine.round_seeds import commitment, drawn_with, draws_lots, round_seed, seed_of
from pairing.formats import document
from pairing.model.lots import DrawnLot, Lots, lot, recorded
from pairing.model.schema import DocumentError
from pairing.model.types import FOUR, Bye, Entrant, Match, Phase, Round, Snapshot
from pairing.systems import SYSTEMS, seats_of

MASTER = "a text that nobody knows"


def hexdigest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def played(system: str, players: int, rounds: int, *, secret: bool = True, **fields: Any) -> Snapshot:
    """An event each of whose rounds is drawn from its own seed; the first seat wins everywhere."""
    people = tuple(Entrant(id, f"P{id}") for id in range(1, players + 1))
    snapshot = Snapshot(people, system=system, seats=seats_of(system), rounds_planned=rounds, **fields)
    four = snapshot.seats == FOUR
    for number in range(1, rounds + 1):
        seed = seed_of(snapshot, MASTER, number) if secret else MASTER
        plan = pair(replace(snapshot, draw_seed=seed))
        result: dict[str, Any] = {"scores": (40000, 30000, 28000, 22000)} if four else {"result": "1-0"}
        matches = tuple(Match(m.table, m.seats, **result) for m in plan.matches)
        byes = tuple(Bye(b.player, b.kind) for b in plan.byes)
        done = Round(number, matches=matches, byes=byes, seed=seed)
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, done))
    return snapshot


def test_a_seed_is_what_sha256sum_says() -> None:
    """`printf '%s' 'harbour|2' | sha256sum | cut -c1-32` and `printf '%s' 'evening' | sha256sum`, by coreutils."""
    assert round_seed("harbour", 2) == hexdigest("harbour|2")[:32]
    assert commitment("evening") == hexdigest("evening")
    assert round_seed("harbour", 2) == "7f106948b62cc8f117da51cb68d5656e"
    assert commitment("evening") == "e5bd0801d10e5965354604c20443ddf47fdfc375115151277a525467ad4816a3"


@pytest.mark.parametrize(
    ("system", "options", "same"),
    [
        ("monrad", {"order": "redraw"}, False),
        ("monrad", {"order": "rating"}, False),
        ("monrad", {"order": "fixed_draw"}, True),
        ("random_swiss", {}, False),
        ("wcsc", {}, False),
        ("tiered", {}, False),
        ("round_robin", {"order": "lots"}, True),
        ("round_robin", {"order": "rating"}, False),
        ("mahjong_swiss", {}, False),
        ("mahjong_schedule", {}, True),
        ("mahjong_final", {}, True),
    ],
)
def test_a_system_that_draws_once_has_the_seed_of_its_first_round(
    system: str, options: dict[str, Any], same: bool
) -> None:
    snapshot = Snapshot((), system=system, options=options)
    assert [drawn_with(snapshot, n) for n in (1, 2, 3)] == ([1, 1, 1] if same else [1, 2, 3])
    assert seed_of(snapshot, MASTER, 3) == hexdigest(f"{MASTER}|{1 if same else 3}")[:32]


def test_a_phase_that_draws_once_has_the_seed_of_its_own_first_round() -> None:
    phases = (
        Phase("monrad", {"order": "redraw"}, 2),
        Phase("round_robin", {"order": "lots"}, 3),
        Phase("bracket"),
    )
    snapshot = Snapshot((), phases=phases)
    assert [drawn_with(snapshot, n) for n in range(1, 8)] == [1, 2, 3, 3, 3, 6, 7]


def test_who_draws_from_the_seed_at_all() -> None:
    drawing = {name for name in SYSTEMS if draws_lots(Snapshot((), system=name))}
    assert drawing == set(SYSTEMS) - {"tiered", "bracket", "double_elimination"}
    assert draws_lots(Snapshot((), phases=(Phase("tiered", rounds=2), Phase("monrad"))))
    assert not draws_lots(Snapshot((), phases=(Phase("tiered", rounds=2), Phase("bracket"))))


def test_a_league_draws_nothing_from_its_seed() -> None:
    assert played("tiered", 8, 3).rounds == tuple(
        replace(r, seed=s.seed)
        for r, s in zip(
            played("tiered", 8, 3, secret=False).rounds, played("tiered", 8, 3).rounds, strict=True
        )
    )


@pytest.mark.parametrize(
    ("system", "players", "fields"),
    [
        ("monrad", 9, {}),
        ("monrad", 9, {"options": {"order": "fixed_draw"}}),
        ("random_swiss", 9, {}),
        ("wcsc", 8, {}),
        ("round_robin", 6, {"options": {"order": "lots"}}),
        ("mahjong_swiss", 12, {}),
        ("mahjong_schedule", 24, {}),
    ],
)
def test_every_past_round_is_paired_again_from_its_own_seed(
    system: str, players: int, fields: dict[str, Any]
) -> None:
    snapshot = played(system, players, 3, **fields)
    data = document.dump(snapshot)
    assert [r["seed"] for r in data["rounds"]] == [seed_of(snapshot, MASTER, n) for n in (1, 2, 3)]
    assert document.load(data) == snapshot
    # Whatever the next round is drawn from, and although nobody knows the text the seeds are made of.
    for draw_seed in ("", "another"):
        assert all(check.same for check in recheck(replace(snapshot, draw_seed=draw_seed)))


def test_with_another_seed_it_is_another_round() -> None:
    snapshot = played("random_swiss", 16, 2)
    first, second = snapshot.rounds
    wrong = replace(snapshot, rounds=(first, replace(second, seed="forged")))
    assert [check.same for check in recheck(wrong)] == [True, False]


def test_a_document_without_seeds_stays_as_it_was() -> None:
    snapshot = Snapshot((Entrant(1), Entrant(2)), rounds=(Round(1, matches=(Match(1, (1, 2), "1-0"),)),))
    assert "seed" not in document.dump(snapshot)["rounds"][0]


@pytest.mark.parametrize("seed", [7, "x" * 501, "\x00"])
def test_a_seed_that_is_none_is_refused(seed: object) -> None:
    data = document.dump(Snapshot((Entrant(1), Entrant(2)), rounds=(Round(1),)))
    data["rounds"][0]["seed"] = seed
    with pytest.raises(DocumentError, match=r"rounds\[0\]\.seed"):
        document.load(data)


def test_lots_are_recorded_with_what_they_are_made_of() -> None:
    with recorded() as drawn:
        order = Lots("s").order([3, 1, 2], "draw", 4)
        number = Lots("s").number("walk", 9)
    assert [one.text for one in drawn] == ["s|draw|4|3", "s|draw|4|1", "s|draw|4|2", "s|walk|9"]
    assert [int(one.item) for one in sorted(drawn[:3], key=lambda one: one.number)] == order
    assert drawn[3].number == number == lot("s", "walk", 9) == int(hexdigest("s|walk|9")[:16], 16)
    assert {one.purpose for one in drawn} == {"draw", "walk"}
    Lots("s").number("walk", 10)
    assert len(drawn) == 4  # nobody listens any more


def test_the_lots_of_a_past_round_are_those_of_its_seed() -> None:
    snapshot = played("monrad", 5, 3)
    names = {e.id: e.name for e in snapshot.entrants}
    for number in (1, 2, 3):
        drawn = [one for one in lots_of_round(snapshot, number) if isinstance(one, DrawnLot)]
        seed = hexdigest(f"{MASTER}|{number}")[:32]
        assert all(one.text.startswith(f"{seed}|") for one in drawn)
        assert {player_of(one, names) for one in drawn if one.purpose == "draw"} == set(names)
        assert len(drawn) == len(set(drawn))


def test_the_lot_of_a_first_move_belongs_to_a_player() -> None:
    first = DrawnLot("s|first_mover|1|2", "first_mover")
    assert player_of(first, {2: "B"}) == 2
    assert player_of(first, {}) is None
    assert player_of(DrawnLot("s|walk|2", "walk"), {2: "B"}) is None
