"""The file of a hand-over pack: everything of one event, encrypted with a pass phrase.

    pairwright-hand-over/1 LF | SHA-256 of all that follows | salt | nonce | AES-256-GCM of compressed JSON

The key follows from the pass phrase by scrypt. What that costs is fixed by the number in the first line, so no file can
make it cost more. The checksum tells a file that has suffered on its way from a wrong pass phrase. It runs in a process
without Django: `sandbox.sandbox`.
"""

import base64
import hashlib
import json
import os
import unicodedata
import zlib
from typing import Any

from pairing.model.errors import PairingError, message
from pairing.model.reasons import gettext_noop

_NAME = b"pairwright-hand-over/"
_FIRST_LINE = _NAME + b"1\n"
_CHECKSUM, _SALT, _NONCE = 32, 16, 12
# 128 megabytes and a few tenths of a second: what OWASP recommends for passwords.
_SCRYPT = {"n": 2**17, "r": 8, "p": 1}
MOST_BYTES = 60_000_000  # of JSON

NOT_A_PACK = message("not_a_pack", gettext_noop("This file is not a hand-over pack."))
PACK_NEWER = message(
    "pack_newer",
    gettext_noop("This hand-over pack was made by a newer version. Update this installation, then open it."),
)
PACK_DAMAGED = message(
    "pack_damaged", gettext_noop("This hand-over pack is damaged. Copy the file again, or make a new pack.")
)
PACK_TOO_LARGE = message("pack_too_large", gettext_noop("This event is too large for a hand-over pack."))
WRONG_PASS_PHRASE = message(
    "wrong_pass_phrase", gettext_noop("This pass phrase does not open the hand-over pack.")
)


def locked(contents: object, pass_phrase: str) -> bytes:
    """The file. Errors: PairingError `pack_too_large`."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    text = json.dumps(contents, ensure_ascii=False, separators=(",", ":")).encode()
    if len(text) > MOST_BYTES:
        raise PairingError(PACK_TOO_LARGE)
    salt, nonce = os.urandom(_SALT), os.urandom(_NONCE)
    cipher = AESGCM(_key(pass_phrase, salt))
    body = salt + nonce + cipher.encrypt(nonce, zlib.compress(text), _FIRST_LINE)
    return _FIRST_LINE + hashlib.sha256(body).digest() + body


def locked_as_text(contents: object, pass_phrase: str) -> str:
    """The file in base64. Errors: those of `locked`."""
    return base64.b64encode(locked(contents, pass_phrase)).decode("ascii")


def unlocked(file: bytes, pass_phrase: str) -> Any:
    """The contents. Errors: PairingError with the other codes above."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    body = _body(file)
    salt, nonce, sealed = body[:_SALT], body[_SALT : _SALT + _NONCE], body[_SALT + _NONCE :]
    try:
        packed = AESGCM(_key(pass_phrase, salt)).decrypt(nonce, sealed, _FIRST_LINE)
    except InvalidTag:
        raise PairingError(WRONG_PASS_PHRASE) from None
    return _unpacked(packed)


def is_pack(start: bytes) -> bool:
    """Whether a file that starts like this says that it is a hand-over pack."""
    return start.startswith(_NAME)


def _body(file: bytes) -> bytes:
    """What follows the checksum."""
    if not is_pack(file):
        raise PairingError(NOT_A_PACK)
    if not file.startswith(_FIRST_LINE):
        raise PairingError(PACK_NEWER)
    start = len(_FIRST_LINE) + _CHECKSUM
    checksum, body = file[len(_FIRST_LINE) : start], file[start:]
    if hashlib.sha256(body).digest() != checksum or len(body) < _SALT + _NONCE:
        raise PairingError(PACK_DAMAGED)
    return body


def _unpacked(packed: bytes) -> Any:
    unpacking = zlib.decompressobj()
    try:
        # Not one byte more than allowed is unpacked, however small the file.
        text = unpacking.decompress(packed, MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise PairingError(PACK_TOO_LARGE)
        return json.loads(text)
    except (zlib.error, ValueError, RecursionError):
        raise PairingError(PACK_DAMAGED) from None


def _key(pass_phrase: str, salt: bytes) -> bytes:
    """Letters with accents count the same however a keyboard makes them."""
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=32, **_SCRYPT).derive(unicodedata.normalize("NFKC", pass_phrase).encode())
