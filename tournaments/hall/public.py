"""For the hall: a screen that turns its own pages, the QR code of the event, and what pins it to a phone."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.brackets.selectors.brackets import Bracket, StageRow, has_bracket
from tournaments.hall.selectors.screens import (
    by_itself,
    is_played,
    names_until,
    note_seen,
    part_of,
    screen_by_key,
)
from tournaments.models import Screen, ScreenMode, ScreenSize, Status, Tournament
from tournaments.names.alphabets import letters_of
from tournaments.names.ordering import sort_names
from tournaments.public.displays import find_event_of_screen
from tournaments.public.pages import Minute, frame_of, page_answer, public_page
from tournaments.public.shared import NameRow, Overview, by_name, find_bracket, find_round, overview
from tournaments.queue.selectors.board import board
from tournaments.queue.selectors.now import has_queue, read
from tournaments.queue.services.queue import decide
from tournaments.rounds.selectors.clocks import Clock, Extra, current_clock, extras
from tournaments.rounds.selectors.rounds import RoundSheet, TableRow
from tournaments.standings.selectors import of_four, standings
from tournaments.standings.selectors.columns import Column, columns_of
from tournaments.standings.selectors.standings import StandingsTable
from tournaments.web.contexts import Context, Part, Shown
from tournaments.web.missing import WrongKey
from tournaments.web.qr import kept_a_day, picture
from tournaments.web.unchanged import etag, is_match, not_modified

SHOWS = ("names", "tables", "standings", "timer", "bracket")


@public_page(
    "hall/public/screen.html",
    by_query={"show": "|".join(SHOWS), "size": "|".join(ScreenSize.values), "details": "yes|no"},
    finds=find_event_of_screen,
)
def screen(event: Tournament, query: dict[str, str]) -> Shown:
    """Fills a hall screen: pairings by name while people look for their table, the clock in turn with them and with
    the standings (the bracket once it is played) while the round runs, and after it these alone.
    """
    looks = Looks(query.get("size", ScreenSize.MEDIUM), query.get("details"))
    return looks, *_content(event, query.get("show", ""))


@dataclass(frozen=True, slots=True)
class Looks:
    """How a screen looks; a named one says in its row whether it shows `details`."""

    size: str
    details: str | None = None


@require_safe
def named_screen(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A screen that the desk tells what to show. It says by asking that it is there; a preview does not."""
    event = find_event_of_screen(request, slug)
    row = _screen_or_404(event, key)
    if "preview" not in request.GET:
        note_seen(row, timezone.now())
    stamp = f"{row.pk}-{row.changed_at.timestamp():.6f}"
    if _is_queue(event, row):
        stamp += Minute.of(event).stamp
    tag = etag(event.pk, event.public_version, f"{stamp}-{get_language() or ''}")
    if is_match(request.headers.get("If-None-Match", ""), tag):
        return not_modified(tag)
    query = {"preview": "1"} if "preview" in request.GET else {}
    frame = {"etag": tag, **frame_of(request, event, query)}
    return _shown(request, event, row, frame)


def _is_queue(event: Tournament, row: Screen) -> bool:
    """Whether a screen shows the table queue: told to, or by itself while matches are called."""
    by_itself = row.mode == ScreenMode.AUTO and event.status != Status.FINISHED
    return has_queue(event) and (by_itself or row.mode == ScreenMode.QUEUE)


def _queue(event: Tournament) -> tuple[Part, ...]:
    """What is due is called by whoever asks."""
    decide(event)
    return overview(event), {"board": board(read(event)), "tab": "queue"}


def _shown(request: HttpRequest, event: Tournament, row: Screen, frame: Context) -> HttpResponse:
    access = {"is_private": not event.is_open, "is_indexable": False}
    if _is_queue(event, row):
        return page_answer(request, "queue/public/screen.html", frame, lambda: _queue(event), **access)
    chosen = "" if row.mode in (ScreenMode.AUTO, ScreenMode.QUEUE) else row.mode
    return page_answer(
        request,
        "hall/public/screen.html",
        frame,
        lambda: (
            Looks(row.part.get("size", ScreenSize.MEDIUM)),
            *_content(event, chosen, row),
        ),
        **access,
    )


def _screen_or_404(event: Tournament, key: str) -> Screen:
    try:
        return screen_by_key(event, key)
    except Screen.DoesNotExist as error:
        raise WrongKey from error


