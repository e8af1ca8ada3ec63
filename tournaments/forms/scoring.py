"""What results are worth, as form fields: outcomes of a match of two, or the scoring of a table of four."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from pairing.model.errors import PairingError
from pairing.model.options import describe, dump_value, parse_value
from pairing.model.reasons import show_points
from pairing.model.scoring.mahjong import PRESET_LABELS, PRESETS, MahjongScoring
from pairing.model.types import FOUR, TWO, TableKind
from tournaments.events.services.rules import hundredths
from tournaments.forms.options import field_for
from tournaments.steps.refusals import CoreError

SCORING = "scoring_"

# What is left empty follows from the others, as pairing.model.types.Scoring says.
LABELS: dict[str, tuple[Any, Any]] = {
    "win": (_("Win"), ""),
    "draw": (_("Draw"), ""),
    "loss": (_("Loss"), ""),
    "bye": (
        pgettext_lazy("given by the pairing", "Bye"),
        _("Given by the pairing when the number of players is odd."),
    ),
    "half_bye": (_("Half-point bye"), _("Requested by the player. If empty: as much as a draw.")),
    "forfeit_win": (_("Win by forfeit"), _("If empty: as much as a win.")),
    "forfeit_loss": (_("Loss by forfeit"), _("If empty: no points.")),
}
DEFAULTS = {"win": "1", "draw": "0.5", "loss": "0", "bye": "1"}


@dataclass(frozen=True, slots=True)
class Boxes:
    """The scoring of tables of one kind in a form: its fields; what was typed there as it is stored, in hundredths
    (errors: ServiceError `bad_scoring`, `bad_option` at the field); and what is stored as it stands in the boxes.
    """

    fields: Callable[[], dict[str, forms.Field]]
    values: Callable[[Mapping[str, object]], dict[str, Any]]
    initial: Callable[[Mapping[str, object]], dict[str, Any]]


def _two_fields() -> dict[str, forms.Field]:
    attrs = {"inputmode": "decimal", "autocomplete": "off", "size": "5"}
    return {
        SCORING + name: forms.CharField(
            label=label,
            help_text=help_text,
            required=False,
            max_length=10,
            initial=DEFAULTS.get(name, ""),
            widget=forms.TextInput(attrs=attrs),
        )
        for name, (label, help_text) in LABELS.items()
    }


def _two_given(cleaned: Mapping[str, object]) -> dict[str, object]:
    given = {name: hundredths(cleaned.get(SCORING + name), f"scoring.{name}") for name in LABELS}
    return {name: value for name, value in given.items() if value is not None}


def _two_initial(scoring: Mapping[str, Any]) -> dict[str, object]:
    return {SCORING + name: show_points(value) for name, value in scoring.items()}


def _four_fields() -> dict[str, forms.Field]:
    return {SCORING + spec.name: field_for(spec, says_allowed=False) for spec in describe(MahjongScoring)}


def _four_given(cleaned: Mapping[str, object]) -> dict[str, object]:
    """An empty box means the default."""
    values: dict[str, object] = {}
    for spec in describe(MahjongScoring):
        typed = str(cleaned.get(SCORING + spec.name) or "").strip()
        if spec.kind in ("points", "fraction"):
            typed = typed.replace(",", ".").replace("−", "-")
        try:
            values[spec.name] = parse_value(spec, typed) if typed else spec.default
        except PairingError as error:
            raise CoreError(error, field=f"scoring.{spec.name}") from error
    return values


def _four_initial(scoring: Mapping[str, object]) -> dict[str, object]:
    specs = describe(MahjongScoring)
    return {SCORING + s.name: str(dump_value(s, scoring[s.name])) for s in specs if s.name in scoring}


BOXES: Mapping[TableKind, Boxes] = {
    TWO: Boxes(_two_fields, _two_given, _two_initial),
    FOUR: Boxes(_four_fields, _four_given, _four_initial),
}


def presets() -> list[tuple[str, str]]:
    """Name and label of each set of values for tables of four."""
    return [(name, gettext(PRESET_LABELS[name])) for name in PRESETS]


def preset_values(name: str) -> dict[str, Any]:
    """The values of a set as they stand in the boxes; nothing for a name nobody offered."""
    return _four_initial(asdict(PRESETS[name])) if name in PRESETS else {}
