"""The table queue of an event: opened once, changed moment by moment, each a step that can be undone.

What a moment may say, and what follows from it, is decided by the core (`pairing.queue`); here it is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from pairing.formats.document import EVENT, FORMAT
from pairing.model.moments import OF_A_MATCH, MatchId, load_moments
from pairing.model.schema import validate
from pairing.model.types import TWO
from pairing.queue.choice import Call, choose
from pairing.queue.moments import state_at
from tournaments import snapshots
from tournaments.models import Action, Match, RoundState, Series, Tournament
from tournaments.names.namesakes import names_at
from tournaments.queue.refusals import refuse
from tournaments.queue.selectors.now import QueueNow, has_queue, read, seconds_now
from tournaments.queue.services.moments import Facts, note
from tournaments.rounds.services.playing import mark_playing
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.refusals import core_errors_by_place

# What the desk, a player or a program may say; everything else follows from steps of the event.
BY_HAND = frozenset(
    {
        "open_tables", "close_tables", "tags", "keep", "pause", "back", "hold", "release", "first", "not_first",
        "needs", "needs_round", "waive", "desk_call", "move", "begin", "free_table", "take_back", "options",
        "stop", "go",
    }
)  # fmt: skip


MOST_TABLES = 500


def open_queue(
    *, tournament: Tournament, actor: User | None, tables: Sequence[int], **options: object
) -> Tournament:
    """Begin to call matches to these tables. `options` are those of `change`, as moments have them.

    Errors: `queue_open`, `no_tables`, `queue_needs_two`, and those of the moments.
    """
    if snapshots.seats_at_table(tournament) != TWO:
        raise refuse.queue_needs_two()
    if not 0 < len(tables) <= MOST_TABLES:
        raise refuse.no_tables(most=MOST_TABLES)
    with changing(tournament, touches=("settings", "moments")):
        if has_queue(tournament):
            raise refuse.queue_open()
        tournament.play_started_at = timezone.now()
        tournament.save(update_fields=["play_started_at"])
        here = tournament.players.filter(house=False, left_after_round=None).order_by("number")
        published = tournament.rounds.exclude(state=RoundState.DRAFT).order_by("number")
        rounds = snapshots.load(tournament).rounds
        had_result = [(r.number, m.table) for r in rounds for m in r.matches if m.result is not None]
        facts: list[dict[str, Any]] = [
            {"options": {"call": False, "accept": False, **options}},
            {"open_tables": sorted(set(tables))},
            {"come": list(here.values_list("number", flat=True))},
            *({"published": number} for number in published.values_list("number", flat=True)),
            *({"ended": list(id)} for id in had_result),
        ]
        _check(tournament, *facts)
        note(tournament, *facts)
        _log(tournament, actor, facts[:2])
    return tournament


def change(*, tournament: Tournament, actor: User | None, facts: Sequence[Facts], who: str = "") -> None:
    """One deed of the desk or a player, in one moment or a few at once, such as [{"hold": [2, 5]}].

    Errors: `no_queue`, `not_by_hand` (what follows from steps of the event, such as results), those of the moments.
    """
    if not facts or not all(BY_HAND & each.keys() for each in facts):
        raise refuse.not_by_hand(allowed=", ".join(sorted(BY_HAND)))
    with changing(tournament, touches=("moments",), later=("matches",)):
        if not has_queue(tournament):
            raise refuse.no_queue()
        _check(tournament, *facts)
        if "begin" in facts[0]:
            _begin(tournament, actor, facts[0])
            raise Unchanged
        note(tournament, *facts)
        _log(tournament, actor, facts, who=who)


def _begin(tournament: Tournament, actor: User | None, facts: Facts) -> None:
    """A match begins wherever it is said that its players sit there; the queue follows (`listening`)."""
    number, table = facts["begin"]
    round_ = tournament.rounds.get(number=number)
    mark_playing(tournament=tournament, actor=actor, round_=round_, tables=[table])


def _check(tournament: Tournament, *facts: Facts) -> None:
    """Errors: those of the core, where these moments cannot come after all others."""
    snapshot = snapshots.load(tournament)
    at = seconds_now(snapshot)
    data = [{"at": at, **each} for each in facts]
    with core_errors_by_place("moment"):
        validate({"format": FORMAT, "players": [], "moments": data}, EVENT)
        state_at(snapshot, (*snapshot.moments, *load_moments(data)), now=at)


def _log(tournament: Tournament, actor: User | None, facts: Sequence[Facts], who: str = "") -> None:
    log.write(
        tournament=tournament,
        actor=actor,
        who=who,
        action=Action.QUEUE_CHANGED,
        subject=_about(tournament, facts[0]),
        after={"moments": [dict(each) for each in facts]},
    )


def _about(tournament: Tournament, facts: Facts) -> str:
    """The match or the tables that a moment is about, for the log."""
    named = next((value for value in facts.values() if isinstance(value, list)), [])
    verb = next(iter(facts))
    if verb in OF_A_MATCH:
        return _names(tournament, (named[0], named[1]))
    return ", ".join(map(str, named)) if verb in ("open_tables", "close_tables") else ""


def _names(tournament: Tournament, id: MatchId) -> str:
    row = Match.objects.filter(round__tournament=tournament, round__number=id[0], table=id[1]).first()
    return names_at(tournament, row) if row else ""


def call_next(*, tournament: Tournament, actor: User | None) -> tuple[Call, ...]:
    """Make the calls that the rules propose now. Errors: `no_queue`, `nothing_to_call`."""
    calls = _decide(tournament, actor)
    if not calls:
        raise refuse.nothing_to_call()
    return calls


def decide(tournament: Tournament) -> QueueNow | None:
    """Make the calls that are due, where the queue calls by itself; gives the queue as it was before them, None where
    it does not. Whoever asks, and however often: a decision is made once.
    """
    queue = read(tournament) if has_queue(tournament) else None
    if queue is None or not queue.state.options.call:
        return None
    if queue.proposals:
        _decide(tournament, None)
    return queue


def _decide(tournament: Tournament, actor: User | None) -> tuple[Call, ...]:
    calls: tuple[Call, ...] = ()
    try:
        with _deciding(tournament):
            if not has_queue(tournament):
                raise refuse.no_queue()
            queue = read(tournament)
            calls = choose(queue.state)
            if not calls:
                raise Unchanged
            number = queue.state.decision + 1
            decided = {"decision": number, "calls": [_call(call) for call in calls]}
            note(tournament, decided, there=queue.elsewhere)
            log.write(
                tournament=tournament,
                actor=actor,
                action=Action.MATCH_CALLED,
                subject="; ".join(f"{call.table}: {_names(tournament, call.match)}" for call in calls),
                after={"calls": [_call(call) for call in calls], "decision": number},
            )
    except IntegrityError:  # somebody else has made this decision
        return ()
    return calls


@contextmanager
def _deciding(tournament: Tournament) -> Iterator[None]:
    """Of two events of a series one decides after the other, so nobody is called to two tables at once."""
    with transaction.atomic():
        if tournament.series_id is not None:
            Series.objects.select_for_update().filter(pk=tournament.series_id).first()
        with changing(tournament, touches=("moments",)):
            yield


def _call(call: Call) -> dict[str, Any]:
    return {"match": list(call.match), "table": call.table}
