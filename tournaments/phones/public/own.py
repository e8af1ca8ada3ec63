"""What a reader who answers for one player may do, on the own page and behind the code of a table.

Nobody keeps these pages, and no other page or site hears of their addresses (no referrer, no index). The key or the
code is proof enough that a form comes from its own page, and no other page knows it, so forms need no token beside it;
a browser that sends no referrer would fail Django's check of the origin besides.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext_lazy as _

from pairing.model.types import TWO
from tournaments.brackets.selectors.lengths import best_of, scores
from tournaments.events.selectors.games import notes_games
from tournaments.hall.selectors.calls import call_at
from tournaments.hall.services import calls
from tournaments.models import (
    ClaimState,
    JudgeCall,
    Match,
    Player,
    PlayerRequest,
    PlayerRequestKind,
    RoundState,
    ScoreClaim,
    Tournament,
)
from tournaments.names.namesakes import name_of
from tournaments.phones.public.refusals import refuse
from tournaments.phones.selectors.own_news import News, news_of
from tournaments.phones.selectors.own_tables import MyMatch, MyTable, OwnTable, TableState, my_match, my_table
from tournaments.phones.selectors.reports import is_decided_by_desk
from tournaments.phones.services import answer_limits, answers, reports, sent_answers
from tournaments.players.services import requests, self_check_in
from tournaments.public.pages import frame_of
from tournaments.queue.services import queue
from tournaments.steps.refusals import ServiceError
from tournaments.web.contexts import Shown, context_of
from tournaments.web.signed_in import wants_json
from tournaments.web.unchanged import VARY, etag, is_match, not_modified
from tournaments.whereabouts.selectors.tables_played import Played, played_by

METHODS = ["GET", "HEAD", "POST"]
Games: TypeAlias = tuple[tuple[str, object], ...]
GAMES: Games = (("games_won", _("won")), ("games_lost", _("lost")), ("games_drawn", _("drawn")))
_PARTS = {MyMatch: "phones/public/_report_two.html", MyTable: "phones/public/_report_four.html"}
_STATUS = {"too_many": 429, "bad_scores": 422, "bad_games": 422, "bad_length": 422, "in_progress": 503}


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who answers for a player: with the own key, or from a browser (`device`) with the code of a table.

    `home` is the address of the page, `form` that of its form for four scores; `match_id`: only this match.
    """

    event: Tournament
    player: Player
    home: str
    form: str
    device: str = ""
    match_id: int | None = None

    @property
    def has_own_key(self) -> bool:
        return not self.device

    @property
    def tab(self) -> str:
        """Which tab the page belongs to: that of the own page has its key in it, so no other page may have it."""
        return "me" if self.has_own_key else "table"


Call: TypeAlias = tuple[Played, JudgeCall | None]


@dataclass(frozen=True, slots=True)
class AtTable:
    """What the reader has to do with tables: the result, what others have said of it, the judge who was called.

    `scores` are the games, the reader's first, with which a match of the length declared for it can end.
    """

    reader: Reader
    player: Player
    tab: str
    tables: list[tuple[str, OwnTable]]
    decided_by_desk: list[int]
    counts_games: bool
    scores: tuple[tuple[int, int], ...]
    calls: list[Call]
    games_boxes: Games = GAMES


def at_table(reader: Reader) -> AtTable:
    event, seen, news = reader.event, _played(reader), news_of(reader.event)
    tables = _tables(reader, seen, news)
    reported = [own.match_id for own in tables if own.match_id in news.reported]
    return AtTable(
        reader=reader,
        player=reader.player,
        tab=reader.tab,
        tables=[(_PARTS[type(own)], own) for own in tables if _is_shown(event, own)],
        decided_by_desk=[match for match in reported if is_decided_by_desk(match)],
        counts_games=any(isinstance(own, MyMatch) for own in tables) and notes_games(event),
        scores=scores(next((best_of(event, own.round_number) for own in tables if own.may_report), 0)),
        calls=[_call_of(event, played, news) for played in seen],
    )


def _tables(reader: Reader, seen: list[Played], news: News) -> list[OwnTable]:
    matches = [
        my_match(played, reader.player.number, has_reports=played.match_id in news.reported)
        for played in seen
        if len(played.places) == TWO
    ]
    return [*matches, *filter(None, [own_table(reader)])]


def _call_of(event: Tournament, played: Played, news: News) -> Call:
    where = (played.round_number, played.table)
    return played, call_at(event, *where) if where in news.called else None


def own_table(reader: Reader) -> MyTable | None:
    """The table of four the reader may enter scores for."""
    mine = my_table(reader.event, reader.player)
    return mine if mine is not None and reader.match_id in (None, mine.match_id) else None


