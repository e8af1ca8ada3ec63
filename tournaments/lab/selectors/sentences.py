"""What a simulation says, in sentences, each with its uncertainty; the first is the verdict (`simulation_verdict`).

A difference is only called one where its interval of 95 % leaves out zero. Chains of one configuration are compared in
the same events, configurations with each other as if they were independent.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from django.utils.formats import number_format
from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _, ngettext

from pairing.simulation import Estimate
from tournaments.lab.selectors.setups import FACTS, ROUNDS
from tournaments.lab.selectors.simulations import Group, Line, digits, estimate_text, half, start_facts
from tournaments.lab.selectors.verdict import gain, rest_changes, rests_on, verdict


def conclusions(groups: Sequence[Group], chosen: Group | None) -> list[str]:
    """The answers, the most important first: how many rounds, which system, which tie-break, and what they rest on."""
    played = [group for group in groups if group.lines]
    if chosen is None or not chosen.lines:
        return []
    mine = sorted(
        (g.lines[0] for g in played if g.lines[0].series == chosen.lines[0].series),
        key=lambda line: line.rounds,
    )
    said = verdict(mine)
    said += rest_changes(chosen.lines[0]) if chosen.lines[0].goes_on else _whole(mine, chosen)
    said += [*_setups(played, chosen), *_chains(chosen)] if chosen.lines[0].wrong else [_before_lots()]
    return [*said, rests_on(chosen.lines[0])]


def _whole(mine: Sequence[Line], chosen: Group) -> list[str]:
    """Of an event played from its beginning: how often the strongest wins, and what one round more or less changes."""
    return [_chances(chosen.lines[0]), *_rounds(mine, chosen)]


def where_it_starts(group: Group) -> str:
    """The position that is played from, in a line; empty: a whole event."""
    position = group.configuration.start
    if position is None:
        return ""
    start = start_facts(position)
    if not start.tables:
        return _("From round %(round)s on") % {"round": start.round}
    return _("From round %(round)s on, %(given)s of %(tables)s results of which are known") % {
        "round": start.round,
        "given": start.given,
        "tables": start.tables,
    }


def _chances(line: Line) -> str:
    share, error = estimate_text(line.best_wins, percent=True)
    best, best_error = estimate_text(line.best_in_cut)
    first = ngettext(
        "With %(rounds)s round (%(system)s) the strongest player wins in %(share)s (±%(error)s) of events.",
        "With %(rounds)s rounds (%(system)s) the strongest player wins in %(share)s (±%(error)s) of events.",
        line.rounds,
    ) % {"rounds": line.rounds, "system": line.system, "share": share, "error": error}
    cut = line.configuration.cut
    if cut < 2 or cut >= len(line.configuration.strengths):
        return first
    second = _("Of the %(cut)s strongest, %(best)s (±%(error)s) finish in the top %(cut)s on average.") % {
        "cut": cut,
        "best": best,
        "error": best_error,
    }
    return f"{first} {second}"


def _rounds(mine: Sequence[Line], chosen: Group) -> list[str]:
    """What one round more or less would change, for the system of the chosen configuration."""
    rounds = chosen.configuration.rounds
    return [_step(*lines, rounds) for lines in pairwise(mine) if rounds in [line.rounds for line in lines]]


def _step(before: Line, after: Line, rounds: int) -> str:
    """From one number of rounds to another, one of which is `rounds`, which are planned."""
    more, error, measured = gain(before, after)
    if not measured:
        return _nothing(FACTS[ROUNDS][1](line.configuration) for line in (before, after))
    if after.rounds == rounds:
        other = before.rounds
        costs = _("Playing only %(rounds)s would cost %(points)s percentage points (±%(error)s).")
        gains = _("Playing only %(rounds)s would gain %(points)s percentage points (±%(error)s).")
        text = costs if more > 0 else gains
    else:
        other = after.rounds
        adds = _("%(rounds)s rounds add %(points)s percentage points (±%(error)s).")
        text = adds if more > 0 else _("%(rounds)s rounds cost %(points)s percentage points (±%(error)s).")
    return text % {"rounds": other, "points": _number(abs(more), error), "error": _number(error, error)}


def _before_lots() -> str:
    return _("This was simulated before ties were decided by lot. Simulate it again to compare tie-breaks.")


def _by_lot(lines: Iterable[Line]) -> list[tuple[Estimate, Line]]:
    """Lines with their pairs in the wrong order by lot, the fewest first."""
    found = [(line.wrong, line) for line in lines if line.wrong is not None]
    return sorted(found, key=lambda each: each[0].mean)


def _setups(played: Sequence[Group], chosen: Group) -> list[str]:
    """Setups with the same players and as many rounds as the chosen one, by their first chains."""
    mine = chosen.configuration
    same = [g.lines[0] for g in played
            if (g.configuration.rounds, g.configuration.strengths) == (mine.rounds, mine.strengths)]  # fmt: skip
    if len({line.series for line in same}) < 2:
        return []
    (fewest, best), *others = _by_lot(same)
    pairs, error = estimate_text(fewest)
    said = [
        _(
            "%(setup)s: the fewest pairs of players in the wrong order, %(pairs)s (±%(error)s), ties decided by lot."
        )
        % {"setup": capfirst(best.series), "pairs": pairs, "error": error}
    ]
    gaps = [
        (line.series, wrong.mean - fewest.mean, hypot(half(fewest), half(wrong))) for wrong, line in others
    ]
    said += [_more(name, more, around) for name, more, around in gaps if more > around]
    if level := [name for name, more, around in gaps if more <= around]:
        said.append(_nothing([best.series, *level]))
    return said


def _chains(chosen: Group) -> list[str]:
    if len(chosen.lines) < 2:
        return []
    (fewest, best), *others = _by_lot(chosen.lines)
    pairs, error = estimate_text(fewest)
    said = [
        _(
            "%(chain)s comes closest to the true strengths: %(pairs)s pairs of players end "
            "in the wrong order (±%(error)s), ties decided by lot."
        )
        % {"chain": best.chain, "pairs": pairs, "error": error}
    ]
    gaps = [(line.chain, line.gap(best)) for _wrong, line in others]
    if level := [name for name, gap in gaps if gap.low <= 0]:
        said.append(_nothing([best.chain, *level]))
    said += [_more(name, gap.mean, half(gap)) for name, gap in gaps if gap.low > 0]
    return [*said, _ties(chosen.lines)]


def _ties(lines: Sequence[Line]) -> str:
    by_ties: dict[str, list[str]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: line.measures["ties"].mean):
        by_ties[estimate_text(line.measures["ties"])[0]].append(line.chain)
    found = list(by_ties.items())
    (fewest, least), (most, last) = found[0], found[-1]
    if len(found) == 1:
        return _("All leave equally many pairs tied: %(pairs)s on average.") % {"pairs": fewest}
    return _(
        "%(few)s leaves the fewest ties (%(fewest)s pairs on average), %(many)s the most (%(most)s)."
    ) % {"few": _listed(least), "fewest": fewest, "many": _listed(last), "most": most}


def _more(name: str, more: float, error: float) -> str:
    return _("With %(name)s there are %(pairs)s more such pairs (±%(error)s).") % {
        "name": name,
        "pairs": _number(more, error),
        "error": _number(error, error),
    }


def _nothing(names: Iterable[str]) -> str:
    return _("No measurable difference between %(names)s.") % {"names": _listed(names)}


def _listed(names: Iterable[str]) -> str:
    return str(get_text_list(list(names), _("and")))


def _number(value: float, error: float) -> str:
    return number_format(round(value, digits(error)), digits(error))
