"""What is registered is documented, and what is documented is there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from pairing.formats import document
from pairing.model.schema import schema
from pairing.tiebreaks import TIEBREAKS
from tests.pairing.places import DOCS

FORMAT = (DOCS / "event-format.md").read_text(encoding="utf-8")


def test_the_pages_of_the_rules_are_what_the_registries_say() -> None:
    call_command("rules_docs", "--check")


def test_a_page_that_is_out_of_date_is_found(tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    with pytest.raises(CommandError, match=r"docs/rules/README\.md is out of date"):
        call_command("rules_docs", "--check")
    call_command("rules_docs", verbosity=0)
    call_command("rules_docs", "--check")
    assert {f"### `{code}`" for code in TIEBREAKS} <= {
        line.partition(":")[0] for line in (tmp_path / "docs/rules/tiebreaks.md").read_text().splitlines()
    }


def _names(part: Any) -> set[str]:
    """Every field name of a schema."""
    if isinstance(part, dict):
        own = set(part.get("properties", ())) if isinstance(part.get("properties"), dict) else set()
        return own.union(*(_names(value) for value in part.values()))
    return set().union(*(_names(value) for value in part)) if isinstance(part, list) else set()


@pytest.mark.parametrize("name", [document.EVENT, document.PLAN, document.STANDINGS])
def test_every_field_of_the_documents_is_described(name: str) -> None:
    assert _names(dict(schema(name))) <= set(re.findall(r"[a-z_]+", FORMAT))


def test_the_example_in_the_description_is_a_document() -> None:
    example = next(
        text for text in re.findall(r"```json\n(.*?)```", FORMAT, re.DOTALL) if "pairwright-event/1" in text
    )
    data = json.loads(example)
    # The description leaves out most players; here they are.
    data["players"] += [{"id": i} for i in range(3, 10)]
    assert document.load(data).bye_requests
