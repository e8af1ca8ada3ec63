"""The state of the table queue at any moment of an event: one fold over what has happened (rules/queue.md, B12,
B13).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from pairing import engine
from pairing.model.errors import PairingError, message
from pairing.model.moments import MatchId, Moment
from pairing.model.reasons import Phrase, gettext_noop
from pairing.model.types import RESULTS, Entrant, Match, Round, RoundStatus, Snapshot
from pairing.queue.chains import ahead, chains, games_by_id, open_bracket
from pairing.queue.fold import Fold, PlayerFacts
from pairing.queue.state import MatchState, QueueMatch, QueueOptions, QueuePlayer, QueueState
from pairing.systems.bracket.view import State

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
    fold = _start(snapshot, moments)
    for moment in past:
        fold.take(moment)
    return _state(known, fold, (past[-1].at if past else 0) if now is None else now)


def check_moments(snapshot: Snapshot, moments: Sequence[Moment]) -> tuple[int, Phrase] | None:
    """The first moment (by its place) that cannot be, and why; None: all fit each other and the rounds."""
    fold = _start(snapshot, moments)
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


def _start(snapshot: Snapshot, moments: Sequence[Moment]) -> Fold:
    """The queue before the first moment: who plays in which match, and which have been played already."""
    matches = {(r.number, m.table): m for r in snapshot.rounds for m in r.matches}
    bracket = open_bracket(snapshot)
    to_come = games_by_id(bracket) if bracket is not None else {}
    facts = {id: QueueMatch(id, ()) for id in (*to_come, *matches)}
    verb_of = _first_word(moments)
    called = {id for moment in moments for id, _table in moment.calls}
    for id, match in matches.items():
        if verb_of.get(id, "ended" if match.is_open or id in called else "reopened") == "reopened":
            facts[id].state = MatchState.PLAYED
    return Fold(
        {id: match.seats for id, match in matches.items()},
        {entrant.id: PlayerFacts() for entrant in snapshot.entrants},
        facts,
        unplayed=[id for id, match in matches.items() if _is_forfeit(match)],
        unsure={moment.match for moment in moments if moment.verb == "take_back"},
    )


def _is_forfeit(match: Match) -> bool:
    return match.result is not None and all(outcome.is_forfeit for outcome in RESULTS[match.result])


def _first_word(moments: Sequence[Moment]) -> dict[MatchId, str]:
    """For each match what is noted first of its result: that it has `ended`, or was `reopened`."""
    return {moment.match: moment.verb for moment in reversed(moments) if moment.verb in ("ended", "reopened")}


# --- what was known ---------------------------------------------------------------------------------------------
def known_at(snapshot: Snapshot, moments: Sequence[Moment], k: int) -> Snapshot:
    """The event as far as it was known after `k` moments: without the results and rounds that came later, and
    without the matches of a bracket that follow from these results.
    """
    missing = {id for id, verb in _first_word(moments[k:]).items() if verb == "ended"}
    published = {moment.value for moment in moments[:k] if moment.verb == "published"}
    later = {moment.value for moment in moments[k:] if moment.verb == "published"} - published
    rounds = tuple(
        _without_results(round_, missing) for round_ in snapshot.rounds if round_.number not in later
    )
    return _without_what_follows(
        replace(snapshot, rounds=rounds), {id for m in moments[:k] for id, _ in m.calls}
    )


def _without_results(round_: Round, missing: Collection[MatchId]) -> Round:
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
    taken = fold.at_tables()
    for number, table in fold.tables.items():
        table.free = not table.closed and number not in taken
    seats_of: dict[MatchId, tuple[int | None, ...]] = {
        (r.number, m.table): m.seats for r in snapshot.rounds for m in r.matches
    }
    for id, game in games_by_id(bracket).items() if bracket is not None else ():
        if id not in seats_of and game.state is State.TO_COME:
            players = tuple(side.player for side in game.sides)
            # Both are known, but may yet change places to avoid a rematch.
            seats_of[id] = players if None in players else (None, None)
    return QueueState(
        now,
        options,
        tuple(_player(entrant, fold.players[entrant.id], options) for entrant in snapshot.entrants),
        tuple(fold.tables[number] for number in sorted(fold.tables)),
        tuple(_match(fold, id, seats, chain_of[id], now) for id, seats in seats_of.items()),
        fold.decision,
    )


def _player(entrant: Entrant, facts: PlayerFacts, options: QueueOptions) -> QueuePlayer:
    not_before = None if facts.rose is None or not options.rest else facts.rose + options.rest
    held = not facts.here or facts.paused or facts.elsewhere
    fixed, is_elsewhere = entrant.fixed_table, facts.elsewhere
    return QueuePlayer(entrant.id, facts.since, not_before, held, fixed, facts.left, facts.here, is_elsewhere)


def _match(fold: Fold, id: MatchId, seats: tuple[int | None, ...], chain: int, now: int) -> QueueMatch:
    """What is known of a match, with what is true of it now."""
    match = fold.matches[id]
    match.seats, match.chain, match.needs = seats, chain, fold.need_of(id)
    if not match.hold or (match.held_until is not None and match.held_until <= now):
        match.hold, match.held_until, match.because = id[0] in fold.stopped, None, ""
    match.late = match.state is MatchState.CALLED and now - (match.called or 0) > fold.options.arrive
    return match
