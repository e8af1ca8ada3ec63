"""The answers of an installation on the day it was made."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from devtools.old_database.addresses import LIVE, Address, addresses
from devtools.old_database.asking import OWNER, STRANGER, Program, Visitors
from tournaments.models import Tournament, Visibility

STAFF = ("director", "arbiter", "scorekeeper", "outsider")


def events_of(secrets: dict[str, str]) -> dict[str, Any]:
    """By event: its documents, as the staff and as strangers see them, and the standings after every round."""
    staff, stranger = Program(secrets["token"]), Program(None)
    found = {}
    for event in Tournament.objects.order_by("pk"):
        facts: dict[str, Any] = {
            "document": staff.document(event.slug),
            "standings": staff.standings(event.slug),
        }
        if event.visibility != Visibility.PRIVATE:
            facts["public"] = stranger.document(event.slug)
        facts["redo"] = staff.get(f"events/{event.slug}/redo/")["step"] is not None
        found[event.slug] = facts
    return found


def ways_back(secrets: dict[str, str]) -> dict[str, list[Any]]:
    """By event: the document after each step taken back. The latest seasons first: they hang on earlier ones."""
    program = Program(secrets["token"])
    return {event.slug: list(program.taken_back(event.slug)) for event in Tournament.objects.order_by("-pk")}


def pages_of(secrets: dict[str, str]) -> dict[str, Any]:
    """By visitor, name of the address and subject: how each path ends."""
    visitors = Visitors(secrets["token"])
    private = set(Tournament.objects.filter(visibility=Visibility.PRIVATE).values_list("slug", flat=True))
    found: Any = defaultdict(lambda: defaultdict(lambda: defaultdict(dict)))
    for address in addresses():
        for who in who_looks(address, private):
            paths = found[who][address.name][address.subject]
            if 405 in paths.values():
                continue  # only posted to: one will do
            paths[address.path] = outcome = visitors.outcome(who, address.path)
            assert outcome == "sign-in" or int(outcome) < 500, (who, address, outcome)
    return dict(found)


def who_looks(address: Address, private: set[str]) -> list[str]:
    space = address.name.partition(":")[0]
    if space == "public":
        return [STRANGER, *([OWNER] if address.subject in private else [])]
    staff = STAFF if address.subject == LIVE and space in ("desk", "api") else ()
    strangers = [STRANGER] if space in ("api", "accounts") or address.subject in ("", LIVE) else []
    return [OWNER, *strangers, *staff]
