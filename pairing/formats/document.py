"""The event document (format `pairwright-event/1`) as a Snapshot, and back; plans and standings as JSON.

`load` validates against the JSON Schema first, then checks what a schema cannot say: who sits where, and
whether the parts fit each other. `load(dump(snapshot)) == snapshot`, and dumping what was loaded gives the
same document but for fields left out that have a default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from pairing.formats.document_checks import check_snapshot, check_system_name
from pairing.formats.document_phases import dump_open_rounds, dump_phases, load_phases
from pairing.formats.document_players import dump_player, load_player, whole
from pairing.formats.document_scoring import (
    dump_adjustments,
    dump_scoring,
    dump_virtual_points,
    hundredths,
    load_adjustments,
    load_scoring,
    load_virtual_points,
    points_to_json,
)
from pairing.model.calendar import dump_calendar, dump_moment, load_calendar, read_moment
from pairing.model.errors import NOT_KNOWN, UNKNOWN_TIEBREAK, Impossible, PairingError
from pairing.model.hall import HallTables
from pairing.model.moments import dump_moments, load_moments, load_start
from pairing.model.reasons import Reason, gettext_noop, phrase
from pairing.model.schema import DocumentError, parse_json, path_text, schema, validate
from pairing.model.types import (
    HUNDRED,
    Bye,
    ByeKind,
    ByeRequest,
    EarlierMeeting,
    Match,
    Round,
    RoundPlan,
    RoundStatus,
    Snapshot,
    Standing,
    TiebreakSpec,
    TiebreakValue,
)
from pairing.systems import seats_of
from pairing.tiebreaks import dump_chain, parse_chain

__all__ = [
    "EVENT",
    "PLAN",
    "STANDINGS",
    "DocumentError",
    "chain_at",
    "checked",
    "dump",
    "impossible_to_json",
    "load",
    "names_in",
    "parse_json",
    "plan_to_json",
    "proof_to_json",
    "schema",
    "standings_to_json",
    "tiebreak_chain",
]

NameOf: TypeAlias = Callable[[int], str]
FORMAT = "pairwright-event/1"
EVENT, PLAN, STANDINGS = "pairwright-event-1", "pairwright-plan-1", "pairwright-standings-1"
_NOT_FOR = {2: ("scores", "penalties"), 4: ("result", "games")}


def load(data: Any) -> Snapshot:
    """The snapshot a document describes.

    Errors: DocumentError naming the place and what is allowed there; nothing is guessed.
    """
    validate(data, EVENT)
    phases = load_phases(data.get("phases", ()))
    system = _system(data)
    check_system_name(system["name"])
    seats = seats_of(system["name"])
    snapshot = Snapshot(
        entrants=tuple(load_player(p) for p in data["players"]),
        rounds=tuple(_round(r, i) for i, r in enumerate(data.get("rounds", ()))),
        name=data.get("name", ""),
        system=system["name"],
        options=dict(system.get("options", {})),
        rounds_planned=whole(data.get("rounds_planned")),
        tiebreaks=chain_at("tiebreaks", data.get("tiebreaks", ())),
        draw_seed=data.get("draw_seed", ""),
        forbidden_pairs=tuple((int(a), int(b)) for a, b in data.get("forbidden_pairs", ())),
        earlier_meetings=tuple(_meeting(m) for m in data.get("earlier_meetings", ())),
        season=whole(data.get("season")),
        bye_requests=tuple(map(_bye_request, data.get("bye_requests", ()))),
        schedule=tuple(
            tuple(tuple(map(int, table)) for table in round_) for round_ in data.get("schedule", ())
        ),
        phases=phases,
        series=data.get("series", ""),
        tables=_tables(data.get("tables", {})),
        adjustments=load_adjustments(data.get("adjustments", ())),
        virtual_points=load_virtual_points(data.get("virtual_points", ())),
        calendar=load_calendar(data),
        finished=data.get("finished", False),
        clubs_apart_rounds=int(data.get("clubs_apart_rounds", 0)),
        seats=seats,
        started_at=load_start(data.get("started_at")),
        moments=load_moments(data.get("moments", ())),
        **load_scoring(data.get("scoring", {}), seats),
    )
    return checked(snapshot, whole(data.get("open_from")))


def _bye_request(data: Mapping[str, Any]) -> ByeRequest:
    return ByeRequest(int(data["player"]), int(data["round"]), ByeKind(data["kind"]))


def _system(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The system of a document; of one with phases that of the first. Errors: DocumentError for both at once."""
    if not data.get("phases"):
        default = {"name": Snapshot.__dataclass_fields__["system"].default}
        found: Mapping[str, Any] = data.get("system", default)
        return found
    if "system" in data:
        raise DocumentError("system", phrase("leave it out: the phases name their systems"))
    first: Mapping[str, Any] = data["phases"][0]["system"]
    return first


