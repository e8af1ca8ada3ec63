"""In how many rounds club mates are kept apart, as one choice."""

from typing import Any

from django import forms

from pairing.model.clubs import IN_ALL_ROUNDS
from tournaments.labels import clubs_apart

OFFERED = range(1, 10)


class ClubsApartField(forms.TypedChoiceField):
    """No, in all rounds, or in the first few."""

    def __init__(self, **more: object) -> None:
        super().__init__(coerce=int, empty_value=0, **more)  # type: ignore[arg-type]


def clubs_apart_choices(current: Any) -> list[tuple[int, str]]:
    """What is offered, and what is set now: over the API that may be any number."""
    few = sorted({*OFFERED, int(current or 0)} - {0, IN_ALL_ROUNDS})
    return [(count, clubs_apart(count)) for count in (0, IN_ALL_ROUNDS, *few)]
