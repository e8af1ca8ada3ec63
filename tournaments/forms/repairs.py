"""What is to change together with a repair, and changes of a round by hand, as forms: selects that fit a phone."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.corrections.selectors.repairs import Change
from tournaments.corrections.selectors.repairs_pending import Pending
from tournaments.corrections.services.by_hand import Move
from tournaments.events.selectors.unplayed import unplayed
from tournaments.forms.base import DeskForm, whole
from tournaments.forms.people import Choices, by_name
from tournaments.models import Bye, ByeKind, Match, Player, Round, Seat, Tournament
from tournaments.steps.person import RATING_RANGE

NOBODY: tuple[str, Any] = ("", "–")


def at_open_tables(round_: Round) -> Choices:
    """Who sits at a table without a result, or has the bye of the pairing."""
    tables = unplayed(Match.objects.filter(round=round_)).values("pk")
    seats = Seat.objects.filter(match__in=tables, player__house=False)
    byes = Bye.objects.filter(round=round_, kind=ByeKind.FULL)
    columns = ("player__number", "player__name")
    return by_name(round_.tournament, [*seats.values_list(*columns), *byes.values_list(*columns)])


def not_in_round(tournament: Tournament, round_: Round) -> Choices:
    """Who is on the list, but has neither a table nor the bye of the pairing."""
    seated = Seat.objects.filter(round=round_).values("player")
    resting = Bye.objects.filter(round=round_, kind=ByeKind.FULL).values("player")
    rows = Player.objects.filter(tournament=tournament, house=False)
    return by_name(
        tournament, rows.exclude(pk__in=seated).exclude(pk__in=resting).values_list("number", "name")
    )


class ChangeForm(DeskForm):
    """Who comes, who is missing, who leaves, who must not meet. Two of each fit on a page; more come one by one."""

    join = forms.ChoiceField(label=_("Plays in this round after all"), required=False)
    join_too = forms.ChoiceField(label=_("and"), required=False)
    absent = forms.ChoiceField(label=_("No-show: sits this round out"), required=False)
    absent_too = forms.ChoiceField(label=_("and"), required=False)
    out = forms.ChoiceField(label=_("Has withdrawn"), required=False)
    out_too = forms.ChoiceField(label=_("and"), required=False)
    name = forms.CharField(
        label=_("A new player"),
        required=False,
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    rating = whole(_("Rating"), low=RATING_RANGE[0], high=RATING_RANGE[1])
    allow_duplicate = forms.BooleanField(label=_("This is another person with the same name"), required=False)

    def __init__(self, tournament: Tournament, round_: Round, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        here, away = at_open_tables(round_), not_in_round(tournament, round_)
        for name in ("join", "join_too"):
            self._choose(name, away)
        for name in ("absent", "absent_too", "out", "out_too"):
            self._choose(name, here)

    def _choose(self, name: str, choices: Choices) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [NOBODY, *choices]

    @property
    def pairs(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[name], self[f"{name}_too"]) for name in ("join", "absent", "out")]

    @property
    def change(self) -> Change:
        """What was chosen; the form has to be valid."""
        data = self.cleaned_data

        def two(name: str) -> tuple[int, ...]:
            chosen = (data[name], data[f"{name}_too"])
            return tuple(dict.fromkeys(int(number) for number in chosen if number))

        new = {k: data[k] for k in ("name", "rating", "allow_duplicate")} if data["name"] else {}
        return Change(join=two("join"), absent=two("absent"), out=two("out"), new=new)


def first_change(pending: Pending | None) -> dict[str, str]:
    """What the form begins with: whom the events since the pairing are about."""
    joins = [str(event.join) for event in pending.events if event.join] if pending else []
    gone = [str(event.out) for event in pending.events if event.out] if pending else []
    chosen = {"join": joins[:1], "join_too": joins[1:2], "absent": gone[:1], "absent_too": gone[1:2]}
    return {name: values[0] for name, values in chosen.items() if values}


class MoveForm(DeskForm):
    """A change by hand. Which fields count is said by `kind`."""

    kind = forms.ChoiceField(
        choices=[(kind, kind) for kind in ("swap", "pair", "move", "group", "bye")], widget=forms.HiddenInput
    )
    first = forms.ChoiceField(label=_("Player"), required=False)
    second = forms.ChoiceField(label=_("with"), required=False)
    table = forms.ChoiceField(label=_("Table"), required=False)
    to_table = whole(_("to table"), low=1, high=999_999)
    group = forms.ChoiceField(label=_("Score group"), required=False)

    def __init__(self, round_: Round, groups: dict[str, tuple[int, ...]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.groups = groups
        people = [NOBODY, *at_open_tables(round_)]
        tables = unplayed(Match.objects.filter(round=round_)).order_by("table")
        choices: dict[str, Choices] = {
            "first": people,
            "second": people,
            "table": [(str(n), str(n)) for n in tables.values_list("table", flat=True)],
            "group": [(score, score) for score in groups],
        }
        for name, values in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = values if name in ("first", "second") else [NOBODY, *values]

    @property
    def move(self) -> Move:
        data = self.cleaned_data

        def number(name: str) -> int | None:
            return int(data[name]) if data.get(name) else None

        return Move(
            kind=data["kind"],
            first=number("first"),
            second=number("second"),
            table=number("table"),
            to_table=data.get("to_table"),
            players=self.groups.get(data.get("group") or "", ()),
        )
