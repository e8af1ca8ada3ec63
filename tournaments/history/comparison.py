"""How an event differs from one of its snapshots, for somebody who thinks of going back."""

from dataclasses import dataclass

from tournaments.history.restore_points import way_back
from tournaments.history.wording import Lost, lost_results, people_of, sentences, with_players
from tournaments.models import EventSnapshot, Tournament


@dataclass(frozen=True, slots=True)
class Comparison:
    """What restoring would do, and the results that it would take away or replace. `version` is that of now."""

    version: int
    sentences: tuple[str, ...]
    lost: tuple[Lost, ...]

    @property
    def same(self) -> bool:
        return not self.sentences and not self.lost


def compare(tournament: Tournament, snapshot: EventSnapshot) -> Comparison:
    delta = way_back(tournament, snapshot)
    people = people_of(tournament, delta)
    told = [*sentences(delta, people), *with_players(tournament, delta)]
    return Comparison(tournament.version, tuple(told), tuple(lost_results(delta, people)))
