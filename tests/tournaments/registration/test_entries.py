"""What players and the desk do with entries, and what follows from it for players, fees and the log."""

from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import pytest

from tests.factories import make_event, publish, refused
from tests.tournaments.files.packing import elsewhere, opened, packed
from tournaments.history.replay import replay
from tournaments.history.sentences import sentence
from tournaments.history.undo import undo_last_step
from tournaments.history.wording import effects
from tournaments.models import Action, Entry, EntryState, Tournament
from tournaments.players.services import attendance, players
from tournaments.registration.services import desk, entries
from tournaments.registration.services.imports import import_entries
from tournaments.registration.services.settings import end_registration, set_registration

NOON = datetime(2027, 2, 10, 12, tzinfo=UTC)


def taking(**settings: Any) -> Tournament:
    event = make_event()
    set_registration(tournament=event, actor=event.owner, **settings)
    return event


def sign_up(event: Tournament, name: str, **more: Any) -> Entry:
    return entries.sign_up(tournament=event, actor=None, name=name, **more)


def by(event: Tournament, entry: Entry) -> dict[str, Any]:
    return {"tournament": event, "actor": event.owner, "entry": entry}


def states(event: Tournament) -> list[str]:
    return list(event.entries.order_by("number").values_list("state", flat=True))


def at(moment: datetime) -> Any:
    return mock.patch("django.utils.timezone.now", return_value=moment)


def test_who_is_entered_is_a_player_with_the_byes_asked_for() -> None:
    event = taking(fields=dict.fromkeys(("club", "rating", "birth_year", "email"), "optional"))
    known = {"birth_year": 1990, "email": "ann@example.org"}
    entry = sign_up(event, "Ann", club="North", rating=1700, byes=[2, 4], **known)
    player = event.players.get()
    assert (player.birth_year, player.email) == (1990, "ann@example.org")
    assert (entry.state, entry.player_id) == ("entered", player.pk)
    assert (player.name, player.club, player.rating) == ("Ann", "North", 1700)
    assert list(player.bye_requests.values_list("round_number", "kind")) == [(2, "half"), (4, "half")]


def test_who_withdraws_is_no_player_any_more_and_the_next_one_is() -> None:
    event = taking(capacity=1)
    first, second = sign_up(event, "Ann"), sign_up(event, "Bo")
    assert (second.state, second.first_place) == ("waiting", 1)
    entries.withdraw(**by(event, first))
    assert list(event.players.values_list("name", flat=True)) == ["Bo"]
    line = event.log_entries.order_by("-id")[0]
    assert (line.action, line.subject, line.after["moved_up"]) == (Action.ENTRY_WITHDRAWN, "Ann", ["Bo"])
    assert sentence(line) == "Ann: entry entered → withdrawn; moved up Bo"
    assert effects(event, line)[:2] == [
        "Ann is back on the list of players.",
        "Bo is removed from the list of players.",
    ]
    undo_last_step(tournament=event, actor=event.owner)
    assert list(event.players.values_list("name", flat=True)) == ["Ann"]
    assert states(event) == ["entered", "waiting"] and replay(event).same


def test_players_of_the_desk_hold_places_and_whoever_the_desk_takes_off_gives_one_up() -> None:
    event = taking(capacity=2)
    guest = players.add_player(tournament=event, actor=event.owner, name="Guest")
    sign_up(event, "Ann")
    assert sign_up(event, "Bo").state == "waiting"
    assert not entries.move_on(event)
    players.remove_player(tournament=event, actor=event.owner, player=guest)
    assert entries.move_on(event) and states(event) == ["entered", "entered"]
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(name="Ann"))
    sign_up(event, "Cy")
    assert states(event) == ["withdrawn", "entered", "entered"]


