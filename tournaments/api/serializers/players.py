"""Players: registration, import, attendance, byes asked for, pairs kept apart, history."""

import base64
import binascii
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.endpoint import PageQuery
from tournaments.api.fields import (
    Flag,
    Plain,
    Points,
    Real,
    Strict,
    Text,
    Whole,
    Word,
    computed,
    reason_field,
    version_field,
)
from tournaments.api.mirrored import Mirror
from tournaments.api.serializers.person import Field, shown, taken
from tournaments.models import (
    ByeRequest,
    ForbiddenPair,
    NameForm,
    Outcome,
    Player,
    RequestKind,
    Result,
    RoundState,
    Tournament,
)
from tournaments.players.selectors.players import PlayedRound, player_history
from tournaments.players.selectors.rounds_of_four import RoundOfFour, history
from tournaments.players.selectors.starting_ranks import are_out
from tournaments.players.services.import_columns import Column, Layout
from tournaments.players.services.import_rows import KINDS, NotTaken, Row
from tournaments.players.services.import_titles import FIELDS, UNUSED
from tournaments.players.services.imports import Plan, Summary
from tournaments.players.services.sheets import MAX_COLUMNS
from tournaments.snapshots import is_of_four
from tournaments.steps.fields import MAX_DRAW_NUMBER
from tournaments.steps.names import sort_name_of
from tournaments.steps.person import CONTACTS, OF_STAFF, PERSON, RATING_RANGE

MAX_BULK = 2000
MAX_NUMBER = 999_999_999


class PlayerQuery(PageQuery):
    search = serializers.CharField(
        required=False, max_length=120, help_text="Words of the name, accents optional."
    )
    house = serializers.BooleanField(
        default=False, help_text="The house players, who fill seats of tables of four, instead of the people."
    )


class PlayerFields(Strict):
    """What is known of a player besides the name."""

    sort_name = Text(
        required=False,
        allow_blank=True,
        max_length=120,
        help_text="Family name first, for lists from A to Z. If empty: guessed from the name.",
    )
    rating = Whole(required=False, allow_null=True, min_value=RATING_RANGE[0], max_value=RATING_RANGE[1])
    club = Text(required=False, allow_blank=True, max_length=120)
    fixed_table = Whole(required=False, allow_null=True, min_value=1, max_value=100_000)
    ranking = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=100_000,
        help_text="1 is the best; overrides ratings.",
    )
    mu = Real(required=False, allow_null=True)
    sigma = Real(required=False, allow_null=True)
    name_form = Word(
        [("", ""), *NameForm.choices],
        required=False,
        allow_blank=True,
        help_text="How the public reads the name. If empty: as the event says.",
    )
    note = Text(required=False, allow_blank=True, max_length=500, help_text="For the staff only.")

    def get_fields(self) -> dict[str, Field]:
        return super().get_fields() | {one.name: taken(one) for one in PERSON.values()}


class NamedPlayer(PlayerFields):
    """A player with a name; a name that is there already has to be confirmed."""

    name = Text(max_length=120)
    allow_duplicate = Flag(required=False, help_text="Yes, this is another person of the same name.")


class PlayerChange(NamedPlayer):
    reason = reason_field()
    seen_version = version_field()


class PlayerIn(NamedPlayer):
    joined_round = Whole(
        required=False,
        min_value=1,
        max_value=200,
        help_text="Left out: the next round that is not paired yet.",
    )


class PlayersIn(Strict):
    """Many players at once: all are added, or none."""

    players: serializers.ListSerializer[object] = serializers.ListSerializer(
        child=NamedPlayer(), allow_empty=False, max_length=MAX_BULK
    )
    allow_duplicate = Flag(
        default=False, help_text="Yes, everybody here whose name is there already is another person."
    )


class PlayerOut(
    Mirror,
    of=Player,
    shows=(
        "number name sort_name rating club title federation fixed_table ranking mu sigma joined_round left_after_round "
        "checked_in house draw_number person series_mu series_sigma"
    ),
    number="Order of registration; the id in documents and addresses.",
    house="Fills a seat of a table of four and is nobody.",
    draw_number="The place in a planned schedule that this player has drawn.",
    series_mu="The rating after the earlier seasons; it stands before `mu`.",
):
    @computed(help_text="By which lists from A to Z go: as given, else guessed from the name.")
    def sort_name(self, player: Player) -> str:
        return sort_name_of(player.name, player.sort_name)

    @computed(help_text="The number fixed with round 1; null as long as that is not published.")
    def starting_rank(self, player: Player) -> int | None:
        context: Any = self.context
        if "are_ranks_out" not in context:
            context["are_ranks_out"] = context["staff"] or are_out(player.tournament)
        return player.starting_rank if context["are_ranks_out"] else None

    @computed(help_text="Who this is in the series of the event; else null.")
    def person(self, player: Player) -> int | None:
        return player.identity_id if self.context.get("people") else None


