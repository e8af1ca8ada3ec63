"""What people, files and programs outside hold on to is still there, or was given up on purpose (docs/inventory)."""

from __future__ import annotations

import pytest
from django.utils import translation

from devtools.inventory import compare
from devtools.inventory.follow import misled
from devtools.inventory.listing import FOLDER, now

KEPT = compare.read(FOLDER)
GONE = compare.read_gone(FOLDER)


@pytest.fixture(scope="module")
def present() -> dict[str, dict[str, str]]:
    with translation.override("en"):
        return now()


def test_nothing_has_vanished_that_is_not_named_as_gone(present: compare.Listing) -> None:
    lost = compare.vanished(KEPT, present, GONE)
    assert not lost, compare.what_vanished(lost)


def test_everything_new_is_listed(present: compare.Listing) -> None:
    new = compare.not_yet_listed(KEPT, present)
    assert not new, f"not in docs/inventory yet: run `{compare.COMMAND}`: {new}"


def test_what_is_named_as_gone_is_gone_and_listed_no_more(present: compare.Listing) -> None:
    assert not compare.still_there(present, GONE), "take these out of docs/inventory/gone.txt"
    assert not compare.left_over(KEPT, present, GONE), f"run `{compare.COMMAND}`"
    assert {one.section for one in GONE} <= set(present), (
        "docs/inventory/gone.txt names a section there is not"
    )


def test_every_address_that_was_given_up_for_another_leads_there(present: compare.Listing) -> None:
    wrong = [misled(one, present["addresses"]) for one in GONE if one.leads_to]
    assert not any(wrong), "\n".join(filter(None, wrong))


def test_the_listing_sees_what_it_is_meant_to_see(present: compare.Listing) -> None:
    """One line of each kind, known from the manuals: a section that comes out empty would guard nothing."""
    known = {
        "addresses": [
            "page /e/<slug>/me/<slug>/",
            "page /e/<slug>/rounds/<int>/ ?by",
            "page /desk/<slug>/print/poster/ ?size",
            "page /desk/<slug>/penalties/ ?player",
            "api POST /api/v1/tools/pair/",
            "api GET /api/v1/events/ ?search",
        ],
        "api": ["operation list_events", "RoundOut.number is integer"],
        "commands": ["manage.py seating --seconds default 2.0", "manage.py pair FILES takes +", "make test"],
        "database": ["table tournaments_match", "column tournaments_match.result may be 1/2-1/2"],
        "documents": ["document event-1 key players[].name", "import column rating titled elo"],
        "options": ["system wcsc option method may be A", "tiebreak BH option cut from 0 to 20"],
        "settings": ["event setting round_minutes", "event box players_report is BooleanField"],
        "surroundings": ["variable REDIS_URL", "task tournaments.run_job(job_id)", "cookie pairwright_seat"],
        "words": ["result 1/2-1/2", "right undo has director", "refusal round_open status 409"],
    }
    assert set(known) == set(present)
    assert not [line for section, lines in known.items() for line in lines if line not in present[section]]
