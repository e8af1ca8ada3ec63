"""What happened at the tables of an event, in its order (docs/event-format.md): who came, what was called and
ended.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from pairing.model.reasons import phrase
from pairing.model.schema import DocumentError

MatchId: TypeAlias = tuple[int, int]  # round, number in the round

# What else may stand beside each verb.
VERBS: Mapping[str, tuple[str, ...]] = {
    "open_tables": (),
    "close_tables": (),
    "tags": ("only",),
    "keep": ("match",),
    "come": (),
    "pause": (),
    "back": (),
    "leave": (),
    "elsewhere": (),
    "hold": ("until", "because"),
    "release": (),
    "first": (),
    "not_first": (),
    "needs": ("tag",),
    "needs_round": ("tag",),
    "waive": (),
    "published": (),
    "decision": ("calls",),
    "desk_call": ("because",),
    "move": ("table",),
    "begin": (),
    "ended": (),
    "reopened": (),
    "correct": (),
    "free_table": (),
    "take_back": ("because", "hold"),
    "options": (),
    "stop": (),
    "go": (),
}
# What has to stand beside a verb.
NEEDED: Mapping[str, str] = {
    "keep": "match", "needs": "tag", "needs_round": "tag", "decision": "calls", "move": "table",
}  # fmt: skip
# Verbs whose value is a match: marks, also of one whose players are not known yet, and what it goes through.
MARKS = frozenset({"hold", "release", "first", "not_first", "needs", "waive"})
OF_A_MATCH = MARKS | {"move", "begin", "ended", "reopened", "correct", "take_back"}
BECAUSE = ("undo", "correction", "not_there", "desk")


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened. `at`: seconds since the start of the event. `values`: its verb with its value,
    and what stands beside it, as JSON.
    """

    at: int
    verb: str
    values: Mapping[str, Any]

    @property
    def value(self) -> Any:
        """What stands at its verb."""
        return self.values[self.verb]

    @property
    def match(self) -> MatchId:
        """The match that its verb names; of `keep` the one beside it."""
        round_number, number = self.values["match" if self.verb == "keep" else self.verb]
        return int(round_number), int(number)

    @property
    def calls(self) -> tuple[tuple[MatchId, int], ...]:
        """The calls of a decision or of the desk: matches with their tables."""
        calls = (self.value,) if self.verb == "desk_call" else self.values.get("calls", ())
        return tuple(((int(c["match"][0]), int(c["match"][1])), int(c["table"])) for c in calls)

    @property
    def matches(self) -> tuple[MatchId, ...]:
        """All matches it names."""
        is_kept = self.verb == "keep" and self.values["match"] is not None
        named = (self.match,) if is_kept or self.verb in OF_A_MATCH else ()
        return (*named, *(id for id, _table in self.calls))

    def to_json(self) -> dict[str, Any]:
        """The moment as a document has it."""
        return {"at": self.at, **self.values}


def load_moments(data: Sequence[Mapping[str, Any]], where: str = "moments") -> tuple[Moment, ...]:
    """The moments of a document that fits its schema. Errors: DocumentError, naming the moment."""
    moments: list[Moment] = []
    for index, one in enumerate(data):
        moment = load_moment(one, f"{where}[{index}]")
        if moments and moment.at < moments[-1].at:
            detail = phrase(
                "{at} is before the moment before it, at {before}", at=moment.at, before=moments[-1].at
            )
            raise DocumentError(f"{where}[{index}].at", detail)
        moments.append(moment)
    return tuple(moments)


def load_moment(data: Mapping[str, Any], where: str = "moment") -> Moment:
    """One moment. Errors: DocumentError unless it has one verb and what belongs to it."""
    values = {name: value for name, value in data.items() if name != "at"}
    verbs = [name for name in values if name in VERBS]
    verb = next(
        (name for name in verbs if all(other in VERBS[name] for other in verbs if other != name)), None
    )
    if verb is None:
        detail = phrase("one thing has to be told; choose from {allowed}", allowed=", ".join(VERBS))
        raise DocumentError(where, detail)
    for name in values:
        if name != verb and name not in VERBS[verb]:
            allowed = ", ".join(VERBS[verb]) or phrase("nothing")
            detail = phrase(
                "{name} does not belong to {verb}; possible is: {allowed}",
                name=name,
                verb=verb,
                allowed=allowed,
            )
            raise DocumentError(where, detail)
    _check_values(verb, values, where)
    return Moment(int(data["at"]), verb, values)


def _check_values(verb: str, values: Mapping[str, Any], where: str) -> None:
    if verb in NEEDED and NEEDED[verb] not in values:
        raise DocumentError(where, phrase("{name} is missing", name=NEEDED[verb]))
    if isinstance(values.get("hold"), bool) is not (verb == "take_back") and "hold" in values:
        expected = phrase("true or false") if verb == "take_back" else phrase("a list")
        raise DocumentError(f"{where}.hold", phrase("it must be {kind}", kind=expected))
    if verb == "take_back" and values.get("because", "desk") not in BECAUSE:
        detail = phrase("choose from {allowed}", allowed=", ".join(BECAUSE))
        raise DocumentError(f"{where}.because", detail)
    if values[verb] is False:
        raise DocumentError(f"{where}.{verb}", phrase("it must be {kind}", kind="true"))
    if verb == "tags" and not all(name.isdecimal() and name.isascii() for name in values[verb]):
        raise DocumentError(f"{where}.tags", phrase("its names must be numbers of tables"))


def load_start(text: str | None) -> str | None:
    """When an event started, as a document has it. Errors: DocumentError unless it is a time with its zone."""
    try:
        known = text is None or datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        known = False
    if not known:
        example = "2026-11-27T18:30:00+01:00"
        raise DocumentError(
            "started_at", phrase("give a day and a time with its zone, such as {example}", example=example)
        )
    return text


def dump_moments(started_at: str | None, moments: Sequence[Moment]) -> dict[str, Any]:
    """The keys of a document for both; none where there are none."""
    started = {} if started_at is None else {"started_at": started_at}
    return {**started, "moments": [moment.to_json() for moment in moments]} if moments else started
