"""How many rounds to play, by a simulation: one sentence of advice with a number, and what it rests on.

Of a whole event the question is how much each round adds to the chance that the strongest wins. Of an event that has
begun that question misleads: mostly the strongest leads already, and the fewer rounds follow, the surer it stays so.
There it is asked what the rounds to come still change: whether the winner is somebody who did not lead before.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from django.utils.formats import number_format
from django.utils.translation import gettext as _, ngettext

from pairing.simulation import Estimate, Listed
from pairing.simulation.setup import starting
from tournaments.lab.selectors.setups import percent
from tournaments.lab.selectors.simulations import Line, estimate_text, half

# Percentage points. Of a whole event: a step of so little is not worth a round of everybody's time. Of an event that
# has begun: nor is a round that makes a new winner no more often.
SMALL_STEP = 2.0
SMALL_CHANGE = 10.0


def verdict(lines: Sequence[Line]) -> list[str]:
    """The advice, from the lines of one system, fewest rounds first. Empty where a whole event was played with one
    number of rounds only, and for what was played before it was counted what the last round changes.
    """
    if not lines[0].goes_on:
        return [_of_whole(lines)] if len(lines) > 1 else []
    changed = [(line, line.new_winner_at_last) for line in lines]
    known = [(line, found) for line, found in changed if found is not None]
    return [_of_rest(known)] if known else []


def gain(before: Line, after: Line) -> tuple[float, float, bool]:
    """Percentage points of `best_wins`, how sure they are, and whether there is a difference at all."""
    one, other = before.best_wins, after.best_wins
    error = 100 * hypot(half(one), half(other))
    more = 100 * (other.mean - one.mean)
    return more, error, abs(more) > error


def _of_whole(lines: Sequence[Line]) -> str:
    """The first number of rounds after which no step is larger than SMALL_STEP, even at the end of its interval."""
    enough = lines[-1].rounds
    for before, after in reversed(list(pairwise(lines))):
        more, error, _measured = gain(before, after)
        if more + error > SMALL_STEP:
            break
        enough = before.rounds
    facts = {"rounds": enough, "points": number_format(SMALL_STEP, 0)}
    if enough == lines[-1].rounds:
        return (
            _(
                "Play at least %(rounds)s rounds. Not settled: the last round tested may still add more than"
                " %(points)s percentage points."
            )
            % facts
        )
    return (
        ngettext(
            "Play %(rounds)s round: no extra round tested makes the strongest player win more than %(points)s"
            " percentage points more often.",
            "Play %(rounds)s rounds: no extra round tested makes the strongest player win more than %(points)s"
            " percentage points more often.",
            enough,
        )
        % facts
    )


def _of_rest(lines: Sequence[tuple[Line, Estimate]]) -> str:
    """The fewest rounds behind which no round tested makes a new winner in more than SMALL_CHANGE of all events."""
    enough, change = _enough(lines)
    share, error = estimate_text(change, percent=True)
    facts = {"rounds": enough, "next": enough + 1, "share": share, "error": error}
    if enough < lines[-1][0].rounds:  # settled
        text = ngettext(
            "Play %(rounds)s round in all: round %(next)s would change the winner in only %(share)s (±%(error)s) of"
            " events.",
            "Play %(rounds)s rounds in all: round %(next)s would change the winner in only %(share)s (±%(error)s) of"
            " events.",
            enough,
        )
    elif 100 * change.low > SMALL_CHANGE:
        text = _(
            "Play at least %(rounds)s rounds in all: round %(rounds)s still changes the winner in %(share)s"
            " (±%(error)s) of events."
        )
    elif 100 * change.high <= SMALL_CHANGE:
        text = _(
            "Play %(rounds)s rounds in all: round %(rounds)s has begun, and changes the winner in only %(share)s"
            " (±%(error)s) of events."
        )
    else:
        text = _(
            "Play %(rounds)s rounds in all. Not settled: round %(rounds)s changes the winner in %(share)s"
            " (±%(error)s) of events."
        )
    return text % facts


def _enough(lines: Sequence[tuple[Line, Estimate]]) -> tuple[int, Estimate]:
    """A number of rounds, with what the round after it changes; the most that were tested, with what the last one of
    them changes, where that is not little.
    """
    start = lines[0][0].configuration.start
    assert start is not None
    least = len(start.rounds)  # what is paired is played
    enough, change = lines[-1][0].rounds, lines[-1][1]
    for line, found in reversed(lines):
        if line.rounds != enough or enough <= least or 100 * found.high > SMALL_CHANGE:
            break
        enough, change = line.rounds - 1, found
    return enough, change


def rest_changes(line: Line) -> list[str]:
    """What the rounds to come change in the standings of now; of an event that has begun."""
    start = line.configuration.start
    assert start is not None
    begun = starting.first_to_play(start)
    more = line.rounds - begun + 1
    new = line.measures.get("new_winner")
    if new is None or begun == 1:
        said = ngettext(
            "%(more)s more round is played: %(rounds)s in all.",
            "%(more)s more rounds are played: %(rounds)s in all.",
            more,
        )
        return [said % {"more": more, "rounds": line.rounds}]
    share, error = estimate_text(new, percent=True)
    first = ngettext(
        "With %(more)s more round, the winner is someone who does not lead now in %(share)s (±%(error)s) of events.",
        "With %(more)s more rounds, the winner is someone who does not lead now in %(share)s (±%(error)s) of events.",
        more,
    ) % {"more": more, "share": share, "error": error}
    cut = line.configuration.cut
    if cut < 2 or cut >= len(line.configuration.strengths):
        return [first]
    count, around = estimate_text(line.measures["new_in_cut"])
    second = _("Of the first %(cut)s at the end, %(count)s (±%(error)s) are not among the first %(cut)s now.")
    return [first, second % {"cut": cut, "count": count, "error": around}]


def rests_on(line: Line) -> str:
    """What all of it rests on: strengths, draws, and how many events were played."""
    start, field = line.configuration.start, line.configuration.field
    if line.goes_on and start is not None and starting.ratings(start) is None:
        strength = _("This rests on today's standings: players who stand higher now count as stronger.")
    elif isinstance(field, Listed):
        strength = _("This rests on the ratings of this field.")
    else:
        strength = _("This rests on a model of the players' strengths.")
    assumed = _("Draws assumed: %(draws)s%% of matches. Events simulated: %(runs)s.") % {
        "draws": percent(line.configuration.draw),
        "runs": number_format(line.runs, 0, use_l10n=True, force_grouping=True),
    }
    return f"{strength} {assumed}"
