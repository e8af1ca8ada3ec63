"""What a form of a stranger carries, so that no account and no third party is needed against robots.

A token says when the form was shown, and is the key of the entry that comes of it: a form sent twice makes one entry.
"""

from __future__ import annotations

from django.core import signing
from django.http import HttpRequest

from accounts import limits
from tournaments.models import Entry, Tournament
from tournaments.models.player import new_key
from tournaments.registration.refusals import refuse

_SALT, _ADDRESS = "pairwright.registration.form", "pairwright.registration.address"
# Nobody fills the form in within so many seconds, and a form is good for a day.
LEAST_SECONDS, MOST_SECONDS = 2, 86_400


def new_token(tournament: Tournament) -> str:
    return signing.dumps([tournament.pk, new_key()], salt=_SALT)


def key_from(tournament: Tournament, token: str, website: str) -> str:
    """The key of the entry. Errors: `like_a_robot`, `form_too_old`."""
    try:
        event, key = signing.loads(token, salt=_SALT, max_age=MOST_SECONDS)
    except signing.SignatureExpired as error:
        raise refuse.form_too_old() from error
    except signing.BadSignature as error:
        raise refuse.like_a_robot() from error
    if website or event != tournament.pk or _is_new(token):
        raise refuse.like_a_robot()
    return str(key)


def _is_new(token: str) -> bool:
    try:
        signing.loads(token, salt=_SALT, max_age=LEAST_SECONDS)
    except signing.SignatureExpired:
        return False
    return True


def count_entry(request: HttpRequest, tournament: Tournament) -> None:
    """One more from this address, and for this event. Errors: TooOften."""
    limits.count("entries_of_address", limits.address_of(request))
    limits.count("entries_of_event", tournament.pk)


def proof_of(entry: Entry) -> str:
    """What the link in the mail says, so that only its reader confirms the address."""
    return signing.dumps([entry.pk, entry.email], salt=_ADDRESS)


def is_proof(entry: Entry, proof: str) -> bool:
    """Whether it was sent to the address that the entry has now."""
    try:
        return bool(signing.loads(proof, salt=_ADDRESS) == [entry.pk, entry.email])
    except signing.BadSignature:
        return False
