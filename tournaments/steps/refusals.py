"""The one kind of error a service raises for something the person in front of it can act on, and how it is declared.

Every refusal stands once in the `refusals` of its noun, those that nouns share here as `common`:

    class Refusals(Common):
        slug_taken = Refusal(409, _("The address %(slug)s is taken."), field="slug")

    refuse = Refusals()

    raise refuse.slug_taken(slug=slug)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _

from pairing.model.errors import (
    LAB_MISSING,
    NO_ROUND_LEFT,
    ROUND_OPEN,
    TEXTS,
    TOO_FEW,
    Impossible,
    PairingError,
)
from pairing.model.reasons import Phrase, shown_params
from tournaments.labels import label_of

# What the core refuses because of the state of the event or of the machine, besides what is impossible.
CONFLICTS_OF_CORE = frozenset({LAB_MISSING, NO_ROUND_LEFT, ROUND_OPEN, TOO_FEW})


class ServiceError(Exception):
    """Refused: nothing was changed.

    `code` is stable and for programs, `status` is that of HTTP, `field` names the input at fault (or None), `message`
    is a lazily translated sentence with `%(name)s` places, `params` fill them. `str(error)` is the sentence for
    people, in the language of the moment: the field is what they call it.
    """

    def __init__(
        self,
        code: str,
        message: str | Promise,
        *,
        status: int = 400,
        field: str | None = None,
        **params: Any,
    ) -> None:
        self.code = code
        self.message = message
        self.status = status
        self.field = field
        self.params = params
        super().__init__(code)

    def __str__(self) -> str:
        label = label_of(self.field or "")
        is_place = "[" in label  # of a file: it stands as it is written there
        return self.about(label if is_place else capfirst(label))

    def about(self, label: object) -> str:
        """The sentence with the name that a reader knows the field by."""
        return str(self.message) % {"field": label, **self.params}

    def to_json(self) -> dict[str, Any]:
        """What a script of a page is told and what a job stores. `params` that are not plain JSON are given as text."""
        plain = {k: v if isinstance(v, int | str | list | None) else str(v) for k, v in self.params.items()}
        return {"code": self.code, "field": self.field, "message": str(self), "params": plain}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal as it is declared; called with what fills its sentence, it makes the error to raise.

    400: the request is wrong. 409 and 404: not the request but the state the event is in; it may be right later.
    429: right, but too often. 503: right, but not now.
    """

    status: int
    sentence: str | Promise
    field: str | None = None
    code: str = ""

    def __set_name__(self, _owner: type, name: str) -> None:
        """The name is the code, unless a code is given: several sentences may share one."""
        object.__setattr__(self, "code", self.code or name)

    def __call__(self, **params: Any) -> ServiceError:
        return ServiceError(
            self.code, self.sentence, **{"status": self.status, "field": self.field, **params}
        )


class CoreError(ServiceError):
    """A `PairingError` of the core, said in the reader's language, with names in place of player numbers."""

    def __init__(
        self, error: PairingError, *, field: str | None = None, names: Mapping[int, str] | None = None
    ) -> None:
        params: dict[str, Any] = {k: list(v) if isinstance(v, tuple) else v for k, v in error.params.items()}
        super().__init__(error.code, TEXTS[error.code], field=field, **params)
        if isinstance(error, Impossible) or error.code in CONFLICTS_OF_CORE:
            self.status = 409
        self.error = error
        self.name_of: Callable[[int], str] = lambda number: (names or {}).get(number, str(number))

    def about(self, label: object) -> str:
        shown = shown_params(tuple(self.error.params.items()), self.name_of)
        texts = {key: in_words(value) for key, value in shown.items()}
        return gettext(TEXTS[self.code]).format(**texts)


@contextmanager
def core_errors_by_place(otherwise: str = "document") -> Iterator[None]:
    """What the core says of data from outside, as a CoreError; the place in the data is the field."""
    try:
        yield
    except PairingError as error:
        raise CoreError(error, field=str(error.params.get("where", otherwise))) from error


def in_words(text: str) -> str:
    """A text of the core in the reader's language, where it can be translated."""
    return text.text(gettext) if isinstance(text, Phrase) else text


