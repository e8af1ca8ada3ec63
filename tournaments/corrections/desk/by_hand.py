"""Changing a paired round by hand: choose, see which rules it breaks, do it anyway with a reason."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import restoring, shown_first
from pairing.engine.standings import points_before
from pairing.model.reasons import show_points
from tournaments.corrections.selectors.repairs import situation
from tournaments.corrections.selectors.repairs_diff import diff_of
from tournaments.corrections.services import by_hand as service, repairs
from tournaments.desk.base import DeskRequest, page, page_for, round_or_404
from tournaments.desk.rows import to_picture
from tournaments.forms.repairs import MoveForm
from tournaments.models import Round, Tournament
from tournaments.rights import Right
from tournaments.steps.refusals import ServiceError

PAGE = "corrections/desk/by_hand.html"


@restoring
@page_for(Right.REPAIR)
def by_hand(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Five small forms; whichever is sent comes back as a preview, and is made once it is confirmed."""
    round_ = round_or_404(tournament, number)
    try:
        groups = _groups(tournament, round_)
    except ServiceError as error:
        return page(request, tournament, PAGE, "rounds", round=round_, refusal=str(error))
    context = {"round": round_, **_typed(request, round_, groups)}
    form: MoveForm = context["form"]
    if form.is_bound and form.is_valid():
        if request.method == "POST" and form.try_to(lambda: _made(request, tournament, round_, form)):
            picture = to_picture(request, tournament)
            return redirect(picture) if picture else redirect("desk:round", tournament.slug, number)
        tournament.refresh_from_db()
        form.try_to(lambda: context.update(_preview(tournament, round_, form)))
    return page(request, tournament, PAGE, "rounds", **context)


def _made(request: DeskRequest, tournament: Tournament, round_: Round, form: MoveForm) -> None:
    service.apply(
        tournament=tournament,
        actor=request.user,
        round_=round_,
        move=form.move,
        note=request.POST.get("note", ""),
        key=request.POST.get("key", "")[:64],
    )
    messages.success(request, _("Round %(number)s is changed.") % {"number": round_.number})


def _preview(tournament: Tournament, round_: Round, form: MoveForm) -> dict[str, Any]:
    found = service.foresee(tournament, round_, form.move)
    names = repairs.names_of(found.seen)
    return {
        "found": found,
        "diff": diff_of(found.seen, found.plan),
        "names": names,
        "warnings": [(w.table, w.reason.to_json()) for w in found.warnings],
    }


def _groups(tournament: Tournament, round_: Round) -> dict[str, tuple[int, ...]]:
    """Who may be paired anew together, by their points: those at tables without a result.

    Errors: those of a round that cannot be repaired.
    """
    repairs.refuse_unless_repairable(tournament, round_)
    seen = situation(round_)
    points = points_before(seen.snapshot, round_.number)
    house = {e.id for e in seen.snapshot.entrants if e.house}
    free = [p for m in seen.round.matches if m.table not in seen.frozen for p in m.seats if p not in house]
    by_score: dict[int, list[int]] = {}
    for player in free:
        by_score.setdefault(points[player], []).append(player)
    return {show_points(score): tuple(by_score[score]) for score in sorted(by_score, reverse=True)}


def _typed(request: DeskRequest, round_: Round, groups: dict[str, tuple[int, ...]]) -> dict[str, Any]:
    """What was sent: as one form, and each of the small forms filled with what is for it; the note."""
    data = shown_first(request) or request.GET
    kinds = ("swap", "pair", "move", "group", "bye")
    forms = {
        kind: MoveForm(
            round_,
            groups,
            initial=dict(data.items()) if data.get("kind") == kind else {},
            auto_id=f"id_{kind}_%s",
        )
        for kind in kinds
    }
    return {"form": MoveForm(round_, groups, data or None), "note": data.get("note", ""), "forms": forms}
