"""Hand-over packs of an event, and an installation that does not know it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.test import override_settings

from tests.factories import make_event, make_user
from tournaments.files import selectors as event_rows
from tournaments.files.services.hand_over import make_pack, open_pack
from tournaments.models import Tournament

PHRASE = "Åse's horse is correct"


@contextmanager
def elsewhere(event: Tournament) -> Iterator[None]:
    """Another installation: another SECRET_KEY, without the event, and with one that has taken its primary keys."""
    Tournament.stored.filter(pk=event.pk).delete()
    make_event(name="Somebody else's", field=9)
    with override_settings(SECRET_KEY="that of another installation", SECRET_KEY_FALLBACKS=[]):
        yield


def packed(event: Tournament) -> bytes:
    return make_pack(tournament=event, actor=event.owner, pass_phrase=PHRASE)


def opened(pack: bytes, **given: Any) -> Tournament:
    return open_pack(**{"content": pack, "pass_phrase": PHRASE, "owner": make_user(), **given}).event


def contents_of(event: Tournament) -> dict[str, Any]:
    return dict(json.loads(json.dumps(event_rows.contents(event))))
