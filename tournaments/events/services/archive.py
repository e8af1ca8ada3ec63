"""The archive of its owner's list: an event is out of the way there, and nowhere else."""

from tournaments.models import Tournament


def set_archived(*, tournament: Tournament, archived: bool) -> None:
    """Take an event out of its owner's list, or back into it. No step of the event: nobody else sees anything of it, so
    its version and its log stay as they are.
    """
    Tournament.objects.filter(pk=tournament.pk).update(archived=archived)
    tournament.archived = archived
