"""Those who have not checked in are settled with the button that pairs the round: one by one or all at once."""

import pytest

from tests.desk.pages import Desk, text
from tests.factories import make_event
from tests.tournaments.steps import take_back
from tournaments.desk import absences
from tournaments.history.log import Wanted, search
from tournaments.history.sentences import sentence
from tournaments.models import Player, Tournament
from tournaments.players.services.players import forbid_pair
from tournaments.snapshots import load

pytestmark = pytest.mark.django_db

SENT = {"number": "1", "absent": "7,8,9,10,"}


def waiting(here: int = 6, field: int = 10) -> tuple[Tournament, Desk]:
    """`field` players, the first `here` of them checked in."""
    event = make_event(field=field, require_check_in=True, visibility="public")
    Player.objects.filter(tournament=event, number__lte=here).update(checked_in=True)
    return event, Desk(event.owner, event)


def byes(event: Tournament) -> dict[int, str]:
    played = load(event, drafts=True).rounds[0]
    return {bye.player: bye.kind.value for bye in played.byes}


def test_each_absent_player_can_be_paired_given_a_bye_withdrawn_or_left_absent() -> None:
    event, desk = waiting()
    page = desk.get("event").content.decode()
    assert "4 players have not checked in" in page
    assert page.count('name="absence-') == 4
    sent = {**SENT, "everybody": "absent", "absence-7": "here", "absence-8": "half"}
    desk.post("pair", data={**sent, "absence-9": "left", "absence-10": ""})
    assert Player.objects.get(tournament=event, number=7).checked_in
    assert Player.objects.get(tournament=event, number=9).left_after_round == 0
    assert byes(event) == {8: "half", 10: "absent"} | dict.fromkeys(set(byes(event)) - {8, 10}, "full")


def test_what_is_settled_is_one_step_that_the_log_tells_and_undo_takes_back() -> None:
    event, desk = waiting()
    sent = {**SENT, "everybody": "here", "absence-8": "half", "absence-9": "left"}
    desk.post("pair", data=sent)
    line, settled = event.log_entries.order_by("-pk")[:2]
    assert (line.action, settled.action) == ("round_paired", "checked_in")
    assert sentence(settled) == (
        "Before round 1: checked in: Player 7, Player 10; withdrawn: Player 9; Half-point bye: Player 8"
    )
    assert "Absences settled" in text(desk.get("log"))
    for number in (7, 8, 9, 10):
        assert settled in search(event, Wanted(player=number))
    take_back(event, 2)
    people = Player.objects.filter(tournament=event, number__gt=6)
    assert not people.filter(checked_in=True).exists() and not people.exclude(left_after_round=None).exists()
    assert not event.bye_requests.exists()


def test_one_choice_settles_all_of_them() -> None:
    event, desk = waiting(here=7)
    desk.post("pair", data={**SENT, "everybody": "here", "absence-8": "", "absence-10": "left"})
    assert Player.objects.filter(tournament=event, checked_in=True).count() == 9
    assert list(byes(event).values()) == ["full"]


def test_a_choice_that_is_none_changes_nothing_and_pairs_nothing() -> None:
    event, desk = waiting()
    assert "maybe" in desk.press("pair", data={**SENT, "everybody": "maybe", "absence-7": "here"})
    assert not event.rounds.exists()
    assert not Player.objects.get(tournament=event, number=7).checked_in


def test_very_many_are_settled_all_at_once_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absences, "MOST_LISTED", 3)
    event, desk = waiting()
    assert 'name="absence-' not in desk.get("event").content.decode()
    desk.post("pair", data={**SENT, "everybody": "here"})
    assert Player.objects.filter(tournament=event, checked_in=True).count() == 10


def test_what_was_chosen_for_another_round_is_not_done() -> None:
    event, desk = waiting()
    desk.post("pair", data={**SENT, "number": "2", "everybody": "here"})
    assert not event.rounds.exists()
    assert Player.objects.filter(tournament=event, checked_in=True).count() == 6


def test_absences_that_were_settled_before_a_refused_pairing_are_said_with_the_refusal() -> None:
    event, desk = waiting(here=2, field=3)
    first, second = event.players.filter(number__lte=2)
    forbid_pair(tournament=event, actor=event.owner, first=first, second=second)
    page = desk.press("pair", data={**SENT, "absent": "3", "everybody": "left"})
    assert (
        "could not be paired" in page
        and "The round is not paired, but the absence of 1 player is settled" in page
    )
    assert not event.rounds.exists() and Player.objects.get(tournament=event, number=3).left_after_round == 0
    take_back(event, 1)
    assert "is settled" not in text(desk.get("event"))
