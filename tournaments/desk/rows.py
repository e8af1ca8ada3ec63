"""Back to a row of a long list, for a browser that runs no script: the row has to be on the page it comes back to; or
to a match of a bracket.
"""

from django.http import HttpRequest
from django.urls import reverse

from tournaments.models import Match, Tournament
from tournaments.templatetags import rows


def to_row(request: HttpRequest, address: str, row: str, place: int = 0) -> str:
    """The address of a row (`table-12`), the `place`-th of its list from 0; with all rows if the page that was sent
    from had them (`rows`), or if the row is none of the first.
    """
    wants_all = request.POST.get("rows") == "all" or place >= rows.FIRST
    return f"{address}{'?rows=all' if wants_all else ''}{'#' if row else ''}{row}"


def to_match(request: HttpRequest, address: str, match: Match) -> str:
    """The address of the row of a match in the list of its round."""
    place = Match.objects.filter(round=match.round_id, table__lt=match.table).count()
    return to_row(request, address, f"table-{match.table}", place)


def to_picture(request: HttpRequest, tournament: Tournament) -> str:
    """The address of the match in the picture of the bracket from which this was sent (`game`); "" from elsewhere."""
    game = (request.POST.get("game") or request.GET.get("game", ""))[:6]
    if not (game.isascii() and game.isdecimal()):
        return ""
    return f"{reverse('desk:bracket', args=[tournament.slug])}?game={game}#game-{game}"
