"""An event that follows another program, file by file."""

from functools import partial
from typing import Any

import pytest

from tests.factories import make_event, make_user, refused
from tests.pairing.systems.dutch.test_system_conformance import PUBLISHED
from tests.sweep import sweep_too
from tests.tournaments.files.reports import (
    AEROFLOT,
    BUDAPEST,
    ROUNDS,
    after,
    each_player,
    identified,
    named,
    player,
    result,
    tables,
)
from tests.tournaments.steps import fresh
from tournaments.files.services.following import foresee, take, take_over
from tournaments.history.replay import replay
from tournaments.history.undo import redo_last_step, undo_last_step
from tournaments.models import LogEntry, Match, Player, Round, RoundState, Tournament
from tournaments.players.services.players import add_player
from tournaments.sandbox.sandbox import FILES
from tournaments.sandbox.work import otherwise
from tournaments.steps import state

pytestmark = pytest.mark.django_db


def event() -> Tournament:
    return make_event(name="Spring", rounds_planned=9)


def follow(tournament: Tournament, *reports: str) -> Tournament:
    for report in reports:
        take(tournament=tournament, actor=tournament.owner, content=report, program="Swiss-Manager")
    return fresh(tournament)


def people(tournament: Tournament) -> dict[int, tuple[str, str]]:
    return {p.number: (p.name, p.key) for p in Player.objects.filter(tournament=tournament)}


def steps(tournament: Tournament) -> int:
    return LogEntry.objects.filter(tournament=tournament).count()


@pytest.mark.parametrize("name", ["budapest", *sweep_too("aeroflot")])
def test_nine_rounds_file_by_file(name: str) -> None:
    """After each round, and with the tables of the next: one step each, everybody once, every code as printed."""
    report = {"budapest": BUDAPEST, "aeroflot": AEROFLOT}[name]
    spring = follow(event(), after(report, 0))
    at_first = people(spring)
    assert [*at_first] == [int(line[4:8]) for line in report.splitlines() if line.startswith("001")]
    for number in range(ROUNDS):
        for text in (after(report, number, open_too=True), after(report, number + 1)):
            before = steps(spring)
            follow(spring, text)
            assert steps(spring) == before + 1
            assert people(spring) == at_first
    for number in range(1, ROUNDS + 1):
        assert Match.objects.filter(round__tournament=spring, round__number=number).count() == tables(
            report, number
        )
    assert {round_.state for round_ in spring.rounds.all()} == {RoundState.COMPLETED}
    assert replay(spring).same
    whole = state.whole(spring)
    follow(spring, report)
    assert state.whole(spring) == whole, "the file with the points of the end says the same"


@pytest.mark.skipif(not PUBLISHED, reason="needs the conformance files in ../shared/data")
def test_the_files_of_public_events_as_they_were_before_each_round() -> None:
    """Start numbers, absences and points as the programs of that spring wrote them."""
    for folder in PUBLISHED:
        spring = event()
        files = [
            *(folder / f"before_round_{number}.trf" for number in range(1, 9)),
            folder / "after_round_8.trf",
        ]
        at_first: dict[int, tuple[str, str]] = {}
        for number, file in enumerate(files):
            take(tournament=spring, actor=None, content=file.read_bytes(), filename=file.name, program="Vega")
            at_first = at_first or people(spring)
            assert people(spring) == at_first, file
            assert spring.rounds.count() == number, file
        assert replay(spring).same


def test_undo_brings_back_the_file_before() -> None:
    spring = event()
    states: list[Any] = [state.whole(spring)]
    for text in (after(BUDAPEST, 0), after(BUDAPEST, 0, open_too=True), after(BUDAPEST, 1)):
        states.append(state.whole(follow(spring, text)))
    for number in (2, 1, 0):
        undo_last_step(tournament=spring, actor=spring.owner)
        assert state.whole(spring) == states[number]
    for number in (1, 2, 3):
        redo_last_step(tournament=spring, actor=spring.owner)
        assert state.whole(spring) == states[number]


def test_a_round_is_out_before_it_has_results() -> None:
    spring = follow(event(), after(BUDAPEST, 0, open_too=True))
    assert spring.rounds.get().state == RoundState.PUBLISHED
    opponents = {
        int(line[91:95]) for line in BUDAPEST.splitlines() if line[:3] == "001" and int(line[4:8]) < 9
    }
    half = each_player(
        after(BUDAPEST, 1),
        lambda line: result(line, 1, " ") if int(line[4:8]) < 9 or int(line[4:8]) in opponents else line,
    )
    follow(spring, half)
    assert spring.rounds.get().state == RoundState.IN_PROGRESS
    assert Match.objects.filter(round__tournament=spring, result=None).count() == 8


