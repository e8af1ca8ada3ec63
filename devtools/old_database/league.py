"""A series of three seasons: ratings run through them, one person changed the name, two share one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from devtools.old_database.desk import Desk, opened
from devtools.old_database.surroundings import Clock
from tournaments.models import Identity, Series
from tournaments.services import attendance, bulk, identities, phases, series, series_undo

FIRST = (
    "Ragnhild Ødegård",
    "森 千尋",
    "Casper Bruun",
    "Ewa Błaszczyk",
    "Ida Krogh",
    "Peter Lund",
    "Bo Li",
    "Vera Gade",
)
SECOND = (*FIRST[:4], "Ida Krogh Winther", *FIRST[5:7], "Юрий Левченко")
THIRD = (*FIRST[:3], "Ida Krogh Winther", *FIRST[5:], "Юрий Левченко", "João Araújo")


def make_league(owner: User, clock: Clock) -> None:
    clock.on(minutes=1)
    league = series.create_series(
        owner=owner, name="Lantern League", slug="lantern-league", description="Three seasons."
    )
    first = season(league, owner, clock, 1, FIRST)
    first.played(4, drawn=0)
    first.finish()
    second = season(league, owner, clock, 2, SECOND)
    merged_and_split(league, owner, clock, second)
    second.played(4, drawn=0)
    second.finish()
    third = season(league, owner, clock, 3, THIRD)
    third.played(2, drawn=0)
    third.do(attendance.withdraw, player=third.player(8))
    round_ = third.published()
    third.results(round_, drawn=0, besides=third.tables(round_)[1:])
    put_in_and_taken_out(league, owner, clock)


def season(league: Series, owner: User, clock: Clock, number: int, names: Sequence[str]) -> Desk:
    """Two rounds of groups by losses, then a bracket of the first four."""
    desk = opened(
        owner, clock, f"lantern-{number}", f"Lantern League {number}", system="tiered", rounds_planned=2
    )
    groups: dict[str, Any] = {"system": {"name": "tiered", "options": {"elimination": 3}}, "rounds": 2}
    bracket = {"system": {"name": "bracket", "options": {"third_place": True}}, "cut": {"rank": 4}}
    desk.do(phases.set_phases, phases=[groups, bracket])
    desk.do(bulk.add_players, players=[{"name": name} for name in names])
    clock.on()
    series.put_event(series=league, tournament=desk.event, season=number, actor=owner)
    return desk


def merged_and_split(league: Series, owner: User, clock: Clock, desk: Desk) -> None:
    """Ida married; the Bo Li of the second season is another one; a name was mended, and a step taken back."""
    person = {one.name: one for one in Identity.objects.filter(series=league)}
    given: dict[str, Any] = {"series": league, "actor": owner}
    clock.on()
    identities.merge(**given, keep=person["Ida Krogh Winther"], other=person["Ida Krogh"])
    clock.on()
    other = desk.event.players.filter(name="Bo Li")
    identities.split(**given, identity=person["Bo Li"], players=other, name="Bo Li (Malmö)")
    clock.on()
    identities.rename(**given, identity=person["Casper Bruun"], name="Casper Bruun-Holst")
    clock.on()
    identities.link(
        player=desk.event.players.get(name="Юрий Левченко"), identity=person["Vera Gade"], actor=owner
    )
    clock.on()
    identities.rename(**given, identity=person["Peter Lund"], name="Peter Lundd")
    step = series_undo.last_undoable(league)
    assert step is not None
    clock.on()
    series_undo.undo(series=league, entry=step, actor=owner)
    clock.on()
    series.update_series(series=league, actor=owner, description="A league of three seasons.")


def put_in_and_taken_out(league: Series, owner: User, clock: Clock) -> None:
    """An event that was a season by mistake, and a series without one."""
    desk = opened(
        owner, clock, "no-season", "Not a season", system="monrad", rounds_planned=3,
        tiebreaks=["BH", "FB", "AOB", "MMED", "CUM", "KS", "losses", "strength_of_schedule"],
    )  # fmt: skip
    desk.enter(4)
    clock.on()
    series.put_event(series=league, tournament=desk.event, season=9, actor=owner)
    clock.on()
    series.take_event_out(series=league, tournament=desk.event, actor=owner)
    desk.played(drawn=0)
    clock.on()
    series.create_series(
        owner=owner, name="Small league", slug="small-league", order="mu", visibility="unlisted"
    )