def test_after_round_1_the_desk_enters_late_and_nobody_moves_up_by_themselves() -> None:
    event = taking(capacity=3)
    first, *_others = [sign_up(event, name) for name in ("Ann", "Bo", "Cy", "Di")]
    publish(event)
    with refused("already_started"):
        entries.withdraw(**by(event, first))
    set_registration(tournament=event, actor=event.owner, capacity=None)
    late = sign_up(event, "Ed")
    assert (late.state, states(event)[3]) == ("waiting", "waiting")
    desk.enter(tournament=event, actor=event.owner, entries=list(event.entries.filter(state="waiting")))
    assert list(event.players.filter(joined_round=2).values_list("name", flat=True)) == ["Di", "Ed"]


@pytest.mark.parametrize(
    ("hours", "code"), [(-1, "registration_closed"), (0, None), (23, None), (24, "registration_closed")]
)
def test_it_is_open_from_the_first_moment_until_before_the_last(hours: int, code: str | None) -> None:
    event = taking(opens_at=NOON, closes_at=NOON + timedelta(days=1))
    with at(NOON + timedelta(hours=hours)):
        if code is None:
            sign_up(event, "Ann")
        else:
            with refused(code):
                sign_up(event, "Ann")
            entries.sign_up(tournament=event, actor=event.owner, name="Ann")
    assert event.entries.count() == 1


def test_the_list_is_full_and_says_so() -> None:
    event = taking(capacity=1, waiting_most=1)
    sign_up(event, "Ann"), sign_up(event, "Bo")
    with refused("registration_full"):
        sign_up(event, "Cy")
    assert states(event) == ["entered", "waiting"]


def test_the_same_form_sent_twice_is_one_entry() -> None:
    event = taking()
    assert sign_up(event, "Ann", key="abcdefghijklmnop") == sign_up(event, "Ann", key="abcdefghijklmnop")
    assert event.entries.get().key == "abcdefghijklmnop"


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"name": ""}, "missing", "name"),
        ({"name": "x" * 121}, "too_long", "name"),
        ({"name": "Ann", "rating": "high"}, "bad_number", "rating"),
        ({"name": "Ann", "birth_year": 1800}, "bad_number", "birth_year"),
        ({"name": "Ann", "email": "nowhere"}, "bad_email", "email"),
        ({"name": "Ann", "shoe": 44}, "unknown_field", "shoe"),
        ({"name": "Ann", "answers": {"9": "x"}}, "unknown_field", "answers.9"),
        ({"name": "Ann", "answers": {"1": "Z"}}, "bad_answer", "Which section?"),
        ({"name": "Ann", "answers": {"2": "soon"}}, "bad_date", "Arrival"),
        ({"name": "Ann", "answers": {}}, "missing", "Which section?"),
        ({"name": "Ann", "answers": {"1": "A"}}, "consent_needed", "consent"),
        ({"name": "Ann", "answers": {"1": "A"}, "byes": [9], "consent": True}, "bad_number", "byes"),
        ({"name": "Ann", "answers": {"1": "A"}, "byes": "all", "consent": True}, "bad_number", "byes"),
    ],
)
def test_what_does_not_fit_is_refused_by_the_name_of_its_field(
    given: dict[str, Any], code: str, field: str
) -> None:
    questions = [
        {"label": "Which section?", "kind": "choice", "choices": ["A", "B"], "required": True},
        {"label": "Arrival", "kind": "date"},
    ]
    event = taking(questions=questions, consent="May be shown.")
    with refused(code, field=field):
        sign_up(event, **given)
    assert not event.entries.exists()


def test_all_kinds_of_answers_are_kept_as_what_they_are() -> None:
    kinds = ("text", "number", "choice", "yes_no", "date")
    questions = [{"label": kind, "kind": kind, "choices": ["A"]} for kind in kinds]
    event = taking(questions=questions)
    given = {"1": " two  words ", "2": "7", "3": "A", "4": "on", "5": "2027-02-13"}
    assert sign_up(event, "Ann", answers=given).answers == {
        "1": "two words", "2": 7, "3": "A", "4": True, "5": "2027-02-13",
    }  # fmt: skip


