"""Names that look empty: invisible letters pass as a name, and such names cannot be told apart."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# Letters and symbols by category, blank by shape: fillers of Hangul, the empty Braille pattern, inherent Khmer vowels.
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def is_visible(text: str) -> bool:
    """Whether anything of the text can be seen."""
    return any(
        character not in _BLANK and unicodedata.category(character)[0] not in "ZCM" for character in text
    )


def validate_visible(text: str) -> None:
    """Errors: ValidationError for a name nobody can see."""
    if text and not is_visible(text):
        raise ValidationError(_("This name is invisible: it needs a letter or a number."), code="invisible")


def validate_no_blanks(text: str) -> None:
    """The same for a user name, in which every character counts. Errors: ValidationError."""
    if any(not is_visible(character) and not unicodedata.combining(character) for character in text):
        raise ValidationError(_("A user name has no invisible characters."), code="invisible")
