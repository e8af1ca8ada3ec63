"""Links that give a role: made, revoked, used. A link is used up by whoever is first, also when two are it at once."""

import datetime
from dataclasses import dataclass

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from tournaments.models import Action, Invitation, Role, Staff, Tournament
from tournaments.moments import for_programs
from tournaments.people.refusals import refuse
from tournaments.people.selectors import State, state_of
from tournaments.rights import includes, role_of
from tournaments.steps import log
from tournaments.steps.changes import changing
from tournaments.steps.fields import clean_line, clean_whole
from tournaments.steps.refusals import ServiceError

LABEL_LENGTH = 120
MOST_USES = 500
MOST_DAYS = 365
USUAL_DAYS = 7


@dataclass(frozen=True, slots=True)
class Joined:
    """What somebody has become by an invitation."""

    tournament: Tournament
    role: Role


def create(
    *,
    tournament: Tournament,
    actor: User,
    role: str,
    label: str = "",
    uses: int | None = 1,
    days: int | None = USUAL_DAYS,
) -> Invitation:
    """Make a link for a role, good for so many uses and days. Its key is told to whoever made it, and in no list.

    Nobody becomes owner by a link. Errors: `bad_role`, `too_long`, `bad_text` (label), `bad_number`, `missing` (uses,
    days).
    """
    allowed = [one.value for one in Role if one is not Role.OWNER]
    if role not in allowed:
        raise refuse.bad_role(allowed=", ".join(allowed))
    whom = clean_line(label, field="label", length=LABEL_LENGTH)
    times = _needed(uses, "uses", MOST_USES)
    ends = timezone.now() + datetime.timedelta(days=_needed(days, "days", MOST_DAYS))
    with changing(tournament, touches=(), finished_too=True, followed_too=True):
        made = Invitation.objects.create(
            tournament=tournament, role=role, label=whom, uses_left=times, expires_at=ends, created_by=actor
        )
        _log(made, actor, before=None, after=_facts(made))
    return made


def revoke(*, tournament: Tournament, actor: User, invitation: Invitation) -> Invitation:
    """Nobody joins by the link any more, and displays it has opened go dark; people keep the role they got.

    Errors: `already_revoked`, `not_of_event`.
    """
    with changing(tournament, touches=(), finished_too=True, followed_too=True):
        mine = Invitation.objects.filter(pk=invitation.pk, tournament=tournament)
        done = mine.filter(revoked_at=None).update(revoked_at=timezone.now())
        row = mine.first()
        if row is None:
            raise refuse.not_of_event()
        if not done:
            raise refuse.already_revoked()
        _log(row, actor, before=_facts(row), after=None)
    return row


def accept(*, invitation: Invitation, user: User) -> Joined:
    """Give `user` the role of the link. A role that is as good already stays, and the link keeps its use.

    Errors: `already_staff` (params: role), `invitation_revoked`, `invitation_expired`, `invitation_used_up`.
    """
    tournament, role = invitation.tournament, Role(invitation.role)
    with changing(tournament, touches=(), finished_too=True, followed_too=True):
        tournament.__dict__.pop("_roles", None)
        has = role_of(user, tournament)
        if has is not None and includes(has, role):
            raise refuse.already_staff(event=tournament.name, role=has.label)
        _use(invitation)
        Staff.objects.update_or_create(tournament=tournament, user=user, defaults={"role": role})
        log.write(
            tournament=tournament,
            actor=user,
            action=Action.STAFF_CHANGED,
            subject=str(user),
            before={"role": has},
            after={"role": role, "invitation": invitation.pk, "label": invitation.label},
        )
    tournament.__dict__.pop("_roles", None)
    return Joined(tournament, role)


def open_display(*, invitation: Invitation) -> Joined:
    """Use a link for a display, which needs no account: the browser that opens it keeps the right, nobody gets a role.

    Errors: as `accept`.
    """
    tournament = invitation.tournament
    with changing(tournament, touches=(), finished_too=True, followed_too=True):
        _use(invitation)
        _log(invitation, None, before=None, after={**_facts(invitation), "display": True})
    return Joined(tournament, Role.DISPLAY)


def _use(invitation: Invitation) -> None:
    """Take one use. The condition in the statement decides who is first, on every database."""
    open_ = Invitation.objects.filter(
        pk=invitation.pk, uses_left__gt=0, revoked_at=None, expires_at__gt=timezone.now()
    )
    taken = open_.update(uses_left=F("uses_left") - 1)
    invitation.refresh_from_db(fields=["uses_left", "revoked_at", "expires_at"])
    if not taken:
        raise refusal(state_of(invitation))


def refusal(state: State) -> ServiceError:
    """Why a link does nothing any more."""
    if state is State.REVOKED:
        return refuse.invitation_revoked()
    if state is State.EXPIRED:
        return refuse.invitation_expired()
    return refuse.invitation_used_up()


def _needed(value: object, field: str, most: int) -> int:
    number = clean_whole(value, field=field, low=1, high=most)
    if number is None:
        raise refuse.missing(field=field)
    return number


def _facts(invitation: Invitation) -> dict[str, object]:
    """As the log keeps it: never the key."""
    return {
        "invitation": invitation.pk,
        "role": invitation.role,
        "label": invitation.label,
        "uses": invitation.uses_left,
        "until": for_programs(invitation.expires_at, timespec="minutes"),
    }


def _log(invitation: Invitation, actor: User | None, *, before: object, after: object) -> None:
    log.write(
        tournament=invitation.tournament,
        actor=actor,
        action=Action.INVITATION_CHANGED,
        subject=": ".join(part for part in (invitation.role, invitation.label) if part),
        before=before,
        after=after,
    )
