"""Entering at the desk: what is the same at tables of two and of four; how typed scores are read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pairing.model.scoring.mahjong import EMA, PRESETS
from tests.desk.four import TEXT, TYPED, match_at, play, riichi, seats
from tests.desk.pages import Desk, text
from tests.desk.typed import NO_PENALTIES, NO_SCORES, PENALTIES, SCORES
from tests.factories import make_event, make_user, pair, play_rounds, publish, refused
from tests.tournaments.steps import at_desk
from tournaments.events.services import events
from tournaments.forms.scores import Scores, ScoresForm, box_text, read_penalty, read_raw
from tournaments.models import LogEntry, Tournament


@dataclass(frozen=True)
class Kind:
    """What a desk types at a table, as the script sends it and as a form does; what another one types."""

    make: Callable[[], Tournament]
    play: Callable[[Tournament], object]
    one: str
    other: str
    other_form: dict[str, str]
    third_form: dict[str, str]


def play_two_of_four(event: Tournament) -> None:
    for _round in range(2):
        play(event, publish(event))


KINDS = {
    "two": Kind(
        lambda: make_event(field=6),
        lambda event: play_rounds(event, 2),
        "1-0",
        "0-1",
        {"result": "0-1"},
        {"result": "1/2-1/2"},
    ),
    "four": Kind(
        riichi,
        play_two_of_four,
        TEXT,
        "31200,42300,28000,18500;0,0,0,0;0",
        {**TYPED, "raw_0": "31.2", "raw_1": "42.3"},
        {**TYPED, "raw_2": "18.5", "raw_3": "280"},
    ),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture
def event(kind: Kind) -> Tournament:
    return kind.make()


def held(event: Tournament, number: int = 1) -> str:
    """What is stored for a table of round 1, in the words of the script."""
    if event.system == "monrad":
        return match_at(event, number).result or ""
    rows = seats(event, number)
    if rows[0].raw is None:
        return ""
    return ";".join(",".join(str(getattr(row, name)) for row in rows) for name in ("raw", "penalty")) + ";0"


def test_the_same_key_twice_is_one_entry(desk: Desk, event: Tournament, kind: Kind) -> None:
    publish(event)
    for _press in range(2):
        assert desk.save(1, 1, kind.one, "").status_code == 200
    assert LogEntry.objects.filter(action="result_entered").count() == 1
    # The first answer was lost on its way; then the person chose something else.
    assert desk.save(1, 1, kind.other, "", kind.one).status_code == 200
    assert held(event) == kind.other


def test_what_another_desk_has_entered_is_shown_not_overwritten(
    desk: Desk, event: Tournament, kind: Kind
) -> None:
    publish(event)
    second = make_user()
    events.set_staff(tournament=event, actor=event.owner, user=second, role="scorekeeper")
    Desk(second, event).save(1, 1, kind.other, "")
    answer = desk.save(1, 1, kind.one, "")
    assert answer.status_code == 409
    assert (answer.json()["code"], answer.json()["current"]) == ("result_changed", kind.other)
    assert held(event) == kind.other
    assert desk.save(1, 1, kind.one, kind.other).status_code == 200
    assert held(event) == kind.one


def test_other_desks_see_what_changed_and_what_is_missing(desk: Desk, event: Tournament, kind: Kind) -> None:
    tables = publish(event).matches.count()
    version = desk.get("round", 1).context["event"].version
    assert desk.get("results_state", 1, query=f"?since={version}").status_code == 204
    desk.save(1, 2, kind.other, "")
    news = desk.get("results_state", 1, query=f"?since={version}").json()
    assert news["open"] is True
    assert news["results"] == {**{str(n + 1): "" for n in range(tables)}, "2": kind.other}
    assert desk.get("results_state", 1, query=f"?since={news['version']}").status_code == 204
    page = desk.get("round", 1).content.decode()
    assert f'data-testid="missing-count">{tables - 1}<' in page
    jumps = [f'data-jump="{number}"' in page for number in range(1, tables + 1)]
    assert jumps == [number != 2 for number in range(1, tables + 1)]


def test_a_correction_is_logged_with_its_reason_and_two_who_correct_differently_are_told(kind: Kind) -> None:
    event, desk = at_desk(kind.make())
    kind.play(event)
    for _press in range(2):
        desk.press("table", 1, 1, data={**kind.other_form, "note": "slip misread"})
    assert held(event) == kind.other
    line = LogEntry.objects.get(action="result_corrected")
    told = (kind.one, kind.other) if event.system == "monrad" else (None, None)
    assert (line.before.get("result"), line.after.get("result"), line.note) == (*told, "slip misread")
    page = desk.post("table", 1, 1, data={**kind.third_form, "before": kind.one})
    assert "Someone else changed this result just now." in text(page)
    assert held(event) == kind.other


def test_a_draft_has_no_results_to_enter(desk: Desk, event: Tournament, kind: Kind) -> None:
    pair(event)
    assert "once it is published" in text(desk.get("table", 1, 1))
    assert desk.save(1, 1, kind.one, "").json()["code"] == "wrong_state"
    desk.post("table", 1, 1, data=kind.other_form)
    assert (held(event), event.rounds.get().state) == ("", "draft")


# --- what is typed at a table of four

RIGHT = ("423", "31.2", "28000", "185")


def form(*raw: str, sticks: str = "0", scoring: str = "ema", **more: str) -> ScoresForm:
    return ScoresForm(
        {f"raw_{seat}": text for seat, text in enumerate(raw)} | {"sticks": sticks, **more}, PRESETS[scoring]
    )


@pytest.mark.parametrize(
    ("read", "right", "wrong"), [(read_raw, SCORES, NO_SCORES), (read_penalty, PENALTIES, NO_PENALTIES)]
)
def test_scores_and_penalties_are_read_however_they_are_typed_and_never_guessed(
    read: Callable[[str], int | None], right: dict[str, Any], wrong: list[str]
) -> None:
    assert {typed: read(typed) for typed in right} == right
    for typed in wrong:
        with pytest.raises(ValueError, match=r".*"):
            read(typed)


def test_a_score_in_a_box_is_read_as_itself() -> None:
    for score in (*range(-2000, 2001, 100), 42300, 120000, -30000):
        assert read_raw(box_text(score)) == score


RIGHT_FORMS = [
    (form(*RIGHT, penalty_2="20"), Scores((42300, 31200, 28000, 18500), (0, 0, -2000, 0), 0)),
    (form("403", *RIGHT[1:], sticks="2"), Scores((40300, 31200, 28000, 18500), (0, 0, 0, 0), 2)),
    (form("", "", "", ""), None),  # no result yet
    (
        form("350", "250", "250", "150", scoring="oka_20_10"),
        Scores((35000, 25000, 25000, 15000), (0, 0, 0, 0), 0),
    ),
]


def test_four_scores_that_add_up_are_right() -> None:
    for filled, scores in RIGHT_FORMS:
        assert filled.is_valid()
        assert filled.scores == scores


WRONG_SUMS = [
    (("435", "312", "280", "185"), ["121,200", "1,200 too many"]),
    (("411", "312", "280", "185"), ["118,800", "1,200 too few"]),
    (("403", "312", "280", "185"), ["2,000 too few", "2 riichi sticks left"]),
    (("413", "312", "280", "185"), ["1,000 too few", "1 riichi stick left"]),
    (("350", "250", "250", "150"), ["100,000", "20,000 too few", "20 riichi sticks left"]),
]


def test_a_wrong_sum_names_the_difference() -> None:
    for raw, words in WRONG_SUMS:
        filled = form(*raw)
        assert not filled.is_valid()
        said = " ".join(map(str, filled.non_field_errors()))
        assert all(word in said for word in words)
        assert ("riichi" in said) is any("riichi" in word for word in words)


def test_a_missing_and_an_unreadable_score_are_marked_where_they_are() -> None:
    filled = form("423", "", "x", "185")
    assert not filled.is_valid()
    assert set(filled.errors) == {"raw_2"}
    filled = form("423", "", "280", "185")
    assert set(filled.errors) == {"raw_1"}


WRONG_BESIDE = [{"sticks": "x"}, {"sticks": "-1"}, {"penalty_0": "x"}, {"note": "x" * 501}]


def test_everything_beside_the_scores_is_checked_too() -> None:
    for more in WRONG_BESIDE:
        filled = form(*RIGHT, **more)
        assert not filled.is_valid()
        assert set(filled.errors) == set(more)


def test_a_table_as_one_text_and_back() -> None:
    scores = Scores((42300, 31200, -1000, 47500), (0, 0, -2000, 0), 0)
    assert scores.text == "42300,31200,-1000,47500;0,0,-2000,0;0"
    assert Scores.from_text(scores.text) == scores
    assert Scores.of(EMA, scores.raw, scores.penalties) == scores
    assert Scores.of(EMA, (None,) * 4, (0,) * 4) is None


def test_a_text_that_is_no_table_is_refused() -> None:
    for wrong in (
        "1-0",
        "1,2,3;0,0,0,0;0",
        "1,2,3,4;0,0,0,0",
        "1,2,3,4;0,0,0,0;x",
        "a,b,c,d;0,0,0,0;0",
        ";;",
    ):
        with refused("bad_scores"):
            Scores.from_text(wrong)
