"""Whether a step changed anything that people outside the desk can see, a player's own page included.

Only then does the event get another `public_version`: the ETag and version of public answers must not tell that a draft
exists, or how often the desk moved. What is not known to be the desk's own counts as seen.
"""

from collections.abc import Collection, Mapping
from typing import Any

from tournaments.models import Action, LogEntry, Round, RoundState, Tournament
from tournaments.steps.delta import INPUTS, Delta
from tournaments.steps.person import CONTACTS, OF_STAFF

_DESKS_OWN = {Action.STAFF_CHANGED, Action.INVITATION_CHANGED, Action.SNAPSHOT_KEPT, Action.PACK_MADE}
_SECTIONS_OF_DESK = {"forbidden", INPUTS}
# Starting ranks are seen with the round they came with.
_FIELDS_OF_DESK = {
    "players": {"note", "starting_rank", *OF_STAFF, *CONTACTS},
    "matches": {"verified_at", "verified_by_id"},
}
# Everybody sees a schedule as soon as its first round is out.
_SCHEDULE = {"schedule", "schedule_searched"}


def is_seen(tournament: Tournament, line: LogEntry | None, delta: Delta) -> bool:
    """Whether anybody outside may see what a step with this line and delta changed; {}: nothing of the state."""
    if not delta:
        return line is None or line.action not in _DESKS_OWN
    out = _rounds_out(tournament, delta)
    if "rounds" in delta and tournament.players_check_in and (tournament.require_check_in or not out):
        return True  # a draft ends the check-in by phone
    return any(
        _is_row_seen(section, key, change, out)
        for section, changes in delta.items()
        if section not in _SECTIONS_OF_DESK
        for key, change in changes.items()
    )


def _rounds_out(tournament: Tournament, delta: Delta) -> set[str]:
    """Numbers of the rounds that are published now, or were before the step."""
    rounds = Round.objects.filter(tournament=tournament).exclude(state=RoundState.DRAFT).order_by()
    now = set(map(str, rounds.values_list("number", flat=True)))
    return now | {number for number, change in delta.get("rounds", {}).items() if _was_out(change)}


def _was_out(change: Any) -> bool:
    before = change[0] if isinstance(change, list) else {"state": change.get("state", [None])[0]}
    return before is not None and before["state"] not in (None, RoundState.DRAFT)


def _is_row_seen(section: str, key: str, change: object, out: Collection[str]) -> bool:
    if section in ("rounds", "matches", "byes") and key.partition("/")[0] not in out:
        return False
    if section == "players" and isinstance(change, list) and _is_only_of_draft(change[0] or change[1], out):
        return False
    fields: Mapping[str, object] = change if isinstance(change, dict) else {"": None}
    hidden = _SCHEDULE if section == "settings" and not out else _FIELDS_OF_DESK.get(section, set())
    return not fields.keys() <= hidden


def _is_only_of_draft(player: Mapping[str, Any], out: Collection[str]) -> bool:
    """Whether a player who came or went is a house player, whom a round that is not out needed."""
    return bool(player["house"]) and not any(int(number) >= player["joined_round"] for number in out)
