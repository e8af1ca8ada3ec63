"""Players to choose from: by name, told apart where several have the same."""

from collections.abc import Iterable
from typing import Any

from django import forms

from tournaments.models import Tournament
from tournaments.names.namesakes import full_name, of_event
from tournaments.names.ordering import a_to_z, sort_names
from tournaments.players.selectors.players import roster
from tournaments.steps.names import listed_name

Choices = list[tuple[Any, str]]


def by_name(tournament: Tournament, rows: Iterable[tuple[int, str]]) -> Choices:
    """Numbers with full names as in lists, from pairs of number and name, A to Z."""
    apart = of_event(tournament)
    sorted_as = sort_names(tournament)
    ordered = [
        (number, listed_name(name, sorted_as.get(number, name)))
        for number, name in a_to_z(tournament, rows, lambda row: row[0])
    ]
    return [(number, full_name(name, apart.get(number))) for number, name in ordered]


def offer_everybody(field: forms.Field, tournament: Tournament) -> None:
    """Let a field that answers with a player choose among all of an event."""
    assert isinstance(field, forms.ModelChoiceField)
    players = {player.number: player for player in roster(tournament)}
    named = by_name(tournament, ((player.number, player.name) for player in players.values()))
    field.queryset = roster(tournament)
    field.choices = [("", field.empty_label), *((field.prepare_value(players[n]), name) for n, name in named)]
