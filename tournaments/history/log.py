"""The log as it is read: newest first, searched, the step an undo would take back, the one that could be done again."""

import datetime
from dataclasses import dataclass

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from tournaments.history.people import about_people_named, about_player, about_table
from tournaments.models import Action, LogEntry, Tournament
from tournaments.rights import Person, Right, may

# The key in the delta of a line that says: this one did an undone step again, so it can be undone like any step.
REDONE = "redone"
# What they change is not the event's alone: the series has an undo of its own, and a code that was renewed because
# a stranger knew it must not come back. The bin, another installation and what the site hides are no
# steps of the event at all.
NOT_UNDOABLE = (
    Action.SERIES_CHANGED,
    Action.CODES_RENEWED,
    Action.EVENT_DELETED,
    Action.EVENT_RESTORED,
    Action.EVENT_HIDDEN,
    Action.EVENT_SHOWN,
    Action.PACK_OPENED,
)

_OF_JUDGES = (Action.PENALTY_GIVEN, Action.PENALTY_REVOKED)
_FEW = 5
_IS_UNDO = Q(action=Action.STEP_UNDONE) & ~Q(delta__has_key=REDONE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for; what is left out does not count. `until` is the first moment that is too late."""

    text: str = ""
    player: int | None = None
    table: int | None = None
    round: int | None = None
    action: str = ""
    who: str = ""
    since: datetime.datetime | None = None
    until: datetime.datetime | None = None


def entries(tournament: Tournament, *, round_number: int | None = None) -> QuerySet[LogEntry]:
    """Log lines, newest first; slice for pages."""
    rows = _lines(tournament).order_by("-id")
    return rows if round_number is None else rows.filter(round_number=round_number)


def pack_made(tournament: Tournament) -> LogEntry | None:
    """The line of the last hand-over pack, unless it was opened here since."""
    packs = _lines(tournament).filter(action__in=(Action.PACK_MADE, Action.PACK_OPENED))
    last = packs.order_by("id").last()
    return last if last and last.action == Action.PACK_MADE else None


def readable(rows: QuerySet[LogEntry], user: Person, tournament: Tournament) -> QuerySet[LogEntry]:
    """Without the lines about penalties for staff who may not see penalties."""
    return rows if may(user, tournament, Right.PENALTIES) else rows.exclude(action__in=_OF_JUDGES)


def search(tournament: Tournament, wanted: Wanted) -> QuerySet[LogEntry]:
    """The lines that fit everything that is wanted, newest first."""
    rows = entries(tournament, round_number=wanted.round)
    if wanted.text.strip():
        rows = rows.filter(_with_words(tournament, wanted.text))
    if wanted.player is not None:
        rows = rows.filter(about_player(tournament, wanted.player))
    if wanted.table is not None:
        rows = rows.filter(about_table(wanted.table))
    exact = {
        "action": wanted.action,
        "user_name__icontains": wanted.who,
        "at__gte": wanted.since,
        "at__lt": wanted.until,
    }
    return rows.filter(**{key: value for key, value in exact.items() if value})


def _with_words(tournament: Tournament, text: str) -> Q:
    """Lines with all these words, and those of steps that touched many, among them somebody of this name."""
    found = Q()
    for word in text.split():
        found &= Q(subject__icontains=word) | Q(note__icontains=word) | Q(user_name__icontains=word)
    people = about_people_named(tournament, text)
    return found if people is None else found | people


def step_to_undo(tournament: Tournament) -> LogEntry | None:
    """The step `undo_last_step` would take back, or None.

    Lines that changed nothing in the state of the event (staff, screens, clocks, calls) are passed over.
    """
    return _standing(tournament).exclude(_IS_UNDO).order_by("-id").first()


def penalties_since(tournament: Tournament, step: LogEntry | None) -> list[LogEntry]:
    """Penalties given or cancelled after the step that an undo would take back, newest first: they stay."""
    rows = entries(tournament).filter(action__in=_OF_JUDGES)
    return list(rows.filter(id__gt=step.pk) if step else rows)[:_FEW]


def step_to_redo(tournament: Tournament) -> LogEntry | None:
    """The undo that `redo` would take back: the latest one, unless something new was done since."""
    undo = _standing(tournament).filter(_IS_UNDO).order_by("-id").first()
    if undo is None:
        return None
    later = _steps(tournament).filter(id__gt=undo.pk).exclude(action=Action.STEP_UNDONE)
    return None if later.exists() else undo


def turns(tournament: Tournament) -> tuple[LogEntry | None, LogEntry | None]:
    """The steps to undo and to redo. Where the last step is no undo, which is nearly always, it says both."""
    last = _standing(tournament).order_by("-id").first()
    if last is None or last.action != Action.STEP_UNDONE:
        return last, None
    return step_to_undo(tournament), step_to_redo(tournament)


def undone_lines(tournament: Tournament) -> set[int]:
    """Keys of the lines whose work does not stand: undone, and not done again since."""
    rows = LogEntry.objects.filter(tournament=tournament, undoes__isnull=False).order_by("-id")
    undone: set[int] = set()
    for line, undoes in rows.values_list("id", "undoes_id"):
        if line not in undone and undoes is not None:
            undone.add(undoes)
    return undone


def _lines(tournament: Tournament) -> QuerySet[LogEntry]:
    """Without the deltas, which are large; `is_redo` is read from them."""
    is_redo = ExpressionWrapper(Q(delta__has_key=REDONE), output_field=BooleanField())
    return LogEntry.objects.filter(tournament=tournament).annotate(is_redo=is_redo).defer("delta")


def _steps(tournament: Tournament) -> QuerySet[LogEntry]:
    return _lines(tournament).filter(delta__isnull=False).exclude(action__in=NOT_UNDOABLE)


def _standing(tournament: Tournament) -> QuerySet[LogEntry]:
    return _steps(tournament).filter(undone_by__isnull=True)
