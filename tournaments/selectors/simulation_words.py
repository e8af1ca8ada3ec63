"""What a simulation says, in sentences, each with its uncertainty.

A difference is only called one where its interval of 95 % leaves out zero. Chains of one configuration are compared in
the same events, configurations with each other as if they were independent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing.simulation import Configuration
from tournaments.selectors.simulations import Group, Line, digits, half, shown, start_facts

# A step of so little is not worth a round of everybody's time; said as such, never decided.
SMALL_STEP = 2.0


def conclusions(groups: Sequence[Group], chosen: Group | None) -> list[str]:
    """The answers, the most important first: to how many rounds, which system, and which tie-break."""
    played = [group for group in groups if group.lines]
    if chosen is None or not chosen.lines:
        return []
    said = [*_more_rounds(chosen), _chances(chosen.lines[0])]
    said += _rounds(played, chosen)
    said += _systems(played, chosen)
    said += _chains(chosen)
    return said


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


def _to_come(configuration: Configuration) -> int:
    """Rounds beyond those that are paired already."""
    return configuration.rounds - len(configuration.start.rounds) if configuration.start is not None else 0


def _more_rounds(chosen: Group) -> list[str]:
    if chosen.configuration.start is None:
        return []
    more = _to_come(chosen.configuration)
    return [
        ngettext(
            "The event goes on from where it stands, with %(more)s more round: %(rounds)s in all.",
            "The event goes on from where it stands, with %(more)s more rounds: %(rounds)s in all.",
            more,
        )
        % {"more": more, "rounds": chosen.configuration.rounds}
    ]


def _chances(line: Line) -> str:
    share, error = shown(line.best_wins, percent=True)
    best, best_error = shown(line.best_in_cut)
    first = ngettext(
        "With %(rounds)s round (%(system)s) the strongest player wins in %(share)s (±%(error)s) of events.",
        "With %(rounds)s rounds (%(system)s) the strongest player wins in %(share)s (±%(error)s) of events.",
        line.rounds,
    ) % {"rounds": line.rounds, "system": line.system, "share": share, "error": error}
    cut = line.configuration.cut
    if cut < 2 or cut >= len(line.configuration.strengths):
        return first
    second = _(
        "Of the %(cut)s strongest, %(best)s (±%(error)s) come in among the first %(cut)s on average."
    ) % {"cut": cut, "best": best, "error": best_error}
    return f"{first} {second}"


def _rounds(played: Sequence[Group], chosen: Group) -> list[str]:
    """What one round more or less would change, for the system of the chosen configuration."""
    mine = sorted(
        (g.lines[0] for g in played if g.lines[0].system == chosen.lines[0].system),
        key=lambda line: line.rounds,
    )
    said = []
    for before, after in pairwise(mine):
        if before.rounds == chosen.configuration.rounds:
            said.append(_step(before, after))
        elif after.rounds == chosen.configuration.rounds:
            said.append(_step_back(before, after))
    if len(mine) > 2:
        said += _how_many(mine)
    return said


def _how_many(mine: Sequence[Line]) -> list[str]:
    """From when on another round brings little; for an event that goes on also how many more rounds that are."""
    enough = _enough(mine)
    goes_on = mine[0].configuration.start is not None
    if enough is None:
        open_ = _(
            "Whether fewer rounds are enough cannot be said: the last round that was tried still adds more than"
            " %(points)s percentage points, or may do so."
        )
        return [open_ % {"points": number_format(SMALL_STEP, 0)}] if goes_on else []
    said = [
        _(
            "From %(rounds)s rounds on, no further round that was tried adds more than %(points)s percentage points."
        )
        % {"rounds": enough.rounds, "points": number_format(SMALL_STEP, 0)}
    ]
    if goes_on:
        more = _to_come(enough.configuration)
        said.append(
            ngettext(
                "By that, %(more)s more round is enough.", "By that, %(more)s more rounds are enough.", more
            )
            % {"more": more}
        )
    return said


def _step(before: Line, after: Line) -> str:
    gain, error, measured = _gain(before, after)
    if not measured:
        return _nothing(
            ngettext("%(rounds)s round", "%(rounds)s rounds", line.rounds) % {"rounds": line.rounds}
            for line in (before, after)
        )
    values = {"rounds": after.rounds, "points": _number(abs(gain), error), "error": _number(error, error)}
    if gain > 0:
        return _("Going on to %(rounds)s rounds adds %(points)s percentage points (±%(error)s).") % values
    return _("Going on to %(rounds)s rounds takes away %(points)s percentage points (±%(error)s).") % values


def _step_back(before: Line, after: Line) -> str:
    gain, error, measured = _gain(before, after)
    if not measured:
        return _nothing(
            ngettext("%(rounds)s round", "%(rounds)s rounds", line.rounds) % {"rounds": line.rounds}
            for line in (before, after)
        )
    values = {"rounds": before.rounds, "points": _number(abs(gain), error), "error": _number(error, error)}
    if gain > 0:
        return _("Playing only %(rounds)s would cost %(points)s percentage points (±%(error)s).") % values
    return _("Playing only %(rounds)s would gain %(points)s percentage points (±%(error)s).") % values


def _gain(before: Line, after: Line) -> tuple[float, float, bool]:
    """Percentage points of `best_wins`, how sure they are, and whether there is a difference at all."""
    one, other = before.best_wins, after.best_wins
    error = 100 * hypot(half(one), half(other))
    gain = 100 * (other.mean - one.mean)
    return gain, error, abs(gain) > error


def _enough(lines: Sequence[Line]) -> Line | None:
    """The first number of rounds after which no step is larger than SMALL_STEP, even at the end of its interval."""
    enough = None
    for before, after in reversed(list(pairwise(lines))):
        gain, error, _measured = _gain(before, after)
        if gain + error > SMALL_STEP:
            break
        enough = before
    return enough


def _systems(played: Sequence[Group], chosen: Group) -> list[str]:
    """Systems with as many rounds as the chosen one, by their first chains."""
    same = [g.lines[0] for g in played if g.configuration.rounds == chosen.configuration.rounds]
    if len({line.system for line in same}) < 2:
        return []
    best, *others = sorted(same, key=lambda line: line.measures["inversions"].mean)
    pairs, error = shown(best.measures["inversions"])
    said = [
        _(
            "%(system)s orders the field best: %(pairs)s (±%(error)s) pairs of players end up the wrong way round."
        )
        % {"system": best.system, "pairs": pairs, "error": error}
    ]
    level = []
    for line in others:
        one, other = best.measures["inversions"], line.measures["inversions"]
        around, more = hypot(half(one), half(other)), other.mean - one.mean
        if more <= around:
            level.append(line.system)
            continue
        said.append(_more(line.system, more, around))
    if level:
        said.append(_nothing([best.system, *level]))
    return said


def _chains(chosen: Group) -> list[str]:
    if len(chosen.lines) < 2:
        return []
    best, *others = sorted(chosen.lines, key=lambda line: line.measures["inversions"].mean)
    pairs, error = shown(best.measures["inversions"])
    said = [
        _(
            "The final order is closest to the true strengths with %(chain)s: %(pairs)s (±%(error)s) pairs of players"
            " end up the wrong way round."
        )
        % {"chain": best.chain, "pairs": pairs, "error": error}
    ]
    level = [best.chain]
    steps: dict[str, str] = {}
    for line in others:
        gap = line.gap(best)
        if gap.low <= 0:
            level.append(line.chain)
        else:
            steps[line.chain] = _more(line.chain, gap.mean, half(gap))
    if len(level) > 1:
        said.append(_nothing(level))
    said += steps.values()
    said.append(_ties(chosen.lines))
    return said


def _ties(lines: Sequence[Line]) -> str:
    by_ties: dict[str, list[str]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: line.measures["ties"].mean):
        by_ties[shown(line.measures["ties"])[0]].append(line.chain)
    found = list(by_ties.items())
    (fewest, least), (most, last) = found[0], found[-1]
    if len(found) == 1:
        return _("All leave as many pairs of players level: %(pairs)s on average.") % {"pairs": fewest}
    return _(
        "Fewest pairs of players stay level with %(few)s (%(fewest)s on average), most with %(many)s (%(most)s). Pairs"
        " that stay level count as being in the right order, which favours tie-breaks that leave many."
    ) % {"few": _listed(least), "fewest": fewest, "many": _listed(last), "most": most}


def _more(name: str, more: float, error: float) -> str:
    return _("With %(name)s there are %(pairs)s (±%(error)s) such pairs more.") % {
        "name": name,
        "pairs": _number(more, error),
        "error": _number(error, error),
    }


def _nothing(names: Iterable[str]) -> str:
    return _("No difference could be measured between %(names)s.") % {"names": _listed(names)}


def _listed(names: Iterable[str]) -> str:
    return str(get_text_list(list(names), _("and")))


def _number(value: float, error: float) -> str:
    return number_format(value, digits(error))
