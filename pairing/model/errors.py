"""What can go wrong that an organiser can act on. Our own bugs are ordinary exceptions."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from pairing.model.reasons import Phrase, as_json, from_json, gettext_noop, phrase, shown_params

TEXTS: dict[str, str] = {}
# The page of the site where something can be changed: nothing to a terminal or a program.
_PAGE = re.compile(r" \((Settings|Players)\b[^()]*\)")


def message(code: str, text: str) -> str:
    """Register the English sentence of an error code; returns the code."""
    if TEXTS.setdefault(code, text) != text:
        raise ValueError(f"error code {code!r} has two sentences")
    return code


class PairingError(Exception):
    """Refused input or an impossible wish: a registered code and its parameters (named as in reasons.py)."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(self.text())

    def text(self, name_of: Callable[[int], str] | None = None) -> str:
        """The English sentence for who is not on a page; players are shown by `name_of` (default: their numbers)."""
        return _PAGE.sub("", TEXTS[self.code]).format(**shown_params(tuple(self.params.items()), name_of))

    def to_json(self) -> dict[str, Any]:
        """For another process, which makes it anew with `error_from_json`; what is no JSON is there as text."""
        params = {name: as_json(value) for name, value in self.params.items()}
        return {"code": self.code, "params": params, "impossible": isinstance(self, Impossible)}

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`, which would make it anew from its sentence alone."""
        return error_from_json, (self.to_json(),)

    @property
    def said(self) -> Phrase:
        """The sentence as a part of another one, still translatable."""
        return phrase(TEXTS[self.code], **shown_params(tuple(self.params.items())))


class Impossible(PairingError):
    """No legal pairing of the round exists. `players` are a smallest shown set that proves it (may be empty)."""

    def __init__(self, code: str, players: tuple[int, ...] = (), **params: Any) -> None:
        self.players = players
        super().__init__(code, players=players, **params)


def error_from_json(data: Mapping[str, Any]) -> PairingError:
    """The error that `to_json` made this of; that it was a DocumentError is lost, as its code says so."""
    kind = Impossible if data["impossible"] else PairingError
    return kind(data["code"], **{name: from_json(value) for name, value in data["params"].items()})


UNKNOWN_SYSTEM = message(
    "unknown_system", gettext_noop("System “{name}” is not possible here. Choose from: {allowed}.")
)
UNKNOWN_OPTION = message(
    "unknown_option", gettext_noop("Option “{name}” is not possible here. Choose from: {allowed}.")
)
BAD_OPTION = message("bad_option", gettext_noop("Option “{name}”: {value} is not possible; {allowed}."))
UNKNOWN_TIEBREAK = message(
    "unknown_tiebreak", gettext_noop("Tie-break “{name}” is not possible here. Choose from: {allowed}.")
)
BAD_TIEBREAK = message("bad_tiebreak", gettext_noop("Tie-break “{name}”: {detail}"))
ROUND_OPEN = message(
    "round_open",
    gettext_noop("Round {number} is not completed. Enter its outstanding results, then pair the next round."),
)
TOO_FEW = message(
    "too_few",
    gettext_noop(
        "Players to be paired in round {number}: {count}. At least {least} are needed. "
        "Check more players in, or add them (Players)."
    ),
)
NO_ROUND_LEFT = message(
    "no_round_left",
    gettext_noop("All {planned} planned rounds have been paired. Plan more rounds to continue (Settings)."),
)
LAB_MISSING = message(
    "lab_missing",
    gettext_noop(
        "Simulations need what is not installed here: {missing}. The extra “lab” has it: "
        "pairwright[lab], in a working copy uv sync --inexact --no-default-groups --extra lab"
    ),
)
# Inside another message that has named the place already.
NOT_KNOWN = gettext_noop("{name} is not possible here; choose from {allowed}")
BAD_INPUT = message("bad_input", gettext_noop("{where}: {detail}"))