@dataclass(frozen=True, slots=True)
class Turn:
    """What a screen shows, one after the other, and until when the names are among it. `chosen`: only that."""

    named: Screen | None
    chosen: str
    shown: tuple[str, ...]
    names_until: int | None
    clock: Clock | None
    bracket: Bracket | None
    stage: StageRow | None
    columns: Sequence[Column]
    extra_time: Collection[Extra]
    shows: tuple[str, ...] = SHOWS


@dataclass(frozen=True, slots=True)
class Pairings:
    """The lines by name and the tables, as far as they are those of this screen."""

    sheet: RoundSheet | None
    rows: Sequence[NameRow]
    tables: Sequence[TableRow]
    next_row_of: Mapping[int, NameRow]


@dataclass(frozen=True, slots=True)
class Places:
    table: StandingsTable | None


def _content(event: Tournament, wanted: str, named: Screen | None = None) -> tuple[Part, ...]:
    """What stands on a screen that shows `wanted` (""; what fits the moment)."""
    rounds = overview(event)
    turn = _turn(event, rounds, wanted, named)
    has_table = rounds.current and {"standings", "winners"} & {*turn.shown}
    table = standings.standings(event) if has_table else None
    final_phase: Part = of_four.final_phase(event, table) if table else {}
    return rounds, turn, _pairings(event, rounds, turn), Places(table), final_phase


def _turn(event: Tournament, rounds: Overview, wanted: str, named: Screen | None) -> Turn:
    current, clock = rounds.current, current_clock(event)
    bracket = find_bracket(event)[0] if has_bracket(event) else None
    chosen = "" if wanted == "bracket" and bracket is None else wanted
    is_over = event.status == Status.FINISHED
    turn = by_itself(current, is_played=is_played(bracket), clock=clock, is_over=is_over)
    shown = (chosen,) if chosen else turn
    running = current.number if current and not current.is_completed else None
    return Turn(
        named=named,
        chosen=chosen,
        shown=shown,
        names_until=names_until(clock) if clock and len(shown) > 2 and not rounds.ahead else None,
        clock=clock,
        bracket=bracket,
        stage=bracket.stage(running) if bracket and "bracket" in shown else None,
        columns=columns_of(event)[:3],
        extra_time=extras(event).values() if "timer" in shown else (),
    )


def _pairings(event: Tournament, rounds: Overview, turn: Turn) -> Pairings:
    current, ahead, has_names = rounds.current, rounds.ahead, "names" in turn.shown
    sheet = find_round(event, current.number) if current and {"names", "tables"} & {*turn.shown} else None
    next_rows = by_name(event, find_round(event, ahead.number)) if ahead and has_names else ()
    return Pairings(
        sheet=sheet,
        rows=_of_letters(event, turn.named, by_name(event, sheet)) if sheet and has_names else (),
        tables=part_of(turn.named, sheet.tables) if sheet else (),
        next_row_of={row.number: row for row in next_rows},
    )


def _of_letters(event: Tournament, named: Screen | None, rows: list[NameRow]) -> list[NameRow]:
    """The lines by name that a screen shows: those of its letters; without letters those of its tables."""
    first, last = (
        letters_of(named.part.get(end, "") if named else "", event.language)
        for end in ("first_letter", "last_letter")
    )
    if not first and not last:
        return part_of(named, rows)
    names = {number: letters_of(name, event.language) for number, name in sort_names(event).items()}
    return [row for row in rows if first <= names[row.number] and names[row.number][: len(last)] <= last]


@require_safe
def qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The address of the event as a QR code; screens show it, those of a private event too."""
    event = find_event_of_screen(request, slug)
    return picture(request.build_absolute_uri(reverse("public:event", args=[event.slug])), event)


@require_safe
def manifest(request: HttpRequest, slug: str) -> HttpResponse:
    """What a phone needs to put the event on its home screen. Every page names it, a screen too."""
    event = find_event_of_screen(request, slug)
    facts = {
        "name": event.name,
        "short_name": event.name[:24],
        "start_url": reverse("public:event", args=[event.slug]),
        "scope": reverse("public:event", args=[event.slug]),
        "display": "minimal-ui",
        "background_color": "#faf7f0",
        "theme_color": "#0b5b58",
        "icons": [{"src": static("icons/pairwright.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return kept_a_day(JsonResponse(facts, content_type="application/manifest+json"), event)
