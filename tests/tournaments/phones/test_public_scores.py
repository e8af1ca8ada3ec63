"""Four scores from a phone: entered, confirmed, disputed, taken back; twice, too late, and wrong."""

import re
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client

from tests.factories import FOUR_SCORES, enter_all_scores, make_event, make_table_event, publish
from tests.kept import kept
from tests.public.pages import read, refusal, words
from tests.tournaments.seated import FirstTable
from tournaments.models import ClaimState, LogEntry, Player, RoundState, ScoreClaim, Seat
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db
TYPED = {"raw_0": "42300", "raw_1": "31200", "raw_2": "28000", "raw_3": "18500", "sticks": "0"}
OTHERS = {**TYPED, "raw_0": "42200", "raw_1": "31300"}


class Phones(FirstTable):
    """The phones of the four who sit there."""

    def __init__(self, client: Client, field: int = 8, slug: str = "riichi") -> None:
        self.client = client
        super().__init__(make_table_event(field=field, slug=slug))
        self.east, self.south, self.west, self.north = self.players

    def own(self, player: Player, page: str = "") -> str:
        return f"/e/{self.event.slug}/me/{player.key}/{page}"

    def sees(self, player: Player) -> str:
        return read(self.client, self.own(player))

    def send(self, player: Player, typed: dict[str, str] | None = None, **more: Any) -> Any:
        data = {"match": str(self.match.pk), **(TYPED if typed is None else typed), **more}
        return self.client.post(self.own(player, "result/"), data)

    def answer(self, player: Player, does: str, report: ScoreClaim | None = None) -> Any:
        report = report or ScoreClaim.objects.latest("pk")
        return self.client.post(self.own(player), {"do": does, "claim": str(report.pk)})

    @property
    def raw(self) -> list[int | None]:
        return list(Seat.objects.filter(match=self.match).order_by("position").values_list("raw", flat=True))


at_the_table = kept(lambda: Phones(Client(), slug="kept"))


@pytest.fixture
def phones(at_the_table: Phones) -> Phones:
    return deepcopy(at_the_table)


def test_one_enters_another_confirms_and_then_it_counts(phones: Phones) -> None:
    answer = phones.send(phones.east, penalty_0="-20")  # a penalty is not for phones
    assert (answer.status_code, answer["Location"]) == (302, phones.own(phones.east))
    assert phones.raw == [None] * 4
    assert "You entered these scores." in phones.sees(phones.east)
    seen = phones.sees(phones.south)
    assert f"{phones.east.name} entered the result. Is that right?" in seen
    assert f"東 East {phones.east.name} 42,300 +27.3 · 1st" in seen
    assert f"北 North {phones.north.name} 18,500 −26.5 · 4th" in seen
    answer = phones.answer(phones.south, "confirm")
    assert (answer.status_code, answer["Location"]) == (302, phones.own(phones.south))
    assert phones.raw == list(FOUR_SCORES)
    assert not Seat.objects.exclude(penalty=0).exists()
    for player in (phones.east, phones.south, phones.west, phones.north):
        text = phones.sees(player)
        assert "The result of your table" in text and "42,300 +27.3 · 1st" in text
        assert "Enter the result" not in text
    assert LogEntry.objects.filter(action="result_entered").count() == 1
    phones.round.refresh_from_db()
    assert phones.round.state == RoundState.IN_PROGRESS


def test_scores_are_typed_in_several_ways(phones: Phones) -> None:
    phones.send(
        phones.east,
        {"raw_0": "423", "raw_1": "31.2", "raw_2": "28,000", "raw_3": "１７５００", "sticks": "1"},
    )
    report = ScoreClaim.objects.get()
    assert (report.scores, report.sticks) == ([42300, 31200, 28000, 17500], 1)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({**TYPED, "raw_3": "18600"}, "The scores add up to 120,100: 100 too many."),
        ({**TYPED, "raw_3": "17500"}, "Was 1 riichi stick left on the table?"),
        ({**TYPED, "sticks": "1"}, "The scores add up to 121,000: 1,000 too many."),
        (
            {**TYPED, "raw_2": "lots"},
            "“lots” is not raw points. Enter whole hundreds such as 42300, 42.3 or 423.",
        ),
        ({**TYPED, "raw_2": "28050"}, "“28050” is not raw points. Enter whole hundreds"),
        ({**TYPED, "raw_1": ""}, "Enter the missing score here."),
        ({}, "Enter four scores."),
    ],
)
def test_scores_that_cannot_be_are_refused_and_what_was_typed_stays(
    phones: Phones, typed: dict[str, str], said: str
) -> None:
    answer = phones.send(phones.east, typed)
    assert answer.status_code == 422
    assert said in words(answer)
    for name, value in typed.items():
        if value:
            assert re.search(rf'name="{name}"\s+value="{value}"', answer.content.decode()), name
    assert not ScoreClaim.objects.exists()


def test_nobody_confirms_the_own_scores_or_enters_others(phones: Phones) -> None:
    phones.send(phones.east)
    assert "Another player of the table has to confirm them." in refusal(
        phones.answer(phones.east, "confirm")
    )
    said = refusal(phones.send(phones.west, OTHERS))
    assert f"{phones.east.name} has reported other scores." in said
    assert "Confirm or dispute them first." in said
    assert (phones.raw, ScoreClaim.objects.get().state) == ([None] * 4, ClaimState.WAITING)