def checked(snapshot: Snapshot, open_from: int | None = None) -> Snapshot:
    """The same snapshot, if all in it fits together; rounds from `open_from` on may be open. Errors: DocumentError."""
    check_snapshot(snapshot, open_from)
    return snapshot


def tiebreak_chain(items: Sequence[str | dict[str, Any]]) -> tuple[TiebreakSpec, ...]:
    """The chain of a document or a stored event; see `pairing.tiebreaks.parse_chain`."""
    return parse_chain(items)


def chain_at(
    where: str, items: Sequence[Any], seats: int | None = None, *, sums: bool = False
) -> tuple[TiebreakSpec, ...]:
    """The chain at this place of a document. Errors: DocumentError, which does not say "tiebreaks" once more."""
    try:
        return parse_chain(items, seats, sums=sums)
    except PairingError as error:
        text = NOT_KNOWN if error.code == UNKNOWN_TIEBREAK else gettext_noop("{name}: {detail}")
        raise DocumentError(where, phrase(text, **error.params)) from None


def _whole_all(values: Sequence[float] | None) -> tuple[int, ...] | None:
    return None if values is None else tuple(map(int, values))


def _round(r: Mapping[str, Any], index: int) -> Round:
    return Round(
        number=int(r["number"]),
        status=RoundStatus(r["status"]),
        matches=tuple(_match(m, index, k) for k, m in enumerate(r.get("matches", ()))),
        byes=tuple(Bye(int(b["player"]), ByeKind(b["kind"])) for b in r.get("byes", ())),
        seed=r.get("seed", ""),
    )


def _match(m: Mapping[str, Any], round_index: int, index: int) -> Match:
    seats = tuple(map(int, m["seats"]))
    place = path_text(["rounds", round_index, "matches", index])
    for name in _NOT_FOR.get(len(seats), ()):
        if m.get(name) is not None:
            detail = phrase("not allowed in a match with {seats} seats", seats=len(seats))
            raise DocumentError(f"{place}.{name}", detail)
    penalties = m.get("penalties")
    return Match(
        table=int(m["table"]),
        seats=seats,
        result=m.get("result"),
        games=_whole_all(m.get("games")),
        scores=_whole_all(m.get("scores")),
        penalties=None
        if penalties is None
        else tuple(hundredths(f"{place}.penalties[{k}]", value) for k, value in enumerate(penalties)),
        agreed_for=read_moment(f"{place}.agreed_for", m.get("agreed_for")),
        postponed=bool(m.get("postponed")),
    )


def _tables(t: Mapping[str, Any]) -> HallTables:
    ranges = tuple((int(first), int(last)) for first, last in t.get("ranges", ()))
    return HallTables(ranges, tuple(map(int, t.get("skip", ()))))


def _meeting(m: Mapping[str, Any]) -> EarlierMeeting:
    return EarlierMeeting(int(m["season"]), (int(m["players"][0]), int(m["players"][1])))


