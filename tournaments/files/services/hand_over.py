"""The hand-over pack: a file that moves an event to another installation, and opens only with its pass phrase.

What was printed stays good there: keys of players, codes of tables, addresses of screens and invitations move with the
log, the kept states and everything else (docs/decisions/0018-hand-over-pack.md).
"""

from base64 import b64decode
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from accounts.models import User
from pairing.engine.seasons import with_ratings_replayed
from pairing.formats.document_phases import dump_phases
from pairing.tiebreaks import dump_chain
from tournaments import snapshots
from tournaments.files import selectors as event_rows
from tournaments.files.refusals import refuse
from tournaments.files.services.documents import export_event
from tournaments.files.services.event_files import refuse_large
from tournaments.files.services.take_over import damage_named, unfit, write_event
from tournaments.models import Action, Tournament
from tournaments.reading import consistent_read
from tournaments.sandbox import packs, unread
from tournaments.sandbox.sandbox import FILES
from tournaments.steps import log
from tournaments.steps.changes import changing, touching
from tournaments.steps.refusals import CoreError, core_errors_by_place

SHORTEST_PASS_PHRASE, LONGEST_PASS_PHRASE = 12, 200
ENDING = ".pairwright"


@dataclass(frozen=True, slots=True)
class TakenOver:
    """The event, and the user names on its staff that have no account here."""

    event: Tournament
    without_account: list[str]


def make_pack(*, tournament: Tournament, actor: User | None, pass_phrase: str, limited: bool = True) -> bytes:
    """The hand-over pack of an event; that it was made is a line in the log here.

    `limited`: within the processor time and memory that a visitor may use. Errors: `pass_phrase_short`, `too_long`,
    `pack_too_large`.
    """
    _refuse_bad(pass_phrase)
    with consistent_read():
        contents = event_rows.contents(tournament)
    pack = b64decode(_worked(limited, "event", packs.locked_as_text, contents, pass_phrase))
    with changing(tournament, touches=(), finished_too=True, followed_too=True):
        log.write(tournament=tournament, actor=actor, action=Action.PACK_MADE, subject=tournament.name)
    return pack


def open_pack(
    *, content: bytes, pass_phrase: str, owner: User, slug: str = "", limited: bool = True
) -> TakenOver:
    """The event of a pack, which belongs to `owner` now; under the address it had, or under `slug`.

    Errors: `too_large`, `not_a_pack`, `pack_newer`, `pack_damaged`, `pack_too_large`, `wrong_pass_phrase`,
    `event_here_already`, `slug_taken`, `bad_slug`. Nothing is stored then.
    """
    if limited:
        refuse_large(content)
    # What is written is read once more before it stays: that must not wait for a turn while it holds a transaction.
    with FILES.turn() if limited else nullcontext():
        contents = _worked(limited, "file", packs.unlocked, content, pass_phrase)
        return _take_over(contents, owner, slug, limited)


def _take_over(contents: Any, owner: User, slug: str, limited: bool) -> TakenOver:
    """The event from the contents of a pack, all or nothing. Errors: those of `open_pack`, but of the file."""
    with transaction.atomic(), damage_named():
        event, without_account, series = write_event(contents, owner=owner, slug=slug, limited=limited)
        with changing(event, touches=(), later=("settings",), finished_too=True, followed_too=True):
            if series:
                _stand_alone(event)
            log.write(
                tournament=event, actor=owner, action=Action.PACK_OPENED, subject=event.name, note=series
            )
        _refuse_unreadable(event, limited)
    return TakenOver(event, without_account)


def _refuse_bad(pass_phrase: str) -> None:
    """Errors: `pass_phrase_short`, `too_long`."""
    if len(pass_phrase) < SHORTEST_PASS_PHRASE:
        raise refuse.pass_phrase_short(least=SHORTEST_PASS_PHRASE)
    if len(pass_phrase) > LONGEST_PASS_PHRASE:
        raise refuse.pass_phrase_too_long(limit=LONGEST_PASS_PHRASE)


def _stand_alone(event: Tournament) -> None:
    """A season goes on as it would have in its series, which is not here: ratings as they were before round 1, with its
    own results on top.
    """
    snapshot = with_ratings_replayed(snapshots.load(event))
    touching(event.pk, "settings")
    event.options, event.phases = dict(snapshot.options), dump_phases(snapshot.phases)
    event.tiebreaks = dump_chain(snapshot.tiebreaks)
    event.save(update_fields=["options", "phases", "tiebreaks"])


def _refuse_unreadable(event: Tournament, limited: bool) -> None:
    """What was written has to be an event as its document says it, like any that is imported."""
    written = export_event(event, drafts=True)
    try:
        _worked(limited, "file", unread.event, written)
    except CoreError as error:
        raise unfit(packs.PACK_DAMAGED) from error


def _worked(limited: bool, place: str, work: Callable[..., object], *given: object) -> Any:
    with core_errors_by_place(place):
        return FILES.run(work, *given) if limited else work(*given)
