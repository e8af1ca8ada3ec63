"""What a pairing system is: a value. Adding one is a module, a line in `systems/__init__.py`, a vector."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import Reason
from pairing.model.seat_words import BY_MOVE, SeatWords
from pairing.model.so_far import SoFar
from pairing.model.types import Ladder, Round, RoundPlan, TableKind

__all__ = ["Ladder", "System", "everybody_present", "once_for_all", "whatever_the_options"]


def whatever_the_options(field: Field, options: Any) -> bool:
    """The `may_pair_ahead` of systems that need no result of the round before."""
    return True


def anew_every_round(options: Any) -> bool:
    """The `draws_once` of systems whose lots all name their round."""
    return False


def whoever_was_paired(field: Field) -> Mapping[int, Set[int]]:
    """The `met` of systems in which a forfeited match counts as one that was played."""
    return field.met


def whoever_had_a_bye(field: Field, options: Any) -> Set[int]:
    """The `had_bye` of systems in which nothing but a bye of the pairing bars from another one."""
    return field.had_bye


def once_for_all(options: Any) -> bool:
    """The `draws_once` of systems that draw for the whole event, whatever the options."""
    return True


def one_after_the_other(options: Any) -> bool:
    """The `side_by_side` of systems that pair a round when the one before is over, and the `whole` of all that wait for
    some results.
    """
    return False


def as_far_as_it_is_known(options: Any) -> int | None:
    """The `ahead` of systems in which a match may be played as soon as it is known."""
    return None


def nobody(field: Field, options: Any) -> Set[int]:
    """The `void` of systems in which every match counts."""
    return frozenset()


def nothing_extra(field: Field, options: Any) -> Mapping[int, Mapping[int, int]]:
    """The `extra_points` of systems that pair by the points of the standings."""
    return {}


def strongest_first(field: Field, options: Any, lots: Lots) -> Sequence[int]:
    """By ranking, rating and list order; under FIDE's rules those come last who came after round 4 was paired."""
    return list(field.start_place)


@dataclass(frozen=True, slots=True)
class System:
    """A pairing system.

    `pair(field, options, lots)` returns the plan of round `field.number`, tables numbered from 1 in the order of
    play, or raises `Impossible`. It seats exactly the players it considers in (`playing(field, options)`), each once;
    requested byes are added by the engine. `version` rises whenever the same snapshot may give another plan.
    `default_tiebreaks` is the chain a new event of this system starts with. `pairs_ahead` says that some of its
    options pair a round while the one before is being played; `may_pair_ahead(field, options)` says whether this
    round can be paired so (it may raise a PairingError that says why not). `assumes(field, options)` is the last round
    with the results it is paired on instead of the true ones, or None.

    With four seats a plan may seat house players: entrants who are one, or new ids it names in `RoundPlan.house`. Who
    meets whom again, and byes, are the system's own business there, but a forbidden pair at one table has to be
    declared as a Relaxation `forbidden` of the two.

    `outlook(field, options, lots)` gives the rounds from `field.number` on that can be told already, as they would be
    if nobody left or came (a planned schedule; () when there is none). `ladder(field, options)` is asked when
    standings are made of the rounds before `field.number`, and gives points and a group to every entrant but house
    players; if it needs a ranking itself, it asks `tiebreaks.ranking`. `own_points`: the points of the ladder are
    others than the sum of the rounds. `plans_ahead` says that all rounds are planned at once. `meets_again`: who meets
    whom follows from the system alone, and a rematch that it plans is no rule given up. `met(field)`: by player whom
    meeting would be a rematch. `had_bye(field, options)`: the players for whom a bye would be a second one.

    `editions`: earlier ones of its rules (option `rules`), by one of which a past round may have been paired.
    `bye_for_one`: a single player left to be paired gets the bye; elsewhere that is no round.

    `floats`: whether players on unequal points who meet have floated; not where all points are different anyway.
    `draws_lots`: whether it draws from the seed at all. `draws_once(options)`: whether a lot of an earlier round has to
    come out the same later on, so that all its rounds need one seed (`pairing.engine.round_seeds`).
    `seat_words`: what its two seats are called. `so_far(field, options)`: by entrant the seats and floats that round
    `field.number` looks at (None: they are nothing to it). `extra_points(field, options)`: by round and entrant, what
    counted for the pairing of that round only (hundredths). `why_not(field, options, played)`: what the rules have
    against a round that was played in the place of round `field.number`. `side_by_side(options)`: whether several
    rounds are open at once; then `open_rounds(field, options, lots, loose)` gives all of them as far as they are
    known, where `loose` matches (round, number) have not begun and may still change, and `pair` the matches of its
    round that are known by then. Their tables are numbers of matches. `ahead(options)`: how many rounds after the first
    unfinished one may be played then (None: any). `whole(options)`: whether every match is there from the start, so
    that nobody can join, and whoever leaves loses by forfeit what has not begun. `void(field, options)`: the entrants
    who have no place in the standings, and whose matches and byes before `field.number` count for nobody.
    `start_order(field, options, lots)`: everybody from starting rank 1; `numbered_until`: until this round is paired
    the ranks are made anew for whoever comes late, afterwards (0: always) a late entry is appended.
    """

    slug: str
    name: str
    summary: str
    seats: TableKind
    options: type
    pair: Callable[[Field, Any, Lots], RoundPlan]
    playing: Callable[[Field, Any], tuple[int, ...]]
    version: str = "1"
    default_tiebreaks: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    pairs_ahead: bool = False
    may_pair_ahead: Callable[[Field, Any], bool] = whatever_the_options
    assumes: Callable[[Field, Any], Round | None] | None = None
    outlook: Callable[[Field, Any, Lots], tuple[RoundPlan, ...]] | None = None
    ladder: Callable[[Field, Any], Ladder] | None = None
    own_points: bool = False
    bye_for_one: bool = False
    floats: bool = True
    plans_ahead: bool = False
    meets_again: bool = False
    met: Callable[[Field], Mapping[int, Set[int]]] = whoever_was_paired
    had_bye: Callable[[Field, Any], Set[int]] = whoever_had_a_bye
    draws_lots: bool = True
    draws_once: Callable[[Any], bool] = anew_every_round
    seat_words: SeatWords = BY_MOVE
    why_not: Callable[[Field, Any, Round], tuple[Reason, ...]] | None = None
    so_far: Callable[[Field, Any], Mapping[int, SoFar]] | None = None
    side_by_side: Callable[[Any], bool] = one_after_the_other
    open_rounds: Callable[[Field, Any, Lots, Collection[tuple[int, int]]], tuple[RoundPlan, ...]] | None = (
        None
    )
    ahead: Callable[[Any], int | None] = as_far_as_it_is_known
    whole: Callable[[Any], bool] = one_after_the_other
    void: Callable[[Field, Any], Set[int]] = nobody
    extra_points: Callable[[Field, Any], Mapping[int, Mapping[int, int]]] = nothing_extra
    start_order: Callable[[Field, Any, Lots], Sequence[int]] = strongest_first
    numbered_until: int = 0

    @property
    def fewest(self) -> int:
        """How many players a round needs at least."""
        return 1 if self.bye_for_one else self.seats


def everybody_present(field: Field, options: Any) -> tuple[int, ...]:
    """The `playing` of systems without elimination."""
    return field.present
