"""Scores entered at the table: claimed, confirmed, disputed, taken back; accepted or refused at the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.factories import FOUR_SCORES, make_table_event, refused, state_of, table
from tests.tournaments.seated import FirstTable
from tests.tournaments.steps import all_refused, drafted
from tournaments.history import undo
from tournaments.models import Action, ClaimState, LogEntry, Match, Player, RoundState, ScoreClaim
from tournaments.phones.selectors.claims import claim_of, open_claims
from tournaments.phones.services import claims
from tournaments.results.services import scores

OTHERS = (31_200, 42_300, 28_000, 18_500)


class Hall(FirstTable):
    """The four players by their winds."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(make_table_event(**settings))
        self.east, self.south, self.west, self.north = self.players

    def claim(self, player: Player, raw: Sequence[int] = FOUR_SCORES, **options: Any) -> ScoreClaim:
        return claims.claim_scores(tournament=self.event, player=player, match=self.match, raw=raw, **options)

    def confirm(self, player: Player, claim: ScoreClaim) -> Match:
        return claims.confirm(tournament=self.event, player=player, claim=claim)

    @property
    def points(self) -> list[int | None]:
        return list(self.match.seats.order_by("position").values_list("points", flat=True))


def state(claim: ScoreClaim) -> ClaimState:
    return ClaimState(ScoreClaim.objects.get(pk=claim.pk).state)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_scores_count_once_another_player_confirms_them_and_the_log_names_both(hall: Hall) -> None:
    claim = hall.claim(hall.east)
    assert (hall.points, state(claim), claim_of(hall.match)) == ([None] * 4, ClaimState.WAITING, claim)
    hall.confirm(hall.south, claim)
    assert hall.points == [2730, 620, -700, -2650]
    assert (state(claim), claim.confirmed_by) == (ClaimState.CONFIRMED, hall.south)
    assert state_of(hall.round) is RoundState.IN_PROGRESS
    assert claim_of(hall.match) is None
    claimed = LogEntry.objects.get(action=Action.SCORES_CLAIMED)
    entered = LogEntry.objects.get(action=Action.RESULT_ENTERED)
    assert (claimed.user, claimed.user_name) == (None, hall.east.name)
    assert (entered.user, entered.user_name) == (None, f"{hall.east.name}, {hall.south.name}")
    assert entered.after["scores"] == list(FOUR_SCORES)


def test_only_the_players_of_the_table_and_of_the_event_have_a_say(hall: Hall) -> None:
    with refused("not_at_table"):
        hall.claim(table(hall.round, 2).seats.get(position=0).player)
    with refused("not_of_event"):
        claims.confirm(tournament=make_table_event(), player=hall.west, claim=hall.claim(hall.east))


def test_a_house_player_never_enters_or_confirms() -> None:
    hall = Hall(field=7)
    match = next(m for m in hall.round.matches.all() if m.seats.filter(player__house=True).exists())
    house = match.seats.get(player__house=True).player
    person = match.seats.filter(player__house=False).first().player
    hall.match = match
    with refused("not_at_table"):
        hall.claim(house)
    claim = hall.claim(person)
    with refused("not_at_table"):
        hall.confirm(house, claim)


def test_the_sum_is_checked_and_other_scores_of_ones_own_replace_the_first(hall: Hall) -> None:
    all_refused(
        sum_too_high=lambda: hall.claim(hall.east, (42_400, 31_200, 28_000, 18_500)),
        sticks_differ=lambda: hall.claim(hall.east, (41_300, 31_200, 28_000, 18_500), sticks=0),
    )
    assert hall.claim(hall.east, (41_300, 31_200, 28_000, 18_500), sticks=1).sticks == 1
    first = hall.claim(hall.east)
    assert hall.claim(hall.east) == first
    second = hall.claim(hall.east, OTHERS)
    assert (state(first), state(second)) == (ClaimState.WITHDRAWN, ClaimState.WAITING)


def test_the_same_scores_from_another_phone_confirm_them_and_are_undone_at_the_desk(hall: Hall) -> None:
    first = hall.claim(hall.east, device="phone")
    with refused("same_device"):
        hall.claim(hall.north, device="phone")
    assert state(first) is ClaimState.WAITING
    assert hall.claim(hall.north, device="another") == first
    assert state(first) is ClaimState.CONFIRMED
    assert hall.points[0] == 2730
    undo.undo_last_step(tournament=hall.event, actor=hall.event.owner)
    assert hall.points == [None] * 4
    hall.confirm(hall.west, hall.claim(hall.east, OTHERS))
    assert hall.points[0] == 620


def test_other_scores_from_another_phone_have_to_wait_for_an_answer(hall: Hall) -> None:
    first = hall.claim(hall.east)
    with refused("claim_waiting"):
        hall.claim(hall.north, OTHERS)
    claims.dispute(tournament=hall.event, player=hall.north, claim=first, note="we changed seats")
    assert (state(first), claim_of(hall.match)) == (ClaimState.DISPUTED, first)
    second = hall.claim(hall.north, OTHERS)
    assert claim_of(hall.match) == second
    with refused("claim_closed"):
        hall.confirm(hall.west, first)
    hall.confirm(hall.west, second)
    assert hall.points == [620, 2730, -700, -2650]


def test_the_desk_supersedes_a_claim_that_waits(hall: Hall) -> None:
    claim = hall.claim(hall.east)
    scores.enter_scores(tournament=hall.event, actor=hall.event.owner, match=hall.match, raw=OTHERS)
    assert state(claim) is ClaimState.SUPERSEDED
    all_refused(
        already_entered=(lambda: hall.confirm(hall.west, claim), lambda: hall.claim(hall.west)),
    )
    assert hall.points[0] == 620


@pytest.mark.parametrize("is_disputed", [False, True])
def test_the_desk_accepts_what_was_entered(hall: Hall, is_disputed: bool) -> None:
    claim = hall.claim(hall.east)
    if is_disputed:
        claims.dispute(tournament=hall.event, player=hall.west, claim=claim)
    (row,) = open_claims(hall.event)
    assert (row.table, row.scores, row.name, row.is_disputed) == (1, FOUR_SCORES, hall.east.name, is_disputed)
    assert row.points == (2730, 620, -700, -2650)
    claims.accept(tournament=hall.event, actor=hall.event.owner, claim=claim)
    assert hall.points[0] == 2730
    assert (state(claim), claim.confirmed_by, open_claims(hall.event)) == (ClaimState.CONFIRMED, None, ())
    entered = LogEntry.objects.get(action=Action.RESULT_ENTERED)
    assert entered.user == hall.event.owner
    assert hall.east.name in entered.note


def test_penalties_of_the_desk_stay_when_players_enter_the_scores(hall: Hall) -> None:
    hall.match.seats.filter(position=3).update(penalty=-2000)
    hall.confirm(hall.west, hall.claim(hall.east))
    assert hall.points == [2730, 620, -700, -4650]


def test_players_enter_no_scores_into_a_draft() -> None:
    event, draft = drafted(make_table_event)
    match = table(draft)
    player = match.seats.get(position=0).player
    with refused("wrong_state"):
        claims.claim_scores(tournament=event, player=player, match=match, raw=FOUR_SCORES)
