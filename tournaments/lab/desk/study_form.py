"""A study on one page: the field, how every match would end, and the algorithms to compare."""

from itertools import product
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from accounts.models import User
from pairing.model.options import describe
from pairing.systems import SYSTEMS
from research.published import ALGORITHMS
from tournaments.desk.refusals import refuse
from tournaments.forms.base import DeskForm, whole
from tournaments.lab import jobs
from tournaments.models import Job
from tournaments.players.services.sheets import read
from tournaments.steps.refusals import ServiceError

MOST_TEAMS = 500
PARTS = ("order", "method", "floater", "opponent", "mode")
USUAL = {"order": ["F", "V"], "method": ["B"], "floater": ["U"], "opponent": ["E"], "mode": ["S", "MS"]}
RESULTS = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    "1/2": "1/2-1/2",
    "=": "1/2-1/2",
}
TABLES = [
    ("list", _("The list is the order of strength: the higher one always wins")),
    ("order", _("Another order of strength, given below")),
    ("results", _("Results of single matches, given below or in a file")),
]
MISSING = [
    ("refuse", _("must not be missing")),
    ("draw", _("count as draws")),
    ("higher_score", _("are won by the team with more points in the results given")),
]


class Boxes(forms.CheckboxSelectMultiple):
    """Several of a few."""


class StudyForm(DeskForm):
    """What is typed becomes a study document (`pairwright-study/1`); the document says what is wrong with it."""

    field_names = {
        "players": "names", "strongest_first": "strength", "results": "results", "document": "table",
        "algorithms": "order", "missing": "missing",
    }  # fmt: skip

    teams = whole(_("Number of teams"), low=2, high=MOST_TEAMS)
    names = forms.CharField(
        label=_("Names of the teams"),
        required=False,
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line, in the order of the list. If empty: numbers are used."),
    )
    rounds = whole(pgettext_lazy("number of", "Rounds"), low=1, high=MOST_TEAMS - 1, required=True)
    table = forms.ChoiceField(label=_("Who wins"), choices=TABLES, widget=forms.RadioSelect)
    strength = forms.CharField(
        label=_("Order of strength"),
        required=False,
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("All teams, one a line, the strongest first."),
    )
    results = forms.CharField(
        label=_("Results"),
        required=False,
        max_length=4_000_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One match a line: first team; second team; 1-0, 0-1 or 1/2-1/2."),
    )
    file = forms.FileField(label=_("or a CSV or XLSX file of results"), required=False)
    missing = forms.ChoiceField(label=_("Matches without a result"), choices=MISSING, required=False)
    published = forms.BooleanField(
        label=_("The twelve algorithms of the published study"), required=False, initial=True
    )
    others = forms.MultipleChoiceField(label=_("Other systems"), required=False, widget=Boxes)
    top = whole(_("Teams that count as the top"), low=2, high=MOST_TEAMS)

    def __init__(self, *args: Any, **named: Any) -> None:
        named.setdefault(
            "initial", {"teams": 24, "rounds": 9, "table": "list", "missing": "refuse", "top": 5}
        )
        super().__init__(*args, **named)
        for spec in describe(SYSTEMS["wcsc"].options):
            if spec.name in PARTS and spec.choices:
                self.fields[spec.name] = forms.MultipleChoiceField(
                    label=gettext(spec.label),
                    choices=[(value, gettext(label)) for value, label in spec.choices.items()],
                    required=False,
                    widget=Boxes,
                )
        self.fields["others"].choices = [  # type: ignore[attr-defined]
            (slug, gettext(s.name))
            for slug, s in SYSTEMS.items()
            if s.seats.rules.is_simulated and slug != "wcsc"
        ]

    @property
    def parts(self) -> list[forms.BoundField]:
        return [self[name] for name in PARTS]

    def save(self, user: User) -> Job | None:
        """The study, made or on its way; None when something has to be put right first."""
        if not self.is_valid():
            return None
        try:
            return jobs.study(actor=user, document=self.document())
        except ServiceError as error:
            error.field = (error.field or "").partition("[")[0].partition(".")[0]
            self.refuse(error)
            return None

    def document(self) -> dict[str, Any]:
        """The study document. Errors: ServiceError for what cannot be one."""
        given = self.cleaned_data
        names = _lines(given["names"]) or [str(n) for n in range(1, (given["teams"] or 24) + 1)]
        data: dict[str, object] = {
            "format": "pairwright-study/1",
            "players": names,
            "rounds": given["rounds"],
            "algorithms": self._algorithms(),
        }
        if given["top"]:
            data["top"] = given["top"]
        if given["table"] == "results":
            return data | {"results": self._results(), "missing": given["missing"] or "refuse"}
        return data | {"strongest_first": names if given["table"] == "list" else _lines(given["strength"])}

    def _algorithms(self) -> list[dict[str, Any]]:
        given = self.cleaned_data
        listed: list[dict[str, object]] = []
        if given["published"]:
            listed += [{"name": a.name, "system": a.system, "options": dict(a.options)} for a in ALGORITHMS]
        for values in product(*(given[part] for part in PARTS)):
            name = "{}{}{}{}-{}".format(*values)
            if name not in {algorithm["name"] for algorithm in listed}:
                options = dict(zip(PARTS, values, strict=True))
                listed.append({"name": name, "system": "wcsc", "options": options})
        listed += [{"name": str(SYSTEMS[slug].name), "system": slug} for slug in given["others"]]
        if not listed:
            raise refuse.nothing_to_compare(field="published")
        return listed

    def _results(self) -> list[dict[str, Any]]:
        file = self.cleaned_data["file"]
        sheet = read(file.read(), file.name) if file else read(self.cleaned_data["results"], "results.csv")
        rows = []
        for line, cells in sheet.rows:
            result = RESULTS.get(cells[2].replace("–", "-").replace(" ", "")) if len(cells) > 2 else None
            if result is None:
                raise refuse.bad_study_line(line=line)
            rows.append({"players": [cells[0], cells[1]], "result": result})
        return rows


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
