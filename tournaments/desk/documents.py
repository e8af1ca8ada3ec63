"""The documents of an event to print, declared once: the page and the dialog of "p" show them, Ctrl-K finds them.

What the picture of a sheet shows is its `picture` (desk/base.css).
"""

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.desk.sheets import SHEETS
from tournaments.events.selectors.phases import is_whole
from tournaments.models import Round, RoundState, Tournament
from tournaments.rights import Right
from tournaments.schedules.selectors.schedules import plans_ahead
from tournaments.snapshots import is_of_four


@dataclass(frozen=True, slots=True)
class Document:
    """One that can be printed: the name of its address, and where there is one ("": everywhere).

    `only` is said of events at tables of `two` or `four`, those `planned` ahead, those whose matches are all there as a
    `whole`, and those with `prizes`. What every
    round needs is `ticked`, until somebody chooses otherwise.
    """

    page: str
    title: str | Promise
    picture: str = "list"
    only: str = ""
    right: str = ""
    ticked: bool = False


OF_A_ROUND = (
    Document("print_tables", _("Pairings by table"), ticked=True),
    Document("print_names", _("Pairings by name"), "names", ticked=True),
    Document("print_slips", _("Result slips"), "cards", only="two", ticked=True),
    Document("print_slips", _("Score sheets"), "large", only="four", ticked=True),
    Document("print_runner", _("Outstanding tables")),
)
OF_THE_EVENT = (
    Document("print_standings", _("Standings")),
    Document("print_players", _("Registered players")),
    Document("print_cross", _("Cross table"), "grid"),
    Document("print_wall", _("Wall chart"), "grid"),
    Document("print_fixtures", _("Whole schedule"), only="whole"),
    Document("print_plan_tables", _("Schedule by table"), only="planned"),
    Document("print_plan_names", _("Schedule by name"), "grid", only="planned"),
    Document("print_cards", _("Schedule cards"), "cards", only="planned"),
)
FOR_THE_HALL = (
    Document("print_player_cards", _("Cards of the players"), "cards", right=Right.SETTINGS),
    Document("print_table_cards", _("Cards of the tables"), "large"),
    Document("print_place_cards", _("Place cards"), "cards"),
    Document("print_prizes", _("Prizes"), "names", only="prizes"),
    Document("print_poster", _("Poster"), "poster"),
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A document as it is offered: `first` has the focus where the standings are in view."""

    document: Document
    url: str
    args: tuple[object, ...] = ()
    first: bool = False

    def count(self, request: HttpRequest, tournament: Tournament) -> int:
        """How many sheets it is; 0 where there is nothing to print yet."""
        try:
            return SHEETS[self.document.page].count(request, tournament, *self.args)
        except Http404:
            return 0


@dataclass(frozen=True, slots=True)
class Group:
    """Documents that stand together; `key` is the name of the part on the page."""

    key: str
    title: str
    papers: tuple[Paper, ...]


def papers(
    tournament: Tournament, rights: dict[str, bool], round_: Round | None, *, of_standings: bool = False
) -> list[Group]:
    """What can be printed by somebody with these rights, for the round in view (None: no round is paired)."""
    kinds = {"", "four" if is_of_four(tournament) else "two"}
    kinds |= {"planned"} if plans_ahead(tournament) else set()
    kinds |= {"whole"} if is_whole(tournament) else set()
    kinds |= {"prizes"} if tournament.prizes else set()

    def offered(documents: tuple[Document, ...], *args: object) -> tuple[Paper, ...]:
        return tuple(
            Paper(one, reverse(f"desk:{one.page}", args=[tournament.slug, *args]), args)
            for one in documents
            if one.only in kinds and (not one.right or rights[one.right])
        )

    event = offered(OF_THE_EVENT)
    after = f"?after={round_.number}" if round_ and round_.state == RoundState.COMPLETED else ""
    standings = replace(event[0], url=event[0].url + after, first=of_standings)
    found = [
        Group("event", str(_("The event")), (standings, *event[1:])),
        Group("hall", str(_("Paper for the hall")), offered(FOR_THE_HALL)),
    ]
    if round_ is None:
        return found
    title = str(_("Round %(number)s")) % {"number": round_.number}
    return [Group("round", title, offered(OF_A_ROUND, round_.number)), *found]
