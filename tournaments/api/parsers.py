"""JSON as it arrives: what cannot be stored or read without doubt is refused here, before anything else looks."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from tournaments.api.problems import Refused
from tournaments.api.refusals import refuse
from tournaments.sandbox import unread
from tournaments.sandbox.unread import Unreadable
from tournaments.steps.refusals import ServiceError

MAX_BYTES = 1_000_000
Context = Mapping[str, object] | None


class UnreadJSON(BaseParser):
    """The bytes of a body that is read elsewhere: a document is too much for a web process."""

    media_type = "application/json"

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Context = None) -> Any:
        limit = getattr((parser_context or {}).get("view"), "max_bytes", MAX_BYTES)
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise refuse.request_too_large(limit=limit)
        return body


class StrictJSON(UnreadJSON):
    """What the body says."""

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Context = None) -> Any:
        with refusing_unreadable():
            return unread.strict_json(super().parse(stream, media_type, parser_context))


@contextmanager
def refusing_unreadable() -> Iterator[None]:
    """What cannot be read, as a refusal in the reader's language."""
    try:
        yield
    except Unreadable as error:
        raise _refused(error) from error


def _refused(error: Unreadable) -> Refused | ServiceError:
    if error.why == unread.TOO_MANY_PLAYERS:
        return refuse.too_many_players_for_tools(field=error.place, limit=error.limit)
    if error.why == unread.MALFORMED:
        text = _("The body is not JSON that can be read: %(reason)s") % {"reason": error.reason}
        return Refused(400, "malformed_json", text)
    details = {
        unread.BAD_TEXT: ("bad_text", _("control characters are not allowed.")),
        unread.TOO_DEEP: ("malformed_json", _("nested too deeply.")),
    }
    code, detail = details[error.why]
    return Refused(400, code, f"{error.place or 'JSON'}: {detail}", field=error.place or None)