def test_one_name_twice_needs_a_look_and_is_merged_by_one_step() -> None:
    event = taking(capacity=2, fields={"birth_year": "optional", "club": "optional"})
    first = sign_up(event, "Ann", birth_year=1990)
    assert sign_up(event, "Ann", birth_year=1991).state == "entered"
    third = sign_up(event, "ann", club="North")
    assert (third.state, third.doubt) == ("waiting", "same:1")
    assert desk.merge(tournament=event, actor=None, keep=third, other=first).club == "North"
    assert states(event) == ["entered", "entered", "withdrawn"]
    undo_last_step(tournament=event, actor=event.owner)
    assert states(event) == ["entered", "entered", "waiting"]
    assert event.entries.get(number=1).club == ""


def test_a_doubtful_entry_holds_its_place_until_the_desk_has_looked() -> None:
    event = taking(capacity=2)
    sign_up(event, "Ann")
    twin = sign_up(event, "Ann")
    assert twin.state == "look" and sign_up(event, "Bo").state == "waiting"
    assert desk.note_seen(**by(event, twin)).state == "entered"


def test_only_what_was_asked_for_is_corrected_and_the_place_stays() -> None:
    event = taking(capacity=2, approval=True, fields={"rating": "required", "club": "optional"})
    entry = sign_up(event, "Bo", rating=2950)
    sign_up(event, "Ann", rating=1500), sign_up(event, "Cy", rating=1400)
    with refused("missing", field="message"):
        desk.ask_to_correct(**by(event, entry), fields=["rating"], message="")
    with refused("unknown_field"):
        desk.ask_to_correct(**by(event, entry), fields=["key"], message="Which?")
    asked = desk.ask_to_correct(**by(event, entry), fields=["rating"], message="Not in the list.")
    assert (asked.to_correct, states(event)) == (["rating"], ["correct", "received", "waiting"])
    done = entries.change(tournament=event, actor=None, entry=entry, rating=1950)
    assert (done.state, done.to_correct, done.message) == ("received", [], "")
    desk.enter(tournament=event, actor=event.owner, entries=list(event.entries.all()[:2]))
    assert list(event.players.values_list("name", "rating")) == [("Bo", 1950), ("Ann", 1500)]
    entries.change(**by(event, entry), club="North")
    assert event.players.get(name="Bo").club == "North"
    with refused("no_place"):
        desk.enter(tournament=event, actor=event.owner, entries=list(event.entries.all()))
    with refused("missing", field="rating"):
        entries.change(tournament=event, actor=None, entry=entry, rating=None)


def test_an_address_that_nobody_confirms_loses_its_place_after_a_day() -> None:
    event = taking(capacity=1, confirm_email=True)
    with refused("missing", field="email"):
        sign_up(event, "Ann")
    with at(NOON):
        first, second = (sign_up(event, name, email=f"{name}@example.org") for name in ("Ann", "Bo"))
        entries.confirm_address(tournament=event, entry=second)
        assert states(event) == ["received", "waiting"]
    with at(NOON + timedelta(hours=24)):
        entries.move_on(event)
    assert states(event) == ["withdrawn", "entered"]
    with refused("wrong_state"):
        entries.confirm_address(tournament=event, entry=first)


def test_who_has_a_place_owes_the_fee_and_receipts_are_numbered_through() -> None:
    event = taking(capacity=2, fee=30_000, currency="kr.")
    first, second, third = (sign_up(event, name) for name in ("Ann", "Bo", "Cy"))
    assert [(e.money, e.amount) for e in (first, second, third)] == [("owed", 30_000)] * 2 + [("", 0)]
    mark: dict[str, Any] = {"tournament": event, "actor": event.owner}
    desk.mark_money(**mark, entries=[first, second], money="paid")
    assert list(event.entries.values_list("receipt", flat=True)) == [1, 2, None]
    desk.mark_money(**mark, entries=[second], money="free")
    assert event.entries.get(number=2).amount == 0
    entries.withdraw(**by(event, first))
    assert list(event.entries.values_list("money", flat=True)) == ["paid", "free", "owed"]
    desk.mark_money(**mark, entries=[first], money="back")
    assert event.entries.get(number=1).receipt == 1
    with refused("bad_answer", field="money"):
        desk.mark_money(**mark, entries=[first], money="stolen")


