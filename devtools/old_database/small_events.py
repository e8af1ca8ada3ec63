"""Small events: every system that the live day, the league and the tables of four do not show."""

from __future__ import annotations

import datetime
from typing import Any

from accounts.models import User
from devtools.old_database.desk import Desk, opened
from devtools.old_database.surroundings import Clock
from tournaments.models import Round, Tournament
from tournaments.services import attendance, documents, phases, results, rounds, undo

YESTERDAY = datetime.date(2026, 11, 20)


def make_small_events(owner: User, clock: Clock) -> None:
    monrad_finished(owner, clock)
    wcsc_ahead(owner, clock)
    double_elimination(owner, clock)
    single_bracket(owner, clock)
    random_with_secret_seeds(owner, clock)
    finished_with_secret_seeds(owner, clock)
    round_robin_then_final(owner, clock)
    imported(owner, clock)
    not_begun(owner, clock)


def monrad_finished(owner: User, clock: Clock) -> None:
    """Elimination, a bye in every round, every kind of result."""
    desk = opened(
        owner, clock, "club-evening", "Club evening", starts_on=YESTERDAY, system="monrad", rounds_planned=4,
        options={"elimination": 3, "order": "rating"}, scoring={"win": 300, "draw": 100},
        tiebreaks=["solkoff", {"name": "omw", "floor": 0.25}, "sonneborn_berger", "head_to_head", "BH:cut=1"],
    )  # fmt: skip
    desk.enter(7, [1700, 1650, 1600, 1550, 1500])
    desk.do(attendance.request_bye, player=desk.player(6), round_number=3, kind="half")
    desk.played()
    round_ = desk.published()
    words = dict(zip(desk.tables(round_), ["+--", "---", "0-0"], strict=True))
    desk.do(results.enter_results, round_=round_, results=words)
    desk.complete(round_)
    desk.played(2)
    desk.finish()


def wcsc_ahead(owner: User, clock: Clock) -> None:
    """A round that is being played and the next one, paired ahead of its results, still a draft."""
    desk = opened(
        owner, clock, "shogi-open", "将棋オープン", system="wcsc", rounds_planned=5,
        options={"mode": "MS"}, round_minutes=30, visibility="unlisted",
    )  # fmt: skip
    desk.enter(9)
    first = desk.published(started=True)
    desk.results(first, drawn=0, besides=desk.tables(first)[-1:])
    second = desk.published()
    desk.do(results.enter_results, round_=first, results={desk.tables(first)[-1]: "--+"})
    desk.complete(first)
    desk.results(second, drawn=0, besides=desk.tables(second)[1:])
    desk.do(rounds.pair_next_round)


def double_elimination(owner: User, clock: Clock) -> None:
    desk = opened(
        owner, clock, "two-lives", "Two lives", system="double_elimination", rounds_planned=8,
        description="Whoever has lost twice is out.",
    )  # fmt: skip
    desk.enter(7, [1900, 1850, 1800, 1750, 1700, 1650, 1600])
    desk.played(3, drawn=0)
    round_ = desk.published()
    desk.results(round_, drawn=0, besides=desk.tables(round_)[1:])


def single_bracket(owner: User, clock: Clock) -> None:
    desk = opened(
        owner, clock, "knock-out", "Knock-out", system="bracket", rounds_planned=3,
        options={"third_place": True, "order": "mu"},
    )  # fmt: skip
    desk.enter(6, [2000, 1900, 1800, 1700, 1600, 1500])
    desk.played(3, drawn=0)
    desk.finish()


def random_with_secret_seeds(owner: User, clock: Clock) -> None:
    """Seeds that nobody may see before the round: one round is over, one is a draft."""
    desk = opened(
        owner, clock, "blind-draw", "Blind draw", system="random_swiss", rounds_planned=4,
        secret_seeds=True, visibility="private", require_check_in=True, draw_seed="kept back",
    )  # fmt: skip
    desk.enter(6)
    desk.do(attendance.set_checked_in, players=None)
    desk.played()
    desk.do(rounds.pair_next_round)


def finished_with_secret_seeds(owner: User, clock: Clock) -> None:
    """The secret is public after the end, and opening the event again makes another one."""
    desk = opened(
        owner, clock, "opened-draw", "Opened draw", system="monrad", rounds_planned=2, secret_seeds=True,
        tiebreaks=["ARO", "TPR", "PTP", "APRO", "APPO", "opponent_median", "beaten_sum", "wins", "list_order"],
    )  # fmt: skip
    desk.enter(6)
    desk.played(2)
    desk.finish()


def round_robin_then_final(owner: User, clock: Clock) -> None:
    """Two phases: everybody against everybody, then a bracket of the first four, which has begun."""
    desk = opened(owner, clock, "all-play-all", "Alle mod alle", system="round_robin", rounds_planned=5)
    everybody: dict[str, Any] = {
        "system": {"name": "round_robin", "options": {"order": "rating"}},
        "rounds": 5,
    }
    final = {"system": {"name": "bracket"}, "cut": {"rank": 4}}
    desk.do(phases.set_phases, phases=[everybody, final])
    desk.enter(6, [1800, 1790, 1780])
    desk.played(5)
    desk.published()
    whole = opened(
        owner, clock, "berger", "Berger", system="round_robin", rounds_planned=5,
        tiebreaks=["KASHDAN", "DE", "BPG", "WIN", "WON", "SB", "REP", "STD"],
    )  # fmt: skip
    whole.enter(5)
    whole.played(5)
    whole.finish()


def imported(owner: User, clock: Clock) -> None:
    """An event that came as a document, goes on here; its last step was taken back and could be done again."""
    clock.on(minutes=1)
    source = Tournament.objects.get(slug="club-evening")
    document = documents.export_event(source)
    document["rounds"] = document["rounds"][:2]
    event = documents.import_event(
        document_data=document, owner=owner, name="From elsewhere", visibility="public"
    )
    desk = Desk(event, clock)
    desk.played()
    desk.do(undo.undo_last_step)
    desk.do(undo.redo_last_step)
    desk.do(undo.undo_last_step)


def not_begun(owner: User, clock: Clock) -> None:
    """Nothing but its settings, and an event without a single player."""
    desk = opened(
        owner, clock, "next-week", "Next week", system="tiered", rounds_planned=6, visibility="private",
        starts_on=datetime.date(2026, 11, 28), venue="The Reading Room",
    )  # fmt: skip
    desk.enter(3)
    opened(owner, clock, "empty", "Empty", system="monrad", rounds_planned=1)
    assert not Round.objects.filter(tournament__slug__in=["next-week", "empty"]).exists()