class Common:
    """What several nouns refuse, and what lies below them all. A subclass adds what is its own."""

    @property
    def own(self) -> dict[str, Refusal]:
        """By their names."""
        return {name: value for name, value in vars(type(self)).items() if isinstance(value, Refusal)}

    already_withdrawn = Refusal(409, _("%(name)s has already withdrawn."))
    bad_bye_request = Refusal(
        400, _("“%(kind)s” is not a bye players can request. Choose from: %(allowed)s."), code="bad_kind"
    )
    bad_kind = Refusal(400, _("“%(field)s” must be one of: %(allowed)s."), field="kind")
    bad_name_form = Refusal(400, _("“%(field)s” must be one of: %(allowed)s."), field="name_form")
    bad_number = Refusal(
        400, _("“%(field)s” must be a whole number from %(low)s to %(high)s, not “%(value)s”.")
    )
    bad_day = Refusal(400, _("“%(field)s” must be month and day, such as 04-23, not “%(value)s”."))
    bad_email = Refusal(400, _("“%(field)s” must be an e-mail address, such as name@example.org."))
    bad_language = Refusal(400, _("“%(field)s” must be one of: %(allowed)s."), field="language")
    bad_role = Refusal(400, _("Choose one of the roles: %(allowed)s."), field="role")
    bad_text = Refusal(400, _("“%(field)s” must be text."))
    bad_visibility = Refusal(400, _("“%(field)s” must be one of: %(allowed)s."), field="visibility")
    busy = Refusal(503, _("Too many are waiting right now. Try again in a few seconds."))
    control_characters = Refusal(400, _("“%(field)s” must not have control characters."), code="bad_text")
    event_changed = Refusal(409, _("Someone else changed the event just now. Check the page and try again."))
    event_finished = Refusal(409, _("The event is finished. Reopen it to change something."))
    event_gone = Refusal(404, _("This event no longer exists."))
    followed = Refusal(
        409, _("This event follows %(program)s. A director can take it over under Files, to change it here.")
    )
    four_scores_needed = Refusal(400, _("Enter four scores."), code="bad_scores")
    internal = Refusal(400, _("Something went wrong on the server. Nothing was changed. Try again."))
    missing = Refusal(400, _("Fill in “%(field)s”."))
    no_such_table = Refusal(400, _("Round %(number)s has no table %(table)s."), field="table")
    nothing_to_undo = Refusal(409, _("There is no step to undo."))
    penalty_unexplained = Refusal(
        400, _("Give the reason for the penalty in “%(field)s”."), field="note", code="reason_missing"
    )
    player_not_of_event = Refusal(
        400, _("This player is not in this event."), field="player", code="not_of_event"
    )
    round_gone = Refusal(404, _("Round %(number)s no longer exists."), field="round")
    round_not_paired = Refusal(
        400, _("“%(field)s”: round %(number)s has not been paired."), field="round", code="bad_round"
    )
    same_device = Refusal(
        409, _("This phone has already answered for %(name)s. Use another phone, or scan your own card.")
    )
    slug_taken = Refusal(409, _("The address %(slug)s is taken. Choose another one."), field="slug")
    state_differs = Refusal(
        409, _("This step cannot be undone: something has changed since (%(what)s). Nothing was changed.")
    )
    table_has_result = Refusal(
        409,
        _("Table %(table)s has a result or a report from its players. It stays the same."),
        field="table",
    )
    too_long = Refusal(400, _("“%(field)s” is too long: %(length)s characters, at most %(limit)s."))
    too_many_rounds = Refusal(400, _("An event has at most %(limit)s rounds."))
    too_much_for_tools = Refusal(
        400,
        _(
            "This takes more than %(seconds)s processor seconds or %(megabytes)s megabytes. "
            "Create an event, or use the command line."
        ),
        code="too_much_work",
    )
    too_much_to_read = Refusal(
        400,
        _(
            "Reading this takes more than %(seconds)s processor seconds or %(megabytes)s "
            "megabytes, so nothing was stored. Save a workbook as CSV and try again."
        ),
        code="too_much_work",
    )
    unknown_player_field = Refusal(
        400, _("“%(field)s” is not a field of a player. Choose from: %(allowed)s."), code="unknown_field"
    )
    unusable_number = Refusal(
        400, _("“%(field)s”: the number “%(value)s” is not possible here."), code="bad_number"
    )
    worker_lost = Refusal(
        503, _("The work stopped before it was done, perhaps by a restart of the server. Start it again.")
    )
    wrong_state = Refusal(
        409, _("Not possible while round %(number)s is in this state: %(label)s."), field="round"
    )


common = Common()
