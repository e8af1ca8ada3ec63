"""An event in the middle, as the position that simulated endings start from.

What is not needed to play on is not kept: names (but those of a league, which makes its lots of them), clubs, titles,
and seeds other than those a system draws with once for all its rounds.
"""

from collections.abc import Mapping
from dataclasses import replace
from statistics import median_low
from typing import Any

from pairing.engine.round_seeds import drawn_with
from pairing.formats import document
from pairing.model.calendar import UNDATED
from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.lots import LEAGUE
from pairing.model.reasons import phrase
from pairing.model.types import Entrant, Round, RoundStatus, Snapshot

# A round paired while the one before is still being played; event documents leave it out.
AHEAD = "ahead"


def position(event: Snapshot) -> Snapshot:
    """The event with what endings of it need, and nothing else. Rounds without an open table are completed. Errors:
    PairingError.
    """
    if not event.seats.rules.is_simulated:
        raise PairingError(
            BAD_INPUT, where="start", detail=phrase("only an event for matches of two can be continued")
        )
    names = LEAGUE in (event.system, *(phase.system for phase in event.phases))
    numbers = range(1, len(event.rounds) + 2)
    lent = {drawn_with(event, number) for number in numbers if drawn_with(event, number) < number}
    return replace(
        event,
        name="",
        draw_seed="",
        series="",
        tiebreaks=(),
        calendar=UNDATED,
        finished=False,
        entrants=tuple(
            replace(e, name=e.name if names else "", club=None, title=None, federation=None)
            for e in event.entrants
        ),
        rounds=tuple(
            replace(
                r,
                status=RoundStatus.IN_PROGRESS if _is_open(r) else RoundStatus.COMPLETED,
                seed=(r.seed or event.draw_seed) if r.number in lent else "",
            )
            for r in event.rounds
        ),
    )


def _is_open(round_: Round) -> bool:
    return any(match.is_open for match in round_.matches)


def first_to_play(start: Snapshot) -> int:
    """The round that goes on, or the one that comes next."""
    return next((r.number for r in start.rounds if _is_open(r)), len(start.rounds) + 1)


def contenders(start: Snapshot) -> tuple[Entrant, ...]:
    """Everybody who has not left before the first round to play, in list order: whom the measures are about."""
    now = first_to_play(start)
    return tuple(e for e in start.entrants if e.left_after_round is None or e.left_after_round >= now)


def ratings(start: Snapshot) -> tuple[int, ...] | None:
    """The rating of everybody in list order; who has none counts like the one in the middle of those who have. None
    where nobody has one.
    """
    known = [e.rating for e in start.entrants if e.rating is not None]
    if not known:
        return None
    middle = median_low(known)
    return tuple(middle if e.rating is None else e.rating for e in start.entrants)


def to_data(start: Snapshot) -> dict[str, Any]:
    """An event document, and beside it the round paired ahead, if there is one."""
    first = first_to_play(start)
    data = document.dump(start)
    rounds = data["rounds"]
    return data if len(rounds) <= first else {**data, "rounds": rounds[:first], AHEAD: rounds[first]}


def from_data(data: Any) -> Snapshot:
    """The position that a document describes. Errors: PairingError `bad_input` with a place from `start` on."""
    if not isinstance(data, Mapping):
        raise PairingError(BAD_INPUT, where="start", detail=phrase("give an event document"))
    plain = {name: value for name, value in data.items() if name != AHEAD}
    try:
        event = document.load(plain)
        if AHEAD in data:
            event = replace(event, rounds=(*event.rounds, _ahead(event, plain, data[AHEAD])))
    except document.DocumentError as error:
        where = f"start.{error.params['where']}"
        raise PairingError(BAD_INPUT, where=where, detail=error.params["detail"]) from error
    return position(event)


def _ahead(event: Snapshot, plain: Mapping[str, Any], ahead: Any) -> Round:
    """A document that holds the round ahead too has to leave out the tables that are still open."""
    before = [
        {**r, "status": "completed", "matches": [m for m in r["matches"] if m.get("result") is not None]}
        if "matches" in r
        else r
        for r in plain.get("rounds", ())
    ]
    found = document.load({**plain, "rounds": [*before, ahead]}).rounds[-1]
    if found.number != len(event.rounds) + 1:
        raise document.DocumentError(f"{AHEAD}.number", phrase("it follows the last round"))
    return found
