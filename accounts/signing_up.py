"""Who may create an account on this site (`SIGN_UP`)."""

from django.conf import settings
from django.utils.module_loading import import_string


def may_sign_up(target: str) -> bool:
    """Whether the site lets somebody make an account who goes to `target` afterwards: perhaps to an invitation."""
    if settings.SIGN_UP == "invitation":
        return bool(import_string(settings.SIGN_UP_INVITED_TO)(target))
    return bool(settings.SIGN_UP == "open")
