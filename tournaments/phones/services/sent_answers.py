"""What a phone sends is done once, however often it is sent: a phone in a hall does not know whether it got through.

The phone makes a key for each answer of its player and sends it along until it has been told what became of it. The
row of the key and the work are one transaction, so none exists without the other; the same key sent twice at once waits
for the first. A refusal has changed nothing: it leaves the key free.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.models import Player, SentAnswer
from tournaments.phones.refusals import refuse

# Longer than any round is open: what comes later still is refused for its round.
KEPT = timedelta(days=14)
KEY_LENGTH = 64


def once(player: Player, key: str, answer: Mapping[str, Sequence[str]], work: Callable[[], str]) -> str:
    """What `work` gives, or what it gave when this player sent this key first. Without a key it is always done.

    `answer` is all that was sent: another answer with the same key is refused.
    Errors: `bad_key`, `key_reused`, `in_progress` (send it again in a moment), those of `work`.
    """
    if not key:
        return work()
    if len(key) > KEY_LENGTH or not (key.isascii() and key.isalnum()):
        raise refuse.bad_key()
    with transaction.atomic():
        row, is_first = _row_of(player, key, _digest(answer))
        if is_first:
            row.state = work()
            row.save(update_fields=["state"])
    return row.state


def _row_of(player: Player, key: str, digest: str) -> tuple[SentAnswer, bool]:
    """The row of this key, and whether it has just been made. Errors: `key_reused`, `in_progress`."""
    mine = SentAnswer.objects.filter(player=player)
    mine.filter(created_at__lt=timezone.now() - KEPT).delete()
    try:
        with transaction.atomic():
            return SentAnswer.objects.create(player=player, key=key, digest=digest), True
    except IntegrityError:
        row = mine.filter(key=key).first()
    if row is None:  # the first one was refused between our two looks
        raise refuse.in_progress()
    if row.digest != digest:
        raise refuse.key_reused()
    return row, False


def _digest(said: Mapping[str, Sequence[str]]) -> str:
    body = json.dumps({name: list(values) for name, values in said.items()}, sort_keys=True)
    return hashlib.sha256(body.encode()).hexdigest()
