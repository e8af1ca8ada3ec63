"""The hall of the live day: staff, screens, invitations; and the round that is being played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from devtools.old_database.desk import Desk
from tournaments.models import Match, PenaltyKind, Round, ScoreClaim
from tournaments.services import (
    attendance,
    calls,
    claims,
    clocks,
    codes,
    events,
    hall,
    invitations,
    penalties,
    playing,
    reports,
    requests,
    results,
    rounds,
    screens,
)


def make_hall(desk: Desk, staff: Mapping[str, User]) -> None:
    for role in ("director", "arbiter", "scorekeeper"):
        desk.do(events.set_staff, user=staff[role], role=role)
    desk.do(hall.set_tables, ranges=[[1, 4], [11, 16]], skip=[3])
    shows: Mapping[str, Mapping[str, Any]] = {
        "Door": {"mode": "names"},
        "Stage": {"mode": "timer"},
        "Bar": {"mode": "message", "message": "Round 4 at 15:30"},
        "Left wall": {"mode": "tables", "first_table": 1, "last_table": 4},
        "Entrance": {},
        "Balcony": {"mode": "standings"},
        "Taken down": {},
    }
    for name, fields in shows.items():
        made = desk.do(screens.create_screen, name=name, **fields)
    desk.do(screens.delete_screen, screen=made)
    desk.do(invitations.create, role="arbiter", label="Whoever is free", uses=3)
    used = desk.do(invitations.create, role="scorekeeper", label="Sven")
    desk.clock.on()
    invitations.accept(invitation=used, user=staff["invited"])
    shown = desk.do(invitations.create, role="display", label="Projector", uses=5, days=90)
    desk.clock.on()
    invitations.open_display(invitation=shown)
    desk.do(invitations.revoke, invitation=desk.do(invitations.create, role="director", label="A mistake"))
    desk.do(codes.renew_table_codes)
    desk.do(codes.renew_player_key, player=desk.player(7))


def live_round(desk: Desk, staff: Mapping[str, User]) -> None:
    """Round 4, some tables still at play; a clock that was stopped for a while, and everything phones can say."""
    round_ = desk.do(rounds.pair_next_round)
    desk.do(rounds.publish, round_=round_)
    desk.do(clocks.start, round_=Round.objects.get(pk=round_.pk))
    desk.do(clocks.pause, round_=round_)
    desk.do(clocks.start, round_=round_)
    desk.do(clocks.add, round_=round_, minutes=5)
    tables = [desk.match(round_, number) for number in desk.tables(round_)]
    desk.do(playing.mark_playing, round_=round_, tables=[match.table for match in tables[:4]], playing=True)
    desk.do(clocks.extend_table, match=tables[1], minutes=7, why="A ruling")
    desk.do(results.enter_result, match=tables[-1], result="1/2-1/2")
    said_by_players(desk, tables)
    judges(desk.by(staff["arbiter"]), round_, tables)
    asked_for(desk)
    desk.clock.on(minutes=3)


def said_by_players(desk: Desk, tables: list[Match]) -> None:
    """A report that waits, two that differ, one that counts, one overtaken by the desk, one refused, one taken back."""
    waiting, disputed, confirmed, overtaken = tables[:4]
    say(desk, confirmed, 0, "win", games=[2, 0, 0])
    say(desk, confirmed, 1, "loss", games=[0, 2, 0])
    say(desk, disputed, 0, "win")
    say(desk, disputed, 1, "win")
    say(desk, overtaken, 1, "draw")
    desk.do(results.enter_result, match=overtaken, result="0-1")
    desk.do(claims.reject, claim=say(desk, waiting, 0, "win"), note="Not over yet")
    taken_back = say(desk, waiting, 0, "loss")
    desk.phone(claims.withdraw_claim, player=desk.at(waiting)[0], claim=taken_back)
    say(desk, waiting, 1, "win", device="a browser at the table")


def say(desk: Desk, match: Match, who: int, outcome: str, **more: Any) -> ScoreClaim:
    player = desk.at(match)[who]
    claim: ScoreClaim = desk.phone(reports.report_result, player=player, match=match, outcome=outcome, **more)
    return claim


def judges(desk: Desk, round_: Round, tables: list[Match]) -> None:
    """Calls in all states, and penalties of all kinds, one of them taken back."""
    given = {"round_number": round_.number}
    desk.phone(
        calls.call_judge, **given, table=tables[0].table, player=desk.at(tables[0])[0], note="Touched a piece"
    )
    taken = desk.phone(calls.call_judge, **given, table=tables[1].table)
    desk.do(calls.take, call=taken)
    over = desk.phone(calls.call_judge, **given, table=tables[2].table, player=desk.at(tables[2])[1])
    desk.do(calls.take, call=over)
    desk.do(calls.done, call=over)
    desk.phone(calls.cancel_call, call=desk.phone(calls.call_judge, **given, table=tables[3].table))
    for number, kind in enumerate(PenaltyKind.values, 1):
        wrong = desk.do(
            penalties.give, player=desk.player(number), kind=kind, infraction=f"Case {number}", **given
        )
    desk.do(penalties.revoke, penalty=wrong, note="It was somebody else")
    desk.do(penalties.give, player=desk.player(1), kind="caution", infraction="Late to the table", table=2)


def asked_for(desk: Desk) -> None:
    """What players asked the desk for: granted, refused, taken back, and two that wait."""
    one = desk.phone(requests.ask, player=desk.player(1), kind="skip", note="The last bus")
    desk.do(requests.grant, request=one, kind="half", answer="See you in round 6")
    other = desk.phone(requests.ask, player=desk.player(2), kind="withdraw")
    desk.do(requests.refuse, request=other, answer="Come to the desk first")
    desk.do(attendance.request_bye, player=desk.player(10), round_number=6, kind="zero")
    desk.do(attendance.request_bye, player=desk.player(11), round_number=6, kind="full")
    taken_back = desk.phone(requests.ask, player=desk.player(5), kind="skip")
    desk.phone(requests.cancel, player=desk.player(5), request=taken_back)
    desk.phone(requests.ask, player=desk.player(6), kind="withdraw", note="Not well")
    desk.phone(requests.ask, player=desk.player(8), kind="return")
