"""A bracket: its rounds, its games, and where everybody in them comes from."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from pairing.model.types import Outcome
from pairing.systems.bracket.avoid import Swap
from pairing.systems.bracket.chart import Part
from pairing.systems.bracket.view import State
from tournaments.api.mirrored import Mirror
from tournaments.brackets.selectors.brackets import Bracket, GameRow

FROM = ("seed", "winner", "loser")


class ComesFromOut(serializers.Serializer[Any]):
    """Where the chart takes a player from."""

    kind = serializers.ChoiceField(FROM, help_text="A seed, or the winner or the loser of a game.")
    number = serializers.IntegerField(help_text="The seed, or the game.")


class SideOut(serializers.Serializer[Any]):
    number = serializers.IntegerField(allow_null=True, help_text="The player; null while it is open.")
    name = serializers.CharField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    comes_from = ComesFromOut(
        help_text="Whoever has changed places to avoid a rematch (`swaps`) does not come from there."
    )
    outcome = serializers.ChoiceField([outcome.value for outcome in Outcome], allow_null=True)
    games = serializers.IntegerField(
        allow_null=True, help_text="Games won in the match, where they are told."
    )
    is_winner = serializers.BooleanField()
    nobody = serializers.BooleanField(help_text="True where it is known that nobody comes.")


class SwapOut(Mirror, of=Swap, shows="moved other", moved="Would have met an earlier opponent again."):
    """Two lower seeds who changed places."""


class BracketGameOut(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="From 1, in the order of the chart.")
    stage = serializers.IntegerField(help_text="The round of the bracket, from 1.")
    part = serializers.ChoiceField([part.value for part in Part])
    state = serializers.ChoiceField(
        [state.value for state in State],
        help_text="`walkover`: decided without being played; `empty`: nobody comes through; `not_needed`: a second"
        " final that is not played.",
    )
    round = serializers.IntegerField(
        allow_null=True,
        help_text="The round of the event, planned or played; null for a game that takes none.",
    )
    table = serializers.IntegerField(allow_null=True)
    sides = SideOut(many=True)
    winner = serializers.IntegerField(allow_null=True)
    winner_to = serializers.IntegerField(allow_null=True, help_text="The game the winner goes on to.")
    loser_to = serializers.IntegerField(
        allow_null=True, help_text="The game the loser goes on to; null: out."
    )
    swaps = SwapOut(many=True)
    is_rematch = serializers.BooleanField()


class StageOut(serializers.Serializer[Any]):
    stage = serializers.IntegerField()
    name = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)


class BracketOut(serializers.Serializer[Any]):
    """A bracket as far as it has been played."""

    after_round = serializers.IntegerField(help_text="The last round before the bracket.")
    is_double = serializers.BooleanField(help_text="Whether it is a double elimination.")
    is_projected = serializers.BooleanField(
        help_text="True before it begins: as it would be by the standings of now."
    )
    champion = serializers.IntegerField(allow_null=True)
    problem = serializers.CharField(
        allow_null=True, help_text="Why the rounds played cannot be followed any further."
    )
    seeds = serializers.ListField(
        child=serializers.IntegerField(), help_text="The players, the best seed first."
    )
    stages = StageOut(many=True)
    games = BracketGameOut(many=True)


def shown(bracket: Bracket) -> dict[str, Any]:
    """The bracket as plain data."""
    view = bracket.view
    return {
        "after_round": view.after,
        "is_double": view.is_double,
        "is_projected": view.is_projected,
        "champion": view.champion,
        "problem": bracket.problem or None,
        "seeds": view.order,
        "stages": [
            {"stage": stage.number, "name": stage.name, "round": round_}
            for stage, round_ in zip(bracket.stages, view.rounds, strict=True)
        ],
        "games": [_game(row) for row in sorted(bracket.rows, key=lambda row: row.game.number)],
    }


def _game(row: GameRow) -> dict[str, Any]:
    game = row.game
    return {
        "number": game.number,
        "stage": game.stage + 1,
        "part": game.part.value,
        "state": game.state.value,
        "round": game.round,
        "table": game.table,
        "sides": [
            {
                "number": side.player,
                "name": words.name if side.player is not None else None,
                "seed": side.seed,
                "comes_from": side.source,
                "outcome": side.outcome.value if side.outcome else None,
                "games": side.games,
                "is_winner": side.is_winner,
                "nobody": side.is_empty,
            }
            for side, words in zip(game.sides, row.sides, strict=True)
        ],
        "winner": game.winner,
        "winner_to": game.winner_to,
        "loser_to": game.loser_to,
        "swaps": game.swaps,
        "is_rematch": game.is_rematch,
    }
