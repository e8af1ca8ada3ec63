"""The prizes of an event: which there are, for whom, in the order in which they are given."""

from collections.abc import Mapping, Sequence

from accounts.models import User
from tournaments.events.refusals import refuse
from tournaments.models import Action, Tournament
from tournaments.steps.columns import store_column
from tournaments.steps.fields import clean_line, clean_whole
from tournaments.steps.person import RATING_RANGE

MOST_PRIZES, MOST_PLACES = 50, 100
NAME_LENGTH, CLUB_LENGTH, NOTE_LENGTH, MONEY_LENGTH = 80, 120, 60, 30


def set_prizes(
    *,
    tournament: Tournament,
    actor: User | None,
    prizes: Sequence[Mapping[str, object]],
    seen_version: int | None = None,
) -> Tournament:
    """All prizes, in the order in which they are given; of a finished event, too. Each has a `name`, and may have
    `money` (what it pays, such as "800 kr." or "book"), `places` (how many players get it, 1), `rating_from` and
    `rating_below`, `club`, `note` (a word in the note of the player), and `exclusive` (for nobody who has won an
    exclusive one before).

    Errors: `missing`, `bad_number`, `too_long`, `bad_text`, `too_many_prizes`, `event_changed` (with `seen_version`).
    """
    if len(prizes) > MOST_PRIZES:
        raise refuse.too_many_prizes(most=MOST_PRIZES)
    cleaned = [_cleaned(given) for given in prizes]
    return store_column(
        tournament=tournament,
        actor=actor,
        action=Action.PRIZES_CHANGED,
        column="prizes",
        value=cleaned,
        seen_version=seen_version,
    )


def show_prizes(*, tournament: Tournament, actor: User | None, visible: bool) -> Tournament:
    """Whether the public pages say who wins the prizes: the setting of that name, for a finished event too."""
    return store_column(
        tournament=tournament,
        actor=actor,
        action=Action.PRIZES_CHANGED,
        column="show_prizes",
        value=visible,
    )


def _cleaned(given: Mapping[str, object]) -> dict[str, object]:
    low, high = RATING_RANGE
    return {
        "name": clean_line(given.get("name") or "", field="name", length=NAME_LENGTH, required=True),
        "money": clean_line(given.get("money") or "", field="money", length=MONEY_LENGTH),
        "places": clean_whole(given.get("places"), field="places", low=1, high=MOST_PLACES) or 1,
        "rating_from": clean_whole(given.get("rating_from"), field="rating_from", low=low, high=high),
        "rating_below": clean_whole(given.get("rating_below"), field="rating_below", low=low, high=high),
        "club": clean_line(given.get("club") or "", field="club", length=CLUB_LENGTH),
        "note": clean_line(given.get("note") or "", field="note", length=NOTE_LENGTH),
        "exclusive": bool(given.get("exclusive", True)),
    }
