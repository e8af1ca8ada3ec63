"""A link that signs in once, for a person who is locked out during an event and can reach the machine."""

from django.core import signing

from accounts.models import User

SALT = "accounts.sign_in_link"
MINUTES = 15


def link_text(user: User) -> str:
    """What stands in the address. Signing in makes it void, and so does a new password."""
    return signing.dumps([user.pk, _state(user)], salt=SALT)


def user_of_link(text: str) -> User | None:
    """Whom it signs in; None if it is not ours, too old, or has been used."""
    try:
        key, state = signing.loads(text, salt=SALT, max_age=60 * MINUTES)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=key, is_active=True).first()
    return user if user is not None and _state(user) == state else None


def _state(user: User) -> str:
    seen = user.last_login.isoformat() if user.last_login else ""
    return signing.Signer(salt=SALT).signature(f"{user.password}{seen}")
