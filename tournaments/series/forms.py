"""Forms about a series: its settings, its events, its persons."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.forms.base import DeskForm, whole
from tournaments.forms.new_event import NewEventForm
from tournaments.forms.seen import SeenForm
from tournaments.models import Identity, Player, RankingOrder, Series, Tournament, Visibility
from tournaments.series.selectors.desk import (
    events_to_put_in,
    next_name,
    next_season,
    players_of,
    series_owned,
)
from tournaments.series.services import identities, series
from tournaments.series.services.next_season import begin_next_season
from tournaments.series.services.series import SEASON_RANGE

SETTINGS = ("name", "description", "visibility", "order", "slug")


class SeriesForm(SeenForm):
    """A new series, or the settings of one."""

    name = forms.CharField(label=_("Name"), max_length=120)
    description = forms.CharField(
        label=_("Description"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    visibility = forms.ChoiceField(
        label=_("Who can see it"),
        choices=[
            (Visibility.PUBLIC, _("Public: listed on the front page")),
            (Visibility.UNLISTED, _("Unlisted: anyone who has the address")),
            (Visibility.PRIVATE, _("Private: you, and the staff of its events")),
        ],
    )
    order = forms.ChoiceField(label=_("The ranking goes by"), choices=RankingOrder.choices)
    slug = forms.CharField(
        label=_("Address"),
        max_length=60,
        required=False,
        help_text=_("Small letters, digits and hyphens. If empty: made from the name."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )

    @classmethod
    def of(cls, row: Series, data: Any = None) -> SeriesForm:
        return cls(data, initial={name: getattr(row, name) for name in SETTINGS})

    def create(self, owner: User) -> Series | None:
        return self.run(series.create_series, owner=owner, **self.cleaned_data)

    def change(self, row: Series, actor: User) -> Series | None:
        return self.run(series.update_series, series=row, actor=actor, **self.cleaned_data)


class SeasonForm(DeskForm):
    """An event of the user, and the season it is to be."""

    field_names = {"event": "tournament"}

    tournament = forms.ChoiceField(label=_("Event"))
    season = whole(_("Season"), low=SEASON_RANGE[0], high=SEASON_RANGE[1], required=True)

    def __init__(self, row: Series, user: User, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"season": next_season(row)})
        super().__init__(*args, **kwargs)
        self.series, self.user = row, user
        self.events = {str(event.pk): event for event in events_to_put_in(user)}
        choices = [(pk, event.name) for pk, event in self.events.items()]
        self.fields["tournament"].choices = choices  # type: ignore[attr-defined]

    def put(self) -> Tournament | None:
        event, season = self.events[self.cleaned_data["tournament"]], self.cleaned_data["season"]
        return self.run(
            series.put_event, series=self.series, tournament=event, season=season, actor=self.user
        )


class NextSeasonForm(NewEventForm):
    """The event that follows the last season."""

    def __init__(self, row: Series, last: Tournament, *args: object, **kwargs: object) -> None:
        super().__init__(last, *args, initial={"name": next_name(last.name)}, **kwargs)
        self.series = row

    def begin(self, actor: User) -> Tournament | None:
        return self.run(begin_next_season, series=self.series, actor=actor, **self.cleaned_data)


class EventSeriesForm(SeenForm):
    """Which series of the user an event belongs to, and as which season."""

    series = forms.ModelChoiceField(label=_("Series"), queryset=Series.objects.none())
    season = whole(_("Season"), low=SEASON_RANGE[0], high=SEASON_RANGE[1], required=True)

    def __init__(self, event: Tournament, user: User, *args: Any, **kwargs: Any) -> None:
        mine = series_owned(user)
        first = event.series or mine.first()
        suggested = event.season if event.series_id or first is None else next_season(first)
        kwargs.setdefault("initial", {"series": first, "season": suggested})
        super().__init__(*args, **kwargs)
        self.event, self.user = event, user
        field = self.fields["series"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = mine
        field.empty_label = None
        self.has_series = first is not None

    def put(self) -> Tournament | None:
        return self.run(series.put_event, tournament=self.event, actor=self.user, **self.cleaned_data)


class NameForm(SeenForm):
    """What a person is called in the series."""

    name = forms.CharField(
        label=_("Name in the series"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def rename(self, row: Series, identity: Identity, actor: User) -> Identity | None:
        given = {"series": row, "identity": identity, "actor": actor}
        return self.run(identities.rename, **given, name=self.cleaned_data["name"])


class SplitForm(DeskForm):
    """Seasons that are somebody else's, and who that is."""

    prefix = "split"

    players = forms.ModelMultipleChoiceField(
        label=_("Seasons of the other player"),
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick the seasons of the other player.")},
    )
    name = forms.CharField(
        label=_("Name of the other player"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, identity: Identity, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.identity = identity
        field = self.fields["players"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = players_of(identity)

    def split(self, row: Series, actor: User) -> Identity | None:
        given = {"series": row, "identity": self.identity, "actor": actor}
        return self.run(identities.split, **given, **self.cleaned_data)
