"""How many matches must still be played one after another, from each match on (docs/rules/queue.md, A3, 3 b),
and which matches of a bracket are still to come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pairing.engine import find_system, phases
from pairing.engine.brackets import bracket_view
from pairing.model.errors import PairingError
from pairing.model.moments import MatchId
from pairing.model.options import parse
from pairing.model.types import Snapshot
from pairing.systems.bracket.chart import Part
from pairing.systems.bracket.view import SYSTEM_OF, BracketView, State, ViewGame

ORDER = list(Part)


def is_match_by_match(snapshot: Snapshot, number: int | None = None) -> bool:
    """Whether a round, by default the last one, is of a bracket whose matches follow from results one by one."""
    return phases.rules(snapshot, number)[0] in SYSTEM_OF and phases.side_by_side(snapshot, number)


def open_bracket(snapshot: Snapshot) -> BracketView | None:
    """The bracket that is played match by match; None for other events, and where none can be drawn."""
    if not is_match_by_match(snapshot):
        return None
    try:
        return bracket_view(snapshot)
    except PairingError:
        return None


def ahead(snapshot: Snapshot, declared: int | None) -> int | None:
    """How many rounds after the first with a match to be played may begin (A2): any in a bracket, as many as
    `declared` where all rounds are planned, but no more than the system says, none where the next one needs the
    results.
    """
    slug, options = phases.rules(snapshot)
    system = find_system(slug)
    if slug in SYSTEM_OF or not system.outlook:
        return None if slug in SYSTEM_OF else 0
    chosen = parse(system.options, options)
    limits = (declared, system.ahead(chosen) if system.side_by_side(chosen) else None)
    return min((limit for limit in limits if limit is not None), default=None)


def chains(snapshot: Snapshot, bracket: BracketView | None) -> dict[MatchId, int]:
    """The chain of every match there is or that is to come in the bracket. In a bracket the longest way to its
    last match, over the places of winners and losers; elsewhere the rounds from its own to the last one.
    """
    last = max(_last_round(snapshot), len(snapshot.rounds))
    chain_of = {(r.number, m.table): last - r.number + 1 for r in snapshot.rounds for m in r.matches}
    if bracket is not None:
        ways = _ways(bracket.games)
        chain_of |= {id: ways[game.number] for id, game in games_by_id(bracket).items()}
    return chain_of


def _last_round(snapshot: Snapshot) -> int:
    if not snapshot.phases:
        return snapshot.rounds_planned or 0
    return phases.starts(snapshot.phases)[-1] + (snapshot.phases[-1].rounds or 1)


def _ways(games: Iterable[ViewGame]) -> Mapping[int, int]:
    """By number of a game, how many games the longest way from it to the end has, itself included."""
    ways: dict[int, int] = {}
    for game in sorted(games, key=lambda game: game.stage, reverse=True):
        onward = (ways[number] for number in (game.winner_to, game.loser_to) if number is not None)
        ways[game.number] = max(onward, default=0) + (game.state is not State.NOT_NEEDED)
    return ways


def games_by_id(bracket: BracketView) -> dict[MatchId, ViewGame]:
    """The games of a bracket played match by match, by round and number in the round."""
    id_of: dict[MatchId, ViewGame] = {}
    for stage, number in enumerate(bracket.rounds):
        games = [game for game in bracket.games if game.stage == stage]
        games.sort(key=lambda game: (ORDER.index(game.part), game.number))
        if number is not None:
            id_of |= {(number, at): game for at, game in enumerate(games, 1)}
    return id_of
