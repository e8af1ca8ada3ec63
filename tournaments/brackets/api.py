"""A bracket: its rounds, its games, and where everybody in them comes from."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from pairing.systems.bracket.avoid import Swap
from pairing.systems.bracket.chart import Source
from pairing.systems.bracket.view import Side, ViewGame
from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import computed
from tournaments.api.mirrored import Mirror
from tournaments.brackets.selectors.brackets import Bracket, bracket_of, has_bracket

FROM = ("seed", "winner", "loser")


class ComesFromOut(Mirror, of=Source, shows="kind number", number="The seed, or the game."):
    """Where the chart takes a player from."""

    kind = serializers.ChoiceField(FROM, help_text="A seed, or the winner or the loser of a game.")


class SideOut(
    Mirror,
    of=Side,
    shows="number name seed comes_from outcome games is_winner nobody",
    games="Games won in the match, where they are told.",
):
    number = serializers.IntegerField(
        source="player", allow_null=True, help_text="The player; null while it is open."
    )

    @computed()
    def name(self, side: Side) -> str | None:
        names: Mapping[int | None, str] = self.context["names"]
        return names.get(side.player)

    comes_from = ComesFromOut(
        source="source",
        help_text="Whoever has changed places to avoid a rematch (`swaps`) does not come from there.",
    )
    nobody = serializers.BooleanField(
        source="is_empty", help_text="True where it is known that nobody comes."
    )


class SwapOut(Mirror, of=Swap, shows="moved other", moved="Would have met an earlier opponent again."):
    """Two lower seeds who changed places."""


class BracketGameOut(
    Mirror,
    of=ViewGame,
    shows="number stage part state round table sides winner winner_to loser_to swaps is_rematch",
    number="From 1, in the order of the chart.",
    state="`walkover`: decided without being played; `empty`: nobody comes through; `not_needed`: a second"
    " final that is not played.",
    round="The round of the event, planned or played; null for a game that takes none.",
    winner_to="The game the winner goes on to.",
    loser_to="The game the loser goes on to; null: out.",
):
    @computed(help_text="The round of the bracket, from 1.")
    def stage(self, game: ViewGame) -> int:
        return game.stage + 1


class StageOut(serializers.Serializer[object]):
    stage = serializers.IntegerField()
    name = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    best_of = serializers.IntegerField(
        allow_null=True, help_text="Of how many games a match is at most; null where that is not declared."
    )


class BracketOut(serializers.Serializer[object]):
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


def bracket_data(bracket: Bracket) -> dict[str, object]:
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
            {"stage": stage.number, "name": stage.name, "round": round_, "best_of": stage.best_of}
            for stage, round_ in zip(bracket.stages, view.rounds, strict=True)
        ],
        "games": view.games,
    }


class BracketOfEvent(EventView):
    tag = "Standings"

    @endpoint(
        "read_bracket",
        "The bracket, game by game, as far as its rounds are published; before it begins, as it would be now.",
        gives=BracketOut,
        description="404 for an event without a bracket in any of its phases; 400 with the reason while none can be"
        " drawn, as with fewer than two players.",
    )
    def get(self, request: Request) -> dict[str, object]:
        found = bracket_of(self.event) if has_bracket(self.event) else None
        if found is None:
            raise Http404
        self.names = {side.number: side.name for row in found.rows for side in row.sides if side.number}
        return bracket_data(found)
