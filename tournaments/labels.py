"""What people call a field and what stands in it. Codes are for programs: no page, print or message shows one."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import DateField, Model, TimeField
from django.utils.translation import gettext, gettext_lazy, ngettext

from pairing.model.clubs import IN_ALL_ROUNDS
from pairing.systems import SYSTEMS
from tournaments.models import Bye, Entry, Match, Player, Registration, Tournament
from tournaments.moments import clock_of, day_of

NOTHING = "–"
_MODELS: tuple[type[Model], ...] = (Tournament, Player, Match, Bye, Entry, Registration)
# Fields of forms and facts of the log that no table has a column for.
_LABELS: Mapping[str, Any] = {
    "adjustment": gettext_lazy("bonus or penalty"),
    "absent_in": gettext_lazy("absent in rounds"),
    "after_round": gettext_lazy("round"),
    "answer": gettext_lazy("message to the player"),
    "bye": gettext_lazy("bye"),
    "codes": gettext_lazy("codes"),
    "confirm_slug": gettext_lazy("address"),
    "consent": gettext_lazy("consent"),
    "days": gettext_lazy("days"),
    "did": gettext_lazy("clock"),
    "differed": gettext_lazy("was different"),
    "entered_by": gettext_lazy("entered by"),
    "entries": gettext_lazy("entries"),
    "entry": gettext_lazy("entry"),
    "file": gettext_lazy("file"),
    "first_name": gettext_lazy("first name"),
    "first_letter": gettext_lazy("first letter"),
    "first_table": gettext_lazy("first table"),
    "games": gettext_lazy("games"),
    "infraction": gettext_lazy("what happened"),
    "kind": gettext_lazy("kind"),
    "label": gettext_lazy("name of the invitation"),
    "last_name": gettext_lazy("last name"),
    "last_letter": gettext_lazy("last letter"),
    "last_table": gettext_lazy("last table"),
    "message": gettext_lazy("message"),
    "merged": gettext_lazy("merged with entry"),
    "minutes": gettext_lazy("minutes"),
    "mode": gettext_lazy("what it shows"),
    "moved_up": gettext_lazy("moved up"),
    "note": gettext_lazy("note"),
    "outcome": gettext_lazy("result"),
    "owner": gettext_lazy("owner"),
    "pass_phrase": gettext_lazy("pass phrase"),
    "penalties": gettext_lazy("penalties"),
    "place": gettext_lazy("place in line"),
    "player": gettext_lazy("player"),
    "playing": gettext_lazy("playing"),
    "program": gettext_lazy("program"),
    "ranges": gettext_lazy("tables"),
    "reason": gettext_lazy("reason"),
    "result": gettext_lazy("result"),
    "results_lost": gettext_lazy("results lost"),
    "role": gettext_lazy("role"),
    "round": gettext_lazy("round"),
    "round_number": gettext_lazy("round"),
    "runs": gettext_lazy("runs"),
    "scores": gettext_lazy("scores"),
    "seconds": gettext_lazy("seconds"),
    "skip": gettext_lazy("missing tables"),
    "sticks": gettext_lazy("riichi sticks left on the table"),
    "table": gettext_lazy("table"),
    "until": gettext_lazy("good until"),
    "user": gettext_lazy("user"),
    "uses": gettext_lazy("how many may use it"),
}


def label_of(field: str) -> str:
    """What people call a field, as it stands within a sentence; of "scoring.win" what they call the whole.

    A place in a file ("players[3].name") is where a reader has to look, and stays.
    """
    if "[" in field:
        return field
    head = field.partition(".")[0]
    return known_label(head) or head.replace("_", " ")


def label_of_player(field: str) -> str:
    """What people call a column of a list of players: more exact than the same word elsewhere ("note")."""
    try:
        return str(getattr(Player._meta.get_field(field), "verbose_name", field))
    except FieldDoesNotExist:
        return label_of(field)


def known_label(field: str) -> str | None:
    """The label of a field, if it has one."""
    if field in _LABELS:
        return str(_LABELS[field])
    column = _column(field)
    return None if column is None else str(getattr(column, "verbose_name", field))


def clubs_apart(rounds: int) -> str:
    """In how many rounds club mates are kept apart."""
    if rounds == IN_ALL_ROUNDS:
        return gettext("In all rounds")
    if not rounds:
        return gettext("No")
    return ngettext("In the first round", "In the first %(count)s rounds", rounds) % {"count": rounds}


def worded(field: str, value: object) -> str | None:
    """A stored value in words where it is a code or a date; None: it can be shown as it is."""
    if field == "clubs_apart_rounds" and isinstance(value, int):
        return clubs_apart(value)
    if not isinstance(value, str) or not value:
        return None
    if field == "system":
        return gettext(SYSTEMS[value].name) if value in SYSTEMS else None
    column = _column(field)
    if type(column) is DateField:
        return day_of(datetime.date.fromisoformat(value))
    if type(column) is TimeField:
        return clock_of(datetime.time.fromisoformat(value))
    choices = dict(getattr(column, "flatchoices", ()))
    return str(choices[value]) if value in choices else None


def _column(field: str) -> object:
    """The column of this name, of the first table that has one."""
    for model in _MODELS:
        try:
            return model._meta.get_field(field)
        except FieldDoesNotExist:
            continue
    return None


def value_text(value: object) -> str:
    """A plain value as it is shown."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value)