# --- out ----------------------------------------------------------------------------------------------------
def dump(snapshot: Snapshot) -> dict[str, Any]:
    """The document of a snapshot: plain JSON data that `load` turns into the same snapshot."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "name": snapshot.name,
        **_dump_system(snapshot),
        "rounds_planned": snapshot.rounds_planned,
        "scoring": dump_scoring(snapshot),
        "tiebreaks": dump_chain(snapshot.tiebreaks),
        "draw_seed": snapshot.draw_seed,
        "players": [dump_player(e) for e in snapshot.entrants],
        "forbidden_pairs": [list(pair) for pair in snapshot.forbidden_pairs],
        "earlier_meetings": [
            {"season": m.season, "players": list(m.players)} for m in snapshot.earlier_meetings
        ],
        "season": snapshot.season,
        "rounds": [_dump_round(r) for r in snapshot.rounds],
    }
    if snapshot.bye_requests:
        data["bye_requests"] = [
            {"player": b.player, "round": b.round, "kind": b.kind.value} for b in snapshot.bye_requests
        ]
    if snapshot.series:
        data["series"] = snapshot.series
    if snapshot.tables.ranges:
        data["tables"] = dump_tables(snapshot.tables)
    if snapshot.clubs_apart_rounds:
        data["clubs_apart_rounds"] = snapshot.clubs_apart_rounds
    if snapshot.adjustments:
        data["adjustments"] = dump_adjustments(snapshot.adjustments)
    if snapshot.virtual_points:
        data["virtual_points"] = dump_virtual_points(snapshot.virtual_points)
    data |= dump_open_rounds(snapshot.rounds) | dump_calendar(snapshot.calendar)
    if snapshot.finished:
        data["finished"] = True
    if snapshot.schedule:
        data["schedule"] = [[list(table) for table in round_] for round_ in snapshot.schedule]
    began = snapshot.moments or snapshot.started_at
    happened = dump_moments(snapshot.started_at, snapshot.moments) if began else {}
    return data | happened


def _dump_system(snapshot: Snapshot) -> dict[str, Any]:
    if snapshot.phases:
        return {"phases": dump_phases(snapshot.phases)}
    return {"system": {"name": snapshot.system, "options": dict(snapshot.options)}}


def dump_tables(hall: HallTables) -> dict[str, Any]:
    """The tables of a hall as the document has them."""
    skip = {"skip": list(hall.skip)} if hall.skip else {}
    return {"ranges": [list(part) for part in hall.ranges], **skip}


def _dump_round(r: Round) -> dict[str, Any]:
    data: dict[str, Any] = {
        "number": r.number,
        "status": r.status.value,
        "matches": [_dump_match(m) for m in r.matches],
        "byes": [{"player": b.player, "kind": b.kind.value} for b in r.byes],
    }
    return {**data, "seed": r.seed} if r.seed else data


def _dump_match(m: Match) -> dict[str, Any]:
    data: dict[str, Any] = {"table": m.table, "seats": list(m.seats)}
    data |= {"result": m.result} if len(m.seats) == 2 else {"scores": m.scores and list(m.scores)}
    more = {
        "games": m.games and list(m.games),
        "penalties": m.penalties and [points_to_json(value) for value in m.penalties],
        "agreed_for": m.agreed_for and dump_moment(m.agreed_for),
        "postponed": m.postponed or None,
    }
    return data | {name: value for name, value in more.items() if value is not None}


def _why(reasons: Iterable[Reason], name_of: NameOf | None = None, key: str = "why") -> dict[str, list[str]]:
    """Sentences for people, which may be reworded, and beside them a code each, which stays."""
    found = tuple(reasons)
    return {key: [r.text(name_of=name_of) for r in found], "reasons": [r.code for r in found]}


def plan_to_json(plan: RoundPlan, name_of: NameOf | None = None) -> dict[str, Any]:
    """What `pair` answers; the reasons as English sentences, players in them as `name_of` shows them (default: ids).

    `house_players` are there when the plan seats house players who are not in the document yet.
    """
    data = {
        "round": plan.number,
        "matches": [{"table": m.table, "seats": list(m.seats), **_why(m.why, name_of)} for m in plan.matches],
        "byes": [{"player": b.player, "kind": b.kind.value, **_why(b.why, name_of)} for b in plan.byes],
        "relaxed": [
            {"rule": r.rule, "players": list(r.players), **_why([r.reason], name_of)} for r in plan.relaxed
        ],
        **(_why(plan.notes, name_of, "notes") if plan.notes else {"notes": []}),
    }
    return {**data, "house_players": list(plan.house)} if plan.house else data


def impossible_to_json(number: int, error: Impossible, name_of: NameOf | None = None) -> dict[str, Any]:
    """The same shape for a round that has no legal pairing."""
    plan = plan_to_json(RoundPlan(number, ()))
    return {**plan, "impossible": proof_to_json(error, name_of)}


def proof_to_json(error: Impossible, name_of: NameOf | None = None) -> dict[str, Any]:
    """For whom and why there is no legal pairing."""
    return {"players": list(error.players), "because": error.text(name_of), "reasons": [error.code]}


def names_in(snapshot: Snapshot) -> NameOf:
    """How the sentences of these answers name the players of an event: `4 Jens Hansen`."""
    names = {entrant.id: f"{entrant.id} {entrant.name}".rstrip() for entrant in snapshot.entrants}
    return lambda number: names.get(number, str(number))


def standings_to_json(
    standings: Iterable[Standing], after_round: int, remarks: Iterable[Reason] = ()
) -> dict[str, Any]:
    """What `standings` answers: exact numbers as JSON can hold them, never rounded further.

    Groups are told as soon as there is more than one, and notes where there are `remarks`.
    """
    notes = tuple(remarks)
    lines = tuple(standings)
    grouped = len({s.group for s in lines}) > 1
    return {
        "after_round": after_round,
        "standings": [
            {
                "rank": s.rank,
                "player": s.player,
                "points": s.points / HUNDRED,
                "tiebreaks": {v.spec.label: value_to_json(v) for v in s.tiebreaks},
                **({"group": s.group} if grouped else {}),
            }
            for s in lines
        ],
        **(_why(notes, key="notes") if notes else {}),
    }


def value_to_json(value: TiebreakValue) -> float | None:
    """A tie-break value in its natural unit: points as points, shares as shares, counts as they are."""
    if value.value is None:
        return None
    if value.unit == "points":
        return float(Fraction(value.value) / HUNDRED)
    return value.value if isinstance(value.value, int) else float(value.value)
