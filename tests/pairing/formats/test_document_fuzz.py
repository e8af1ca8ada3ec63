"""Whatever is done to a document or a report: it is read, or refused by a DocumentError; nothing else."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.engine.standings import rank
from pairing.formats import document, trf
from pairing.model.errors import PairingError
from pairing.model.types import Snapshot
from tests.pairing.formats.test_document import EXAMPLE
from tests.pairing.formats.test_four_document import EXAMPLE as OF_FOUR
from tests.pairing.formats.test_trf import REPORT

JUNK: list[Any] = [
    None, True, 0, -1, 1, 1.5, 1e300, 10**30, "", "x", "\ud800", "\x00", "1/2-1/2", [], {}, [[]], [1, 1], [None],
    {"name": "omw"}, {"x": None}, "9" * 400,
]  # fmt: skip


def _mutated(seed: int, example: Any = EXAMPLE) -> Any:
    """An example with a few of its parts replaced, removed, doubled or swapped for parts of elsewhere."""
    rng = Random(seed)
    data = deepcopy(example)
    for _ in range(rng.randint(1, 4)):
        places = list(_places(data))
        holder, key = rng.choice(places)
        other, other_key = rng.choice(places)
        action = rng.randrange(4)
        if action == 0:
            holder[key] = deepcopy(rng.choice(JUNK))
        elif action == 1:
            del holder[key]
        elif action == 2:
            holder[key] = deepcopy(other[other_key])
        elif isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        if not data:
            break
    return data


def _places(part: Any) -> Any:
    """(holder, key) of everything inside."""
    items = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in list(items):
        yield part, key
        yield from _places(value)


@given(st.integers(0, 2**32))
def test_a_mutated_document_is_read_or_refused(seed: int) -> None:
    _read_or_refused(_mutated(seed))


@pytest.mark.usefixtures("four")
@given(st.integers(0, 2**32))
def test_a_mutated_document_of_four_at_a_table_is_read_or_refused(seed: int) -> None:
    _read_or_refused(_mutated(seed, OF_FOUR))


def _read_or_refused(data: Any) -> None:
    try:
        snapshot = document.load(data)
    except document.DocumentError as error:
        assert "\n" not in str(error)
        str(error).encode()
    else:
        assert document.load(document.dump(snapshot)) == snapshot
        _rank(snapshot)


def _rank(snapshot: Snapshot) -> None:
    assert len(rank(snapshot)) == len([e for e in snapshot.entrants if not e.house])


@given(
    st.recursive(
        st.sampled_from(JUNK),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=20,
    )
)
def test_any_data_at_all_is_refused(data: Any) -> None:
    try:
        document.load(data)
    except document.DocumentError:
        return
    raise AssertionError("this is no event document")


@given(st.binary() | st.text(alphabet='{}[]",:0123456789.eE+-nulltruefas\\ud \n'))
def test_any_bytes_at_all_are_json_or_refused(text: bytes | str) -> None:
    try:
        data = document.parse_json(text)
    except document.DocumentError:
        return
    assert data == json.loads(text)


@given(st.integers(0, 2**32))
def test_a_mutated_report_is_read_or_refused(seed: int) -> None:
    rng = Random(seed)
    text = list(REPORT)
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(text))
        text[place] = rng.choice([*"0123456789 wb-=+HUZF\nXé", "", "001 ", "\n001    9"])
    try:
        snapshot = trf.load("".join(text))
    except document.DocumentError:
        return
    assert trf.load(trf.dump(snapshot)).entrants == snapshot.entrants
    try:
        _rank(snapshot)
    except PairingError as error:
        raise AssertionError from error
