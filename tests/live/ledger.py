"""What people wrote down in the hall, kept apart from the program: who sat where and how it ended.

Nothing here asks the core or the services anything. After every step the tables of the database are compared with it.
"""

from collections import Counter
from typing import Any

from tournaments.models import Bye, ByeKind, Match, Player, Round, Seat, Tournament

# Points in hundredths by the usual scoring; a forfeit loss gives nothing (event-format.md, rules/monrad.md).
WORTH = {
    "1-0": (100, 0),
    "0-1": (0, 100),
    "1/2-1/2": (50, 50),
    "0-0": (0, 0),
    "+--": (100, 0),
    "--+": (0, 100),
    "---": (0, 0),
}
BYES = {"full": 100, "half": 50, "zero": 0, "absent": 0}

# A match as the hall knows it: the round, and its two players in the order of the seats.
Game = tuple[int, tuple[int, ...]]
# A result of two, or the raw points of four.
Entered = str | tuple[int, ...]


def seated(event: Tournament) -> dict[Game, Match]:
    """Every match there is, by round and players."""
    players: dict[int, list[int]] = {}
    rows = Seat.objects.filter(round__tournament=event).order_by("match_id", "position")
    for match, number in rows.values_list("match_id", "player__number"):
        players.setdefault(match, []).append(number)
    matches = Match.objects.filter(round__tournament=event).select_related("round")
    return {(m.round.number, tuple(players[m.pk])): m for m in matches}


def entered(event: Tournament) -> dict[Game, Entered]:
    """What is stored at the tables that have a result: the result, or the four scores."""
    found: dict[Game, Entered] = {}
    for game, match in seated(event).items():
        raw: tuple[Any, ...] = (
            tuple(match.seats.order_by("position").values_list("raw", flat=True)) if len(game[1]) > 2 else ()
        )
        if match.result:
            found[game] = match.result
        elif raw and None not in raw:
            found[game] = raw
    return found


# The results people entered and have not taken back.
Ledger = dict[Game, Entered]


def ledger_faults(event: Tournament, ledger: Ledger) -> list[str]:
    """How the database differs from the ledger: results lost, made up, or changed."""
    there = entered(event)
    return [
        f"{game}: {ledger.get(game)} was entered, {there.get(game)} is stored"
        for game in sorted({*there, *ledger})
        if there.get(game) != ledger.get(game)
    ]


def placement_faults(event: Tournament) -> list[str]:
    """Everybody once in every round, no table twice, nobody twice at one table."""
    found = []
    for round_ in event.rounds.all():
        seats = list(Seat.objects.filter(round=round_).values_list("player__number", flat=True))
        byes = list(Bye.objects.filter(round=round_).values_list("player__number", flat=True))
        twice = [number for number, times in Counter(seats + byes).items() if times > 1]
        if twice:
            found.append(f"round {round_.number}: {twice} twice")
        found += [
            f"round {round_.number}: {name} nowhere" for name in nowhere(event, round_, {*seats, *byes})
        ]
        tables = Counter(Match.objects.filter(round=round_).values_list("table", flat=True))
        found += [f"round {round_.number}: table {t} twice" for t, times in tables.items() if times > 1]
    return found


def nowhere(event: Tournament, round_: Round, placed: set[int]) -> list[str]:
    """Who takes part in a round by the dates, and is neither at a table nor has a bye or an absence in it."""
    rows = Player.objects.filter(tournament=event, house=False, joined_round__lte=round_.number)
    here = [p for p in rows if p.left_after_round is None or p.left_after_round >= round_.number]
    return [p.name for p in here if p.number not in placed]


def repeated(event: Tournament) -> list[tuple[int, ...]]:
    """Pairs that met twice where nobody was told: a rematch has to be declared, by the round or in the log."""
    meetings = Counter(tuple(sorted(players)) for _round, players in seated(event))
    told = [item for round_ in event.rounds.all() for item in round_.relaxed]
    for after in event.log_entries.filter(after__has_key="broken_rules").values_list("after", flat=True):
        told += (after or {})["broken_rules"]
    declared = {tuple(sorted(item["players"])) for item in told if item["rule"] == "rematch"}
    return [pair for pair, times in meetings.items() if times > 1 and pair not in declared]


def points(event: Tournament, after_round: int) -> dict[int, int]:
    """Everybody's points from the stored results and byes of the rounds up to this one, without the core."""
    total = dict.fromkeys(event.players.filter(house=False).values_list("number", flat=True), 0)
    shown = Round.objects.filter(tournament=event, number__lte=after_round)
    for seat in Seat.objects.filter(round__in=shown).select_related("match", "player"):
        if seat.match.result:
            total[seat.player.number] += WORTH[seat.match.result][seat.position]
    for bye in Bye.objects.filter(round__in=shown).select_related("player"):
        total[bye.player.number] += BYES[bye.kind]
    return total


def seat_points_faults(event: Tournament) -> list[str]:
    """Points stored at the seats and byes against what the results say."""
    found = []
    if seats_of(event) != 2:
        return points_of_four_faults(event)
    for seat in Seat.objects.filter(round__tournament=event).select_related("match"):
        result = seat.match.result
        right = WORTH[result][seat.position] if result else None
        if seat.points != right:
            found.append(f"seat {seat}: {seat.points} for {result}")
    for bye in Bye.objects.filter(round__tournament=event):
        if bye.points != BYES[ByeKind(bye.kind).value]:
            found.append(f"bye {bye}: {bye.points}")
    return found


def points_of_four_faults(event: Tournament) -> list[str]:
    """Points of tables of four: what they are worth by the scoring of the EMA, added up at every table.

    Uma +15, +5, -5, -15 add up to nothing and the raw points less 120,000 are thousands of points, so a table without
    penalties adds up to minus the sticks left on it (rules/mahjong.md, section 5).
    """
    found = []
    for game, match in seated(event).items():
        seats = list(match.seats.order_by("position"))
        if any(seat.raw is None for seat in seats):
            continue
        left = 120_000 - sum(seat.raw or 0 for seat in seats)
        total = sum(seat.points or 0 for seat in seats) - sum(seat.penalty for seat in seats)
        if total not in (0, -left // 10):
            found.append(f"{game}: the points add up to {total}")
    return found


def seats_of(event: Tournament) -> int:
    """How many sit at a table, as the tables stand."""
    return max((len(players) for _round, players in seated(event)), default=2)


def faults(event: Tournament, ledger: Ledger) -> list[Any]:
    """Everything that is wrong with an event at this moment."""
    return [
        *ledger_faults(event, ledger),
        *placement_faults(event),
        *seat_points_faults(event),
        *[f"{pair} met again" for pair in repeated(event) if len(pair) == 2],
    ]
