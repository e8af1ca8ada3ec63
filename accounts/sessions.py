"""Sessions in the database, as Django keeps them, except that the keys are stored as digests.

So a copy of the database holds no cookie that signs someone in. Keys are long and random, so a plain digest is
enough. Pages are served as WSGI; the store's asynchronous methods, which nothing here calls, do not do this.
"""

from hashlib import sha256
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

DIGITS = 40  # of the column
PASSWORD_TYPED = "password_typed_at"  # when, in seconds: signing in, or again for `accounts.confirm`


def stored(session_key: str) -> str:
    """What stands in the database for the key in a cookie."""
    return sha256(b"pairwright.session " + session_key.encode(errors="replace")).hexdigest()[:DIGITS]


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        rows = Session.objects.filter(expire_date__gt=timezone.now())
        found = rows.filter(session_key=stored(self.session_key or "")).first()
        if found is None:
            self._session_key = None
        return found

    def exists(self, session_key: str) -> bool:
        return super().exists(stored(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row = super().create_model_instance(data)
        row.session_key = stored(row.session_key)
        return row

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key is not None:
            super().delete(stored(key))
