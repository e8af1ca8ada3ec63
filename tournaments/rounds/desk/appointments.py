"""When a match is played that is not played with its round, set at the desk."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import quoting
from tournaments.desk.base import DeskRequest, post_for, round_or_404, tried
from tournaments.models import Match, Tournament
from tournaments.rights import Right
from tournaments.rounds.services import appointments


@quoting("agreed_for", "why")
@post_for(Right.ENTER_RESULTS)
def arrange(request: DeskRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """The date and time of a match, and whether it is postponed."""
    match = Match.objects.filter(round=round_or_404(tournament, number), table=table).first()
    if match is None:
        raise Http404
    given: dict[str, Any] = {name: request.POST.get(name, "") for name in ("agreed_for", "why")}
    given |= {"match": match, "postponed": "postponed" in request.POST, "actor": request.user}
    done = _("The date of table %(table)s is saved.") % {"table": table}
    tried(request, lambda: appointments.arrange(tournament=tournament, **given), done)
    return redirect("desk:outstanding", tournament.slug, number)
