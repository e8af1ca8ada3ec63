"""What strangers' documents and reports become. It runs in a process of its own without Django: `sandbox.sandbox`."""

from __future__ import annotations

from time import monotonic
from typing import Any

from pairing import engine, seating
from pairing.engine import recheck
from pairing.engine.standings import rank, standings_round
from pairing.formats import document, trf
from pairing.model.errors import Impossible
from pairing.model.work import Work, refusing
from pairing.seating.schedule import STEPS_PER_SECOND
from pairing.tiebreaks import remarks

# Of the core's searches: some seconds of a processor, so that the refusal comes before the process is ended.
MOST_STEPS = 4_000_000


def plan(data: object) -> dict[str, Any]:
    """The next round of an event document; one that is impossible is an answer too.

    Errors: DocumentError; PairingError, also for more than MOST_STEPS.
    """
    snapshot = document.load(data)
    try:
        return document.plan_to_json(
            engine.pair(snapshot, work=Work(MOST_STEPS)), document.names_in(snapshot)
        )
    except Impossible as error:
        return document.impossible_to_json(len(snapshot.rounds) + 1, error, document.names_in(snapshot))


def standings(data: object) -> dict[str, object]:
    """The standings of an event document. Errors: DocumentError; PairingError for more than MOST_STEPS."""
    snapshot, work = document.load(data), Work(MOST_STEPS)
    with refusing(work):
        ranked = rank(snapshot, work=work)
    return document.standings_to_json(ranked, standings_round(snapshot), remarks(snapshot))


def schedule(seconds: float, **asked: Any) -> dict[str, Any]:
    """A schedule for four at a table, searched for so many seconds at most. Errors: PairingError."""
    end = monotonic() + seconds
    steps = int(seconds * STEPS_PER_SECOND)
    return seating.plan(**asked, steps=steps, keep_going=lambda done: monotonic() < end).to_json()


def report(content: str | bytes) -> tuple[object, tuple[str, ...], list[tuple[int, str]]]:
    """A FIDE report as an event document, the notes to it, and birthdays by start number. Errors: DocumentError."""
    read = trf.read(content)
    return document.dump(read.snapshot), read.notes, list(read.birth_days.items())


def otherwise(data: object) -> list[dict[str, Any]]:
    """The rounds of an event document that the engine would have paired otherwise, with what is to be said of them.

    Errors: DocumentError, PairingError.
    """
    found = recheck.otherwise(document.load(data))
    return [{"round": number, "why": [why.to_json() for why in reasons]} for number, reasons in found.items()]
