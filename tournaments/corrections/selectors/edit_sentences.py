"""What an edit of the past is about, in words: the same sentences that an undo and a restore point have.

What an edit changes is written as the delta it will be, and `history.wording` says it, with the names of the players.
"""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from pairing.model.reasons import say_points
from tournaments import snapshots
from tournaments.corrections.selectors.edits import (
    AdjustmentEdit,
    ByeEdit,
    Edit,
    LeavingEdit,
    PlayerEdit,
    RatingEdit,
    RemovalEdit,
    ResultEdit,
    ScoresEdit,
    ScoringEdit,
    SettingsEdit,
    TiebreaksEdit,
)
from tournaments.history.wording import people_of, sentences
from tournaments.labels import label_of, value_text, worded
from tournaments.models import Bye, Match, Player, Seat, Tournament
from tournaments.names.namesakes import name_of
from tournaments.steps.delta import Delta


def about(tournament: Tournament, edit: Edit) -> list[str]:
    """What is different, piece by piece; of players and settings what touches nothing of the past comes last."""
    if isinstance(edit, PlayerEdit | SettingsEdit):
        return _about_values(tournament, edit)
    if isinstance(edit, AdjustmentEdit):
        return [_about_adjustment(tournament, edit)]
    delta = _DELTAS[type(edit)](tournament, edit)
    return sentences(delta, people_of(tournament, delta))


def _about_values(tournament: Tournament, edit: PlayerEdit | SettingsEdit) -> list[str]:
    stored: object = tournament
    if isinstance(edit, PlayerEdit):
        stored = Player.objects.get(tournament=tournament, number=edit.player)
    found = [_said(key, getattr(stored, key), value) for key, value in edit.values]
    if edit.others:
        labels = ", ".join(label_of(key) for key, _value in edit.others)
        found.append(_("saved with it: %(fields)s") % {"fields": labels})
    return found


def _said(key: str, old: object, new: object) -> str:
    """Chains and scorings are long, and the page shows what they do."""
    label = label_of(key)
    if isinstance(new, list | dict):
        return _("%(field)s changed") % {"field": label}
    shown = [worded(key, value) or value_text(value) for value in (old, new)]
    return f"{label} {shown[0]} → {shown[1]}"


def _about_adjustment(tournament: Tournament, edit: AdjustmentEdit) -> str:
    player = _player(tournament, edit.player)
    stored = snapshots.adjustments_of(tournament)
    was = sum(a.points for a in stored if (a.player, a.round) == (edit.player, edit.round))
    text = _("%(name)s: bonus or penalty %(old)s → %(new)s, from the start")
    if edit.round:
        text = _("%(name)s: bonus or penalty %(old)s → %(new)s, from round %(round)s on")
    given = {"old": say_points(was), "new": say_points(edit.points), "round": edit.round}
    return text % {"name": name_of(tournament, player), **given}


def _player(tournament: Tournament, number: int) -> Player:
    return Player.objects.get(tournament=tournament, number=number)


def _result(tournament: Tournament, edit: ResultEdit) -> Delta:
    match = Match.objects.get(round__tournament=tournament, round__number=edit.round, table=edit.table)
    return {"matches": {f"{edit.round}/{edit.table}": {"result": [match.result, edit.result]}}}


def _scores(tournament: Tournament, edit: ScoresEdit) -> Delta:
    where = {"match__round__tournament": tournament, "match__round__number": edit.round}
    seats = Seat.objects.filter(**where, match__table=edit.table).order_by("position")
    old, new = [[raw] for raw in seats.values_list("raw", flat=True)], [[raw] for raw in edit.raw]
    return {"matches": {f"{edit.round}/{edit.table}": {"scores": [old, new]}}}


def _bye(tournament: Tournament, edit: ByeEdit) -> Delta:
    bye = Bye.objects.get(round__tournament=tournament, round__number=edit.round, player__number=edit.player)
    return {"byes": {f"{edit.round}/{edit.player}": {"kind": [bye.kind, edit.bye]}}}


def _leaving(tournament: Tournament, edit: LeavingEdit) -> Delta:
    was = _player(tournament, edit.player).left_after_round
    return {"players": {str(edit.player): {"left_after_round": [was, edit.after_round]}}}


def _rating(tournament: Tournament, edit: RatingEdit) -> Delta:
    was = _player(tournament, edit.player).rating
    return {"players": {str(edit.player): {"rating": [was, edit.rating]}}}


def _removal(tournament: Tournament, edit: RemovalEdit) -> Delta:
    return {"players": {str(edit.player): [{"name": _player(tournament, edit.player).name}, None]}}


def _tiebreaks(tournament: Tournament, edit: TiebreaksEdit) -> Delta:
    return {"settings": {"": {"tiebreaks": [tournament.tiebreaks, list(edit.tiebreaks)]}}}


def _scoring(tournament: Tournament, edit: ScoringEdit) -> Delta:
    return {"settings": {"": {"scoring": [tournament.scoring, dict(edit.scoring)]}}}


_DELTAS: dict[type, Callable[[Tournament, Any], Delta]] = {
    ResultEdit: _result,
    ScoresEdit: _scores,
    ByeEdit: _bye,
    LeavingEdit: _leaving,
    RatingEdit: _rating,
    RemovalEdit: _removal,
    TiebreaksEdit: _tiebreaks,
    ScoringEdit: _scoring,
}
