"""What has to be said beside standings of an order of tie-breaks, because their numbers alone would mislead."""

from collections.abc import Iterable

from pairing.model.errors import BAD_TIEBREAK, PairingError
from pairing.model.reasons import Reason, because, sentence
from pairing.model.types import Snapshot, TiebreakSpec
from pairing.model.wording import gettext_noop, phrase
from pairing.tiebreaks.chain import options_of
from pairing.tiebreaks.table import counted_rounds

DROPS_ALL = sentence(
    "tb_drops_all",
    gettext_noop("{tiebreak} drops {count} values of {rounds} rounds: nothing is left to count."),
)
FORE_ROUND = sentence(
    "tb_fore_round",
    gettext_noop("{tiebreak}, before the event is finished: the matches of round {number} count as drawn."),
)


def dropped(spec: TiebreakSpec) -> int:
    """How many values a link leaves out by its cuts."""
    given = options_of(spec)
    return getattr(given, "cut", 0) + 2 * getattr(given, "median", 0)


def refuse_drops_all(specs: Iterable[TiebreakSpec], rounds: int) -> None:
    """Raise PairingError `bad_tiebreak` for a link that drops as many values as there are rounds, if these are several:
    in an event of one round nothing is left of the usual orders either.
    """
    for spec in specs:
        if dropped(spec) >= rounds > 1:
            detail = phrase(
                "{count} values of {rounds} rounds are dropped", count=dropped(spec), rounds=rounds
            )
            raise PairingError(BAD_TIEBREAK, name=spec.label, detail=detail)


def remarks(snapshot: Snapshot, after_round: int | None = None) -> tuple[Reason, ...]:
    """Links that drop as many values as the event has rounds, and which round counts as drawn in a Fore Buchholz of an
    unfinished event (C.07, 8.3: the final one). Errors: PairingError for a round that does not exist.
    """
    last = len(counted_rounds(snapshot, after_round))
    rounds = snapshot.rounds_planned or last
    found = [
        because(DROPS_ALL, tiebreak=spec.label, count=dropped(spec), rounds=rounds)
        for spec in snapshot.tiebreaks
        if dropped(spec) >= rounds > 0
    ]
    if last in (0, snapshot.rounds_planned) or snapshot.finished:
        return tuple(found)
    fore = (
        spec for spec in snapshot.tiebreaks if spec.code == "FB" or getattr(options_of(spec), "fore", False)
    )
    return (*found, *(because(FORE_ROUND, tiebreak=spec.label, number=last) for spec in fore))
