"""Answers to "What do I need?" as they are kept: the last one of an event, whatever version it is of.

A job (`outlook.jobs`) works it out beside the requests. Its row holds the answer, the same for all processes.
"""

import datetime
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pairing.model.types import CutBy, Outcome
from pairing.outlook.contest import Target
from pairing.outlook.event_outlook import EventOutlook
from pairing.outlook.prospects import Line, Odds, Proof, Prospect, State
from tournaments.models import Job, JobKind, JobState, Tournament
from tournaments.steps.delta import pack_text, unpack_text
from tournaments.steps.version_cache import by_key


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found at some version of the event; `round` was the last one published then (0: none).

    `digest` names what it was worked out from, `packed` is the outlook, `seconds` how long it took.
    `key` 0: nothing has been worked out yet.
    """

    is_current: bool
    key: int = 0
    version: int = 0
    round: int = 0
    digest: str = ""
    packed: str = ""
    seconds: float = 0.0
    finished_at: datetime.datetime | None = None

    @property
    def stamp(self) -> str:
        """What tells a page that shows an older answer from the one that follows it at the same version."""
        return "" if self.is_current else f"-outlook{self.key}"


def last_answer(tournament: Tournament) -> Answer:
    """The latest there is, in one query; nothing is worked out."""
    rows = Job.objects.filter(tournament=tournament, kind=JobKind.OUTLOOK)
    # What lost its worker says nothing of the event: it is asked for again.
    ended = rows.filter(state__in=(JobState.DONE, JobState.FAILED)).exclude(error__code="worker_lost")
    row = ended.order_by("-id").first()
    if row is None:
        return Answer(False)
    facts: dict[str, Any] = row.result or {"version": row.params["version"]}
    return Answer(facts["version"] == tournament.public_version, row.pk, finished_at=row.finished_at, **facts)


def outlook_in(answer: Answer) -> EventOutlook | None:
    """The outlook of an answer; None where nothing could be told, or another release wrote it down."""
    if not answer.packed:
        return None
    try:
        return by_key(f"outlook:{answer.key}", lambda: _outlook(unpack_text(answer.packed)))
    except (KeyError, TypeError, ValueError):
        return None


def packed(outlook: EventOutlook | None) -> str:
    """As it stands in the row of the job."""
    return "" if outlook is None else pack_text(asdict(outlook))


def _outlook(facts: Mapping[str, Any]) -> EventOutlook:
    targets = tuple(Target(CutBy(one["by"]), one["value"], one["is_cut"]) for one in facts["targets"])
    return EventOutlook(**{**facts, "targets": targets, "lines": tuple(map(_line, facts["lines"]))})


def _line(facts: Mapping[str, Any]) -> Line:
    own = {Outcome(outcome): tuple(map(_prospect, found)) for outcome, found in facts["own"].items()}
    return Line(**{**facts, "prospects": tuple(map(_prospect, facts["prospects"])), "own": own})


def _prospect(facts: Mapping[str, Any]) -> Prospect:
    proof = Proof(facts["proof"]) if facts["proof"] else None
    odds = Odds(**facts["odds"]) if facts["odds"] else None
    return Prospect(**{**facts, "state": State(facts["state"]), "proof": proof, "odds": odds})
