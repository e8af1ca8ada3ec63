"""The state of the table queue at any moment of an event: one fold over what has happened (rules/queue.md, B12,
B13).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pairing import engine
from pairing.model.errors import PairingError, message
from pairing.model.moments import MatchId, Moment
from pairing.model.types import RESULTS, Match, Round, RoundStatus, Snapshot
from pairing.model.wording import Phrase, gettext_noop
from pairing.queue.chains import ahead, chains, games_by_id, open_bracket
from pairing.queue.fold import Fold, MatchFacts, PlayerFacts
from pairing.queue.state import MatchState, QueueMatch, QueueOptions, QueuePlayer, QueueState, QueueTable
from pairing.systems.bracket.view import BracketView, State

__all__ = ["Moment", "check_moments", "known_at", "results_of", "state_at", "without_results"]

WITHOUT_RESULT = message(
    "queue_ended_without_result",
    gettext_noop("Match {number} of round {round} has ended, but has no result in its round."),
)


def state_at(
    snapshot: Snapshot, moments: Sequence[Moment], k: int | None = None, now: int | None = None
) -> QueueState:
    """The queue after the first `k` moments (None: all) at the time `now` (None: that of the last of them).

    With `k` the results and matches that came later are not known. Who met whom before a result was corrected
    is known no more than the result. Errors: PairingError, for a moment that cannot be.
    """
    past = moments if k is None else moments[:k]
    known = snapshot if k is None or k >= len(moments) else known_at(snapshot, moments, k)
    fold = _start(snapshot, known, moments)
    for moment in past:
        fold.take(moment)
    return _state(known, fold, (past[-1].at if past else 0) if now is None else now)


def check_moments(snapshot: Snapshot, moments: Sequence[Moment]) -> tuple[int, Phrase] | None:
    """The first moment (by its place) that cannot be, and why; None: all fit each other and the rounds."""
    fold = _start(snapshot, snapshot, moments)
    for at, moment in enumerate(moments):
        try:
            fold.take(moment)
        except PairingError as error:
            return at, error.said
    results = {(r.number, m.table) for r in snapshot.rounds for m in r.matches if not m.is_open}
    for at, moment in reversed(list(enumerate(moments))):
        if (
            moment.verb == "ended"
            and fold.matches[moment.match].ended is not None
            and moment.match not in results
        ):
            return at, PairingError(WITHOUT_RESULT, round=moment.match[0], number=moment.match[1]).said
    return None


def _start(snapshot: Snapshot, known: Snapshot, moments: Sequence[Moment]) -> Fold:
    """The queue before the first moment: who plays in which match, and which have been played already."""
    matches = {(r.number, m.table): m for r in snapshot.rounds for m in r.matches}
    facts = {id: MatchFacts() for id in matches}
    verbs_of = results_of(moments)
    for id, match in matches.items():
        if verbs_of.get(id, [not match.is_open and "reopened"])[0] == "reopened":
            facts[id].state = MatchState.PLAYED
    bracket = open_bracket(snapshot)
    if bracket is not None:
        facts = {id: MatchFacts() for id in games_by_id(bracket)} | facts
    return Fold(
        {id: match.seats for id, match in matches.items()},
        {entrant.id: PlayerFacts() for entrant in snapshot.entrants},
        facts,
        unplayed=[id for id, match in matches.items() if _is_forfeit(match)],
        unsure={moment.match for moment in moments if moment.verb == "take_back"},
    )


def _is_forfeit(match: Match) -> bool:
    return match.result is not None and all(outcome.is_forfeit for outcome in RESULTS[match.result])


def results_of(moments: Sequence[Moment]) -> dict[MatchId, list[str]]:
    """For each match what is noted of its result: `ended` and `reopened`, in their order."""
    told: dict[MatchId, list[str]] = {}
    for moment in moments:
        if moment.verb in ("ended", "reopened"):
            told.setdefault(moment.match, []).append(moment.verb)
    return told


# --- what was known ---------------------------------------------------------------------------------------------
def known_at(snapshot: Snapshot, moments: Sequence[Moment], k: int) -> Snapshot:
    """The event as far as it was known after `k` moments: without the results and rounds that came later, and
    without the matches of a bracket that follow from these results.
    """
    missing = {id for id, verbs in results_of(moments[k:]).items() if verbs[0] == "ended"}
    published = {moment.value for moment in moments[:k] if moment.verb == "published"}
    later = {moment.value for moment in moments[k:] if moment.verb == "published"} - published
    rounds = tuple(
        without_results(round_, missing) for round_ in snapshot.rounds if round_.number not in later
    )
    return _without_what_follows(
        replace(snapshot, rounds=rounds), {id for m in moments[:k] for id, _ in m.calls}
    )


def without_results(round_: Round, missing: Collection[MatchId]) -> Round:
    """A round without the results of these matches."""
    matches = (
        replace(m, result=None, games=None, scores=None) if (round_.number, m.table) in missing else m
        for m in round_.matches
    )
    is_touched = any((round_.number, match.table) in missing for match in round_.matches)
    status = RoundStatus.IN_PROGRESS if is_touched else round_.status
    return replace(round_, matches=tuple(matches), status=status)


def _without_what_follows(snapshot: Snapshot, called: set[MatchId]) -> Snapshot:
    """A bracket without the matches whose players are not known; those that have been called are there."""
    matches = {(r.number, m.table): m for r in snapshot.rounds for m in r.matches}
    plans = engine.open_rounds(snapshot, matches.keys() - called)
    there = {(p.number, m.table) for p in plans for m in p.matches} | called
    first = plans[0].number if plans else len(snapshot.rounds) + 1
    return replace(
        snapshot,
        rounds=tuple(
            replace(
                r, matches=tuple(m for m in r.matches if r.number < first or (r.number, m.table) in there)
            )
            for r in snapshot.rounds
        ),
    )


# --- the state --------------------------------------------------------------------------------------------------
def _state(snapshot: Snapshot, fold: Fold, now: int) -> QueueState:
    bracket = open_bracket(snapshot)
    chain_of = chains(snapshot, bracket)
    options = replace(fold.options, paused=None in fold.stopped, ahead=ahead(snapshot, fold.options.ahead))
    fixed = {entrant.id: entrant.fixed_table for entrant in snapshot.entrants}
    known = ((r.number, m) for r in snapshot.rounds for m in r.matches)
    return QueueState(
        now,
        options,
        tuple(_player(id, facts, options, fixed[id]) for id, facts in fold.players.items()),
        tuple(_tables(fold)),
        (
            *(_match(fold, (number, m.table), m.seats, chain_of, now) for number, m in known),
            *_to_come(snapshot, bracket, fold, chain_of, now),
        ),
    )


def _player(id: int, facts: PlayerFacts, options: QueueOptions, fixed_table: int | None) -> QueuePlayer:
    not_before = None if facts.rose is None or not options.rest else facts.rose + options.rest
    return QueuePlayer(id, facts.since, not_before, not facts.here or facts.paused, fixed_table, facts.left)


def _tables(fold: Fold) -> Iterator[QueueTable]:
    taken = {match.table for match in fold.matches.values()}
    for number, table in sorted(fold.tables.items()):
        free = table.is_open and number not in taken
        yield QueueTable(number, free, table.tags, table.only, table.kept_for, not table.is_open)


def _match(
    fold: Fold, id: MatchId, seats: tuple[int | None, ...], chain_of: dict[MatchId, int], now: int
) -> QueueMatch:
    facts = fold.matches[id]
    is_held = facts.hold and (facts.held_until is None or now < facts.held_until)
    is_called = facts.state is MatchState.CALLED and facts.called is not None
    return QueueMatch(
        id,
        seats,
        facts.state,
        is_held or id[0] in fold.stopped,
        facts.first,
        fold.need_of(id),
        chain_of[id],
        facts.waived,
        facts.table,
        facts.called,
        facts.begun,
        facts.ended,
        facts.sent_back,
        facts.held_until if is_held else None,
        facts.because if is_held else "",
        is_called and now - (facts.called or 0) > fold.options.arrive,
    )


def _to_come(
    snapshot: Snapshot, bracket: BracketView | None, fold: Fold, chain_of: dict[MatchId, int], now: int
) -> Iterator[QueueMatch]:
    """The games of a bracket that are not there yet."""
    if bracket is None:
        return
    there = {(r.number, m.table) for r in snapshot.rounds for m in r.matches}
    for id, game in games_by_id(bracket).items():
        if id not in there and game.state is State.TO_COME:
            players = tuple(side.player for side in game.sides)
            # Both are known, but may yet change places to avoid a rematch.
            yield _match(fold, id, players if None in players else (None, None), chain_of, now)
