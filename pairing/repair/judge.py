"""Which rules a round breaks, for rounds that were changed by hand; and how it differs from the engine's.

A rule is judged at tables and byes that somebody has changed: what the system has paired itself it has reasons for.
The rules that hold whatever the system says (everybody once, forbidden pairs, rematches, second byes) are judged
everywhere.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pairing.engine import pair
from pairing.engine.recheck import why_not
from pairing.model.errors import PairingError
from pairing.model.reasons import Reason, because
from pairing.model.types import TWO, Bye, ByeKind, Match, PlannedMatch, Round, RoundPlan, Snapshot
from pairing.repair import wording
from pairing.repair.assemble import broken_at, full_byes
from pairing.repair.rules import REMATCH, SECOND_BYE, reason_of_rule
from pairing.repair.structure import FIXED
from pairing.repair.types import Difference, Task, Warning, task_of


def judge(
    snapshot: Snapshot, round_: Round, plan: RoundPlan, *, overrides: Mapping[str, Any] | None = None
) -> tuple[Warning, ...]:
    """Every rule that the plan breaks, in the order of the tables.

    `snapshot` is the event without the round, `round_` the round before the change. The arguments are those of
    `repairs`. Errors: PairingError, where the round is not the last one, or those of the system.
    """
    task = task_of(snapshot, round_, frozenset(), overrides, None)
    judged = _Judged(task, plan)
    found = [*judged.everybody(), *judged.tables(), *judged.byes()]
    return tuple(sorted(found, key=lambda w: (w.table is None, w.table or 0)))


class _Judged:
    def __init__(self, task: Task, plan: RoundPlan) -> None:
        self.task, self.plan = task, plan
        self.before = {frozenset(m.seats) for m in task.before.matches}
        self.two = task.system.seats == TWO

    def everybody(self) -> Iterator[Warning]:
        """Everybody once, nobody else."""
        playing, asked = self.task.playing, self.task.asked
        people = [p for m in self.plan.matches for p in m.seats if not self._fills_up(p)]
        times = Counter([*people, *(b.player for b in self.plan.byes)])
        for player in (*playing, *asked):
            if player not in times:
                yield Warning("not_seated", (player,), because(wording.NOT_SEATED, player=player))
        for player, count in times.items():
            if count > 1:
                yield Warning("twice", (player,), because(wording.TWICE, player=player))
            if player not in playing and player not in asked:
                yield Warning("stranger", (player,), because(wording.STRANGER, player=player))
        for player in people:
            if player in asked:
                yield Warning("asked_bye", (player,), because(wording.ASKED_BYE, player=player))

    def _fills_up(self, player: int) -> bool:
        return not self.two and self.task.is_house(player)

    def tables(self) -> Iterator[Warning]:
        """Numbers and seats, who may not meet, and what is odd about tables that are new."""
        numbers = Counter(m.table for m in self.plan.matches)
        for table, count in numbers.items():
            if count > 1:
                yield Warning("table_twice", (), because(wording.TABLE_TWICE, table=table), table)
        given = self._given()
        for match in self.plan.matches:
            seats = self.task.system.seats
            if len(match.seats) != seats or len(set(match.seats)) != seats:
                why = because(wording.SEATS, table=match.table, count=len(set(match.seats)), seats=seats)
                yield Warning("seats", match.seats, why, match.table)
                continue
            if any(p not in self.task.field.entrants for p in match.seats):
                continue  # a stranger, told above, or a new house player
            yield from self._rules_at(match)
            if frozenset(match.seats) not in self.before:
                yield from self._new_table(match, given)
            yield from self._fixed_table(match, numbers)

    def _rules_at(self, match: PlannedMatch) -> Iterator[Warning]:
        for rule, players in broken_at(self.task, match.seats):
            if rule == REMATCH and self.task.system.meets_again:
                continue
            yield Warning(rule, players, reason_of_rule(rule, players), match.table)

    def _new_table(self, match: PlannedMatch, expected: set[frozenset[int]] | None) -> Iterator[Warning]:
        players = match.seats
        if expected is not None:
            if frozenset(players) not in expected:
                why = because(wording.NOT_THE_SYSTEM, players=players)
                yield Warning("structure", players, why, match.table)
            return
        if not self.two:
            return
        a, b = sorted(players, key=lambda p: -self.task.rules.score[p])
        upper, lower = self.task.rules.score[a], self.task.rules.score[b]
        if upper != lower:
            why = because(
                wording.APART,
                player=a,
                score=upper,
                other_player=b,
                met_score=lower,
                apart_score=upper - lower,
            )
            yield Warning("score", (a, b), why, match.table)
        first = self.task.rules.seat(*players)[0]
        if first != players[0]:
            why = because(self.task.system.seat_words.rule, player=first)
            yield Warning("first_mover", players, why, match.table)

    def _fixed_table(self, match: PlannedMatch, numbers: Mapping[int, int]) -> Iterator[Warning]:
        entrants = self.task.field.entrants
        if any(entrants[p].fixed_table == match.table for p in match.seats):
            return
        for player in match.seats:
            fixed = entrants[player].fixed_table
            if fixed is not None:
                why = because(wording.NOT_ITS_TABLE, player=player, table=fixed)
                yield Warning("fixed_table", (player,), why, match.table)

    def byes(self) -> Iterator[Warning]:
        """Who has a bye that was not asked for, and how many there are."""
        asked = self.task.asked
        for bye in self.plan.byes:
            if bye.kind is not ByeKind.FULL and asked.get(bye.player) is not bye.kind and not self._rests():
                why = because(wording.NO_BYE_ASKED, player=bye.player)
                yield Warning("no_bye_asked", (bye.player,), why)
        given = [p for p in sorted(full_byes(self.plan)) if p not in asked and p in self.task.playing]
        if not self.two or self._rests():
            return
        rules = self.task.rules
        least = len(self.task.playing) % TWO
        if len(given) > least:
            why = because(wording.BYES, count=len(given), least=least, players=tuple(given))
            yield Warning("byes", tuple(given), why)
        before = full_byes(self.task.before)
        lowest = rules.lowest_bye(self.task.playing)
        for player in given:
            if player in rules.had_bye:
                yield Warning(SECOND_BYE, (player,), reason_of_rule(SECOND_BYE, (player,)))
            if player not in before and rules.bye_distance(player, lowest):
                why = because(wording.BYE_ABOVE, player=player, score=rules.score[player], low_score=lowest)
                yield Warning("bye", (player,), why)

    def _rests(self) -> bool:
        """Whether the system gives byes of its own making."""
        return self.task.system.slug in FIXED or not self.two

    def _given(self) -> set[frozenset[int]] | None:
        """The tables of a system that leaves no choice; None for the others."""
        task = self.task
        if task.system.slug not in FIXED:
            return None
        try:
            plan = task.system.pair(task.field, task.options, task.lots)
        except PairingError:
            return set()
        return {frozenset(m.seats) for m in plan.matches}


def paired_now(
    snapshot: Snapshot, *, seed: str = "", overrides: Mapping[str, Any] | None = None
) -> RoundPlan | PairingError:
    """What the engine would pair for a round by now, or what keeps it from that.

    `snapshot` is the event without the round; `seed` is that of the round, where it has one of its own. `overrides` are
    options as in `engine.pair`.
    """
    try:
        return pair(replace(snapshot, draw_seed=seed or snapshot.draw_seed), overrides=overrides)
    except PairingError as error:
        return error


def compared(plan: RoundPlan, paired: RoundPlan | PairingError) -> Difference:
    """A plan against what the engine would have paired (`paired_now`). Numbers of tables and seats do not count;
    whatever keeps the engine from pairing the round is told in `error`.
    """
    if isinstance(paired, PairingError):
        everything = tuple(m.table for m in plan.matches)
        return Difference((), everything, byes_plan=tuple(sorted(full_byes(plan))), error=str(paired))
    engine = {frozenset(m.seats): m.seats for m in paired.matches}
    ours = {frozenset(m.seats): m.table for m in plan.matches}
    byes, byes_engine = full_byes(plan), full_byes(paired)
    return Difference(
        same=tuple(table for players, table in ours.items() if players in engine),
        different=tuple(table for players, table in ours.items() if players not in engine),
        only_engine=tuple(seats for players, seats in engine.items() if players not in ours),
        byes_plan=tuple(sorted(byes - byes_engine)),
        byes_engine=tuple(sorted(byes_engine - byes)),
    )


def against(
    snapshot: Snapshot, plan: RoundPlan, *, seed: str = "", overrides: Mapping[str, Any] | None = None
) -> tuple[Reason, ...]:
    """What the rules of the system have against a plan that breaks none, but is not the one they give: the criterion by
    which it is worse, or else the first table it has not, with its reasons. The arguments are those of `paired_now`.
    Errors: those of `engine.pair`.
    """
    known = replace(snapshot, draw_seed=seed or snapshot.draw_seed)
    matches = tuple(Match(m.table, m.seats) for m in plan.matches)
    round_ = Round(plan.number, matches=matches, byes=tuple(Bye(b.player, b.kind) for b in plan.byes))
    if told := why_not(known, overrides or {}, round_):
        return told
    ours = {frozenset(m.seats) for m in matches}
    others = (m for m in pair(known, overrides=overrides).matches if frozenset(m.seats) not in ours)
    return next(((because(wording.INSTEAD, players=m.seats), *m.why) for m in others), ())