def test_the_tables_are_in_the_order_of_the_rules() -> None:
    """C.04.2, 3.6: the points of the higher ranked, those of the other, the start number of the higher ranked."""
    spring = follow(event(), after(BUDAPEST, 2, open_too=True))
    points = dict.fromkeys(people(spring), 0)
    for number in (1, 2):
        for match in Match.objects.filter(round__tournament=spring, round__number=number):
            for seat in match.seats.all():
                points[seat.player.number] += seat.points or 0
    for bye in spring.rounds.filter(number__lte=2).values_list("byes__player__number", "byes__points"):
        if bye[0]:
            points[bye[0]] += bye[1]
    boards = []
    for match in Match.objects.filter(round__tournament=spring, round__number=3).order_by("table"):
        one, other = sorted((-points[s.player.number], s.player.number) for s in match.seats.all())
        boards.append((one[0], other[0], one[1]))
    assert boards == sorted(boards)
    assert boards


def test_a_result_of_an_earlier_round_is_corrected() -> None:
    spring = follow(event(), after(BUDAPEST, 3))
    seats = dict(Match.objects.filter(round__tournament=spring).values_list("pk", "table"))
    changed = player(
        player(after(BUDAPEST, 3), 1, lambda line: result(line, 1, "=")),
        53,
        lambda line: result(line, 1, "="),
    )
    follow(spring, changed)
    match = Match.objects.get(round__tournament=spring, round__number=1, seats__player__number=1)
    assert match.result == "1/2-1/2"
    assert dict(Match.objects.filter(round__tournament=spring).values_list("pk", "table")) == seats


def test_a_player_who_is_gone_is_withdrawn_and_comes_back() -> None:
    """Before round 1: whoever has played cannot vanish from a report."""
    spring = follow(event(), after(BUDAPEST, 0))
    at_first = people(spring)
    without = "".join(line for line in after(BUDAPEST, 0).splitlines(keepends=True) if line[4:8] != "   7")
    follow(spring, without)
    assert people(spring) == at_first
    assert spring.players.get(number=7).left_after_round == 0
    follow(spring, after(BUDAPEST, 0))
    assert people(spring) == at_first
    assert spring.players.get(number=7).left_after_round is None


def shifted(report: str, by: int) -> str:
    """The report with every start number so much higher, in the tables too."""

    def change(line: str) -> str:
        cells = [line[k : k + 10] for k in range(91, len(line), 10)]
        moved = [f"{int(c[:4]) + by:4d}{c[4:]}" if c[:4].strip() not in ("", "0000") else c for c in cells]
        return f"001 {int(line[4:8]) + by:4d}{line[8:91]}{''.join(moved)}".rstrip()

    return each_player(report, change)


def test_a_late_entry_moves_all_start_numbers_and_nobodys_code() -> None:
    spring = follow(event(), after(BUDAPEST, 1))
    at_first = people(spring)
    late = named(after(BUDAPEST, 0).splitlines()[0], "Late, Entry").replace("2610", "2700")
    follow(spring, f"{late}\n{shifted(after(BUDAPEST, 2), 1)}")
    now = people(spring)
    assert {number: now[number] for number in at_first} == at_first
    [newcomer] = now.keys() - at_first.keys()
    assert now[newcomer][0] == "Late, Entry"
    follow(spring, f"{late}\n{shifted(after(BUDAPEST, 3), 1)}")
    assert people(spring) == now


def test_namesakes_are_told_apart_by_fide_id_whatever_else_changes() -> None:
    both = {3: 1503014, 4: 1401815}
    report = after(BUDAPEST, 0)
    for start, fide_id in both.items():
        report = player(report, start, lambda line: named(line, "Hansen, Jens"))
        report = player(report, start, partial(identified, fide_id=fide_id))
    spring = follow(event(), report)
    at_first = people(spring)
    swapped = player(report, 3, lambda line: identified(line, both[4]))
    swapped = player(swapped, 4, lambda line: identified(named(line, "Hansen, Jens P"), both[3]))
    follow(spring, swapped)
    now = people(spring)
    assert {number: key for number, (_name, key) in now.items()} == {
        n: key for n, (_name, key) in at_first.items()
    }
    assert now[3][0] == "Hansen, Jens P"


