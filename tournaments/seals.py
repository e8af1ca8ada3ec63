"""What is secret stands sealed in the database: encrypted with SECRET_KEY, which is kept elsewhere.

So a copy of the database alone opens nothing, while cards can be printed again. The cipher is AES-SIV (RFC 5297): it
shows when something was changed, and the same text always gives the same seal, so a key is found by its seal. That
tells nothing here, for keys are random and never the same twice.

After SECRET_KEY was changed, the old one stands in SECRET_KEY_FALLBACKS. Without it what was sealed is lost: another
key follows from each seal then, so that everything goes on and cards are printed anew.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

KEY_LENGTH = 16


class Purpose(StrEnum):
    """What is sealed. The seal of one purpose opens nothing of another."""

    PLAYER = "player"
    TABLES = "tables"
    INVITATION = "invitation"
    SEED = "seed"
    ANSWER = "answer"
    ENTRY = "entry"


class BadSeal(ValueError):
    """Sealed with another SECRET_KEY, for another purpose, or no seal at all."""


class Sealed(str):
    """A text that is sealed already."""

    __slots__ = ()


def seal(text: str, purpose: Purpose) -> Sealed:
    return _sealed(text, purpose, settings.SECRET_KEY)


def seals(text: str, purpose: Purpose) -> Iterator[Sealed]:
    """Every seal the text may have: of SECRET_KEY, and of those before it."""
    return (_sealed(text, purpose, secret) for secret in _secrets())


def opened(sealed: str, purpose: Purpose) -> str:
    """The text under a seal. Errors: BadSeal."""
    from cryptography.exceptions import InvalidTag

    try:
        data = base64.urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4))
    except ValueError as error:
        raise BadSeal(purpose) from error
    for secret in _secrets():
        try:
            return _cipher(secret, purpose).decrypt(data, None).decode()
        except (InvalidTag, ValueError):
            continue
    raise BadSeal(purpose)


def is_lost(sealed: str, purpose: Purpose) -> bool:
    """Whether nothing we know opens the seal."""
    try:
        opened(sealed, purpose)
    except BadSeal:
        return True
    return False


def fingerprint() -> str:
    """Tells one SECRET_KEY, with those before it, from another: what is kept of seals is kept by it."""
    return salted_hmac("pairwright.seals.fingerprint", "\n".join(_secrets())).hexdigest()[:8]


def key_of(sealed: str, purpose: Purpose) -> str:
    """The key under a seal; where that is lost, the one that follows from it."""
    try:
        return opened(sealed, purpose)
    except BadSeal:
        digest = salted_hmac(f"pairwright.lost.{purpose}", sealed, algorithm="sha256").digest()
        return base64.urlsafe_b64encode(digest).decode()[:KEY_LENGTH]


def _sealed(text: str, purpose: Purpose, secret: str) -> Sealed:
    data = _cipher(secret, purpose).encrypt(text.encode(), None)
    return Sealed(base64.urlsafe_b64encode(data).decode().rstrip("="))


def _secrets() -> Iterator[str]:
    yield settings.SECRET_KEY
    yield from settings.SECRET_KEY_FALLBACKS


@lru_cache(maxsize=64)
def _cipher(secret: str, purpose: Purpose) -> AESSIV:
    """The cipher of a purpose, whose key follows from the secret and the purpose."""
    # Imported when used: commands that never open a key start without it.
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

    key = salted_hmac("pairwright.seals", purpose, secret=secret, algorithm="sha512").digest()
    return AESSIV(key)
