"""A player's own page: table, wind, opponents, results; reporting the result, and what to ask the desk for.

Whoever has the address is the player: there is no account. So these pages differ from reader to reader, and a wrong
key finds nothing. What may be done here and how it is answered: `own`.
"""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.models import Player, PlayerRequest, Tournament
from tournaments.phones.public import my_page, own
from tournaments.phones.public.own import METHODS, Reader
from tournaments.phones.public.own_scores import boxes_here, scores
from tournaments.phones.selectors import personal
from tournaments.phones.selectors.own_news import mark_of, news_of
from tournaments.players.selectors.own_check_in import OwnCheckIn, own_check_in
from tournaments.players.selectors.requests import SittingOut, latest_request, may_ask, sitting_out
from tournaments.privacy.selectors import own_data
from tournaments.public.pages import find_event
from tournaments.public.shared import line_of, of_player, overview
from tournaments.queue.selectors.board import board
from tournaments.queue.selectors.now import has_queue, read
from tournaments.queue.selectors.own import OwnPlace, own_place
from tournaments.steps.refusals import ServiceError
from tournaments.web.contexts import Part
from tournaments.web.signed_in import wants_json
from tournaments.web.unchanged import marked, not_modified, same, still_good
from tournaments.whereabouts.selectors.whereabouts import Place

# What is not for this player alone may be so late at least, twice as late at most: not all phones come at once for it.
LATEST_SECONDS = 60


@csrf_exempt
@require_http_methods(METHODS)
def me(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The page, and what is pressed on it."""
    reader = _whose(request, slug, key)
    if request.method != "POST":
        return _unless_no_news(request, reader) or my_page.remembered(request, _page(request, reader), reader)
    if request.POST.get("do") == "forget":
        return my_page.forgotten(own.back_to(reverse("public:event", args=[slug])), slug)
    try:
        state = own.act(reader, request.POST)
    except ServiceError as refusal:
        return own.refused(refusal) if wants_json(request) else _page(request, reader, refusal)
    return own.outcome_answer(request, state, reader.home)


@csrf_exempt
@require_http_methods(METHODS)
def result(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The four scores of the own table."""
    return scores(request, _whose(request, slug, key), "phones/public/me_result.html")


@require_safe
def data(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Everything the event keeps about the player, to be saved: a file of JSON whose name tells nobody."""
    kept = own_data(_whose(request, slug, key).player)
    answer = JsonResponse(kept, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="{slug}-my-data.json"'
    return own.private(answer)


def _whose(request: HttpRequest, slug: str, key: str) -> Reader:
    """Whose key this is; 404 for a wrong one, as for any page that is not there."""
    event = find_event(request, slug)
    try:
        player = personal.player_by_key(event, key)
    except Player.DoesNotExist as error:
        raise my_page.opens_nothing(request, event, key) from error
    address = [event.slug, player.key]
    return Reader(
        event, player, reverse("public:me", args=address), reverse("public:me_result", args=address)
    )


def _unless_no_news(request: HttpRequest, reader: Reader) -> HttpResponse | None:
    """Nothing but a 304 while nothing has happened that this player waits for."""
    given = request.headers.get("If-None-Match", "")
    if not given:
        return None
    seconds = LATEST_SECONDS + reader.player.number % LATEST_SECONDS
    tag = same(given, own.tag_of(reader.event)) or still_good(given, _mark(reader), seconds)
    return not_modified(tag) if tag else None


def _mark(reader: Reader) -> str:
    minute = f"-{timezone.now():%H%M}" if has_queue(reader.event) else ""
    return f"{mark_of(reader.event, reader.player.number)}-{get_language()}{minute}"


def _news(*places: Place | None) -> str:
    """Where the player has to go, for the title of a page that is not looked at: the table of the latest round."""
    for place in places:
        if place and place.kind == "table":
            facts = {"number": place.round_number, "table": place.table}
            return gettext("Round %(number)s: table %(table)s") % facts
    return ""


def _page(request: HttpRequest, reader: Reader, refused: ServiceError | None = None) -> HttpResponse:
    event, player = reader.event, reader.player
    if refused is not None:
        player = personal.player_by_key(event, player.key)  # as it is after an answer
    now = of_player(event, player)
    queued = _in_queue(event, player)
    news = queued.news if has_queue(event) else _news(now.next_place, now.place)
    parts: tuple[Part, ...] = (
        overview(event),
        now,
        line_of(event, player.number),
        own.at_table(reader),
        queued,
        *boxes_here(reader),
        _my_page(event, player, news, refused),
    )
    status = 200 if refused is None else own.status_of(refused)
    tag = marked(own.tag_of(event), _mark(reader))
    return own.with_wait(own.own_page(request, event, "phones/public/me.html", parts, status, tag), refused)


@dataclass(frozen=True, slots=True)
class InQueue:
    """Where the player is in the table queue; nothing of an event without one."""

    own_place: OwnPlace | None = None
    may_pause: bool = False
    is_paused: bool = False

    @property
    def news(self) -> str:
        """For the title: the table, once there is one."""
        return self.own_place.text if self.own_place and self.own_place.table is not None else ""


def _in_queue(event: Tournament, player: Player) -> InQueue:
    if not has_queue(event):
        return InQueue()
    queue = read(event)
    place = own_place(board(queue), player.number)
    is_at_table = place is not None and place.table is not None
    state = queue.state.player.get(player.number)
    is_in = state is not None and player.left_after_round is None
    is_paused = state is not None and state.held and not state.elsewhere
    return InQueue(place, is_in and not is_at_table, is_paused)


@dataclass(frozen=True, slots=True)
class MyPage:
    """What the own page has that no other page shows."""

    news: str
    check_in: OwnCheckIn | None
    request: PlayerRequest | None
    may_ask: tuple[str, ...]
    sitting_out: SittingOut
    refused: ServiceError | None


def _my_page(event: Tournament, player: Player, news: str, refused: ServiceError | None) -> MyPage:
    is_asking = player.number in news_of(event).asking
    return MyPage(
        news=news,
        check_in=own_check_in(event, player),
        request=latest_request(player) if is_asking else None,
        may_ask=may_ask(event, player),
        sitting_out=sitting_out(event, player, has_byes=is_asking),
        refused=refused,
    )