def _is_shown(event: Tournament, own: OwnTable) -> bool:
    """Where players do not report, only what counts is shown."""
    return event.players_report or own.state == TableState.COUNTED


def _played(reader: Reader) -> list[Played]:
    """The tables of the reader in rounds that are not over; one paired ahead once the one before is done."""
    found = [
        played
        for played in played_by(reader.event, reader.player.number)
        if reader.match_id in (None, played.match_id)
    ]
    return found[:1] if found and found[0].is_missing else found


# --- what may be pressed --------------------------------------------------------------------------------------


def act(reader: Reader, data: QueryDict) -> str:
    """Do what the button `do` says, and what became of it: a ClaimState, "" for what is no report.

    The same again is no mistake. Errors: ServiceError.
    """
    return once(reader, data, lambda: _do(reader, data))


def once(reader: Reader, data: QueryDict, work: Callable[[], str]) -> str:
    """Do what a phone sends with a key of its own (`key`) the first time only. Errors: ServiceError."""
    if data.get("as", str(reader.player.number)) != str(reader.player.number):
        name = name_of(reader.event, reader.player)
        raise refuse.another_player(name=name)
    said = {name: data.getlist(name) for name in data if name != "key"}
    return sent_answers.once(reader.player, data.get("key", ""), said, work)


def _do(reader: Reader, data: QueryDict) -> str:
    answer_limits.count(reader.player, reader.device)
    wish = data.get("do", "")
    action = _AT_TABLE.get(wish.partition(" ")[0])
    action = action or (_BY_KEY.get(wish) if reader.has_own_key else None)
    if action is None:
        raise refuse.unknown_answer()
    return action(reader, data) or ""


def _answer(reader: Reader, data: QueryDict) -> str:
    """Confirm, dispute or take back what was entered."""
    row = ScoreClaim.objects.filter(
        pk=_number(data.get("claim")), match__round__tournament=reader.event
    ).first()
    if row is None:
        raise refuse.unknown_answer()
    given = answers.give(
        tournament=reader.event,
        player=reader.player,
        report=row,
        answer=data.get("do", ""),
        device=reader.device,
    )
    return given.state


def _report(reader: Reader, data: QueryDict) -> str:
    """How the own match ended."""
    played = _meant(reader, data)
    match = my_match(played, reader.player.number) if len(played.places) == TWO else None
    outcome, games = _said(data)
    if match is not None and match.state == TableState.COUNTED and match.outcome == outcome:
        return (
            ClaimState.CONFIRMED.value
        )  # a second tap, or the other side has said the same: it counts already
    report = reports.report_result(
        tournament=reader.event,
        player=reader.player,
        match=Match(pk=played.match_id),
        outcome=outcome,
        games=games,
        device=reader.device,
    )
    return report.state


def _said(data: QueryDict) -> tuple[str, list[int] | None]:
    """How it ended, and the games: of a button that names them (`games 2-1`), or from the boxes.

    Errors: `bad_games`.
    """
    do = data.get("do", "")
    if not do.startswith("games "):
        return do, _games(data)
    won, _dash, lost = do.removeprefix("games ").partition("-")
    games = [_number(won, -1), _number(lost, -1)]
    return "win" if games[0] > games[1] else "loss", games


def _games(data: QueryDict) -> list[int] | None:
    """Games won, lost and drawn from the boxes; None where they are empty. Errors: `bad_games`."""
    boxes = [data.get(name, "").strip() for name, _label in GAMES]
    if not any(boxes):
        return None
    numbers = [_number(box or "0", -1) for box in boxes]
    return numbers if numbers[2] else numbers[:2]


def _meant(reader: Reader, data: QueryDict) -> Played:
    """The table of the form. Errors: `other_table`, `round_completed`."""
    for played in _played(reader):
        if str(played.match_id) == data.get("match", ""):
            return played
    raise not_at(reader, data.get("match", ""))


def not_at(reader: Reader, match: str) -> ServiceError:
    """Why nothing can be said of this match any more: its round is completed, or the reader is at another table."""
    meant = Match.objects.filter(pk=_number(match), round__tournament=reader.event).select_related("round")
    row = meant.first()
    if row is not None and row.round.state == RoundState.COMPLETED:
        return refuse.round_completed(number=row.round.number)
    return refuse.at_another_table()


def _call(reader: Reader, data: QueryDict) -> None:
    played = _meant(reader, data)
    answer_limits.count_call(reader.event, played.table, reader.device)
    calls.call_judge(
        tournament=reader.event,
        round_number=played.round_number,
        table=played.table,
        player=reader.player,
        note=data.get("note", ""),
    )