class StaffPlayerOut(PlayerOut):
    name_form = serializers.CharField(
        help_text="How the public reads the name; empty: as the event says. Shown to the staff only.",
        required=False,
    )
    note = serializers.CharField(help_text="Shown to the staff only.", required=False)
    key = serializers.CharField(
        help_text="Opens the player's own page and `/me/{key}/` here; shown to the staff only.",
        required=False,
    )

    def get_fields(self) -> dict[str, Field]:
        more = {name: shown(PERSON[name]) for name in (*OF_STAFF, *CONTACTS)}
        return super().get_fields() | more

    def to_representation(self, instance: object) -> dict[str, object]:
        found = super().to_representation(instance)
        hidden: tuple[str, ...] = () if self.context["staff"] else ("note", "key", "name_form", *OF_STAFF)
        if not self.context["contacts"]:
            hidden += CONTACTS
        return {name: value for name, value in found.items() if name not in hidden}


class DrawNumberIn(Strict):
    number = Whole(allow_null=True, min_value=1, max_value=MAX_DRAW_NUMBER, help_text="null: none drawn.")


class WithdrawIn(Strict):
    after_round = Whole(
        required=False, min_value=0, max_value=200, help_text="Left out: after the latest published round."
    )


class CheckInIn(Strict):
    players = serializers.ListField(
        child=Whole(min_value=1, max_value=MAX_NUMBER),
        allow_null=True,
        allow_empty=False,
        max_length=20_000,
        help_text="Player numbers; null for everybody.",
    )
    present = Flag(default=True)


class Changed(serializers.Serializer[object]):
    changed = serializers.IntegerField(help_text="How many rows are different now.")


class ByeIn(Strict):
    kind = Word(RequestKind.choices, default=RequestKind.HALF)


class ByeRequestOut(Mirror, of=ByeRequest, shows="player name round_number kind"):
    player = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")
    kind = serializers.ChoiceField(RequestKind.choices)


class PairIn(Strict):
    first = Whole(min_value=1, max_value=MAX_NUMBER)
    second = Whole(min_value=1, max_value=MAX_NUMBER)


class ForbiddenOut(serializers.Serializer[ForbiddenPair]):
    first = serializers.IntegerField(source="a.number")
    first_name = serializers.CharField(source="a.name")
    second = serializers.IntegerField(source="b.number")
    second_name = serializers.CharField(source="b.name")


class FileIn(Strict):
    """A list of players as text (names or CSV, one player a line), or a CSV or XLSX file as base64."""

    content = Text(trim_whitespace=False, help_text="The text, or the bytes of the file as base64.")
    encoding = Word([("text", "text"), ("base64", "base64")], default="text")
    filename = Text(required=False, allow_blank=True, max_length=200, default="")
    columns = serializers.ListField(
        child=Word([(word, word) for word in (*FIELDS, UNUSED)]),
        required=False,
        max_length=MAX_COLUMNS,
        help_text="What the columns are taken for, in the order of the list; empty: not used. Left out: found out by "
        "their titles and by what stands in them, as the preview shows.",
    )
    header = Flag(
        required=False, help_text="Whether the first line holds titles. Left out: if it has known ones."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, object]:
        if attrs.pop("encoding") == "base64":
            try:
                attrs["content"] = base64.b64decode(attrs["content"], validate=True)
            except (binascii.Error, ValueError) as error:
                raise serializers.ValidationError({"content": _("This is not base64.")}) from error
        columns = attrs.pop("columns", None)
        attrs["layout"] = Layout(None if columns is None else tuple(columns), attrs.pop("header", None))
        return attrs


@extend_schema_field(
    {"type": "object", "additionalProperties": {"type": "string", "enum": ["new", "update", "skip"]}}
)
class Decisions(serializers.DictField):
    """Row index → what to do with it."""

    child = Word([(word, word) for word in ("new", "update", "skip")])

    def to_internal_value(self, data: Any) -> dict[int, str]:
        decided = super().to_internal_value(data)
        if any(not str(line).isdecimal() or len(str(line)) > 7 for line in decided):
            raise serializers.ValidationError(_("Give row numbers."))
        return {int(line): word for line, word in decided.items()}


