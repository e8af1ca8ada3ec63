"""What follows from a step of an event whose matches begin when their players are free (`steps.listeners`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from django.db import transaction

from pairing.model.moments import MARKS, MatchId
from pairing.queue.chains import games_by_id, open_bracket
from pairing.queue.state import MatchState
from tournaments import snapshots
from tournaments.models import Action, LogEntry, Match, Tournament
from tournaments.queue.selectors.now import QueueNow, has_queue, other_queues, read
from tournaments.queue.services.advancing import advance
from tournaments.queue.services.moments import Facts, note
from tournaments.queue.services.timers import act_now_and_when_due
from tournaments.steps.changes import changing

# Steps after which other players of a match may be known, or other matches may be called.
STEPS = frozenset(
    {
        Action.RESULT_ENTERED,
        Action.RESULT_CLEARED,
        Action.RESULT_CORRECTED,
        Action.RESULT_REPORTED,
        Action.RESULTS_ENTERED,
        Action.ROUND_PUBLISHED,
        Action.ROUND_REPAIRED,
        Action.ROUND_TAKEN_BACK,
        Action.PLAYER_WITHDRAWN,
        Action.PLAYER_RETURNED,
        Action.PLAYER_CHANGED,
        Action.TABLES_PLAYING,
        Action.QUEUE_CHANGED,
        Action.MATCH_CALLED,
        Action.STEP_UNDONE,
    }
)
_OF_THE_QUEUE = frozenset({Action.QUEUE_CHANGED, Action.MATCH_CALLED})


def step_taken(tournament: Tournament, action: str, undoes: LogEntry | None) -> None:
    """Let matches begin as their players become known, and call them as tables become free: inside the step, so that
    one undo takes back what followed from it, too. Calls are steps of their own, after it, also in events of the same
    players.
    """
    is_own = action in _OF_THE_QUEUE
    gone = advance(tournament) if undoes is None and not is_own else ()
    if not has_queue(tournament):
        return
    if action == Action.ROUND_TAKEN_BACK or (undoes and undoes.action == Action.ROUND_PUBLISHED):
        _forget_what_is_gone(tournament)
    if undoes is None and not is_own:
        _follow(tournament, gone)
    elif undoes is not None and undoes.action == Action.MATCH_CALLED:
        _hold(tournament, undoes)
    for event in (tournament, *other_queues(tournament)):
        transaction.on_commit(partial(act_now_and_when_due, event), robust=True)


def _forget_what_is_gone(tournament: Tournament) -> None:
    """With a round goes what happened to its matches: others may have their numbers next. Marks may be of a match of
    the bracket that is to come.
    """
    snapshot = snapshots.load(tournament)
    there = {(r.number, m.table) for r in snapshot.rounds for m in r.matches}
    bracket = open_bracket(snapshot) if snapshot.rounds else None
    marked = there if bracket is None else there | games_by_id(bracket).keys()
    published = {round_.number for round_ in snapshot.rounds}
    rows = zip(tournament.moments.order_by("number"), snapshot.moments, strict=True)
    gone = [
        row.pk
        for row, moment in rows
        if (moment.verb == "published" and moment.value not in published)
        or not (marked if moment.verb in MARKS else there).issuperset(moment.matches)
    ]
    if gone:
        with changing(tournament, touches=("moments",)):
            tournament.moments.filter(pk__in=gone).delete()


def _note_lost(tournament: Tournament, gone: Collection[MatchId]) -> None:
    """Note that matches are there no longer."""
    if lost := _of_lost_matches(tournament, gone):
        with changing(tournament, touches=("moments",)):
            note(tournament, *lost)


def _follow(tournament: Tournament, gone: Collection[MatchId]) -> None:
    """Note what the step was to the queue: matches begun, over or open again; rounds; who has come and gone."""
    if gone:
        _note_lost(tournament, gone)
    queue = read(tournament)
    published = {moment.value for moment in queue.snapshot.moments if moment.verb == "published"}
    new = [{"published": r.number} for r in queue.snapshot.rounds if r.number not in published]
    facts = [*_of_matches(queue, gone), *new, *_of_players(queue)]
    if facts:
        with changing(tournament, touches=("moments",)):
            note(tournament, *facts)


def _of_lost_matches(tournament: Tournament, gone: Collection[MatchId]) -> list[Facts]:
    """Of matches to which no result leads any more: they are open again, and not called."""
    snapshot = snapshots.load(tournament)
    there = {(r.number, m.table) for r in snapshot.rounds for m in r.matches}
    called, last = set[MatchId](), dict[MatchId, str]()
    for moment in snapshot.moments:
        called |= {id for id, _table in moment.calls}
        last |= {id: moment.verb for id in moment.matches if moment.verb not in MARKS}
    facts: list[Facts] = []
    for id in sorted({*gone} & last.keys() - there):
        if last[id] in ("ended", "correct"):
            facts.append({"reopened": list(id)})
        if id in called and last[id] != "take_back":
            facts.append({"take_back": list(id), "because": "correction"})
    return facts


def _of_matches(queue: QueueNow, gone: Collection[MatchId]) -> Iterator[Facts]:
    known, begun = queue.state.match, _begun(queue)
    called = {id for id, match in known.items() if match.state is MatchState.CALLED}
    yield from ({"take_back": list(id), "because": "correction"} for id in sorted(called & {*gone}))
    for round_ in queue.snapshot.rounds:
        for match in round_.matches:
            id = (round_.number, match.table)
            has_ended = known[id].ended is not None
            if match.result is not None and not has_ended:
                yield {"ended": list(id)}
            elif match.result is None and has_ended:
                yield {"reopened": list(id)}
            elif id in called & begun and id not in gone:
                yield {"begin": list(id)}


def _begun(queue: QueueNow) -> set[MatchId]:
    rows = Match.objects.filter(round__tournament=queue.event, playing_since__isnull=False)
    return set(rows.values_list("round__number", "table"))


def _of_players(queue: QueueNow) -> Iterator[Facts]:
    """Who has left, and who is back or new."""
    here = {
        entrant.id
        for entrant in queue.snapshot.entrants
        if entrant.left_after_round is None and not entrant.house
    }
    known = {player.id for player in queue.state.players if player.here}
    if left := sorted(known - here):
        yield {"leave": left}
    if come := sorted(here - known):
        yield {"come": come}


def _hold(tournament: Tournament, undone: LogEntry) -> None:
    """A call that is taken back by undo waits for the desk: calling by itself would repeat it at once."""
    waiting = {each.match.id for each in read(tournament).line}
    facts = [
        {"hold": call["match"], "because": "undo"}
        for call in (undone.after or {}).get("calls", ())
        if tuple(call["match"]) in waiting
    ]
    if facts:
        with changing(tournament, touches=("moments",)):
            note(tournament, *facts)
