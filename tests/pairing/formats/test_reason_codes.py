"""`reasons` beside `why`: a code for every sentence, in the same order, in everything the commands answer."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pairing.engine import pair
from pairing.formats.document import PLAN, impossible_to_json, load, plan_to_json
from pairing.model import errors, reasons
from pairing.model.errors import Impossible
from pairing.model.schema import validate
from pairing.systems import SYSTEMS

VECTORS = next(folder for folder in Path(__file__).parents if folder.name == "tests") / "vectors"


def says(code: str, sentence: str, texts: dict[str, str]) -> bool:
    """Whether the sentence is the one of this code, whatever stands in its places."""
    pattern = "(?s:.*)".join(re.escape(part) for part in re.split(r"{\w+}", texts[code]))
    return re.fullmatch(pattern, sentence) is not None


def check(part: dict[str, Any], sentences: str = "why") -> int:
    """How many sentences a part of an answer has, each with its code."""
    pairs = list(zip(part["reasons"], part[sentences], strict=True))
    assert all(says(code, sentence, reasons.TEXTS) for code, sentence in pairs), pairs
    return len(pairs)


@pytest.mark.parametrize("slug", SYSTEMS)
def test_every_sentence_of_a_pairing_has_its_code(slug: str) -> None:
    told = 0
    for path in sorted((VECTORS / slug).glob("*.json")):
        vector = json.loads(path.read_text(encoding="utf-8"))
        snapshot = load(vector["event"])
        try:
            answer = plan_to_json(pair(snapshot, overrides=vector.get("options")))
        except Impossible as error:
            answer = impossible_to_json(len(snapshot.rounds) + 1, error)
            refusal = answer["impossible"]
            [code] = refusal["reasons"]
            assert says(code, refusal["because"], errors.TEXTS)
        validate(answer, PLAN)
        told += sum(map(check, [*answer["matches"], *answer["byes"], *answer["relaxed"]]))
        assert ("reasons" in answer) is bool(answer["notes"])
        told += check(answer, "notes") if answer["notes"] else 0
    assert told, "no sentence of this system was looked at"


def test_the_codes_are_those_of_the_rules() -> None:
    # Monrad: equal points meet, and the last in order of the lowest score has the bye (rules of the source, 4 and 6).
    players = [{"id": number} for number in (1, 2, 3)]
    answer = plan_to_json(pair(load({"format": "pairwright-event/1", "players": players})))
    assert "same_score" in answer["matches"][0]["reasons"]
    assert answer["byes"][0]["reasons"][0] == "bye_lowest_score"


def test_a_round_stored_under_an_earlier_code_can_still_be_told() -> None:
    stored, now = (reasons.Reason.from_json({"code": code}) for code in ("bye_lowest", "bye_lowest_score"))
    assert stored.text() == now.text()
