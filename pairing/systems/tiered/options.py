"""What an organiser may set (rules/tiered-league.md, "Terms")."""

from dataclasses import dataclass

from pairing.model.field import Field
from pairing.model.options import option
from pairing.model.reasons import gettext_noop
from pairing.tiebreaks.league import meaning_of_ratings, ranking_order

FROM_2026, BEFORE_2026 = "2026-11", "before-2026-11"


@dataclass(frozen=True, slots=True)
class TieredOptions:
    """Options of the system `tiered`."""

    rules: str = option(
        FROM_2026,
        label=gettext_noop("Rules"),
        help=gettext_noop(
            "The edition of the rules for pairing up, joined groups and second byes. "
            "Keep the edition an event began with."
        ),
        choices={
            FROM_2026: gettext_noop("Since November 2026"),
            BEFORE_2026: gettext_noop("Before November 2026"),
        },
    )
    elimination: int | None = option(
        4,
        label=gettext_noop("Elimination"),
        help=gettext_noop("A player with this many losses is eliminated."),
        kind="int",
        minimum=1,
        none="none",
    )
    rematch_seasons: int = option(
        2,
        label=gettext_noop("Seasons without a rematch"),
        help=gettext_noop(
            "So many seasons back, meetings are avoided in round 1 and among players with two losses or more."
        ),
        minimum=0,
        maximum=100,
    )
    order: str = ranking_order()
    ratings: str = meaning_of_ratings()
    split_by_wins: bool = option(
        False,
        label=gettext_noop("Split groups by wins"),
        help=gettext_noop(
            "Players with equally many losses but fewer wins, because of byes, are a group of their own."
        ),
    )


# What a meeting costs: nothing, a rematch of an earlier season (the older the cheaper), or one of this
# event.
class Prices:
    """Who may meet whom at what price. 1 (oldest) to `seasons` for those; `event` for this event. `levels`: the prices
    there are, without `event`.
    """

    def __init__(self, field: Field, options: TieredOptions) -> None:
        self.seasons = options.rematch_seasons
        self.event = self.seasons + 1
        self.upper = min(1, self.seasons) if field.number == 2 else 0
        self.met = field.met
        self.is_apart = field.is_apart
        season = field.snapshot.season
        self.latest: dict[frozenset[int], int] = {}  # the last season two players met in
        for meeting in field.snapshot.earlier_meetings:
            if season is None or meeting.season < season:
                both = frozenset(meeting.players)
                self.latest[both] = max(meeting.season, self.latest.get(both, meeting.season))
        # How many seasons ago; meetings of an event without a season are all one season old.
        self.ago = {both: 1 if season is None else season - met for both, met in self.latest.items()}
        self.levels = sorted({0, *(self.event - ago for ago in self.ago.values() if ago <= self.seasons)})

    def of(self, a: int, b: int) -> int | None:
        """Where all earlier seasons count that the options name: round 1 and tiers of two losses and more."""
        return self._within(a, b, self.seasons)

    def of_upper(self, a: int, b: int) -> int | None:
        """In tiers without a loss or with one: only the event before counts, and only in round 2."""
        return self._within(a, b, self.upper)

    def of_event(self, a: int, b: int) -> int | None:
        """This event only."""
        return self._within(a, b, 0)

    def of_event_or_forbidden(self, a: int, b: int) -> int | None:
        """This event only, and a forbidden pair is as bad as a rematch: in a bracket somebody has to be met."""
        price = self.of_event(a, b)
        return self.event if price is None else price

    def season(self, a: int, b: int) -> int | None:
        """The last earlier season the two met in, as far as is known."""
        return self.latest.get(frozenset((a, b)))

    def _within(self, a: int, b: int, seasons: int) -> int | None:
        if self.is_apart(a, b):
            return None
        if b in self.met[a]:
            return self.event
        ago = self.ago.get(frozenset((a, b))) if seasons else None
        return self.seasons + 1 - ago if ago is not None and ago <= seasons else 0
