"""The schedule of an event whose matches are all there from the start (`System.whole`): every round with its days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.events.selectors.phases import is_whole
from tournaments.models import Bye, ByeKind, Round, RoundState, Tournament
from tournaments.names.namesakes import names_in
from tournaments.rounds.selectors.appointments import Fixture, fixtures


@dataclass(frozen=True, slots=True)
class FixtureRound:
    """A round of the schedule. `rests`: (number, name) of who has no match in it."""

    number: int
    matches: tuple[Fixture, ...]
    rests: tuple[tuple[int, str], ...]


def of_player(rounds: Iterable[FixtureRound], number: int) -> tuple[FixtureRound, ...]:
    """The same with the matches and rests of one player only."""
    return tuple(
        FixtureRound(
            round_.number,
            tuple(fixture for fixture in round_.matches if number in dict(fixture.players)),
            tuple(rest for rest in round_.rests if rest[0] == number),
        )
        for round_ in rounds
    )


def has_fixtures(tournament: Tournament) -> bool:
    """Whether everybody may see its whole schedule: all matches are there, and published."""
    return (
        is_whole(tournament)
        and Round.objects.filter(tournament=tournament).exclude(state=RoundState.DRAFT).exists()
    )


def fixture_rounds(tournament: Tournament) -> tuple[FixtureRound, ...]:
    """All published rounds in their order, in a fixed number of queries."""
    matches: dict[int, list[Fixture]] = {}
    for fixture in fixtures(tournament):
        matches.setdefault(fixture.match.round.number, []).append(fixture)
    names = names_in(tournament)
    rests: dict[int, list[tuple[int, str]]] = {}
    byes = Bye.objects.filter(round__tournament=tournament, round__number__in=list(matches))
    for number, player in byes.exclude(kind=ByeKind.ABSENT).values_list("round__number", "player__number"):
        rests.setdefault(number, []).append((player, names[player]))
    return tuple(
        FixtureRound(number, tuple(of_round), tuple(rests.get(number, ())))
        for number, of_round in matches.items()
    )
