"""Passwords that everybody tries first."""

import re

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User

_AROUND = re.compile(r"^[\W\d_]+|[\W\d_]+$")


class NoCommonWord(CommonPasswordValidator):
    """No password of Django's list of common ones, and none that has only digits and signs before or after such a one:
    a year and an exclamation mark are what guessing programs add first.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        super().validate(password, user)
        word = _AROUND.sub("", password.lower().strip())
        if not word or word in self.passwords:
            raise ValidationError(
                _("A common password with digits or signs added is easy to guess. Use several words."),
                code="password_too_common",
            )

    def get_help_text(self) -> str:
        return _("It must not be a common password, nor one with digits or signs added.")
