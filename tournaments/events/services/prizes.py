"""The prizes of an event: which there are, for whom, in the order in which they are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accounts.models import User
from tournaments.events.refusals import refuse
from tournaments.models import Action, Tournament
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import RATING_RANGE, clean_line, clean_whole

MOST_PRIZES, MOST_PLACES = 50, 100
NAME_LENGTH, CLUB_LENGTH, NOTE_LENGTH = 80, 120, 60


def set_prizes(
    *,
    tournament: Tournament,
    actor: User | None,
    prizes: Sequence[Mapping[str, Any]],
    seen_version: int | None = None,
) -> Tournament:
    """All prizes, in the order in which they are given; of a finished event, too. Each has a `name`, and may have
    `places` (how many players get it, 1), `rating_below`, `club`, `note` (a word in the note of the player), and
    `exclusive` (for nobody who has won an exclusive one before).

    Errors: `missing`, `bad_number`, `too_long`, `bad_text`, `too_many_prizes`, `event_changed` (with `seen_version`).
    """
    if len(prizes) > MOST_PRIZES:
        raise refuse.too_many_prizes(most=MOST_PRIZES)
    cleaned = [_cleaned(given) for given in prizes]
    with changing(tournament, seen_version=seen_version, finished_too=True):
        before = tournament.prizes
        if cleaned == before:
            raise Unchanged
        tournament.prizes = cleaned
        tournament.save(update_fields=["prizes"])
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PRIZES_CHANGED,
            before={"prizes": before},
            after={"prizes": cleaned},
        )
    return tournament


def show_prizes(*, tournament: Tournament, actor: User | None, shown: bool) -> Tournament:
    """Whether the public pages say who wins the prizes; of a finished event, too."""
    with changing(tournament, finished_too=True):
        before = tournament.show_prizes
        if shown == before:
            raise Unchanged
        tournament.show_prizes = shown
        tournament.save(update_fields=["show_prizes"])
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PRIZES_CHANGED,
            before={"show_prizes": before},
            after={"show_prizes": shown},
        )
    return tournament


def _cleaned(given: Mapping[str, Any]) -> dict[str, Any]:
    low, high = RATING_RANGE
    return {
        "name": clean_line(given.get("name") or "", field="name", length=NAME_LENGTH, required=True),
        "places": clean_whole(given.get("places"), field="places", low=1, high=MOST_PLACES) or 1,
        "rating_below": clean_whole(given.get("rating_below"), field="rating_below", low=low, high=high),
        "club": clean_line(given.get("club") or "", field="club", length=CLUB_LENGTH),
        "note": clean_line(given.get("note") or "", field="note", length=NOTE_LENGTH),
        "exclusive": bool(given.get("exclusive", True)),
    }
