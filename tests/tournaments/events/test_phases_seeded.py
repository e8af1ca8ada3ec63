"""Players seeded into a later phase: stored, paired, taken back, copied and handed on."""

from typing import Any

import pytest

from pairing.formats import document
from pairing.model.types import ByeKind
from tests.factories import import_event, make_event, make_user, pair, play_round, play_rounds, refused
from tests.tournaments.files.packing import elsewhere, opened, packed
from tests.tournaments.steps import fresh, given, take_back
from tournaments import snapshots
from tournaments.events.selectors import phases as selector
from tournaments.events.services import phases
from tournaments.files.services.copies import copy_event
from tournaments.files.services.documents import export_event
from tournaments.models import Bye, Seat, Tournament
from tournaments.players.services.attendance import set_checked_in, withdraw
from tournaments.players.services.players import remove_player

# Of 12 players 1 and 2 are seeded into the final, 3 to 6 into the second stage, which has eight places.
STAGES: list[dict[str, Any]] = [
    {"system": {"name": "wcsc"}, "rounds": 2},
    {"system": {"name": "wcsc"}, "rounds": 2, "cut": {"rank": 8}, "seeded": [3, 4, 5, 6], "anew": True},
    {"system": {"name": "round_robin"}, "cut": {"rank": 4}, "seeded": [2, 1], "anew": True},
]


def championship(**settings: Any) -> Tournament:
    event = make_event(field=12, **settings)
    return phases.set_phases(tournament=event, actor=event.owner, phases=STAGES)


def there(event: Tournament, number: int) -> set[int]:
    where = {"round__tournament": event, "round__number": number}
    return set(Seat.objects.filter(**where).values_list("player__number", flat=True))


def test_each_stage_has_those_seeded_and_those_who_advance() -> None:
    """The first in the list wins every match, so the best of a stage are known: of 7 to 12 those with the most wins."""
    event = championship()
    assert [phase.get("seeded") for phase in event.phases] == [None, [3, 4, 5, 6], [2, 1]]
    play_rounds(event, 2)
    assert there(event, 1) == there(event, 2) == set(range(7, 13))
    before = [line.number for line in selector.phases(fresh(event))[1].lines]
    play_rounds(event, 2)
    assert there(event, 3) == there(event, 4) == {3, 4, 5, 6, *before[:4]}
    before = [line.number for line in selector.phases(fresh(event))[2].lines]
    play_rounds(event, 3)
    assert there(event, 5) == {1, 2, *before[:2]}
    assert not Bye.objects.filter(round__tournament=event).exists()  # nobody was absent from anything


def test_who_is_seeded_need_not_be_checked_in_before() -> None:
    event = championship(require_check_in=True)
    players = list(event.players.filter(number__gt=6))
    set_checked_in(**given(event), players=players)
    play_rounds(event, 2)
    assert there(event, 2) == set(range(7, 13)) and not Bye.objects.filter(kind="absent").exists()
    round_ = pair(event)  # now they are missed: four of six seeds and qualifiers are not here
    absent = Bye.objects.filter(round=round_, kind=ByeKind.ABSENT).values_list("player__number", flat=True)
    assert set(absent) == {3, 4, 5, 6}


def test_what_has_begun_keeps_its_seeded_players() -> None:
    event = championship()
    play_rounds(event, 3)
    other = [STAGES[0], STAGES[1] | {"seeded": [3, 4, 5]}, STAGES[2]]
    with refused("phase_begun", field="phases[1]", number=2):
        phases.set_phases(**given(event), phases=other)
    with refused("phase_begun", field="phases[1]", number=2):
        phases.set_phases(**given(event), phases=[STAGES[0], STAGES[1] | {"anew": False}, STAGES[2]])
    phases.set_phases(**given(event), phases=[*STAGES[:2], STAGES[2] | {"seeded": [1]}])
    assert fresh(event).phases[2]["seeded"] == [1]


def test_nobody_who_plays_can_be_seeded() -> None:
    event = championship()
    pair(event)
    with refused("seeded_has_played", field="phases[2].seeded", name="Player 7", number=1):
        phases.set_phases(**given(event), phases=[*STAGES[:2], STAGES[2] | {"seeded": [1, 7]}])


@pytest.mark.parametrize(
    ("seeded", "where"),
    [([77], "phases[2].seeded[0]"), ([3], "phases[2].seeded[0]"), ([1, 2, 7, 8, 9], "phases[2].cut.rank")],
)
def test_what_does_not_fit_is_refused_with_its_place(seeded: list[int], where: str) -> None:
    event = championship()
    with refused(field=where):
        phases.set_phases(**given(event), phases=[*STAGES[:2], STAGES[2] | {"seeded": seeded}])


def test_undo_gives_the_seeded_players_back() -> None:
    event = championship()
    phases.set_phases(**given(event), phases=[*STAGES[:2], {**STAGES[2], "seeded": [1], "anew": False}])
    take_back(event)
    assert fresh(event).phases[2]["seeded"] == [2, 1] and fresh(event).phases[2]["anew"]
    take_back(event)
    assert fresh(event).phases == []


def test_who_is_removed_is_no_longer_seeded() -> None:
    event = championship()
    remove_player(**given(event), player=event.players.get(number=1))
    assert fresh(event).phases[2]["seeded"] == [2]
    take_back(event)
    assert fresh(event).phases[2]["seeded"] == [2, 1]


def test_who_withdraws_frees_a_place() -> None:
    event = championship()
    play_rounds(event, 4)
    withdraw(**given(event), player=event.players.get(number=1))
    pair(event)
    assert len(there(event, 5)) == 4 and 1 not in there(event, 5)


def test_a_document_brings_them_to_another_event() -> None:
    event = championship()
    play_round(event)
    data = export_event(fresh(event))
    other = import_event(document_data=data, owner=make_user())
    assert [p.get("seeded") for p in other.phases] == [None, [3, 4, 5, 6], [2, 1]]
    assert document.dump(snapshots.load(other))["phases"] == data["phases"]


@pytest.mark.parametrize("with_players", [True, False])
def test_a_copy_seeds_the_same_players_by_their_new_numbers(with_players: bool) -> None:
    event = championship()
    remove_player(**given(event), player=event.players.get(number=7))
    event.refresh_from_db()
    remove_player(**given(event), player=event.players.get(number=2))
    copy = copy_event(tournament=fresh(event), owner=event.owner, name="Next year", with_players=with_players)
    names = dict(copy.players.values_list("number", "name"))
    seeded = [[names[n] for n in phase.get("seeded", ())] for phase in fresh(copy).phases]
    expected = [[], [f"Player {n}" for n in (3, 4, 5, 6)], ["Player 1"]] if with_players else [[], [], []]
    assert seeded == expected


def test_a_pack_brings_them_to_another_installation() -> None:
    event = championship()
    play_round(event)
    stored, pack = fresh(event).phases, packed(event)
    with elsewhere(event):
        there_ = opened(pack)
        assert there_.phases == stored
        play_rounds(there_, 3)
        assert there(there_, 3) >= {3, 4, 5, 6}
