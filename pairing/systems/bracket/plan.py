"""A round of the bracket, why its matches are what they are, and the places it leads to."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial

from pairing.model.errors import Impossible, PairingError, message
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import MATES_MEET, Reason, because, gettext_noop
from pairing.model.types import ByeKind, PlannedBye, PlannedMatch, Relaxation, RoundPlan
from pairing.systems.base import Ladder
from pairing.systems.bracket import explain
from pairing.systems.bracket.chart import Part
from pairing.systems.bracket.occupancy import has_own_table
from pairing.systems.bracket.open_run import OpenRun
from pairing.systems.bracket.options import AnyOptions, by_match
from pairing.systems.bracket.played import as_played
from pairing.systems.bracket.run import Run
from pairing.systems.bracket.seeding import candidates, seeds
from pairing.systems.bracket.stage import Duel, Stage, nothing_known
from pairing.systems.tiered.explain import REFUSED

OVER = message("bracket_over", gettext_noop("The bracket is decided: {player} has won it."))
OVER_NOBODY = message("bracket_over_nobody", gettext_noop("The bracket has ended without a winner."))
NOT_YET = message(
    "bracket_not_yet",
    gettext_noop(
        "The bracket starts after round {after}. Choose another system for round {number} (Settings, Phases)."
    ),
)
OF_PART = {
    Part.LOSERS: explain.LOSERS,
    Part.FINAL: explain.FINAL,
    Part.SECOND_FINAL: explain.SECOND_FINAL,
    Part.THIRD: explain.THIRD,
}


def started_after(field: Field, options: AnyOptions) -> int:
    """The number of the last round before the bracket.

    Without the option: the earliest round after which all later ones are the bracket's own; failing that, the last.
    A bracket played match by match begins with the event.
    """
    if options.after_round is not None or by_match(options):
        return options.after_round or 0
    played = field.number - 1
    return next((after for after in range(played) if _is_its_own(field, options, after)), played)


def _is_its_own(field: Field, options: AnyOptions, after: int) -> bool:
    """Whether the rounds after round `after` are those of a bracket that begins there."""
    try:
        if not _has_its_size(field, options, after):
            return False
        run = _run(field, options, after)
    except PairingError:
        return False
    # Not with rounds beyond the final.
    return run.next is not None or after + len(run.stages) >= field.number - 1


def _has_its_size(field: Field, options: AnyOptions, after: int) -> bool:
    """A quick look before all is worked out: no round may have more matches than its stage of the chart."""
    count = len(candidates(Field(field.snapshot, after + 1), options))
    count = count if options.size is None else min(count, options.size)
    if count < 2:
        return False
    sizes = [len(stage) for stage in options.chart(count).stages]
    matches = [len(r.matches) for r in field.rounds if r.number > after]
    return len(matches) <= len(sizes) and all(n <= max(sizes[at:]) for at, n in enumerate(matches))


def _run(field: Field, options: AnyOptions, after: int, loose: Collection[tuple[int, int]] = ()) -> Run:
    placed = seeds(field.snapshot, after, options, field.work)
    chart = options.chart(len(placed.order))
    first_too = not options.reseed_layers  # else the layers have seen to it

    if by_match(options):
        return OpenRun(field, chart, placed, after, options.avoid_rematches, first_too, loose=loose)

    def run_with(order: tuple[int, ...], exact: bool) -> Run:
        seeded = replace(placed, order=order)
        return Run(field, chart, seeded, after, options.avoid_rematches, first_too, exact=exact)

    if options.after_round is None or field.number - 1 <= after:
        return run_with(placed.order, exact=True)
    # What the seeds were made of may have been corrected, or results of the bracket, or somebody been seated by hand.
    others = as_played(
        placed.order, chart, field.snapshot.rounds[after : field.number - 1], partial(has_own_table, field)
    )
    found: list[Run] = []
    problem: PairingError | None = None
    for exact, order in _readings(placed.order, others):
        try:
            run = run_with(order, exact)
        except PairingError as error:
            problem = error
            continue
        if _is_as_planned(run) and not _other_byes(run):
            return run
        found.append(run)
    if not found:
        raise problem or AssertionError
    return min(found, key=lambda run: (_strangers(run), _other_byes(run)))


def _readings(
    order: tuple[int, ...], others: Iterator[tuple[int, ...]]
) -> Iterator[tuple[bool, tuple[int, ...]]]:
    """Seeds to read the rounds with, and whether to the letter. The first is nearly always right, so the other orders
    are worked out only behind it.
    """
    yield True, order
    rest = list(others)
    yield from ((True, other) for other in rest)
    yield from ((False, other) for other in (order, *rest))


def _strangers(run: Run) -> int:
    """How many sit where nothing that has been played brings them."""
    return sum(not taken.played for _, taken in run.taken)


def _other_byes(run: Run) -> int:
    """How many have rested who should have met somebody, or the other way round. Who went on without an opponent tells
    a round apart in which the same two met.
    """
    rounds = run.field.snapshot.rounds
    others = 0
    for stage in run.stages:
        full = {b.player for b in rounds[stage.number - 1].byes if b.kind is ByeKind.FULL}
        others += len(full ^ {*stage.walkovers, *stage.fresh})
    waited = {(r.number, b.player) for r in rounds for b in r.byes if b.kind is ByeKind.ZERO}
    return others + len(waited.intersection(run.missing))


def _is_as_planned(run: Run) -> bool:
    """Whether every round of a bracket has its games at the tables, and its players in the seats, where these
    seeds bring them. Whoever has a table of their own plays there.
    """
    rounds = run.field.snapshot.rounds
    for stage in run.stages:
        planned = [tuple(sorted((d.upper, d.lower), key=run.seed.__getitem__)) for d in stage.duels]
        played = sorted(rounds[stage.number - 1].matches, key=lambda m: m.table)
        own = {m.seats for m in played if has_own_table(run.field, m)}
        if [p for p in planned if p not in own] != [m.seats for m in played if m.seats not in own]:
            return False
        if not own <= set(planned):
            return False
    return True


def bracket_of(field: Field, options: AnyOptions) -> Run:
    """The bracket of an event as far as it has been played. Errors: PairingError."""
    key = ("bracket", options)
    if key not in field.worked_out:
        after = started_after(field, options)
        if field.number <= after:
            raise PairingError(NOT_YET, after=after, number=field.number)
        field.worked_out[key] = _run(field, options, after)
    found: Run = field.worked_out[key]
    return found


def _stage(run: Run) -> Stage:
    """The round to be paired. Errors: Impossible, when there is none left."""
    is_decided = isinstance(run, OpenRun) and run.champion is not None
    if run.next is not None and (run.next.duels or not is_decided):
        return run.next
    if isinstance(run, OpenRun) and run.problem is not None:
        raise run.problem
    if run.champion is None:
        raise Impossible(OVER_NOBODY)
    raise Impossible(OVER, player=run.champion)


def playing(field: Field, options: AnyOptions) -> tuple[int, ...]:
    """Who has a match or rests in this round. Errors: PairingError, `bracket_over` at the end."""
    run = bracket_of(field, options)
    stage = _stage(run)
    if isinstance(run, OpenRun) and stage.number not in run.whole:
        return (*(p for d in stage.duels for p in (d.upper, d.lower)), *stage.walkovers)
    return (*(p for d in stage.duels for p in (d.upper, d.lower)), *stage.walkovers, *stage.waiting)


def pair(field: Field, options: AnyOptions, lots: Lots) -> RoundPlan:
    """The plan of a round of the bracket; see rules/tiered-league.md, "Bracket". The better seed sits first.

    Nothing is drawn. Who has not entered yet, or has nobody to meet, has a bye; in double elimination whoever waits for
    a game of the other part has one that is worth nothing. Errors: PairingError, when the bracket is over, too
    small, or its rounds are not its own.
    """
    run = bracket_of(field, options)
    return _round(run, _stage(run))


def open_rounds(
    field: Field, options: AnyOptions, lots: Lots, loose: Collection[tuple[int, int]]
) -> tuple[RoundPlan, ...]:
    """Every round of a bracket played match by match, as far as it is known, up to the last with a match.

    Matches that are there stay, whatever the results before them say now, but for `loose` ones (round, number). Errors:
    those of `pair`, but for the end.
    """
    run = _run(field, options, started_after(field, options), loose)
    assert isinstance(run, OpenRun)
    numbers = range(run.after + 1, max(run.known, default=run.after) + 1)
    return tuple(_round(run, run.known.get(number) or nothing_known(number)) for number in numbers)


def _round(run: Run, stage: Stage) -> RoundPlan:
    is_whole = not isinstance(run, OpenRun) or stage.number in run.whole
    matches = tuple(_planned(run, stage, duel, table) for table, duel in _numbered(run, stage))
    byes = [PlannedBye(p, why=(because(explain.WALKOVER),)) for p in stage.walkovers]
    if is_whole:
        byes += _resting(run, stage)
    field = run.field if run.field.number == stage.number else Field(run.field.snapshot, stage.number)
    relaxed = tuple(_relaxed(field, matches, byes))
    return RoundPlan(
        stage.number, matches, tuple(byes), relaxed, tuple(_notes(run, stage)), is_whole=is_whole
    )


def _numbered(run: Run, stage: Stage) -> list[tuple[int, Duel]]:
    """The duels in the order of play, at the tables 1, 2, ...; match by match at the numbers of their games."""
    if isinstance(run, OpenRun):
        return sorted((run.number_of(duel.game), duel) for duel in stage.duels)
    return list(enumerate(stage.duels, 1))


def _resting(run: Run, stage: Stage) -> list[PlannedBye]:
    """The byes of those who are in the bracket and have no game in this stage."""
    byes = []
    for player in stage.waiting:
        if player in stage.fresh:
            byes.append(PlannedBye(player, why=(because(explain.ENTERS_LATER, seed=run.seed[player] + 1),)))
        else:
            byes.append(PlannedBye(player, ByeKind.ZERO, (because(explain.WAITS),)))
    return byes


def _notes(run: Run, stage: Stage) -> list[Reason]:
    """Who is still in although the result before it, as it stands now, says that the other has gone on."""
    here = {p for d in stage.duels for p in (d.upper, d.lower)} | {*stage.walkovers, *stage.waiting}
    found: dict[tuple[int, int | None], Reason] = {}
    for number, taken in run.taken:
        went_on, other = taken.player, taken.instead
        if taken.source.kind == "loser" and other is not None:
            went_on, other = other, went_on
        if not taken.played or not here & {went_on, other}:
            continue
        if other is None:
            why = because(explain.WENT_ON_ALONE, player=went_on, number=number)
        else:
            why = because(explain.WENT_ON, player=went_on, other_player=other, number=number)
        found.setdefault((went_on, other), why)
    return list(found.values())


def _planned(run: Run, stage: Stage, duel: Duel, table: int) -> PlannedMatch:
    first, second = sorted((duel.upper, duel.lower), key=run.seed.__getitem__)
    why = [because(explain.SEEDED, upper=run.seed[first] + 1, lower=run.seed[second] + 1)]
    part = run.chart.games[duel.game].part
    if part in OF_PART:
        why.append(because(OF_PART[part]))
    why += _why_in_layer(run, duel)
    why += [
        because(explain.SWAPPED, player=s.moved, other_player=s.other)
        for s in stage.swaps
        if duel.lower in (s.moved, s.other)
    ]
    if (duel.upper, duel.lower) in stage.rematches:
        why.append(because(explain.REMATCH))
    return PlannedMatch(table, (first, second), tuple(why))


def _why_in_layer(run: Run, duel: Duel) -> list[Reason]:
    chosen = run.seeds.chosen.get(duel.upper)
    if chosen is None or {chosen.a, chosen.b} != {duel.upper, duel.lower}:
        return []
    return [
        because(explain.LAYER, player=chosen.a),
        *(
            because(REFUSED, player=r.player, a_player=chosen.a, mirror_player=r.mirror)
            for r in chosen.refused
        ),
    ]


def _relaxed(field: Field, matches: tuple[PlannedMatch, ...], byes: list[PlannedBye]) -> list[Relaxation]:
    """What a bracket does not promise is declared like everywhere else."""
    found: list[Relaxation] = []
    for match in matches:
        a, b = match.seats
        if b in field.met[a]:
            found.append(Relaxation("rematch", match.seats, because(explain.REMATCH)))
        if field.is_apart(a, b):
            why = MATES_MEET if field.are_only_mates(a, b) else explain.FORBIDDEN
            found.append(Relaxation("forbidden", match.seats, because(why)))
    again = [b for b in byes if b.kind is ByeKind.FULL and b.player in field.had_bye]
    return [*found, *(Relaxation("second_bye", (b.player,), b.why[0]) for b in again)]


def ladder(field: Field, options: AnyOptions) -> Ladder:
    """Places after the bracket began: by the best place that can still be reached, then points and the chain.

    Everybody outside the bracket stands behind it. Rounds that are not the bracket's own count as plain rounds.
    """
    everybody = dict.fromkeys(field.entrants, 0)
    try:
        run = bracket_of(field, options)
    except PairingError:
        return Ladder(field.points, everybody)
    if field.number == run.after + 1:
        return Ladder(field.points, everybody)
    reachable = {p: run.best_place(p) for p in run.seeds.order}
    outside = len(run.seeds.order) + 1
    places = sorted({*reachable.values(), *([outside] if len(reachable) < len(everybody) else [])})
    return Ladder(field.points, {p: places.index(reachable.get(p, outside)) for p in everybody})
