"""Standings of tables of four: how the points grew from round to round, and what a final phase carried over."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from pairing.engine.standings import rank
from pairing.model.field import Field, Sheet
from pairing.model.options import parse
from pairing.model.types import FOUR, RoundStatus, Snapshot
from pairing.systems.mahjong.options import FinalOptions
from tournaments import snapshots
from tournaments.models import Tournament
from tournaments.standings.selectors.standings import StandingsTable
from tournaments.steps.version_cache import by_version


@dataclass(frozen=True, slots=True)
class Step:
    """A completed round of one player. `total` (hundredths) and `rank` are those of the standings after it.

    `sheet` is None for a round the player had nothing to do with. `carried_from` is set where the total is not the one
    before and the points of the round: what it would have been without the rule that carries a part over.
    """

    round: int
    total: int
    rank: int
    sheet: Sheet | None = None
    carried_from: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """The steps of everybody by number. `carried_after` is the round after which totals were carried in part."""

    steps: Mapping[int, tuple[Step, ...]]
    carried_after: int | None = None

    def carried(self, number: int) -> int | None:
        """What a player took into the final phase, in hundredths; None before it."""
        step = self._at_the_carry(number)
        return None if step is None else step.total

    def before_carry(self, number: int) -> int | None:
        """The whole total a part of which was taken into the final phase, in hundredths; None before it."""
        step = self._at_the_carry(number)
        if step is None:
            return None
        return step.total if step.carried_from is None else step.carried_from

    def _at_the_carry(self, number: int) -> Step | None:
        return next((step for step in self.steps.get(number, ()) if step.round == self.carried_after), None)


def progress(tournament: Tournament) -> Progress:
    """How the points of everybody came about; kept by event version. For tables of four."""
    return by_version(tournament, "progress", lambda: computed(snapshots.load(tournament)))


def computed(snapshot: Snapshot) -> Progress:
    """The progress of a snapshot, not cached."""
    sheets = {
        number: {sheet.round: sheet for sheet in rows} for number, rows in Field(snapshot).sheets.items()
    }
    steps: dict[int, list[Step]] = {entrant.id: [] for entrant in snapshot.entrants}
    carried_after = None
    for round_ in snapshot.rounds:
        if round_.status is not RoundStatus.COMPLETED:
            break
        cut = replace(snapshot, rounds=snapshot.rounds[: round_.number])
        for standing in rank(cut):
            mine = steps[standing.player]
            sheet = sheets[standing.player].get(round_.number)
            summed = (mine[-1].total if mine else 0) + (sheet.points if sheet else 0)
            is_carry = summed != standing.points
            carried_from = summed if is_carry else None
            carried_after = round_.number if is_carry else carried_after
            mine.append(Step(round_.number, standing.points, standing.rank, sheet, carried_from))
    return Progress({number: tuple(rows) for number, rows in steps.items()}, carried_after)


def group_names(tournament: Tournament, groups: Iterable[int]) -> dict[int, str]:
    """What the groups of the standings are called; {} where everybody can still pass everybody."""
    seen = set(groups)
    if len(seen) < 2:
        return {}
    cut = int(parse(FinalOptions, tournament.options).cut)
    rest = cut // FOUR
    names = {group: gettext("Table %(number)s of the final") % {"number": group + 1} for group in seen}
    are_tables = any(0 < group < rest for group in seen)
    names[0] = gettext("Final table") if are_tables else gettext("Top %(size)s") % {"size": cut}
    names[rest] = gettext("Everybody else")
    return names


def final_phase(tournament: Tournament, table: StandingsTable) -> dict[str, Any]:
    """What standings of tables of four say of a final phase. {} for matches of two.

    `group_names` of the groups; `carried`: what everybody took into it (hundredths by number), and `before_carry`,
    right after the round that decided the cut, the whole totals of that round; while everybody can still pass
    everybody, `cut`: how many will go on, and `cut_after`: the number of the last one as it stands.
    """
    if not snapshots.is_of_four(tournament):
        return {}
    growth = progress(tournament)
    is_carried = growth.carried_after is not None and growth.carried_after <= table.after_round
    numbers = [line.number for line in table.lines] if is_carried else ()
    whole = numbers if growth.carried_after == table.after_round else ()
    names = group_names(tournament, (line.group for line in table.lines))
    cut = 0 if names else int(tournament.options.get("cut", 0))
    here = [line.number for line in table.lines if not line.withdrawn]
    return {
        "group_names": names,
        "carried": {number: growth.carried(number) for number in numbers},
        "before_carry": {number: growth.before_carry(number) for number in whole},
        "cut": cut,
        "cut_after": here[cut - 1] if table.after_round and 0 < cut < len(here) else None,
    }
