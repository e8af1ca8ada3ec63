"""The choices for an event: systems, tie-breaks, phases and their options; settings; words of documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from devtools import ROOT
from pairing.model.options import OptionSpec, describe
from pairing.model.scoring import mahjong
from pairing.model.types import RESULTS, ByeKind, CutBy, Outcome, RoundStatus
from pairing.systems import SYSTEMS
from pairing.tiebreaks import PRESETS, TIEBREAKS
from tournaments.events.forms import phase_presets
from tournaments.events.forms.event import EventForm
from tournaments.events.forms.settings import setting_fields
from tournaments.events.services.settings import SETTINGS
from tournaments.management.commands.refusals_docs import for_programs
from tournaments.rights import TABLE
from tournaments.series.forms import SeriesForm
from tournaments.series.services import series
from tournaments.steps import fields
from tournaments.steps.refusals import CONFLICTS_OF_CORE
from tournaments.trouble import TROUBLES

Lines = Iterator[tuple[str, str]]


def options() -> Lines:
    for system in SYSTEMS.values():
        yield f"system {system.slug} seats {system.seats}", ""
        yield f"system {system.slug} begins with {' '.join(system.default_tiebreaks) or 'no tie-breaks'}", ""
        yield from _options(f"system {system.slug}", system.options)
    for tiebreak in TIEBREAKS.values():
        for seats in tiebreak.seats:
            yield f"tiebreak {tiebreak.code} seats {seats}", ""
        yield from _options(f"tiebreak {tiebreak.code}", tiebreak.options)
    for chain in PRESETS.values():
        yield f"chain {chain.slug} is {' '.join(chain.chain) or 'empty'}", ""
    for cut in CutBy:
        yield f"phase cut {cut.value}", ""
    for plan in phase_presets.PRESETS:
        yield f"phase plan {plan.slug}", ""
    for name in mahjong.PRESETS:
        yield f"scoring of four {name}", ""
    yield from _options("scoring of four", mahjong.MahjongScoring)


def _options(of: str, declared: type) -> Lines:
    for spec in describe(declared):
        what = f"{of} option {spec.name}"
        yield f"{what} is {spec.kind}{' of one round' if spec.per_round else ''}", ""
        yield f"{what} default {_default(spec)}", ""
        for word in spec.choices or ():
            yield f"{what} may be {word}", ""
        if spec.none is not None:
            yield f"{what} may be {spec.none}", "none"
        if spec.minimum is not None or spec.maximum is not None:
            yield f"{what} from {_limit(spec.minimum)} to {_limit(spec.maximum)}", ""


def _default(spec: OptionSpec) -> str:
    return str(spec.none if spec.default is None else spec.default)


def _limit(value: Any) -> str:
    return "any" if value is None else str(value)


def settings() -> Lines:
    """By the names that services and the API take, and by those of the boxes on the page."""
    taken: dict[str, Iterable[str]] = {
        "event": SETTINGS,
        "series": series._CLEANERS,
        "player": fields.CLEANERS,
    }
    for of, cleaners in taken.items():
        for name in cleaners:
            yield f"{of} setting {name}", ""
    yield from _boxes("event", setting_fields({}))
    forms: dict[str, Any] = {"event": EventForm, "series": SeriesForm}
    for of, form in forms.items():
        yield from _boxes(of, form.base_fields)


def _boxes(of: str, boxes: Mapping[str, Any]) -> Lines:
    for name, box in boxes.items():
        yield f"{of} box {name} is {type(box).__name__}", ""
        yield from (
            (f"{of} box {name} may be {word}", "") for word, _label in getattr(box, "choices", ()) if word
        )


def words() -> Lines:
    """Results and other words of documents; who has which right; the codes of refusals and of reasons."""
    for result in RESULTS:
        yield f"result {result}", ""
    for kind in (Outcome, ByeKind, RoundStatus):
        for word in kind:
            yield f"{kind.__name__} {word.value}", ""
    for right, holders in TABLE.items():
        for holder in holders:
            yield f"right {right.value} has {holder.value}", ""
    for status, codes in _refusals().items():
        for code in codes:
            yield f"refusal {code} status {status}", ""
    for code in _said("message"):
        yield f"refusal of the core {code}", ""
    for code in _said("sentence"):
        yield f"reason {code}", ""


def _refusals() -> dict[int, set[str]]:
    api = _found(ROOT / "tournaments" / "api", r"Refused\(\s*(\d+),\s*\"(\w+)\"")
    api |= _found(ROOT / "tournaments" / "api", r"\bmake\(\s*(\d+),\s*(?:_code\(error, )?\"(\w+)\"")
    found = {503: {trouble.code for trouble in TROUBLES}, 409: set(CONFLICTS_OF_CORE)}
    api |= {(str(refusal.status), refusal.code) for _room, refusal in for_programs()}
    for status, code in api:
        found.setdefault(int(status), set()).add(code)
    return found


def _said(by: str) -> set[str]:
    """Codes as they are registered in the source: which modules are loaded by now does not matter."""
    return {code for _all, code in _found(ROOT / "pairing", rf"\b({by})\(\s*\"(\w+)\"")}


def _found(folder: Path, pattern: str) -> set[tuple[str, str]]:
    texts = (path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return {(match[1], match[2]) for text in texts for match in re.finditer(pattern, text)}
