"""The owner of an event: handed over to somebody else, with the address typed like for deleting it."""

from accounts.models import User
from tournaments.events.services.quotas import refuse_too_many_events
from tournaments.models import Action, Role, Staff, Tournament
from tournaments.people.refusals import refuse
from tournaments.steps import log
from tournaments.steps.changes import changing


def hand_over(*, tournament: Tournament, actor: User, user: User, confirm_slug: str) -> None:
    """Make `user` the owner of the event; whoever was it stays as a director, and the new owner may change that.

    Only the owner does that, not somebody else with the role. Errors: `not_owner`, `not_confirmed`, `is_owner`,
    `too_many_events` (of `user`).
    """
    with changing(tournament, touches=(), finished_too=True, followed_too=True):
        if tournament.owner_id != actor.pk:
            raise refuse.not_owner()
        if user.pk == actor.pk:
            raise refuse.is_owner()
        if confirm_slug != tournament.slug:
            raise refuse.not_confirmed(slug=tournament.slug)
        refuse_too_many_events(user)
        before = Staff.objects.filter(tournament=tournament, user=user).values_list("role", flat=True).first()
        Staff.objects.filter(tournament=tournament, user=user).delete()
        Staff.objects.update_or_create(tournament=tournament, user=actor, defaults={"role": Role.DIRECTOR})
        tournament.owner, tournament.archived = user, False
        tournament.save(update_fields=["owner", "archived"])
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.STAFF_CHANGED,
            subject=str(user),
            before={"role": before, "owner": actor.username},
            after={"role": Role.OWNER, "owner": user.username},
        )
    tournament.__dict__.pop("_roles", None)
