"""A round that could not be paired: why, who shows it, and what the organiser may allow."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from pairing.model.errors import TEXTS
from pairing.model.options import describe
from pairing.model.reasons import shown_params
from pairing.systems import SYSTEMS
from tournaments.events.selectors.events import pairing_failure
from tournaments.events.selectors.phases import rules_of
from tournaments.models import Action, LogEntry, Tournament
from tournaments.names.namesakes import names_in

# More names than this explain nothing.
NAMES_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Offer:
    """Something the organiser may allow for this round only. Never given unasked."""

    name: str
    label: str
    help: str


@dataclass(frozen=True, slots=True)
class Failure:
    """The latest attempt to pair, refused: `names` are the players who show why.

    Each of the offers makes the round possible, or, where `together`, only all of them at once. `settled` counts the
    players whose absences were settled with that attempt: a step of its own, which stays.
    """

    round_number: int
    text: str
    names: tuple[str, ...]
    offers: tuple[Offer, ...]
    together: bool
    settled: int


def failure_of(tournament: Tournament) -> Failure | None:
    """The refusal in the reader's language, unless the event has changed since."""
    entry = pairing_failure(tournament)
    if entry is None:
        return None
    after: Mapping[str, Any] = entry.after or {}
    names = names_in(tournament)
    shown = tuple(names[number] for number in after.get("players", [])[:NAMES_SHOWN] if number in names)
    offers = _offers(tournament, entry.round_number or 1, after.get("offers", []))
    together = bool(after.get("together"))
    number, text = entry.round_number or 1, _text(entry, after, names)
    return Failure(number, text, shown, offers, together, _settled_before(entry))


def _settled_before(failure: LogEntry) -> int:
    """How many absences the step right before this attempt, or a row of attempts, settled."""
    lines = LogEntry.objects.filter(tournament=failure.tournament_id, pk__lt=failure.pk)
    step = lines.exclude(action=Action.PAIRING_FAILED).order_by("-pk").first()
    is_of_this_round = step is not None and step.round_number == failure.round_number
    after: Mapping[str, Any] = step.after or {} if step and is_of_this_round else {}
    return len(after["numbers"]) if "settled" in after else 0


def _text(entry: LogEntry, after: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """The sentence of the core's code, in today's language; as it was logged where the code is not known."""
    if after.get("code") not in TEXTS:
        return entry.subject
    params = {k: tuple(v) if isinstance(v, list) else v for k, v in after.get("params", {}).items()}
    shown = shown_params(tuple(params.items()), lambda number: names.get(number, f"#{number}"))
    try:
        return gettext(TEXTS[after["code"]]).format(**shown)
    except KeyError:
        return entry.subject


def _offers(tournament: Tournament, number: int, wanted: list[str]) -> tuple[Offer, ...]:
    system = SYSTEMS.get(rules_of(tournament, number)[0])
    declared = describe(system.options) if system else ()
    specs = {spec.name: spec for spec in declared}
    named = (specs[name] for name in wanted if name in specs)
    return tuple(Offer(spec.name, gettext(spec.label), gettext(spec.help)) for spec in named)
