"""The phases of an event document: read, written, checked."""

from collections.abc import Mapping, Sequence
from typing import Any

from pairing.engine.phases import AFTER_ROUND
from pairing.formats.document_scoring import hundredths, points_to_json
from pairing.model.errors import NOT_KNOWN, PairingError
from pairing.model.options import parse
from pairing.model.reasons import phrase
from pairing.model.schema import DocumentError
from pairing.model.types import Cut, CutBy, Phase, Round, RoundStatus, Snapshot
from pairing.systems import SYSTEMS


def load_phases(items: Sequence[Mapping[str, Any]]) -> tuple[Phase, ...]:
    """The phases a document describes. Errors: DocumentError."""
    return tuple(
        Phase(
            item["system"]["name"],
            dict(item["system"].get("options", {})),
            None if item.get("rounds") is None else int(item["rounds"]),
            _cut(item.get("cut"), f"phases[{at}].cut"),
            tuple(map(int, item.get("seeded", ()))),
            item.get("anew", False),
        )
        for at, item in enumerate(items)
    )


def _cut(item: Mapping[str, Any] | None, where: str) -> Cut | None:
    if item is None:
        return None
    if len(item) != 1:
        raise DocumentError(where, phrase("choose one of {allowed}", allowed=", ".join(CutBy)))
    [(by, value)] = item.items()
    points = by == CutBy.POINTS
    return Cut(CutBy(by), hundredths(f"{where}.{by}", value) if points else int(value))


def dump_phases(phases: Sequence[Phase]) -> list[dict[str, Any]]:
    """The phases as a document has them."""
    return [
        {
            "system": {"name": phase.system, "options": dict(phase.options)},
            "rounds": phase.rounds,
            "cut": None if phase.cut is None else {phase.cut.by.value: _value(phase.cut)},
            **({"seeded": list(phase.seeded)} if phase.seeded else {}),
            **({"anew": True} if phase.anew else {}),
        }
        for phase in phases
    ]


def _value(cut: Cut) -> float:
    return points_to_json(cut.value) if cut.by is CutBy.POINTS else cut.value


def check_phases(snapshot: Snapshot) -> None:
    """Whether the phases fit each other and the event. Errors: DocumentError."""
    if snapshot.phases and snapshot.rounds_planned is not None:
        raise DocumentError(
            "rounds_planned", phrase("leave it out: the phases say how many rounds they have")
        )
    for at, phase in enumerate(snapshot.phases):
        where = f"phases[{at}]"
        _check_system(phase, where)
        if len(snapshot.phases) > 1 and SYSTEMS[phase.system].own_points:
            detail = phrase(
                "its points are its own, so nothing can be played before or after it in one event"
            )
            raise DocumentError(f"{where}.system.name", detail)
        if at == 0:
            _check_first(phase, where)
        if phase.rounds is None and at < len(snapshot.phases) - 1:
            raise DocumentError(f"{where}.rounds", phrase("only the last phase may leave its rounds open"))
        _check_places(phase, where)
    _check_seeded(snapshot)


def _check_first(phase: Phase, where: str) -> None:
    if phase.cut is not None:
        raise DocumentError(f"{where}.cut", phrase("there are no players to cut before the first phase"))
    if phase.seeded:
        raise DocumentError(f"{where}.seeded", phrase("all players enter with the first phase"))
    if phase.anew:
        raise DocumentError(f"{where}.anew", phrase("the first phase has no rounds before it"))


def _check_places(phase: Phase, where: str) -> None:
    places = phase.cut.value if phase.cut and phase.cut.by is CutBy.RANK else None
    if places is not None and places < len(phase.seeded):
        detail = phrase(
            "{places} places are too few for {count} seeded players", places=places, count=len(phase.seeded)
        )
        raise DocumentError(f"{where}.cut.rank", detail)


def _check_seeded(snapshot: Snapshot) -> None:
    """Seeded are players of the event, each in one phase."""
    known, seen = {e.id for e in snapshot.entrants}, set[int]()
    for at, phase in enumerate(snapshot.phases):
        for place, player in enumerate(phase.seeded):
            where = f"phases[{at}].seeded[{place}]"
            if player not in known:
                raise DocumentError(where, phrase("there is no player {number}", number=player))
            if player in seen:
                raise DocumentError(where, phrase("player {number} is seeded twice", number=player))
            seen.add(player)


def _check_system(phase: Phase, where: str) -> None:
    system = SYSTEMS.get(phase.system)
    if system is None:
        detail = phrase(NOT_KNOWN, name=phase.system, allowed=", ".join(SYSTEMS))
        raise DocumentError(f"{where}.system.name", detail)
    if not system.seats.rules.has_phases:
        raise DocumentError(f"{where}.system.name", phrase("phases are for matches of two"))
    if AFTER_ROUND in phase.options:
        detail = phrase(
            "{name} is not possible here: a phase begins where the one before ends", name=AFTER_ROUND
        )
        raise DocumentError(f"{where}.system.options", detail)
    try:
        parse(system.options, phase.options)
    except PairingError as error:
        raise DocumentError(f"{where}.system.options", error.said) from None


def dump_open_rounds(rounds: Sequence[Round]) -> dict[str, Any]:
    """From which round on rounds are open, if not the last one alone: a reader that does not know of this is to refuse
    the document.
    """
    still_open = (round_.number for round_ in rounds[:-1] if round_.status is not RoundStatus.COMPLETED)
    first = next(still_open, None)
    return {} if first is None else {"open_from": first}
