"""Code shared by the commands about accounts."""

from django.core.management.base import CommandError

from accounts.models import User


def account_named(name: str) -> User:
    """By user name or e-mail address. Errors: CommandError."""
    found = User.objects.filter(username__iexact=name) or User.objects.filter(email__iexact=name)
    if len(found) != 1:
        raise CommandError(f"There is {'more than one' if found else 'no'} account {name!r}.")
    return found[0]
