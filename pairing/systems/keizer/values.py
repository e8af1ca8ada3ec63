"""Keizer values and scores: who beats somebody gains the value of that player's place, and all is computed anew until
the ranking stays as it is.

Everything is in hundredths: a value is a whole number, and a share of it is in per cent.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pairing.model.field import Field, Sheet
from pairing.model.options import option
from pairing.model.reasons import gettext_noop, sentence
from pairing.model.types import HUNDRED, ByeKind, Ladder, Outcome
from pairing.systems.shared_options import first_mover


def _percent(default: int, label: str, help: str) -> Any:
    return option(default, label=label, help=help, minimum=0, maximum=100)


@dataclass(frozen=True, slots=True)
class KeizerOptions:
    """Options of the system `keizer`."""

    rounds_between: int | None = option(
        3,
        label=gettext_noop("Rounds between two meetings"),
        help=gettext_noop(
            "Players who have met can meet again when so many rounds lie between; never: not at all."
        ),
        kind="int",
        minimum=0,
        maximum=1000,
        none="never",
    )
    most_meetings: int | None = option(
        None,
        label=gettext_noop("Most meetings"),
        help=gettext_noop("Two players meet at most so many times in the event."),
        kind="int",
        minimum=1,
        maximum=1000,
        none="none",
    )
    top_value: int | None = option(
        None,
        label=gettext_noop("Value of the first place"),
        help=gettext_noop(
            "The first of the ranking is worth so much, each place below one less. "
            "If empty: one and a half times the number of players."
        ),
        kind="int",
        minimum=1,
        maximum=100_000,
        none="none",
    )
    own_value: bool = option(
        True,
        label=gettext_noop("Count the own value"),
        help=gettext_noop("A player's own value is part of the score."),
    )
    loss: int = _percent(
        0,
        gettext_noop("A loss counts"),
        gettext_noop("Per cent of the opponent's value; a draw counts 50, a win 100."),
    )
    bye: int = _percent(66, gettext_noop("A bye counts"), gettext_noop("Per cent of the player's own value."))
    excused: int = _percent(
        33,
        gettext_noop("A half-point bye counts"),
        gettext_noop("Per cent of the player's own value, for a round somebody asked to sit out."),
    )
    absent: int = _percent(
        0, gettext_noop("An absence counts"), gettext_noop("Per cent of the player's own value.")
    )
    most_absences: int | None = option(
        None,
        label=gettext_noop("Absences that count"),
        help=gettext_noop("Half-point byes and absences beyond so many count nothing."),
        kind="int",
        minimum=0,
        maximum=1000,
        none="all",
    )
    first_mover: str = first_mover()


OWN_VALUE = sentence("keizer_own_value", gettext_noop("the player's own value in the ranking"))

WIN, DRAW = 100, 50  # per cent of the opponent's value
STEPS_OF_ROW = 2


@dataclass(frozen=True, slots=True)
class Keizer:
    """Before a round: the ranking, the best first; everybody's value (whole) and score (hundredths), and what each
    round is worth in it.
    """

    order: tuple[int, ...]
    value: Mapping[int, int]
    score: Mapping[int, int]
    rounds: Mapping[int, Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class Share:
    """What a round is worth: per cent of the value of `of`."""

    round: int
    of: int
    percent: int


def keizer(field: Field, options: KeizerOptions) -> Keizer:
    """Values and scores before round `field.number`.

    Before the first round the ranking is by strength. After each round it is computed from the ranking before, again
    and again, until it is one that has been there: nearly always the last one, which stays.
    """
    key = (keizer, options)
    if key not in field.worked_out:
        shares = {id: list(_shares_of(id, rows, options)) for id, rows in field.sheets.items()}
        found = _scored(sorted(field.entrants, key=field.rating_place.__getitem__), {}, field, options, 0)
        for number in sorted(round_.number for round_ in field.rounds):
            found = _settled(found, shares, field, options, number)
        field.worked_out[key] = found
    settled: Keizer = field.worked_out[key]
    return settled


def ladder(field: Field, options: KeizerOptions) -> Ladder:
    """The standings are by Keizer score."""
    found = keizer(field, options)
    return Ladder(found.score, dict.fromkeys(field.entrants, 0), rounds=found.rounds, note=OWN_VALUE)


def _settled(
    scores: Keizer, shares: Mapping[int, list[Share]], field: Field, options: KeizerOptions, number: int
) -> Keizer:
    counted = {id: [share for share in each if share.round <= number] for id, each in shares.items()}
    seen: set[tuple[int, ...]] = set()
    while scores.order not in seen:
        seen.add(scores.order)
        field.work.take(STEPS_OF_ROW * len(scores.order) * (1 + number))
        scores = _again(scores, counted, field, options, number)
    return scores


def _again(
    scores: Keizer, counted: Mapping[int, list[Share]], field: Field, options: KeizerOptions, number: int
) -> Keizer:
    """The scores by the values of a ranking, and the ranking by these scores; equal ones stay in their order."""
    again = _scored(scores.order, counted, field, options, number)
    return replace(again, order=tuple(sorted(scores.order, key=lambda id: -again.score[id])))


def _scored(
    order: list[int] | tuple[int, ...],
    counted: Mapping[int, list[Share]],
    field: Field,
    options: KeizerOptions,
    number: int,
) -> Keizer:
    """The scores by the values of one ranking."""
    top = options.top_value if options.top_value is not None else len(order) * 3 // 2
    value = {id: max(top - at, 0) for at, id in enumerate(order)}
    rounds = {id: {s.round: value[s.of] * s.percent for s in counted.get(id, ())} for id in order}
    score = {id: sum(rounds[id].values()) + options.own_value * value[id] * HUNDRED for id in order}
    for given in field.snapshot.adjustments:
        if given.counts_after(number):
            score[given.player] += given.points
    return Keizer(tuple(order), value, score, rounds)


def _shares_of(id: int, rows: tuple[Sheet, ...], options: KeizerOptions) -> Iterator[Share]:
    missed = 0
    for sheet in rows:
        if sheet.bye is None:
            if sheet.opponent is not None and sheet.outcome is not None:
                yield Share(sheet.round, sheet.opponent, _of_result(sheet.outcome, options))
            continue
        if sheet.bye is ByeKind.FULL:
            yield Share(sheet.round, id, options.bye)
            continue
        missed += 1
        if options.most_absences is None or missed <= options.most_absences:
            yield Share(sheet.round, id, _of_absence(sheet.bye, options))


def _of_result(outcome: Outcome, options: KeizerOptions) -> int:
    """A forfeited match is worth as much to the winner as a won one, and nothing to the loser."""
    if outcome in (Outcome.WIN, Outcome.FORFEIT_WIN):
        return WIN
    if outcome is Outcome.DRAW:
        return DRAW
    return options.loss if outcome is Outcome.LOSS else 0


def _of_absence(kind: ByeKind, options: KeizerOptions) -> int:
    """A bye without points is an absence that was told before."""
    return options.excused if kind is ByeKind.HALF else options.absent
