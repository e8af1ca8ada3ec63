"""Series: seasons, ranking, and the persons behind the players of all events."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.reverse import reverse

from pairing.model.trueskill import Rating
from tournaments.api.endpoint import PageQuery
from tournaments.api.fields import Strict, Text, Whole, Word, computed
from tournaments.api.mirrored import Mirror
from tournaments.api.serializers.events import NewEventIn
from tournaments.models import ByeKind, Outcome, RankingOrder, Series, SeriesLogEntry, Status, Visibility
from tournaments.rights import can_manage_series
from tournaments.series.selectors.person import Opponent, Person, Point, SeasonOf
from tournaments.series.selectors.ranking import Row

_WHOLE = serializers.IntegerField
_URI: Mapping[str, object] = {"type": "string", "format": "uri"}
MOST_SEASON = 1_000_000


class SeriesQuery(PageQuery):
    search = serializers.CharField(required=False, max_length=120, help_text="Words of the name.")
    mine = serializers.BooleanField(required=False, help_text="Only series you own.")


class NameQuery(PageQuery):
    search = serializers.CharField(
        required=False, max_length=120, help_text="Words of the name, accents optional."
    )


class SeriesIn(Strict):
    """Settings of a series."""

    name = Text(max_length=120)
    description = Text(required=False, allow_blank=True, max_length=4000, trim_whitespace=False)
    visibility = Word(Visibility.choices, required=False)
    order = Word(RankingOrder.choices, required=False, help_text="What the ranking goes by.")
    slug = Text(required=False, max_length=60, help_text="The address; left out: made from the name.")


class DeleteSeriesQuery(Strict):
    confirm = serializers.CharField(max_length=60, help_text="The slug of the series, once more.")


class SeriesRow(Mirror, of=Series, shows="slug name"):
    """A series in a list."""

    visibility = serializers.ChoiceField(Visibility.choices)
    order = serializers.ChoiceField(RankingOrder.choices)
    version = _WHOLE(help_text="Rises with every change of the series itself, not with results.")

    @computed(_URI)
    def url(self, series: Series) -> str:
        return reverse("api:series", [series.slug], request=self.context["request"])


class SeriesOut(SeriesRow, of=Series, nested=False, shows="description"):
    """A series with its settings."""

    @computed()
    def owner(self, series: Series) -> str:
        return str(series.owner)

    @computed(help_text="Whether it is yours.")
    def is_owner(self, series: Series) -> bool:
        return can_manage_series(self.context["request"].user, series)

    @computed(help_text="How many seasons you see.")
    def seasons(self, series: Series) -> int:
        return len(self.context["view"].events)

    @computed(help_text="How many seasons you do not see. Their results count in the ratings.")
    def hidden(self, series: Series) -> int:
        return int(self.context["view"].hidden)

    created_at = serializers.DateTimeField()


class PutIn(Strict):
    season = Whole(
        min_value=-MOST_SEASON, max_value=MOST_SEASON, help_text="Its number; lower ones are earlier."
    )


class NextSeasonIn(NewEventIn):
    """The event that follows the last season."""

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        fields["name"].required = False
        return fields


class WinnerOut(serializers.Serializer[object]):
    number = _WHOLE()
    name = serializers.CharField()


class SeasonOut(serializers.Serializer[object]):
    """An event as a season."""

    season = _WHOLE(source="event.season")
    event = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    starts_on = serializers.DateField(source="event.starts_on", allow_null=True)
    visibility = serializers.ChoiceField(Visibility.choices, source="event.visibility")
    status = serializers.ChoiceField(Status.choices, source="event.status")
    players = _WHOLE(source="places.players")
    after_round = _WHOLE(source="places.after_round", help_text="The last completed round.")

    @computed(WinnerOut(many=True), help_text="Who is first after that round.")
    def winners(self, season: Any) -> list[dict[str, object]]:
        return [{"number": number, "name": name} for number, name in season["places"].winners]

    @computed(_URI)
    def url(self, season: Any) -> str:
        return reverse("api:event", [season["event"].slug], request=self.context["request"])


class RatingOut(
    Mirror,
    of=Rating,
    shows="mu sigma conservative",
    mu="The most likely skill.",
    sigma="How uncertain it is.",
    conservative="mu - 3 sigma.",
):
    pass


class RankingRowOut(
    RatingOut,
    of=Row,
    shows="rank person name change won lost seasons last_season",
    rank="null: no rated match yet. Equal persons share a rank.",
    change="What the latest season with rated matches did to what the ranking goes by; null: not in it.",
    won="Rated matches won, in the seasons you see.",
    seasons="How many seasons.",
):
    """A person of the ranking."""


class TakenOut(serializers.Serializer[object]):
    """A season of a person: the player of that event."""

    season = _WHOLE()
    event = serializers.CharField()
    number = _WHOLE(help_text="Of the player in the event.")
    name = serializers.CharField(help_text="In the event.")


class SeriesPersonRow(serializers.Serializer[object]):
    """A person with the seasons, the first one first."""

    id = _WHOLE()
    name = serializers.CharField()
    seasons = TakenOut(many=True)


class RoundOfPersonOut(serializers.Serializer[object]):
    """A completed round; ratings are null where it moved none."""

    round = _WHOLE(source="game.round")
    table = _WHOLE(source="game.table", allow_null=True)
    opponent = _WHOLE(source="game.opponent", allow_null=True, help_text="A person of the series.")
    name = serializers.CharField(help_text="Of the opponent; empty for a bye.")
    outcome = serializers.ChoiceField(Outcome.choices, source="game.outcome", allow_blank=True)
    bye = serializers.ChoiceField(ByeKind.choices, source="game.bye", allow_blank=True)
    before = RatingOut(source="game.before", allow_null=True)
    after = RatingOut(source="game.after", allow_null=True)


class SeasonOfPersonOut(
    Mirror,
    of=SeasonOf,
    shows="season event number name place players after_round is_final won lost drawn byes",
):
    season = _WHOLE(source="taken.season")
    event = serializers.CharField(source="event.slug")
    number = _WHOLE(source="taken.number")
    name = serializers.CharField(source="taken.name")
    players = _WHOLE(source="places.players")
    after_round = _WHOLE(source="places.after_round")
    is_final = serializers.BooleanField(source="places.is_final", help_text="The event is over.")
    rounds = RoundOfPersonOut(many=True)


class PointOut(
    Mirror, of=Point, shows="season round rating", round="null: a season you do not see, as a whole."
):
    pass


class MeetingOut(serializers.Serializer[object]):
    season = _WHOLE(source="game.season")
    round = _WHOLE(source="game.round")
    outcome = serializers.ChoiceField(Outcome.choices, source="game.outcome", allow_blank=True)


class OpponentOut(Mirror, of=Opponent, shows="person name won lost drawn"):
    """Somebody met, most often first."""

    meetings = MeetingOut(source="rounds", many=True)


class SeriesPersonOut(
    Mirror,
    of=Person,
    shows="id name rank ranked rating start change points seasons opponents",
    ranked="How many have a rank.",
    start="The rating before the first rated match.",
    points="The rating after every rated match.",
):
    """A person of a series, with the whole history."""

    rank = _WHOLE(source="row.rank", allow_null=True)
    change = serializers.FloatField(source="row.change", allow_null=True)


class NameIn(Strict):
    name = Text(max_length=120)


class MergeIn(Strict):
    other = Whole(min_value=1, max_value=2**53, help_text="The person who is the same; gone afterwards.")


class SplitIn(Strict):
    seasons = serializers.ListField(
        child=Whole(min_value=-MOST_SEASON, max_value=MOST_SEASON),
        allow_empty=False,
        max_length=1000,
        help_text="Seasons that somebody else has played.",
    )
    name = Text(max_length=120, help_text="Of the new person.")


class LinkIn(Strict):
    person = Whole(
        allow_null=True, min_value=1, max_value=2**53, help_text="null: somebody new in the series."
    )


class SeriesLogOut(Mirror, of=SeriesLogEntry, shows="id at user action label subject before after undoes"):
    id = _WHOLE()
    user = serializers.CharField(source="user_name")
    action = serializers.CharField()
    label = serializers.CharField(source="get_action_display")  # type: ignore[assignment]

    @computed({})
    def before(self, entry: SeriesLogEntry) -> object:
        return entry.before

    @computed({})
    def after(self, entry: SeriesLogEntry) -> object:
        return entry.after

    undoes = _WHOLE(source="undoes_id", allow_null=True)


class SeriesStepOut(serializers.Serializer[object]):
    step = SeriesLogOut(allow_null=True, help_text="What an undo would take back now.")
