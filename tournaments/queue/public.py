"""The queue for everybody: which match is at which table now, who is next. Kept for a minute, as estimates are."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from tournaments.models import Tournament
from tournaments.public.pages import Minute, public_page
from tournaments.public.shared import overview
from tournaments.queue.selectors.board import Board, board
from tournaments.queue.selectors.now import has_queue, read
from tournaments.queue.services.queue import decide
from tournaments.web.contexts import Shown


@dataclass(frozen=True, slots=True)
class QueueBoard:
    """What the queue's page and a screen show."""

    board: Board
    tab: str = "queue"


@public_page("queue/public/queue.html", knows=Minute.of)
def queue(event: Tournament, query: dict[str, str], known: Minute) -> Shown:
    """Tables and the line, readable on a phone."""
    return overview(event), _board(event)


@public_page("queue/public/screen.html", knows=Minute.of)
def screen(event: Tournament, query: dict[str, str], known: Minute) -> Shown:
    """The same on a screen of the hall: who is called now, and who is next."""
    return overview(event), _board(event)


def _board(event: Tournament) -> QueueBoard:
    """What is due is called by whoever asks."""
    if not has_queue(event):
        raise Http404
    decide(event)
    return QueueBoard(board(read(event)))