def test_a_refused_entry_gives_its_place_up_and_says_why() -> None:
    event = taking(capacity=1)
    first = sign_up(event, "Ann")
    sign_up(event, "Bo")
    assert desk.refuse_entry(**by(event, first), message="For members only.").message == "For members only."
    assert states(event) == ["refused", "entered"]
    with refused("wrong_state", label=EntryState.REFUSED.label):
        entries.withdraw(**by(event, first))


def test_registration_ends_only_while_nobody_has_signed_up() -> None:
    event = taking()
    end_registration(tournament=event, actor=event.owner)
    with refused("no_registration"):
        sign_up(event, "Ann")
    undo_last_step(tournament=event, actor=event.owner)
    sign_up(event, "Ann")
    with refused("wrong_state"):
        end_registration(tournament=event, actor=event.owner)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"capacity": 0}, "bad_number"),
        ({"offer_hours": 1000}, "bad_number"),
        ({"opens_at": NOON, "closes_at": NOON}, "bad_date"),
        ({"opens_at": "tomorrow"}, "bad_date"),
        ({"fields": {"shoe": "required"}}, "unknown_field"),
        ({"fields": {"club": "perhaps"}}, "bad_answer"),
        ({"questions": [{"kind": "essay", "label": "Why?"}]}, "bad_question"),
        ({"questions": [{"kind": "choice", "label": "Which?"}]}, "missing"),
        ({"questions": [{"kind": "text", "label": "x"}] * 21}, "too_many_questions"),
        ({"colour": "red"}, "unknown_field"),
    ],
)
def test_settings_that_cannot_be_are_refused(given: dict[str, Any], code: str) -> None:
    with refused(code):
        taking(**given)


FORM = """Timestamp,Name,Club,Which section?,Remarks
2027-01-02 10:00,Ann,North,A,none
2027-01-02 10:01,Bo,,B,
2027-01-02 10:02,Ann,North,A,"again, to be sure"
"""


def test_a_web_form_becomes_entries_in_its_order_by_one_step() -> None:
    event = taking(
        capacity=2, questions=[{"label": "Which section?", "kind": "choice", "choices": ["A", "B"]}]
    )
    import_entries(tournament=event, actor=event.owner, content=FORM)
    rows = list(event.entries.values_list("name", "club", "state", "answers"))
    assert rows == [
        ("Ann", "North", "entered", {"1": "A"}),
        ("Bo", "", "entered", {"1": "B"}),
        ("Ann", "North", "waiting", {"1": "A"}),
    ]
    assert event.entries.get(number=3).doubt == "same:1"
    undo_last_step(tournament=event, actor=event.owner)
    assert not event.entries.exists() and not event.players.exists()
    with refused("bad_line", line=3):
        import_entries(tournament=event, actor=event.owner, content=FORM.replace("B,\n", "C,\n"))
    assert not event.entries.exists()


def test_another_link_opens_the_entry_and_the_old_one_does_not() -> None:
    event = taking()
    entry = sign_up(event, "Ann")
    assert entries.renew_key(**by(event, entry)).key != entry.key


def test_entries_move_to_another_installation_with_their_links_and_every_step() -> None:
    event = taking(capacity=1, consent="Yes?")
    first = sign_up(event, "Ann", consent=True)
    sign_up(event, "Bo", consent=True)
    entries.withdraw(**by(event, first))
    pack = packed(event)
    with elsewhere(event):
        there = opened(pack)
        assert there.entries.get(number=1).key == first.key
        assert there.entries.get(number=2).player == there.players.get()
        assert replay(there).same
        undo_last_step(tournament=there, actor=there.owner)
        assert states(there) == ["entered", "waiting"]
