"""The lots a round was drawn with, listed by pairing it again and listening."""

from collections.abc import Mapping, Sequence
from typing import Any

from pairing.engine import pair, phases
from pairing.engine.recheck import allowed, before
from pairing.engine.standings import rank
from pairing.model.lots import LEAGUE, DrawnLot, SeasonLot, lots_of_event, recorded
from pairing.model.reasons import phrase
from pairing.model.schema import DocumentError
from pairing.model.types import Snapshot

FIRST_MOVER = "first_mover"


def lots_of_round(snapshot: Snapshot, number: int | None = None) -> Sequence[SeasonLot | DrawnLot]:
    """The lots of a round of an event (default: the next one), whatever its system.

    Those of a league in the order they come; else those drawn from the seed, in the order in which they were drawn.
    Errors: PairingError, for a round that is not there or cannot be paired.
    """
    following = len(snapshot.rounds) + 1
    drawn = following if number is None else number
    seen = phases.of_round(snapshot, drawn, rank)
    if seen.system == LEAGUE:
        return lots_of_event(seen, drawn)
    if drawn > following:
        detail = phrase(
            "{number} is not possible here: the next round is {next}.", number=drawn, next=following
        )
        raise DocumentError("round", detail)
    if drawn == following:
        return drawn_for(snapshot)
    round_ = snapshot.rounds[drawn - 1]
    known = before(snapshot, round_)
    return drawn_for(known, allowed(known, round_))


def drawn_for(known: Snapshot, overrides: Mapping[str, Any] | None = None) -> list[DrawnLot]:
    """The lots drawn when the next round of `known` is paired, each once. Errors: PairingError, those of `pair`."""
    with recorded() as lots:
        pair(known, overrides=overrides)
    return list(dict.fromkeys(lots))


def lots_to_json(lots: Sequence[SeasonLot | DrawnLot], snapshot: Snapshot) -> list[dict[str, Any]]:
    """Lots as the command and the API give them, with the player where a lot is for one."""
    names = {entrant.id: entrant.name for entrant in snapshot.entrants}
    return [lot.to_json() if isinstance(lot, SeasonLot) else _to_json(lot, names) for lot in lots]


def _to_json(lot: DrawnLot, names: Mapping[int, str]) -> dict[str, Any]:
    player = player_of(lot, names)
    known = {} if player is None else {"player": player, "name": names[player]}
    return {**known, "purpose": lot.purpose, "text": lot.text, "sha256": lot.sha256, "lot": lot.lot}


def player_of(lot: DrawnLot, names: Mapping[int, str]) -> int | None:
    """The player a lot is for; the lot of a first move ends with the player, too."""
    item = lot.text.rpartition("|")[2] if lot.purpose == FIRST_MOVER else lot.item
    player = int(item) if item.isascii() and item.isdecimal() else None
    return player if player in names else None
