"""Two players of the standings compared, as JSON and as lines for people; and who is meant by a word."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pairing.engine.places import By, ComparedLink, Comparison, Status
from pairing.formats.document import standings_to_json, value_to_json
from pairing.model.folding import folded
from pairing.model.reasons import TEXTS, phrase, show_points
from pairing.model.schema import DocumentError
from pairing.model.types import Snapshot, TiebreakValue
from pairing.tiebreaks.base import Explanation, Term, Value

# How the terms make the value, where they are not simply added up.
_COMBINED = {
    "mean": "mean",
    "median": "middle value",
    "rounded_mean": "mean, rounded",
    "highest": "highest",
    "performance": "mean, rounded, and the last line",
}


def find_player(snapshot: Snapshot, word: str, where: str) -> int:
    """The id of the player meant by `word`: a number of the list, or else a name as people type it.

    House players have no place in standings. Errors: DocumentError at `where` for a word that is nobody or several.
    """
    people = [e for e in snapshot.entrants if not e.house]
    named = [e.id for e in people if str(e.id) == word] or [
        e.id for e in people if folded(e.name) == folded(word)
    ]
    if not named:
        detail = phrase("there is no player {name}; give a number of the list, or a whole name", name=word)
        raise DocumentError(where, detail)
    if len(named) > 1:
        numbers = ", ".join(map(str, named))
        detail = phrase("{name} is the name of several; give a number: {numbers}", name=word, numbers=numbers)
        raise DocumentError(where, detail)
    return named[0]


def comparison_to_json(comparison: Comparison, after_round: int) -> dict[str, Any]:
    """What `standings --why` answers: the lines of both, and what made them, exact as in `standings`."""
    found = comparison.decided
    return {
        **standings_to_json(comparison.lines, after_round),
        "comparison": {
            "by": found.by.value,
            **({"tiebreak": found.spec.label} if found.spec else {}),
            "ahead": comparison.ahead,
            "links": [_link(link, comparison) for link in comparison.links],
        },
    }


def _link(link: ComparedLink, comparison: Comparison) -> dict[str, Any]:
    def number(value: Value) -> float | None:
        return value_to_json(TiebreakValue(link.spec, value, link.explanations[0].unit))

    def term(one: Term) -> dict[str, Any]:
        note = {"note": TEXTS[one.note_code], "reason": one.note_code} if one.note_code else {}
        facts = {"round": one.round, "opponent": one.opponent, "value": number(one.value)}
        return {**facts, "counted": one.counted, **note}

    return {
        "tiebreak": link.spec.label,
        "status": link.status.value,
        "unit": link.explanations[0].unit,
        "values": [
            {
                "player": line.player,
                "value": number(how.value),
                "combine": how.combine,
                "terms": [term(one) for one in how.terms],
            }
            for line, how in zip(comparison.lines, link.explanations, strict=True)
        ],
    }


def comparison_as_text(comparison: Comparison, snapshot: Snapshot, after_round: int) -> str:
    """The same in English, a line for each term."""
    names = {e.id: _plain(e.name) or f"no. {e.id}" for e in snapshot.entrants}
    places = [f"{names[line.player]}: place {line.rank}" for line in comparison.lines]
    lines = [f"After round {after_round}: {', '.join(places)}.", _verdict(comparison, names)]
    for link in comparison.links:
        lines += ["", f"{link.spec.label} ({_STATUS[link.status]})", *_values(link, comparison, names)]
    return "\n".join(lines)


def _plain(name: str) -> str:
    """A name that stays on its line and does nothing to a terminal, whatever a file had in it."""
    return "".join(c for c in " ".join(name.split()) if c.isprintable())


_STATUS = {Status.TIED: "tied", Status.DECIDES: "decides", Status.UNUSED: "not needed"}


def _verdict(comparison: Comparison, names: dict[int, str]) -> str:
    if comparison.ahead is None:
        return "They share the place: tied on every tie-break."
    ahead = names[comparison.ahead]
    spec = comparison.decided.spec
    return {
        By.TIEBREAK: f"{ahead} is ahead by {spec.label if spec else ''}.",
        By.GROUP: f"{ahead} is ahead, whatever the points: in a group that comes first (a cut, a bracket, a final).",
        By.WITHDRAWN: f"{ahead} is ahead, whatever the points: players who have withdrawn come last in a final phase.",
    }[comparison.decided.by]


def _values(link: ComparedLink, comparison: Comparison, names: dict[int, str]) -> Iterator[str]:
    for line, how in zip(comparison.lines, link.explanations, strict=True):
        combined = f" ({_COMBINED[how.combine]})" if how.combine in _COMBINED else ""
        yield f"  {names[line.player]}: {_shown(how.value, how.unit)}{combined}"
        for term in how.terms:
            yield f"    {_line(term, how, names)}"


def _line(term: Term, how: Explanation, names: dict[int, str]) -> str:
    value = _shown(term.value, how.unit)
    words = [
        f"round {term.round}" if term.round else "",
        names[term.opponent] if term.opponent else "",
        TEXTS[term.note_code] if term.note_code else "",
    ]
    about = ", ".join(filter(None, words))
    return f"{value if term.counted else f'[{value}]'}  {about}".rstrip()


def _shown(value: Value, unit: str) -> str:
    if value is None:
        return "no value"
    exact = Fraction(value)
    if unit == "points":
        if exact.denominator == 1:
            return show_points(exact.numerator)
        exact /= 100
    if unit == "order":  # minus a place
        exact = -exact
    return str(exact.numerator) if exact.denominator == 1 else f"{float(exact):.4f}"
