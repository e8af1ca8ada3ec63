"""The bracket at the desk: results are entered, corrected and accepted where it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import snapshots
from tournaments.brackets.desk.board import Board, Box, Cell, Column, Part
from tournaments.brackets.desk.panel import Panel, panel_of
from tournaments.brackets.selectors.brackets import Bracket, drawn, has_bracket
from tournaments.desk.base import DeskRequest, for_staff, number_in, page
from tournaments.desk.entries import entry_texts
from tournaments.desk.next_steps import NextAction, attendance, next_step
from tournaments.models import Tournament

PAGE = "brackets/desk/bracket.html"


@dataclass(frozen=True, slots=True)
class BracketDesk:
    """The picture with the match somebody is at; without a bracket, `why_none`.

    `lines` are those of its table, `folded` the rounds at the left that are not in it; `texts` is what the script says,
    `keys` what is typed for each length of a match; `since` names what the page shows. `step` is the next one of the
    event, where that is not to enter results.
    """

    bracket: Bracket | None
    why_none: str = ""
    columns: Sequence[Column] = ()
    lines: Sequence[Sequence[Cell]] = ()
    parts: Sequence[Part] = ()
    folded: int = 0
    current: Box | None = None
    panel: Panel | None = None
    missing: int = 0
    texts: Mapping[str, Any] | None = None
    since: str = ""
    step: NextAction | None = None


@for_staff
def bracket(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The whole of it, or a part; `game` is the match somebody is at, `where` a table or a name that is looked for."""
    if not has_bracket(tournament):
        raise Http404
    since = f"{tournament.version}-{timezone.now():%H%M}"
    if request.headers.get("HX-Request") and request.GET.get("since") == since:
        return HttpResponse(status=204)
    whole, why_none = drawn(snapshots.load(tournament, drafts=True))
    board = Board(tournament, whole) if whole else None
    words = request.GET.get("where", "").strip()[:80]
    if board and words:
        return _led_to(tournament, board.wanted(words), words)
    shown = _shown(request, tournament, board, since) if board else BracketDesk(None, why_none, since=since)
    return page(request, tournament, PAGE, "bracket", shown)


def _led_to(tournament: Tournament, box: Box | None, words: str) -> HttpResponse:
    """The page at the match that was looked for."""
    asked = {"game": box.number} if box else {"nobody": words}
    answer = redirect("desk:bracket", tournament.slug)
    answer["Location"] += f"?{urlencode(asked)}" + (f"#game-{box.number}" if box else "")
    return answer


def _shown(request: DeskRequest, tournament: Tournament, board: Board, since: str) -> BracketDesk:
    asked, part = number_in(request.GET.get("game", "")), number_in(request.GET.get("part", ""))
    part = part if 0 < part <= len(board.parts) else board.part_of(asked)
    rows = board.rows_of(part)
    stages = sorted({row.game.stage for row in rows})
    folded = 0 if "all" in request.GET else board.folded(rows, asked)
    rows = [row for row in rows if row.game.stage >= stages[folded]]
    board.width = len(stages) - folded
    here = [board.boxes[row.game.number] for row in rows]
    current = next((box for box in here if box.number == asked), None)
    current = current or next((box for box in here if box.is_missing), here[0])
    step = next_step(request.now, attendance(tournament))
    return BracketDesk(
        board.bracket,
        columns=tuple(board.columns(rows, current.row.game.stage)),
        lines=board.lines(rows),
        parts=board.shown_parts(part),
        folded=folded,
        current=current,
        panel=panel_of(request, tournament, board, current),
        missing=sum(box.is_missing for box in board.boxes.values()),
        texts=_texts(tournament, board),
        since=since,
        step=step if step.code not in ("results", "standings") else None,
    )


def _texts(tournament: Tournament, board: Board) -> dict[str, Any]:
    """What the script says, and what is typed for the results of each round of the event."""
    of_round = {
        str(number): entry_texts(tournament, number) for number in board.bracket.view.rounds if number
    }
    texts = entry_texts(tournament, 0)
    return texts | {
        "keys": {number: said["keys"] for number, said in of_round.items()},
        "results": {k: v for said in of_round.values() for k, v in said["results"].items()},
        "swap": _("Swap %s with: go to the other player, then press s again."),
    }
