"""The same position for both sides: as a Snapshot, which a system pairs, and as a Position, which the rules look at."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pairing.model.types import (
    Adjustment,
    Bye,
    ByeKind,
    ByeRequest,
    Entrant,
    Match,
    Outcome,
    Round,
    RoundPlan,
    Scoring,
    Snapshot,
)
from tests.pairing.systems.dutch.notation import USUAL, Worth
from tests.pairing.systems.dutch.position import (
    FORFEITS,
    GAMES,
    NOT_THERE,
    PAB,
    Entry,
    Pairing,
    Player,
    Position,
    pairing,
)

SLUG = "dutch"
_BYES = {PAB: ByeKind.FULL, "F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ABSENT}
_KINDS = {ByeKind.FULL: PAB, ByeKind.HALF: "H"}
# What each player's half of a result is, the player in the first seat first.
_RESULTS = {
    "1-0": "10", "0-1": "01", "1/2-1/2": "==", "0-0": "00", "+--": "+-", "--+": "-+", "---": "--",
}  # fmt: skip
_WHOLE = {halves: result for result, halves in _RESULTS.items()}
_COLOURS = {"w": "white", "b": "black"}


def worth_of(scoring: Scoring) -> Worth:
    return Worth(
        scoring.win, scoring.draw, scoring.loss, scoring.bye, scoring.for_bye(ByeKind.HALF),
        scoring.for_outcome(Outcome.FORFEIT_WIN), scoring.for_outcome(Outcome.FORFEIT_LOSS),
    )  # fmt: skip


def tpns(snapshot: Snapshot) -> dict[int, int]:
    """The pairing number of every entrant: by ranking, then rating, then the order of the list; who comes after round 4
    has been paired is appended (C.04.2, 2.3 and 2.4; rules/dutch.md, decisions).
    """

    def strength(entrant: Entrant) -> tuple[float, int]:
        return (
            float("inf") if entrant.ranking is None else entrant.ranking,
            -1 if entrant.rating is None else -entrant.rating - 1,
        )

    first = sorted((e for e in snapshot.entrants if e.ranking is not None), key=lambda e: e.ranking or 0)
    others = [e for e in snapshot.entrants if e.ranking is None]
    sorted_in = sorted((e for e in others if e.joined_round <= 4), key=strength)
    appended = sorted((e for e in others if e.joined_round > 4), key=lambda e: (e.joined_round, strength(e)))
    return {entrant.id: tpn for tpn, entrant in enumerate([*first, *sorted_in, *appended], start=1)}


def position_of(snapshot: Snapshot) -> Position:
    """The position before the next round. The options say the colour of round 1, `white` (else that) or `black`."""
    number = len(snapshot.rounds) + 1
    planned = snapshot.options.get("rounds") or snapshot.rounds_planned
    tpn_of = tpns(snapshot)
    virtual = _virtual_points(snapshot, tpn_of, planned)
    entries = _entries(snapshot, tpn_of)
    asked = {request.player for request in snapshot.bye_requests if request.round == number}
    players = [
        Player(
            tpn_of[entrant.id],
            tuple(entries.get((entrant.id, past), NOT_THERE) for past in range(1, number)),
            entrant.takes_part_in(number) and entrant.id not in asked,
            _unless_nothing(
                virtual.get((entrant.id, coming), 0) + _bonus(snapshot, entrant.id, coming - 1)
                for coming in range(1, number + 1)
            ),
        )
        for entrant in snapshot.entrants
    ]
    return Position(
        players=tuple(sorted(players, key=lambda player: player.tpn)),
        number=number,
        planned=planned,
        initial=str(snapshot.options.get("initial_colour", "white"))[0],
        forbidden=frozenset(frozenset((tpn_of[a], tpn_of[b])) for a, b in snapshot.forbidden_pairs),
        win=snapshot.scoring.win,
        loss=snapshot.scoring.loss,
    )


def _unless_nothing(points: Iterable[int]) -> tuple[int, ...]:
    extra = tuple(points)
    return extra if any(extra) else ()


def _entries(snapshot: Snapshot, tpn_of: Mapping[int, int]) -> dict[tuple[int, int], Entry]:
    """By entrant and round."""
    worth = worth_of(snapshot.scoring)
    found: dict[tuple[int, int], Entry] = {}
    for round_ in snapshot.rounds:
        for match in round_.matches:
            assert match.result, "the round before has to be complete"
            for seat, half in enumerate(_RESULTS[match.result]):
                opponent = tpn_of[match.seats[1 - seat]]
                found[match.seats[seat], round_.number] = (
                    Entry(half, worth.other(half), opponent)
                    if half in FORFEITS
                    else Entry("wb"[seat], worth.game(half), opponent, half)
                )
        for bye in round_.byes:
            kind = _KINDS.get(bye.kind)
            if kind:
                found[bye.player, round_.number] = Entry(kind, worth.other(kind))
    return found


def _bonus(snapshot: Snapshot, player: int, after: int) -> int:
    return sum(
        given.points for given in snapshot.adjustments if given.player == player and given.counts_after(after)
    )


def _virtual_points(
    snapshot: Snapshot, tpn_of: Mapping[int, int], planned: int | None
) -> dict[tuple[int, int], int]:
    """By entrant and round: as given, or Baku acceleration (C.04.7 article 1). Late entries ranked in the first group
    are in it.
    """
    acceleration = snapshot.options.get("acceleration", "none")
    if acceleration != "baku":
        rows = snapshot.virtual_points if acceleration == "given" else ()
        return {(id, n): more for row in rows for id in row.players for n, more in enumerate(row.points, 1)}
    assert planned
    first = sorted(tpn_of[e.id] for e in snapshot.entrants if e.joined_round <= 1)
    group = first[: 2 * ((len(first) + 3) // 4)]
    accelerated = (planned + 1) // 2
    whole = (accelerated + 1) // 2
    win = snapshot.scoring.win
    return {
        (id, number): win if number <= whole else win // 2
        for id, tpn in tpn_of.items()
        if group and tpn <= group[-1]
        for number in range(1, accelerated + 1)
    }


def snapshot_of(position: Position, worth: Worth = USUAL, ids: Sequence[int] = ()) -> Snapshot:
    """The event with this position next, for the system to pair; `ids` are those of TPN 1, 2, ..."""
    ids = ids or [player.tpn for player in position.players]
    id_of = dict(enumerate(ids, start=1))
    away = [id_of[player.tpn] for player in position.players if not player.here]
    return Snapshot(
        entrants=tuple(
            Entrant(id_of[player.tpn], f"P{player.tpn}", ranking=player.tpn) for player in position.players
        ),
        rounds=tuple(_round(position, past, id_of) for past in range(1, position.number)),
        system=SLUG,
        options={"initial_colour": _COLOURS[position.initial], "rounds": position.planned},
        rounds_planned=position.planned,
        scoring=Scoring(
            worth.win, worth.draw, worth.loss, worth.bye, worth.half, worth.forfeit_win, worth.forfeit_loss
        ),
        forbidden_pairs=tuple(sorted((id_of[min(pair)], id_of[max(pair)]) for pair in position.forbidden)),
        bye_requests=tuple(ByeRequest(id, position.number, ByeKind.ZERO) for id in away),
        adjustments=tuple(
            replace(given, player=id_of[given.player])
            for player in position.players
            for given in _adjustments(player, position.number)
        ),
        draw_seed="lots",
    )


def _round(position: Position, number: int, id_of: Mapping[int, int]) -> Round:
    matches: list[Match] = []
    byes: list[Bye] = []
    for player in position.players:
        entry = player.rounds[number - 1]
        if entry.opponent is None:
            byes.append(Bye(id_of[player.tpn], _BYES[entry.kind]))
            continue
        other = position.player(entry.opponent).rounds[number - 1]
        is_first = entry.kind == "w" if entry.kind in GAMES else player.tpn < entry.opponent
        if is_first:
            halves = (entry.result or entry.kind) + (other.result or other.kind)
            seats = id_of[player.tpn], id_of[entry.opponent]
            matches.append(Match(len(matches) + 1, seats, _WHOLE[halves]))
    return Round(number, matches=tuple(matches), byes=tuple(byes))


def _adjustments(player: Player, number: int) -> list[Adjustment]:
    """Extra points that change from round to round, as bonuses and penalties after a round."""
    extra = [0, *player.extra, *[0] * number][: number + 1]
    steps = [(coming, extra[coming] - extra[coming - 1]) for coming in range(1, number + 1)]
    return [Adjustment(player.tpn, step, coming - 1 or None) for coming, step in steps if step]


def answer_of(plan: RoundPlan | Round, snapshot: Snapshot) -> Pairing:
    """The plan of a system, or the round it has become, in TPNs."""
    tpn_of = tpns(snapshot)
    asked = {request.player for request in snapshot.bye_requests if request.round == plan.number}
    byes = [tpn_of[bye.player] for bye in plan.byes if bye.player not in asked]
    assert len(byes) <= 1
    return pairing(((tpn_of[a], tpn_of[b]) for a, b in (match.seats for match in plan.matches)), *byes)
