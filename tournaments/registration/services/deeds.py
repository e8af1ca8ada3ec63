"""What the desk can do with entries, by the word that buttons and programs say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from accounts.models import User
from tournaments.models import Money, Tournament
from tournaments.registration.refusals import refuse
from tournaments.registration.selectors.overview import entry_numbered
from tournaments.registration.services import desk, entries

_OF_MANY = ("enter", *(money.value for money in Money if money != Money.NOTHING))
_OF_ONE: dict[str, tuple[Callable[..., object], tuple[str, ...]]] = {
    "seen": (desk.note_seen, ()),
    "ask": (desk.ask_to_correct, ("fields", "message")),
    "refuse": (desk.refuse_entry, ("message",)),
    "withdraw": (entries.withdraw, ()),
    "reorder": (desk.reorder, ("place", "reason")),
    "link": (entries.renew_key, ()),
}
DEEDS = (*_OF_MANY, *_OF_ONE, "merge")


def act(
    *, tournament: Tournament, actor: User | None, do: str, numbers: Sequence[int], given: Mapping[str, Any]
) -> None:
    """Do one of DEEDS with these entries; `given` is what some of them need besides: fields, message, place, reason.

    Errors: those of the deed, `bad_answer`, `entry_gone`.
    """
    if do not in DEEDS:
        raise refuse.bad_answer(field="do", allowed=", ".join(DEEDS))
    by: dict[str, Any] = {"tournament": tournament, "actor": actor}
    rows = [entry_numbered(tournament, number) for number in dict.fromkeys(numbers)]
    if not rows:
        raise refuse.missing(field="entries")
    if do == "enter":
        desk.enter(**by, entries=rows)
    elif do in _OF_MANY:
        desk.mark_money(**by, entries=rows, money=do)
    elif do == "merge":
        desk.merge(**by, keep=rows[0], other=rows[-1])
    else:
        service, names = _OF_ONE[do]
        service(**by, entry=rows[0], **{name: given.get(name, "") for name in names})