def test_disputed_scores_are_told_to_all_and_wait_for_the_desk_or_for_others(phones: Phones) -> None:
    phones.send(phones.east)
    assert phones.answer(phones.west, "dispute").status_code == 302
    assert ScoreClaim.objects.get().state == ClaimState.DISPUTED
    assert "A player at your table disputes your scores." in phones.sees(phones.east)
    for player in (phones.south, phones.west):
        assert f"The scores entered by {phones.east.name} are disputed." in phones.sees(player)
    assert phones.send(phones.west, OTHERS).status_code == 302
    assert phones.answer(phones.east, "confirm").status_code == 302
    assert phones.raw == [42200, 31300, 28000, 18500]


def test_scores_are_taken_back_by_who_entered_them_and_yes_counts_nothing_then(phones: Phones) -> None:
    phones.send(phones.east)
    assert phones.answer(phones.south, "withdraw").status_code == 409
    assert phones.answer(phones.east, "withdraw").status_code == 302
    assert ScoreClaim.objects.get().state == ClaimState.WITHDRAWN
    assert "No scores yet." in phones.sees(phones.south)
    assert "This report is already settled: Cancelled." in refusal(phones.answer(phones.south, "confirm"))
    assert phones.raw == [None] * 4


def test_when_the_round_is_over_a_form_enters_nothing(phones: Phones) -> None:
    """Between rounds it leads back to the own page; later it is for a table before."""
    enter_all_scores(phones.round)
    rounds.complete(tournament=phones.event, actor=phones.event.owner, round_=phones.round)
    for answer in (phones.client.get(phones.own(phones.east, "result/")), phones.send(phones.east)):
        assert (answer.status_code, answer["Location"]) == (302, phones.own(phones.east))
    publish(phones.event)
    assert "Round 1 is completed. Only the desk can change its results." in refusal(phones.send(phones.east))
    assert not ScoreClaim.objects.exists()


def test_scores_that_waited_on_a_phone_count_once_or_are_refused_with_the_reason(phones: Phones) -> None:
    def sent(player: Player, typed: dict[str, str], key: str) -> tuple[int, dict[str, str]]:
        data = {"match": str(phones.match.pk), "key": key, **typed}
        page = phones.own(player, "result/")
        answer = phones.client.post(page, data, headers={"accept": "application/json"})
        return answer.status_code, answer.json()

    wrong = {"code": "bad_scores", "message": "The scores add up to 120,100: 100 too many."}
    assert sent(phones.east, {**TYPED, "raw_3": "18600"}, "k1") == (422, wrong)
    assert sent(phones.east, TYPED, "k1") == (200, {"state": "waiting"})
    assert phones.answer(phones.south, "dispute").status_code == 302
    assert sent(phones.east, TYPED, "k1") == (200, {"state": "waiting"})
    assert ScoreClaim.objects.get().state == ClaimState.DISPUTED
    assert sent(phones.west, OTHERS, "k1") == (200, {"state": "waiting"})
    assert sent(phones.south, OTHERS, "k1") == (200, {"state": "confirmed"})
    assert sent(phones.north, TYPED, "k1")[1]["code"] == "already_entered"


def test_an_event_of_two_at_a_table_has_no_scores_to_enter(client: Client) -> None:
    event = make_event(field=4, slug="spring")
    publish(event)
    player = event.players.get(number=1)
    answer = client.get(f"/e/spring/me/{player.key}/result/")
    assert (answer.status_code, answer["Location"]) == (302, f"/e/spring/me/{player.key}/")


def test_an_answer_nobody_knows_changes_nothing(phones: Phones) -> None:
    phones.send(phones.east)
    report = ScoreClaim.objects.get()
    for does, number in (
        ("explode", str(report.pk)),
        ("confirm", "x"),
        ("confirm", "9" * 30),
        ("confirm", ""),
    ):
        answer = phones.client.post(phones.own(phones.south), {"do": does, "claim": number})
        assert "These scores no longer exist. This is the current state." in refusal(answer)
    assert ScoreClaim.objects.get().state == ClaimState.WAITING


def test_a_stuck_button_is_stopped_and_only_for_its_player(phones: Phones, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "answers": (3, 300)}
    phones.send(phones.east)
    given = [phones.answer(phones.south, "withdraw") for _ in range(4)]
    assert [answer.status_code for answer in given] == [409, 409, 409, 429]
    assert "Wait a few minutes, or go to the desk." in words(given[-1])
    assert phones.answer(phones.west, "confirm").status_code == 302


def test_forms_need_no_cookie(phones: Phones) -> None:
    strict = Client(enforce_csrf_checks=True, headers={"origin": "null"})
    data = {"match": str(phones.match.pk), **TYPED}
    assert strict.post(phones.own(phones.east, "result/"), data).status_code == 302
    report = ScoreClaim.objects.get()
    answer = strict.post(phones.own(phones.south), {"do": "confirm", "claim": str(report.pk)})
    assert answer.status_code == 302
    assert not strict.cookies
    assert phones.raw == list(FOUR_SCORES)
