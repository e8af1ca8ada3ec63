"""The table queue at one moment as a document (`pairwright-queue-1`), and the calls of that moment."""

from collections.abc import Iterable, Mapping
from typing import Any

from pairing.formats.document import NameOf
from pairing.model.reasons import phrase
from pairing.model.schema import DocumentError, validate
from pairing.queue.choice import Call
from pairing.queue.state import MatchState, QueueMatch, QueueOptions, QueuePlayer, QueueState, QueueTable

QUEUE = "pairwright-queue-1"


def load_state(data: Any) -> QueueState:
    """The state a document describes. Errors: DocumentError naming the place and what is allowed there."""
    if isinstance(data, dict) and data.get("part") == "B":
        raise DocumentError("part", phrase("part B is not built; part A is"))
    validate(data, QUEUE)
    state = QueueState(
        now=int(data["now"]),
        options=QueueOptions(_whole(data["params"]["ahead"]), data["params"].get("paused", False)),
        players=tuple(map(_player, data["players"])),
        tables=tuple(map(_table, data["tables"])),
        matches=tuple(map(_match, data["matches"])),
    )
    for name, keys in (
        ("players", [player.id for player in state.players]),
        ("tables", [table.number for table in state.tables]),
        ("matches", [match.id for match in state.matches]),
    ):
        _refuse_twice(name, keys)
    for index, match in enumerate(state.matches):
        _check_seats(f"matches[{index}].seats", match, state.player)
    return state


def _check_seats(where: str, match: QueueMatch, known: Mapping[int, QueuePlayer]) -> None:
    for player in match.players:
        if player not in known:
            raise DocumentError(where, phrase("there is no player {number}", number=player))
    if len(set(match.players)) < len(match.players):
        raise DocumentError(where, phrase("a player has two seats"))


def _refuse_twice(name: str, keys: list[Any]) -> None:
    for index, key in enumerate(keys):
        if key in keys[:index]:
            where = f"{name}[{index}]"
            raise DocumentError(where, phrase("{value} appears twice", value=key))


def _player(data: Mapping[str, Any]) -> QueuePlayer:
    return QueuePlayer(
        int(data["id"]),
        int(data["since"]),
        _whole(data.get("not_before")),
        data.get("held", False),
        _whole(data.get("fixed_table")),
    )


def _table(data: Mapping[str, Any]) -> QueueTable:
    kept_for = data.get("kept_for")
    return QueueTable(
        int(data["number"]),
        data["free"],
        tuple(data.get("tags", ())),
        data.get("only", False),
        None if kept_for is None else (int(kept_for[0]), int(kept_for[1])),
    )


def _match(data: Mapping[str, Any]) -> QueueMatch:
    return QueueMatch(
        (int(data["id"][0]), int(data["id"][1])),
        tuple(map(_whole, data["seats"])),
        MatchState(data["state"]),
        data.get("hold", False),
        _whole(data.get("first")),
        data.get("needs"),
        int(data.get("chain", 1)),
        data.get("waived", False),
    )


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)


def calls_to_json(calls: Iterable[Call], name_of: NameOf | None = None) -> dict[str, Any]:
    """What `decide` answers: the calls in the order of play, with why each of them goes first, as English
    sentences and as codes.
    """
    return {
        "calls": [
            {
                "match": list(call.match),
                "table": call.table,
                "seats": list(call.seats),
                "why": [reason.text(name_of=name_of) for reason in call.reasons],
                "reasons": [reason.code for reason in call.reasons],
            }
            for call in sorted(calls, key=lambda call: call.match)
        ]
    }
