"""What an organiser of a Keizer event may set. What is in per cent is of a Keizer value: of the opponent's where there
is one, else of the player's own.
"""

from dataclasses import dataclass
from typing import Any

from pairing.model.options import option
from pairing.model.wording import gettext_noop
from pairing.systems.shared_options import first_mover


def _percent(default: int, label: str, help: str) -> Any:
    return option(default, label=label, help=help, minimum=0, maximum=100)


@dataclass(frozen=True, slots=True)
class KeizerOptions:
    """Options of the system `keizer`."""

    rounds_between: int | None = option(
        3,
        label=gettext_noop("Rounds between two meetings"),
        help=gettext_noop(
            "Players who have met can meet again when so many rounds lie between; never: not at all."
        ),
        kind="int",
        minimum=0,
        maximum=1000,
        none="never",
    )
    most_meetings: int | None = option(
        None,
        label=gettext_noop("Most meetings"),
        help=gettext_noop("Two players meet at most so many times in the event."),
        kind="int",
        minimum=1,
        maximum=1000,
        none="none",
    )
    top_value: int | None = option(
        None,
        label=gettext_noop("Value of the first place"),
        help=gettext_noop(
            "The first of the ranking is worth so much, each place below one less. "
            "If empty: one and a half times the number of players."
        ),
        kind="int",
        minimum=1,
        maximum=100_000,
        none="none",
    )
    own_value: bool = option(
        True,
        label=gettext_noop("Count the own value"),
        help=gettext_noop("A player's own value is part of the score."),
    )
    loss: int = _percent(
        0,
        gettext_noop("A loss counts"),
        gettext_noop("Per cent of the opponent's value; a draw counts 50, a win 100."),
    )
    bye: int = _percent(66, gettext_noop("A bye counts"), gettext_noop("Per cent of the player's own value."))
    excused: int = _percent(
        33,
        gettext_noop("A half-point bye counts"),
        gettext_noop("Per cent of the player's own value, for a round somebody asked to sit out."),
    )
    absent: int = _percent(
        0, gettext_noop("An absence counts"), gettext_noop("Per cent of the player's own value.")
    )
    most_absences: int | None = option(
        None,
        label=gettext_noop("Absences that count"),
        help=gettext_noop("Half-point byes and absences beyond so many count nothing."),
        kind="int",
        minimum=0,
        maximum=1000,
        none="all",
    )
    first_mover: str = first_mover()
