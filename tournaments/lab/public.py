"""“How many rounds?”, for everybody and without an account: from figures that were worked out beforehand."""

from dataclasses import dataclass
from urllib.parse import urlencode
from zlib import crc32

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.forms.base import whole
from tournaments.lab.selectors.rounds import RoundsAnswer, rounds_for
from tournaments.players.services.quotas import MAX_PLAYERS
from tournaments.public.pages import for_everybody
from tournaments.web.contexts import Context, context_of


class PlayersForm(forms.Form):
    players = whole(_("Number of players"), low=3, high=MAX_PLAYERS, required=True)


@dataclass(frozen=True, slots=True)
class RoundsPage:
    """`page_url` is the link to share."""

    form: PlayersForm
    answer: RoundsAnswer | None
    page_url: str
    page_path: str
    # The fields that each number of rounds is enough for.
    ranges: tuple[tuple[int, int, int], ...] = tuple(
        (rounds, (1 << rounds - 1) + 1, 1 << rounds) for rounds in range(3, 11)
    )


@require_safe
def rounds(request: HttpRequest) -> HttpResponse:
    """How many rounds this many players take, and what more of them bring."""
    form = PlayersForm(request.GET if "players" in request.GET else None)
    players = form.cleaned_data["players"] if form.is_valid() else 0
    path = f"{request.path}?{urlencode({'players': players})}" if players else request.path
    # What is no number is shown as it was written, with what is wrong with it.
    stamp = f"rounds-{players or crc32(request.META['QUERY_STRING'].encode())}"

    def page() -> Context:
        answer = rounds_for(players) if players else None
        return context_of(RoundsPage(form, answer, request.build_absolute_uri(path), path))

    return for_everybody(request, "lab/public/rounds.html", stamp, page)
