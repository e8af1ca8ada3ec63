"""A round of a league of several seasons: the plain event it is, and what is checked of its system."""

from collections.abc import Iterator
from typing import Any

from tests.checker.bracket import entrants_of
from tests.checker.check import check
from tests.checker.phases import seen_now

Json = dict[str, Any]


def check_season(document: Json, answer: Json) -> list[str]:
    """Everything wrong with the answer to a document made by `tests.generator.seasons`."""
    plain = seen_now(document)
    if "refused" in answer:
        return list(_refused(plain, answer["refused"]))
    return check(plain, answer)


def _refused(plain: Json, code: str) -> Iterator[str]:
    """The one thing that is refused: a bracket of less than two."""
    if plain["system"]["name"] != "bracket" or code != "bracket_too_small" or len(entrants_of(plain)) > 1:
        yield f"refused: {code}"