def test_a_corrected_name_is_the_same_player_once_rounds_are_played() -> None:
    spring = follow(event(), after(BUDAPEST, 1))
    key = people(spring)[5][1]
    follow(spring, player(after(BUDAPEST, 2), 5, lambda line: named(line, "Petersen, Per")))
    assert people(spring)[5] == ("Petersen, Per", key)
    assert spring.players.count() == len(people(spring))


def test_whoever_was_registered_before_keeps_the_code() -> None:
    spring = event()
    early = add_player(tournament=spring, actor=spring.owner, name="Player0002", club="Nord")
    follow(spring, after(BUDAPEST, 0))
    same = Player.objects.get(tournament=spring, name="Player0002")
    assert (same.pk, same.key, same.club, same.rating) == (early.pk, early.key, "Nord", 2604)


def test_what_is_no_report_of_this_event_changes_nothing() -> None:
    spring = follow(event(), after(BUDAPEST, 1))
    before = state.whole(spring), spring.version
    other = each_player(after(AEROFLOT, 1), lambda line: named(line, f"Other{line[4:8]}"))
    for content, code in (
        (after(AEROFLOT, 1), "another_event"),  # the names are blanked alike, the tables differ
        (other, "another_event"),
        ("001    x broken", "bad_input"),
        ("not a report", "bad_input"),
        (b"001\x00", "bad_input"),
        ("x" * 5_000_001, "too_large"),
    ):
        with refused(code):
            take(tournament=spring, actor=spring.owner, content=content)
    spring = fresh(spring)
    assert (state.whole(spring), spring.version) == before


def test_an_event_with_rounds_of_its_own_follows_nothing() -> None:
    spring = follow(event(), after(BUDAPEST, 1))
    take_over(tournament=spring, actor=spring.owner)
    with refused("cannot_follow"):
        follow(spring, after(BUDAPEST, 2))
    undo_last_step(tournament=spring, actor=spring.owner)
    assert follow(spring, after(BUDAPEST, 2)).follows == "Swiss-Manager"


def test_the_program_is_said_once() -> None:
    spring = event()
    with refused("missing", field="program"):
        take(tournament=spring, actor=spring.owner, content=after(BUDAPEST, 0))
    follow(spring, after(BUDAPEST, 0))
    take(tournament=spring, actor=spring.owner, content=after(BUDAPEST, 1))
    assert fresh(spring).follows == "Swiss-Manager"


def test_where_automatic_pairing_differs_the_criterion_is_named() -> None:
    """Round 8 of Budapest is paired by the rules until 2026: the checkers say so, too (docs/fide.md)."""
    spring = event()
    assert foresee(tournament=spring, content=after(BUDAPEST, 7), program="Vega").otherwise == []
    found = foresee(tournament=spring, content=BUDAPEST, program="Vega").otherwise
    assert found is not None
    assert [one["round"] for one in found] == [8]
    follow(spring, BUDAPEST)
    notes = Round.objects.get(tournament=spring, number=8).notes
    assert [note.get("rule") for note in notes] == [None, "C5"]
    assert Round.objects.get(tournament=spring, number=7).notes == []


def test_a_finished_look_is_not_taken_when_the_event_has_changed() -> None:
    spring = follow(event(), after(BUDAPEST, 1))
    seen = foresee(tournament=spring, content=after(BUDAPEST, 2)).version
    follow(spring, after(BUDAPEST, 3))
    with refused("event_changed"):
        take(tournament=spring, actor=make_user(), content=after(BUDAPEST, 2), seen_version=seen)


@pytest.mark.parametrize(
    "answer",
    [
        [{"round": 1, "why": [{"code": "unknown"}]}],
        [{"round": 1, "why": [{"code": "paired_otherwise"}]}],
        {"a": 1},
        7,
    ],
)
def test_what_a_sandbox_that_was_taken_over_says_is_not_stored(
    answer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = FILES.run

    def taken_over(work: Any, *given: Any) -> Any:
        return answer if work is otherwise else run(work, *given)

    monkeypatch.setattr(FILES, "run", taken_over)
    assert foresee(tournament=event(), content=after(BUDAPEST, 1), program="Vega").otherwise is None
