"""Players: listed, found, one of them; their check-in; the seeds of rounds and the lots drawn from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.events.selectors.events import RoundHead
from tournaments.models import Round, Status, Tournament
from tournaments.names.namesakes import names_in
from tournaments.names.ordering import a_to_z, sort_names
from tournaments.players.selectors import lots as drawn, players as people
from tournaments.players.selectors.own_check_in import open_for
from tournaments.public.pages import WHOLE, find_event, public_page
from tournaments.public.shared import Tab, find_player, line_of, of_player, overview
from tournaments.steps.names import search_key, searched
from tournaments.web.contexts import Shown
from tournaments.web.qr import picture
from tournaments.whereabouts.selectors import whereabouts
from tournaments.whereabouts.selectors.whereabouts import Place, Whereabouts

QUERY = {"round": r"[1-9]\d{0,3}", "text": r".{1,300}"}
MOST_SHOWN = 500


@public_page("players/public/find.html", by_query=WHOLE | {"q": ".{1,120}"}, typed=["q"])
def find(event: Tournament, query: dict[str, str]) -> Shown:
    """Find my name. Without scripts the server searches; with them the list below narrows as one types."""
    asked = " ".join(query.get("q", "").split())
    everybody = _listed(event)
    found = (
        {hit.number for hit in people.find_players(event, asked, limit=len(everybody))} if asked else set()
    )
    # Those found first: the end of a long list comes later.
    rows = sorted(everybody, key=lambda row: row.number not in found) if found else everybody
    return overview(event), FindPage(asked, rows, found)


@dataclass(frozen=True, slots=True)
class ListedRow:
    """Somebody in the list of names, `key` as it is searched, with the table of now and of the next round."""

    number: int
    name: str
    key: str
    place: Place
    next_place: Place | None


@dataclass(frozen=True, slots=True)
class FindPage:
    asked: str
    everybody: list[ListedRow]
    found: set[int]
    tab: str = "find"


@public_page("players/public/players.html", by_query=WHOLE)
def players(event: Tournament, query: dict[str, str]) -> Shown:
    """Everybody in the event, in the order of registration."""
    facts = ("number", "name", "club", "rating", "title", "left_after_round")
    rows = list(people.roster(event).values(*facts))
    has_rating = any(row["rating"] is not None for row in rows)
    return overview(event), PlayersPage(rows, has_rating, any(row["club"] for row in rows))


@dataclass(frozen=True, slots=True)
class PlayersPage:
    rows: Sequence[Mapping[str, object]]
    has_rating: bool
    has_club: bool
    tab: str = "players"


@public_page("players/public/player.html")
def player(event: Tournament, query: dict[str, str], number: int) -> Shown:
    """One player: the table of now, the rounds so far with their reasons, the place in the standings."""
    someone = find_player(event, number)
    now, line = of_player(event, someone), line_of(event, number)
    return overview(event), now, line, _by_phone(event, now.place), Tab("players")


@public_page("players/public/_place.html")
def card(event: Tournament, query: dict[str, str], number: int) -> Shown:
    """Where one player is now: the part of the event page that this phone remembers."""
    now = whereabouts.places(event)
    find_player(event, number)
    found = Card(
        place=now.by_number[number],
        next_place=now.next_by_number.get(number),
        current=now.current,
        ahead=now.ahead,
        names=names_in(event),
    )
    line = (line_of(event, number),) if event.status == Status.FINISHED else ()
    return *line, _by_phone(event, found.place), found


@dataclass(frozen=True, slots=True)
class Card:
    place: Place
    next_place: Place | None
    current: RoundHead | None
    ahead: RoundHead | None
    names: Mapping[int, str]
    is_card: bool = True


@dataclass(frozen=True, slots=True)
class ByPhone:
    """What the phone of a player may be used for once it is recognised: the round to check in for, a report."""

    check_in_round: int | None
    may_use_phone: bool


def _by_phone(event: Tournament, place: Place) -> ByPhone:
    number = open_for(event)
    is_in = place.kind not in (Whereabouts.WITHDRAWN, Whereabouts.ELIMINATED)
    has_more = event.status != Status.FINISHED and (event.players_report or number is not None)
    return ByPhone(number, is_in and has_more)


def _listed(event: Tournament) -> list[ListedRow]:
    now, sorted_as = whereabouts.places(event), sort_names(event)
    house = set(event.players.filter(house=True).values_list("number", flat=True))
    rows = [
        ListedRow(
            place.number,
            place.name,
            search_key(searched(place.name, sorted_as.get(place.number, ""))),
            place,
            now.next_by_number.get(place.number),
        )
        for place in now.by_number.values()
        if place.number not in house
    ]
    return a_to_z(event, rows, lambda row: row.number)


@public_page("players/public/check_in.html")
def check_in(event: Tournament, query: dict[str, str]) -> Shown:
    """Only the own card checks anybody in, so this page names nobody."""
    number = open_for(event)
    return overview(event), CheckInPage(number is not None, number)


@dataclass(frozen=True, slots=True)
class CheckInPage:
    is_open: bool
    number: int | None
    tab: str = "check_in"


@require_safe
def qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The address of that page as a QR code, to be hung at the door."""
    event = find_event(request, slug)
    return picture(request.build_absolute_uri(reverse("public:check_in", args=[event.slug])), event)


@public_page("players/public/lots.html", by_query=QUERY, typed=QUERY)
def lots(event: Tournament, query: dict[str, str]) -> Shown:
    """What is drawn, from what, and how to check it. `round` chooses the round, `text` is a lot to recompute."""
    found = _lots_of(event, int(query["round"]) if "round" in query else drawn.latest_round(event))
    count = len(found.lots or ()) if found else 0
    return overview(event), LotsPage(
        rows=drawn.seed_rows(event),
        has_seeds=drawn.has_seeds(event),
        follow_from_one=drawn.follow_from_one(event),
        found=found,
        groups=found.groups(MOST_SHOWN) if found else [],
        more=max(0, count - MOST_SHOWN),
        asked=drawn.hashed(query["text"]) if "text" in query else None,
    )


@dataclass(frozen=True, slots=True)
class LotsPage:
    rows: list[drawn.SeedRow]
    has_seeds: bool
    follow_from_one: bool
    found: drawn.RoundLots | None
    groups: list[drawn.LotGroup]
    more: int
    asked: Mapping[str, str] | None
    tab: str = "pairings"


def _lots_of(event: Tournament, number: int | None) -> drawn.RoundLots | None:
    try:
        return None if number is None else drawn.lots_of(event, number)
    except Round.DoesNotExist as error:
        raise Http404("no such round") from error
