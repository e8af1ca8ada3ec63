"""What an organiser may set for a bracket (rules/tiered-league.md, "Bracket"), and the chart that follows from it."""

from dataclasses import dataclass
from typing import Any

from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.options import option
from pairing.model.reasons import gettext_noop, phrase
from pairing.systems.bracket.chart import Chart, double, single
from pairing.systems.bracket.shape import entries, possible_second_byes
from pairing.tiebreaks.league import meaning_of_ratings, ranking_order

MOST_SHOWN = 12


def _after_round() -> Any:
    return option(
        None,
        label=gettext_noop("The bracket begins after round"),
        help=gettext_noop(
            "The rounds up to this one decide who is in and in which place. If empty: the "
            "last rounds count as the bracket."
        ),
        kind="int",
        minimum=0,
        none="none",
    )


def _size() -> Any:
    return option(
        None,
        label=gettext_noop("Players in the bracket"),
        help=gettext_noop("The best by record and strength of schedule. If empty: all players still in."),
        kind="int",
        minimum=2,
        none="none",
    )


def _elimination() -> Any:
    return option(
        None,
        label=gettext_noop("Losses that exclude a player"),
        help=gettext_noop("A player with this many losses when the bracket starts is not in it."),
        kind="int",
        minimum=1,
        none="none",
    )


def _reseed_layers(default: bool) -> Any:
    return option(
        default,
        label=gettext_noop("Seed players with equal byes again"),
        help=gettext_noop(
            "Players with equally many byes are seeded like a Swiss group; otherwise by "
            "record and strength of schedule alone."
        ),
    )


def _avoid_rematches() -> Any:
    return option(
        True,
        label=gettext_noop("Avoid rematches"),
        help=gettext_noop("Lower seeds are swapped to avoid rematches of this event."),
    )


def _advance() -> Any:
    return option(
        "round",
        label=gettext_noop("Later rounds"),
        help=gettext_noop(
            "Match by match: a match of a later round can begin as soon as both of its players are known."
        ),
        choices={
            "round": gettext_noop("Round by round"),
            "match": gettext_noop("Match by match"),
        },
    )


def _best_of() -> Any:
    return option(
        None,
        label=gettext_noop("Best of"),
        help=gettext_noop(
            "Games of a match in each round of the bracket, the last number for all later rounds: 3 3 5. Results with "
            "games must fit. If empty: not declared."
        ),
        kind="best_of",
        none="none",
    )


@dataclass(frozen=True, slots=True)
class BracketOptions:
    """Options of the system `bracket`."""

    after_round: int | None = _after_round()
    size: int | None = _size()
    elimination: int | None = _elimination()
    second_byes: int = option(
        0,
        label=gettext_noop("Players with two byes"),
        help=gettext_noop(
            "This many of the best join one round after the other byes; all others play for the rest."
        ),
        minimum=0,
        maximum=1024,
    )
    reseed_layers: bool = _reseed_layers(True)
    avoid_rematches: bool = _avoid_rematches()
    third_place: bool = option(
        False,
        label=gettext_noop("Match for third place"),
        help=gettext_noop("The losers of the semifinals meet beside the final."),
    )
    advance: str = _advance()
    best_of: tuple[int, ...] | None = _best_of()
    order: str = ranking_order()
    ratings: str = meaning_of_ratings()

    def entering(self, players: int) -> tuple[int, ...]:
        """How many enter in each round of the bracket, the last seeds first.

        Errors: PairingError, for second byes that do not fit so many players.
        """
        found = entries(players, self.second_byes)
        if found is not None:
            return tuple(found)
        fitting = [str(second) for second in possible_second_byes(players)]
        shown = fitting if len(fitting) <= MOST_SHOWN else [*fitting[:MOST_SHOWN], "..."]
        detail = phrase(
            "{value} does not fit a bracket of {count} players; choose from {allowed}",
            value=self.second_byes,
            count=players,
            allowed=", ".join(shown),
        )
        raise PairingError(BAD_INPUT, where="second_byes", detail=detail)

    def chart(self, players: int) -> Chart:
        """The chart for so many players. Errors: as `entering`."""
        return single(self.entering(players), self.third_place)


@dataclass(frozen=True, slots=True)
class DoubleOptions:
    """Options of the system `double_elimination`."""

    after_round: int | None = _after_round()
    size: int | None = _size()
    elimination: int | None = _elimination()
    second_final: bool = option(
        True,
        label=gettext_noop("Second final"),
        help=gettext_noop("Played if the winner of the losers' bracket wins the first final: one loss each."),
    )
    reseed_layers: bool = _reseed_layers(False)
    avoid_rematches: bool = _avoid_rematches()
    advance: str = _advance()
    best_of: tuple[int, ...] | None = _best_of()
    order: str = ranking_order()
    ratings: str = meaning_of_ratings()

    def entering(self, players: int) -> tuple[int, ...]:
        """How many enter in the first round and in the second."""
        return tuple(entries(players) or ())

    def chart(self, players: int) -> Chart:
        """The chart for so many players."""
        return double(players, self.second_final)


AnyOptions = BracketOptions | DoubleOptions


def by_match(options: AnyOptions) -> bool:
    """Whether matches of later rounds are there as soon as their players are known."""
    return options.advance == "match"


def best_of(options: AnyOptions, stage: int) -> int | None:
    """Of how many games the matches of a stage (from 0) are at most; None where that is not declared."""
    lengths = options.best_of or ()
    return lengths[min(stage, len(lengths) - 1)] if lengths else None