class ImportIn(FileIn):
    digest = Text(
        max_length=128, help_text="The digest of the preview: nothing has changed since you looked."
    )
    decisions = Decisions(required=False, default=dict)
    skip_errors = Flag(default=False, help_text="Leave lines with errors out instead of refusing the list.")
    keep_odd = Flag(default=False, help_text="Put values that are not taken into the note of a new player.")


class NotTakenOut(Mirror, of=NotTaken, shows="column value", column="As the reader's language calls it."):
    """A value that is kept aside."""


class ImportColumnOut(
    Mirror,
    of=Column,
    shows="title field sample",
    title="Empty where the first line holds no titles.",
    field="What it is taken for, a word of `columns`; empty: not used.",
    sample="The first values in it.",
):
    """A column of the list."""


class ImportRowOut(
    Mirror,
    of=Row,
    shows="index line kind usual values player field message not_taken",
    index="What `decisions` name.",
    player="The player it names already.",
):
    """A line of the list and what would become of it."""

    kind = serializers.ChoiceField(list(KINDS))
    usual = serializers.ChoiceField(
        ["new", "update", "skip"], help_text="What happens unless decided otherwise."
    )
    values = Plain()
    message = serializers.CharField()


class ImportPlanOut(
    Mirror,
    of=Plan,
    shows="rows counts layout header header_in_doubt columns ignored_columns digest",
    layout="All columns, in the order of the list.",
    header="Whether the first line holds titles.",
    header_in_doubt="Whether that is only a guess by its looks. `layout` with `header: false` makes it a player.",
    ignored_columns="Columns that are not imported.",
):
    """What an import would do; nothing has been changed."""

    rows = ImportRowOut(many=True)
    counts = serializers.DictField(child=serializers.IntegerField())


class ImportOddOut(Mirror, of=Row, nested=False, shows="line"):
    """A line with values that are not taken."""

    name = serializers.CharField(source="values.name")
    not_taken = NotTakenOut(many=True)


class ImportedOut(
    Mirror,
    of=Summary,
    shows="added updated skipped ignored_columns",
    added="Player numbers.",
    updated="Player numbers.",
    ignored_columns="Columns that were not imported.",
):
    not_taken = ImportOddOut(many=True, help_text="Lines with values that are in no field of a player.")


class SeatedOut(serializers.Serializer[object]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    position = serializers.IntegerField(
        help_text="0 moves first or has White (two seats), or is East (four seats)."
    )


class PlayedOut(serializers.Serializer[object]):
    """One round of one player."""

    round = serializers.IntegerField(source="number")
    state = serializers.ChoiceField(RoundState.choices)
    table = serializers.IntegerField(allow_null=True)
    position = serializers.IntegerField(allow_null=True)
    opponents = SeatedOut(many=True)
    bye = serializers.CharField(help_text="The kind of bye, or empty.")
    result = serializers.ChoiceField(Result.choices, allow_null=True)
    outcome = serializers.ChoiceField(Outcome.choices, allow_blank=True)
    points = Points(allow_null=True)
    raw = serializers.IntegerField(allow_null=True, help_text="Own raw points at a table of four.")
    penalty = Points(help_text="Penalties at a table of four; `points` has them already.")
    place = serializers.IntegerField(allow_null=True, help_text="1 to 4 at a table of four.")
    missed = serializers.BooleanField(help_text="A round of four at a table after the player had left.")
    total = Points(
        allow_null=True, help_text="At tables of four: the total after the round, once it is completed."
    )
    rank = serializers.IntegerField(
        allow_null=True, help_text="At tables of four: the place after the round."
    )


def played_rounds(event: Tournament, player: Player, *, drafts: bool = False) -> list[dict[str, object]]:
    """The rounds of a player in the shape of PlayedOut: at tables of four with the growing total and games missed."""
    rows = player_history(event, player, drafts=drafts)
    if not is_of_four(event):
        return [_played(RoundOfFour(row.number, row, None)) for row in rows]
    return [_played(round_) for round_ in history(event, player.number, rows)]


def _played(round_: RoundOfFour) -> dict[str, object]:
    row = round_.row or PlayedRound(round_.number, RoundState.COMPLETED.value, round_.points)
    total, rank = (round_.step.total, round_.step.rank) if round_.step else (None, None)
    return {**asdict(row), "missed": round_.row is None, "total": total, "rank": rank}
