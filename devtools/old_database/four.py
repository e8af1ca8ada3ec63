"""Four at a table: a schedule that is being played with claims from phones, a Swiss, a cut with a final."""

from __future__ import annotations

from accounts.models import User
from devtools.old_database.desk import Desk, opened
from devtools.old_database.surroundings import Clock
from tournaments import jobs
from tournaments.models import JobKind, Match, Player, Round, ScoreClaim
from tournaments.services import attendance, claims, rounds, schedules, scores, verification, work
from tournaments.services.draw_numbers import draw_all, set_draw_number
from tournaments.services.tables_of_four import Entry


def make_tables_of_four(owner: User, clock: Clock) -> None:
    schedule(owner, clock)
    swiss(owner, clock)
    final(owner, clock)


def schedule(owner: User, clock: Clock) -> None:
    """Ten players and two of the house; two rounds are over, the third has claims in all states."""
    desk = opened(
        owner, clock, "riichi-evening", "麻雀の夕べ", system="mahjong_schedule", rounds_planned=4,
        options={"rounds_per_day": 2}, round_minutes=90,
    )  # fmt: skip
    desk.enter(10)
    desk.do(draw_all)
    desk.do(set_draw_number, player=desk.player(3), number=30)
    desk.do(jobs.plan_schedule)
    desk.do(schedules.clear)
    desk.do(jobs.plan_schedule)
    round_ = desk.published(started=True)
    desk.scores(round_)
    chombo = desk.match(round_, 1)
    somebody = next(player for player in desk.at(chombo) if not player.house)
    desk.do(scores.set_penalty, match=chombo, player=somebody, points=-2000, note="Chombo")
    desk.complete(round_)
    desk.do(attendance.withdraw, player=desk.player(7))
    desk.played_by_four()
    last = desk.published(started=True)
    _claims(desk, last)
    desk.do(work.create_job, kind=JobKind.PLAN_SCHEDULE, params=schedules.request(desk.event, 30))


def _claims(desk: Desk, round_: Round) -> None:
    """One table was confirmed, one is disputed, at one a claim waits; one was entered at the desk meanwhile."""
    confirmed, disputed, waiting = (desk.match(round_, table) for table in desk.tables(round_))
    claim = _claim(desk, confirmed, 0)
    desk.phone(claims.confirm, player=_people(desk, confirmed)[1], claim=claim)
    desk.do(verification.verify, match=confirmed, value=Entry(tuple(claim.scores)))
    claim = _claim(desk, disputed, 0)
    desk.phone(claims.dispute, player=_people(desk, disputed)[1], claim=claim, note="I had more")
    desk.phone(claims.withdraw_claim, player=_people(desk, waiting)[0], claim=_claim(desk, waiting, 0))
    desk.do(claims.reject, claim=_claim(desk, waiting, 1), note="Come to the desk")
    claim = _claim(desk, waiting, 0)
    raw = desk.raw()
    desk.do(scores.enter_scores, match=waiting, raw=raw)
    desk.do(scores.clear_scores, match=waiting)
    _claim(desk, waiting, 1)


def _people(desk: Desk, match: Match) -> list[Player]:
    return [player for player in desk.at(match) if not player.house]


def _claim(desk: Desk, match: Match, who: int) -> ScoreClaim:
    player = _people(desk, match)[who]
    claim: ScoreClaim = desk.phone(claims.claim_scores, player=player, match=match, raw=desk.raw())
    return claim


def swiss(owner: User, clock: Clock) -> None:
    desk = opened(
        owner, clock, "riichi-swiss", "Riichi Swiss", system="mahjong_swiss", rounds_planned=3,
        options={"first_round": "rating"}, scoring={"chombo": -4000},
    )  # fmt: skip
    desk.enter(8, [1600, 1590, 1580, 1570, 1560, 1550, 1540, 1530])
    desk.played_by_four(3)
    match = desk.match(Round.objects.get(tournament=desk.event, number=2), 1)
    desk.do(scores.correct_scores, match=match, raw=desk.raw(), note="Written down wrongly")
    desk.finish()


def final(owner: User, clock: Clock) -> None:
    """Two rounds for all, then half the points and a final of the first four, whose second round is a draft."""
    desk = opened(
        owner, clock, "riichi-final", "Riichi with a final", system="mahjong_final", rounds_planned=4,
        options={"cut": 4, "final_rounds": 2, "qualifying": "swiss", "seeding": "snake"},
    )  # fmt: skip
    desk.enter(8)
    desk.played_by_four(3)
    desk.do(rounds.pair_next_round)