def _uncall(reader: Reader, data: QueryDict) -> None:
    call = JudgeCall.objects.filter(tournament=reader.event, pk=_number(data.get("call"))).first()
    here = {(played.round_number, played.table) for played in _played(reader)}
    if call is None or (call.round_number, call.table) not in here:
        raise refuse.unknown_answer()
    calls.cancel_call(tournament=reader.event, call=call, player=reader.player)


def _ask(reader: Reader, data: QueryDict) -> None:
    kind = data.get("do", "").removeprefix("ask_")
    given: dict[str, Any] = {
        "tournament": reader.event,
        "player": reader.player,
        "note": data.get("note", ""),
    }
    if kind == PlayerRequestKind.SKIP and "round" in data:
        given["round_number"] = _number(data.get("round"), -1)
    requests.ask(**given, kind=kind)


def _take_back(reader: Reader, data: QueryDict) -> None:
    request = PlayerRequest.objects.filter(player=reader.player, pk=_number(data.get("request"))).first()
    if request is None:
        raise refuse.unknown_answer()
    requests.cancel(tournament=reader.event, player=reader.player, request=request)


def _check_in(reader: Reader, data: QueryDict) -> None:
    self_check_in.check_in(
        tournament=reader.event, player=reader.player, present=data.get("do", "") == "here"
    )


def _number(text: str | None, instead: int = 0) -> int:
    return int(text) if text is not None and text.isdecimal() and len(text) < 19 else instead


Doing = Callable[[Reader, QueryDict], str | None]
_AT_TABLE: Mapping[str, Doing] = {
    **dict.fromkeys(answers.WANTED, _answer),
    **dict.fromkeys(reports.RESULT_OF, _report),
    "games": _report,
    "call": _call,
    "uncall": _uncall,
}


def _pause(reader: Reader, data: QueryDict) -> str:
    """Not to be called to a table for a while, or to be called again."""
    queue.change(
        tournament=reader.event,
        actor=None,
        facts=[{data.get("do", ""): [reader.player.number]}],
        who=name_of(reader.event, reader.player),
    )
    return ""


# What only the own key is good for.
_BY_KEY: Mapping[str, Doing] = {
    **dict.fromkeys(("ask_withdraw", "ask_skip", "ask_return"), _ask),
    "take_back": _take_back,
    **dict.fromkeys(("here", "not_here"), _check_in),
    **dict.fromkeys(("pause", "back"), _pause),
}


# --- how it is answered ---------------------------------------------------------------------------------------


def status_of(refusal: ServiceError) -> int:
    return _STATUS.get(refusal.code, 409)


def unless_unchanged(request: HttpRequest, event: Tournament) -> HttpResponse | None:
    tag = tag_of(event)
    return not_modified(tag) if is_match(request.headers.get("If-None-Match", ""), tag) else None


def tag_of(event: Tournament) -> str:
    return etag(event.pk, event.public_version, get_language() or "")


def own_page(
    request: HttpRequest, event: Tournament, template: str, page: Shown, status: int, tag: str = ""
) -> HttpResponse:
    """The page; after an answer the event has a new version, and the page says the one it shows.

    `tag`: the ETag of a page that follows more than that.
    """
    tag = tag or tag_of(event)
    frame: dict[str, Any] = {"etag": tag, **frame_of(request, event, {})}
    if "HX-Request" in request.headers:
        frame["frame"] = "public/_live.html"
    answer = HttpResponse(render_to_string(template, {**frame, **context_of(page)}), status=status)
    if status == 200:
        answer["ETag"] = tag
    patch_vary_headers(answer, VARY)
    return private(answer)


def outcome_answer(request: HttpRequest, state: str, address: str) -> HttpResponse:
    """What has become of an answer: in a word for the script, else the page it leads to."""
    return private(JsonResponse({"state": state})) if wants_json(request) else back_to(address)


def refused(refusal: ServiceError) -> HttpResponse:
    """A refusal for the script: nothing was changed, and the phone shows why."""
    answer = JsonResponse({"code": refusal.code, "message": str(refusal)}, status=status_of(refusal))
    return private(with_wait(answer, refusal))


def with_wait(answer: HttpResponse, refusal: ServiceError | None) -> HttpResponse:
    """The answer, saying also to programs when it is worth another try."""
    if refusal is not None and "wait" in refusal.params:
        answer["Retry-After"] = str(refusal.params["wait"])
    return answer


def back_to(address: str) -> HttpResponse:
    """To the page itself by a new request, so that loading it again sends nothing twice."""
    return private(HttpResponseRedirect(address))


def private(answer: HttpResponse) -> HttpResponse:
    answer["Cache-Control"] = "private, no-store"
    answer["Referrer-Policy"] = "no-referrer"
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer
