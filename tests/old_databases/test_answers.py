"""What an old database answers: standings, documents, and every page of every event, as on the day it was made."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import chain

import pytest

from devtools.old_database.addresses import LEFT_OUT, Address, of_name, patterns
from devtools.old_database.asking import OWNER, STRANGER, Program, differences, each, misfits, rows
from pairing.tiebreaks import TIEBREAKS
from pairing.tiebreaks.base import combined
from tests.old_databases.conftest import Old, without_secret_seeds
from tournaments.models import Tournament
from tournaments.snapshots import seats_at_table
from tournaments.standings.selectors.places import explained
from tournaments.standings.selectors.standings import standings

Visit = tuple[str, str, int | str]
SHARES = 96


def test_standings_after_every_round_are_as_recorded(old: Old) -> None:
    program = old.program
    for event, facts in old.recorded["events"].items():
        assert differences(facts["standings"], program.standings(event), event) == []


def test_every_breakdown_of_a_tiebreak_comes_to_its_column(old: Old) -> None:
    """Of every system and season with every tie-break that fits it, by the player in the middle of the standings."""
    for event in Tournament.objects.all():
        seats = seats_at_table(event)
        event.tiebreaks = [code for code, tiebreak in TIEBREAKS.items() if seats in tiebreak.seats]
        event.version += 1  # the cache keeps what was worked out for the chain the event had
        table = standings(event)
        if not table.lines:
            continue
        line = table.lines[len(table.lines) // 2]
        explanations = [found for _spec, found in explained(event, line.number, table.after_round)]
        values = [cell.value for cell in line.tiebreaks]
        assert [found.value for found in explanations] == values, event
        assert [combined(found.terms, found.combine) for found in explanations] == values


def test_documents_are_as_recorded_for_the_staff_and_for_strangers(old: Old) -> None:
    staff, stranger = old.program, Program(None)
    for event, facts in old.recorded["events"].items():
        document = staff.document(event)
        assert differences(without_secret_seeds(facts["document"], document), document, event) == []
        if "public" in facts:
            public = stranger.document(event)
            assert differences(facts["public"], public, event) == []
            assert public.keys() & {"forbidden_pairs", "bye_requests"} == set()


def test_pages_answer_as_on_the_day_and_looking_changes_nothing(old: Old) -> None:
    """Of every address of every event one path, and a share of the others; all of them are in the sweep."""
    before = rows()
    assert misfits(old.visitors, every_kind(old)) == []
    after = rows()
    assert [label for label in before if before[label] != after[label]] == []


def every_kind(old: Old) -> Iterator[Visit]:
    """Each name once with its page and once without, and by chance one in so many of all others."""
    seen = set()
    for who, name, _subject, path, outcome in each(old.recorded["pages"]):
        kind = (name, outcome == 200)
        if kind not in seen or zlib.crc32(path.encode()) % SHARES == 0:
            seen.add(kind)
            yield who, path, outcome


@pytest.mark.sweep
@pytest.mark.parametrize("share", range(10))
@pytest.mark.parametrize("who", [OWNER, STRANGER, "director", "arbiter", "scorekeeper", "outsider"])
def test_every_page_answers_as_on_the_day(old: Old, who: str, share: int) -> None:
    wanted = [(looks, path, outcome) for looks, _name, _subject, path, outcome in each(old.recorded["pages"])]
    mine = [visit for visit in wanted if visit[0] == who and zlib.crc32(visit[1].encode()) % 10 == share]
    assert mine
    assert misfits(old.visitors, mine) == []


def test_addresses_that_have_come_since_answer_on_the_old_database(old: Old) -> None:
    """One of each name; the sweep asks for all."""
    assert failures(old, (next(filled, None) for filled in since(old))) == []


@pytest.mark.sweep
def test_all_addresses_that_have_come_since_answer_on_the_old_database(old: Old) -> None:
    assert failures(old, chain.from_iterable(since(old))) == []


def since(old: Old) -> Iterator[Iterator[Address]]:
    """The addresses of each name that was not there on the day."""
    known = {name for names in old.recorded["pages"].values() for name in names}
    for name, needed in patterns():
        if name not in known and name not in LEFT_OUT:
            yield of_name(name, needed)


def failures(old: Old, addresses: Iterable[Address | None]) -> list[tuple[str, int | str]]:
    visitors = old.visitors
    outcomes = [(address.path, visitors.outcome(OWNER, address.path)) for address in addresses if address]
    return [(path, outcome) for path, outcome in outcomes if isinstance(outcome, int) and outcome >= 500]
