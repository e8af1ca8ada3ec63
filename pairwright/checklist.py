"""The checklist of bbpPairings: what the pairing of a round looked at, player by player."""

from collections.abc import Iterable, Iterator, Sequence

from pairing.engine import find_system, so_far
from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.so_far import Float, SoFar, Wish
from pairing.model.types import Snapshot
from pairwright.boards import UNPLAYED, Board

_FLOATS = {Float.DOWN: "D", Float.UP: "U"}
_COLOURS = "WB"
Row = list[str]


def checklist(snapshot: Snapshot, found: Sequence[Board] | None) -> str:
    """The list of the next round, `found` or impossible: scoregroup by scoregroup, who takes part in the pairing."""
    field, looked_at = Field(snapshot), so_far(snapshot)
    score = {id: field.points[id] + looked_at[id].extra for id in field.present}
    met = _met(snapshot)
    system = find_system(snapshot.system)
    barred = system.had_bye(field, parse(system.options, snapshot.options))
    current = dict(_current(found or ()))
    rounds = range(1, len(snapshot.rounds) + 1)
    dashes = "-" * (len(rounds) + 1)
    head = ["ID", "Pts", dashes, "Pref", "C2", "C14", "C16", "Cur", "", *(f"R{n}" for n in rounds)]
    order = sorted(score, key=lambda id: (-score[id], field.start_place[id]))
    rows = {
        id: [
            str(id),
            f"{score[id] / 100:.1f}",
            *_looked_at(looked_at[id], field.number, "N" if id in barred else "Y"),
            current.get(id, ""),
            "",
            *(met.get((id, n), "") for n in rounds),
        ]
        for id in order
    }
    widths = [max(map(len, column)) for column in zip(head, *rows.values(), strict=True)]
    lines = ["", _line(head, widths)]
    for before, id in zip((None, *order), order, strict=False):
        lines += [""] if before is None or score[before] != score[id] else []
        lines.append(_line(rows[id], widths))
    return "\n".join(lines) + "\n\n\n"


def _line(row: Row, widths: Iterable[int]) -> str:
    return "".join(f"{text:>{width}}\t" for text, width in zip(row, widths, strict=True))


def _looked_at(past: SoFar, number: int, may_have_bye: str) -> Row:
    """Colours, colour preference, whether the bye is possible, the floats of the last two rounds before `number`."""
    floats = {at: _FLOATS[kind] for at, kind in past.floats}
    colours = "".join(_COLOURS[seat] for seat in past.seats)
    return [
        colours,
        _preference(past),
        may_have_bye,
        floats.get(number - 1, " "),
        floats.get(number - 2, " "),
    ]


def _preference(past: SoFar) -> str:
    if past.due is None:
        return "A "
    colour = _COLOURS[past.due]
    shown = {Wish.ABSOLUTE: f"{colour} ", Wish.STRONG: f"({colour})", Wish.MILD: f"{colour.lower()} "}
    return shown[past.wish]


def _current(found: Iterable[Board]) -> Iterator[tuple[int, str]]:
    """By player, the opponent of the round and the own colour."""
    for white, black in found:
        yield white, f"({black}W)" if black else "(bye)"
        yield black, f"({white}B)"


def _met(snapshot: Snapshot) -> dict[tuple[int, int], str]:
    """By player and round, the opponent of a game that was played."""
    return {
        (id, round_.number): str(other)
        for round_ in snapshot.rounds
        for match in round_.matches
        if match.result not in UNPLAYED
        for id, other in (match.seats, match.seats[::-1])
    }
