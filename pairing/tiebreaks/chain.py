"""Chains of tie-breaks: from documents and forms, and back.

A link is `"solkoff"`, the short form `"BH:cut=1"`, the same in FIDE's notation, `"BH/C1"` (read, and called `BH:cut=1`
from then on), or an object `{"name": "omw", "floor": 0.25}`.
Studies may also have weighted sums of these (`weighted`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pairing.model.errors import BAD_TIEBREAK, UNKNOWN_TIEBREAK, PairingError
from pairing.model.options import describe, parse
from pairing.model.reasons import Phrase, Reason, because, gettext_noop, phrase, sentence
from pairing.model.types import Snapshot, TiebreakSpec
from pairing.tiebreaks import notation, weighted
from pairing.tiebreaks.base import Tiebreak
from pairing.tiebreaks.catalogue import TIEBREAKS
from pairing.tiebreaks.table import counted_rounds


def find(code: str) -> Tiebreak:
    """The registered tie-break. Errors: PairingError `unknown_tiebreak`, listing the known ones."""
    try:
        return TIEBREAKS[code]
    except (KeyError, TypeError):
        raise PairingError(UNKNOWN_TIEBREAK, name=_shown(code), allowed=", ".join(TIEBREAKS)) from None


def tiebreak_of(spec: TiebreakSpec) -> Tiebreak:
    """What a link of a chain is: a registered tie-break, or a weighted sum of some."""
    return weighted.SUM if spec.code == weighted.CODE else find(spec.code)


def options_of(spec: TiebreakSpec) -> Any:
    """The options object of a link: its parameters, the declared defaults for the rest."""
    return tiebreak_of(spec).options(**dict(spec.params))


def check_fits(spec: TiebreakSpec, seats: int) -> None:
    """Raise PairingError `bad_tiebreak` if this link is not for tables with so many seats."""
    if seats not in tiebreak_of(spec).seats:
        allowed = ", ".join(code for code, tiebreak in TIEBREAKS.items() if seats in tiebreak.seats)
        detail = phrase("not for {seats} at a table; choose from {allowed}", seats=seats, allowed=allowed)
        raise PairingError(BAD_TIEBREAK, name=spec.label, detail=detail)


def parse_chain(
    items: Sequence[str | dict[str, Any]], seats: int | None = None, *, sums: bool = False
) -> tuple[TiebreakSpec, ...]:
    """A chain from plain JSON data; with `seats` (how many sit at a table of the system) only what fits them, with
    `sums` also weighted sums.

    Errors: PairingError `unknown_tiebreak` (lists the allowed ones) or `bad_tiebreak` (names the parameter
    and what is allowed, the link that stands there twice, or the one that does not fit).
    """
    specs = tuple(
        _parse_sum(item, seats)
        if sums and isinstance(item, dict) and list(item) == [weighted.CODE]
        else _parse_link(item)
        for item in items
    )
    if seats is not None:
        for spec in specs:
            check_fits(spec, seats)
    for spec, times in Counter(specs).items():
        if times > 1:
            raise PairingError(
                BAD_TIEBREAK, name=spec.label, detail=phrase("it appears twice in the tie-break order")
            )
    return told_apart([specs])[0]


def told_apart(chains: Sequence[tuple[TiebreakSpec, ...]]) -> tuple[tuple[TiebreakSpec, ...], ...]:
    """Chains whose labels differ where their links do: of two floors of one tie-break only the full name says which."""
    labels = Counter(spec.label for spec in {spec for chain in chains for spec in chain})
    return tuple(
        tuple(spec if labels[spec.label] == 1 else replace(spec, written=None) for spec in chain)
        for chain in chains
    )


def dump_chain(specs: Sequence[TiebreakSpec]) -> list[str | dict[str, Any]]:
    """A chain as plain JSON data, each link in the form it was written in; `parse_chain(dump_chain(c)) ==
    c`.
    """
    return [_dump_link(spec) for spec in specs]


def _parse_link(item: Any) -> TiebreakSpec:
    if isinstance(item, str):
        code, given = _read_link(item)
        if item.strip().partition(":")[0] != code:
            spec = TiebreakSpec(code, _parse_params(find(code), given))
            return replace(spec, written=spec.label)
        written = item.strip()
    elif isinstance(item, dict) and isinstance(item.get("name"), str):
        given = {key: value for key, value in item.items() if key != "name"}
        written = code = item["name"]
    else:
        forms = '"CODE", "CODE:NAME=VALUE", {"name": CODE}'
        raise PairingError(
            BAD_TIEBREAK, name=_shown(item), detail=phrase("write one of {forms}", forms=forms)
        )
    return TiebreakSpec(code, _parse_params(find(code), given), written)


def _parse_sum(item: dict[str, Any], seats: int | None) -> TiebreakSpec:
    pairs, most = item[weighted.CODE], weighted.MOST_PARTS
    parts = pairs if isinstance(pairs, list) else []
    if not 1 <= len(parts) <= most or not all(isinstance(part, list) and len(part) == 2 for part in parts):
        raise _bad_sum(phrase("give 1 to {most} pairs of a tie-break and its weight", most=most))
    found = []
    for link, times in parts:
        spec, weight = _parse_link(link), _weight(times)
        if find(spec.code).needs_ties:
            raise _bad_sum(phrase("{name} depends on who is tied, so it cannot be a part", name=spec.label))
        if seats is not None:
            check_fits(spec, seats)
        found.append((replace(spec, written=None), weight))
    return TiebreakSpec(weighted.CODE, (("parts", tuple(found)),), weighted.label_of(found))


def _weight(given: Any) -> Fraction:
    most = weighted.MOST_WEIGHT
    if isinstance(given, int | float) and not isinstance(given, bool) and 0 < abs(given) <= most:
        weight = Fraction(str(given))
        if (weight * weighted.STEPS).denominator == 1:
            return weight
    raise _bad_sum(
        phrase("a weight is a number from -{most} to {most} with at most three decimals, not 0", most=most)
    )


def _bad_sum(detail: Phrase) -> PairingError:
    return PairingError(BAD_TIEBREAK, name=weighted.CODE, detail=detail)


def _read_link(item: str) -> tuple[str, dict[str, Any]]:
    """The code and the parameters of a link in one word, not validated yet."""
    first, *words = item.strip().split(":")
    code, *modifiers = first.split("/")
    code = notation.CODES.get(code, code)
    given = notation.read(find(code), modifiers, _shown(item)) if modifiers else {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            detail = phrase("{text}: write NAME=VALUE", text=_shown(word))
            raise PairingError(BAD_TIEBREAK, name=_shown(item), detail=detail)
        given[key.strip()] = value.strip()
    return code, given


def _parse_params(tiebreak: Tiebreak, params: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    try:
        options = parse(tiebreak.options, params)
    except PairingError as error:
        raise PairingError(BAD_TIEBREAK, name=tiebreak.code, detail=error.said) from None
    return tuple(
        (spec.name, getattr(options, spec.name)) for spec in describe(tiebreak.options) if spec.name in params
    )


def _dump_link(spec: TiebreakSpec) -> str | dict[str, Any]:
    if spec.code == weighted.CODE:
        parts = options_of(spec).parts
        return {weighted.CODE: [[_dump_link(part), _dump_param(weight)] for part, weight in parts]}
    if not spec.params:
        return spec.code
    if spec.written is not None and ":" in spec.written:
        return spec.written
    return {"name": spec.code, **{name: _dump_param(value) for name, value in spec.params}}


def _dump_param(value: Any) -> Any:
    """A Fraction as a number where that number says it exactly, else as text such as 1/3."""
    if not isinstance(value, Fraction):
        return value
    if value.denominator == 1:
        return value.numerator
    return float(value) if Fraction(str(float(value))) == value else str(value)


def _shown(item: Any) -> str:
    text = item.encode("utf-8", "backslashreplace").decode() if isinstance(item, str) else repr(item)
    return text if len(text) <= 60 else text[:57] + "..."


# What has to be said beside standings of an order of tie-breaks, because their numbers alone would mislead.
DROPS_ALL = sentence(
    "tb_drops_all",
    gettext_noop("{tiebreak} drops {count} values of {rounds} rounds: nothing is left to count."),
)
FORE_ROUND = sentence(
    "tb_fore_round",
    gettext_noop("{tiebreak}, before the event is finished: the matches of round {number} count as drawn."),
)


def dropped(spec: TiebreakSpec) -> int:
    """How many values a link leaves out by its cuts."""
    given = options_of(spec)
    return getattr(given, "cut", 0) + 2 * getattr(given, "median", 0)


def refuse_drops_all(specs: Iterable[TiebreakSpec], rounds: int) -> None:
    """Raise PairingError `bad_tiebreak` for a link that drops as many values as there are rounds, if these are several:
    in an event of one round nothing is left of the usual orders either.
    """
    for spec in specs:
        if dropped(spec) >= rounds > 1:
            detail = phrase(
                "{count} values of {rounds} rounds are dropped", count=dropped(spec), rounds=rounds
            )
            raise PairingError(BAD_TIEBREAK, name=spec.label, detail=detail)


def remarks(snapshot: Snapshot, after_round: int | None = None) -> tuple[Reason, ...]:
    """Links that drop as many values as the event has rounds, and which round counts as drawn in a Fore Buchholz of an
    unfinished event (C.07, 8.3: the final one). Errors: PairingError for a round that does not exist.
    """
    last = len(counted_rounds(snapshot, after_round))
    rounds = snapshot.rounds_planned or last
    found = [
        because(DROPS_ALL, tiebreak=spec.label, count=dropped(spec), rounds=rounds)
        for spec in snapshot.tiebreaks
        if dropped(spec) >= rounds > 0
    ]
    if last in (0, snapshot.rounds_planned) or snapshot.finished:
        return tuple(found)
    fore = (
        spec for spec in snapshot.tiebreaks if spec.code == "FB" or getattr(options_of(spec), "fore", False)
    )
    return (*found, *(because(FORE_ROUND, tiebreak=spec.label, number=last) for spec in fore))
